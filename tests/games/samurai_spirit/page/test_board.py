"""The page of Samurai Spirit: whatever can be chosen lies on the board, in every language, for every number of samurai."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import zashiki
from tests.games.samurai_spirit.page.boards import SPEECH, TABLES, drawn, ids, moments, offered
from zashiki.games.samurai_spirit import GAME
from zashiki.games.samurai_spirit.page import on_board
from zashiki.games.samurai_spirit.page.odds import next_raider
from zashiki.games.samurai_spirit.rules.actions import ATTACK, DEFEND
from zashiki.games.samurai_spirit.view import FACES, SamuraiSpiritView
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.parts import Page, find_part
from zashiki.words import LANGUAGES

ROOT = Path(zashiki.__file__).parent


def _drawings() -> set[str]:
    """The names that the drawings of the house and of the game bring to a page."""
    files = [*ROOT.glob("brush/art/*.svg"), *ROOT.glob("games/samurai_spirit/art/*.svg")]
    inside = {name for file in files for name in re.findall(r"\bid=\"([^\"]+)\"", file.read_text("utf-8"))}
    return inside | {file.stem for file in files}


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_choice_has_its_place_on_the_board(seats: int, options: dict[str, Any]) -> None:
    for seed in range(3):
        for number, view in enumerate(moments(seats, options, seed)):
            page = drawn(view, LANGUAGES[number % 3])
            assert offered(page) == set(view.legal) == on_board(view), (seed, view.step)
            assert len(ids(page)) == len(set(ids(page))), (seed, view.step)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_can_be_told(language: str) -> None:
    """Each step that a player decides, once, with nothing left in keys and no colour of its own."""
    steps: set[str] = set()
    drawings = _drawings()
    for seed in range(8):
        for seats in (2, 4, 7):
            for view in moments(seats, {}, seed):
                if view.step in steps:
                    continue
                steps.add(view.step)
                page = drawn(view, language)
                assert "sam." not in page
                assert not re.search(r"(?:fill|stroke)=\"#|style=", page)
                assert _used(page) <= drawings
    assert {"tokens", "penalty", "action", "again", "fight", "kiai-remove", "over"} <= steps


def _used(page: str) -> set[str]:
    """The drawings that a page uses."""
    return set(re.findall(r"<use href=\"#([\w-]+)\"", page)) | set(re.findall(r"url\(#([\w-]+)\)", page))


def test_nothing_can_be_chosen_where_nothing_is_open() -> None:
    """A replay shows the same board without a button."""
    view = next(view for view in moments(4, {}, 1) if view.step == "action")
    page = drawn(view, links="")
    assert not offered(page)
    assert 'name="action"' not in page
    assert "data-why" not in page


def test_a_slot_that_is_taken_says_why() -> None:
    """SAM-T6: the place of a card that can't be defended links to the reason."""
    views = (view for seed in range(30) for view in moments(4, {}, seed))
    view = next(
        view
        for view in views
        if view.step == "fight" and view.card is not None and view.card.defence and DEFEND not in view.legal
    )
    page = drawn(view)
    assert f'data-why="{DEFEND}"' in page
    assert ATTACK in offered(page)


def test_the_dashed_pawn_stands_where_the_card_would_lead() -> None:
    view = next(view for view in moments(4, {}, 2) if view.step == "fight" and ATTACK in view.legal)
    page = drawn(view)
    assert 'class="ahead"' in page
    assert view.decides is not None
    assert view.card is not None
    here = view.samurai[view.decides].track
    assert f"{here} + {view.card.value} = {here + view.card.value}" in page


def test_signs_say_what_they_mean_to_one_who_points_at_them() -> None:
    boards = {
        "kyuzo": {"line": ["card-2-2", "card-1-4"], "wound": True},
        "heihachi": {"wound": True, "animal": True},
    }
    state = GAME.position(seats=3, samurai=["heihachi", "kyuzo", "daisuke"], boards=boards)
    page = drawn(state.view(0))
    hints = set(re.findall(r"title=\"([^\"]+)\"", page)) | set(re.findall(r"<title>([^<]+)</title>", page))
    for key in (
        "sam.penalty.no-defend.help",
        "sam.page.wounded.human",
        "sam.page.wounded.animal",
        "sam.page.lacks.hat",
        "sam.page.lacks.farm",
        "sam.page.lacks.doll",
    ):
        assert SPEECH["en"].say(key) in hints
    healers = SPEECH["en"].say("sam.page.bonuses", bonuses=SPEECH["en"].say("sam.page.bonus.wound"))
    assert healers in hints


def test_odds_of_the_next_raider_add_up() -> None:
    for view in moments(5, {}, 3):
        bars = next_raider(view.odds).bars
        assert (bars is None) == (view.odds_total == 0)
        if bars is not None:
            assert 95 <= sum(bars.values) <= 105
            assert 95 <= sum(percent for sign, percent in bars.signs if sign != "flame") <= 105


def test_a_samurai_reads_how_likely_the_next_raider_brings_him_to_kiai_or_over_it() -> None:
    compared = 0
    for view in moments(4, {}, 2):
        odds = next_raider(view.odds)
        for samurai in view.samurai:
            if not view.odds_total or samurai.track >= samurai.kiai:
                continue
            after = [samurai.track + face.value - samurai.kiai for face in FACES]
            exact = sum(weight for weight, beyond in zip(view.odds, after, strict=True) if beyond == 0)
            over = sum(weight for weight, beyond in zip(view.odds, after, strict=True) if beyond > 0)
            told = tuple(round(100 * weight / view.odds_total) for weight in (exact, over))
            assert odds.chances(samurai) == (told if exact + over else None)
            compared += 1
    assert compared > 20


def lost(seed: int, **options: Any) -> SamuraiSpiritView:
    """The last view of a game of four; chance alone never wins."""
    view = moments(4, options, seed)[-1]
    assert view.result is not None
    assert not view.result.winners
    return view


def section(page: str, name: str) -> str:
    return page[page.index(name) : page.index("</section>", page.index(name))]


def test_the_end_tells_its_story_round_by_round() -> None:
    """A lost game shows every loss under its round, and which one decided."""
    view = lost(5)
    assert view.result is not None
    page = drawn(view)
    story = page[page.index('class="story"') : page.index('id="village"')]
    assert story.count("<li") == len(view.result.story)
    assert story.count("<h4>") == len({loss.round for loss in view.chronicle})
    assert story.count('class="fatal"') == 1
    assert 'class="fatal"' in story[story.rindex("<li") :]
    assert SPEECH["en"].say("sam.page.lost") in page


def test_a_victory_shows_what_it_cost_and_its_last_evening() -> None:
    """SAM-E3: nothing is marked as the blow that decided."""
    state = GAME.position(
        seats=2,
        samurai=["kyuzo", "heihachi"],
        round=3,
        raiders=["card-1-13"],
        spent=["daisuke", "gorobei", "kanbei", "kikuchiyo", "katsushiro"],
        boards={
            "kyuzo": {"left": ["card-1-2", "card-1-11", "card-1-7"]},
            "heihachi": {"left": ["card-2-11"]},
        },
    )
    state.apply(0, GAME.action("fight"))
    state.apply(CHANCE, GAME.action("family-wound"))
    page = drawn(state.view(0))
    assert SPEECH["en"].say("sam.page.story.won") in page
    assert section(page, 'id="evening"').count('<li class="done">') == 5
    assert "fatal" not in page


def test_a_village_that_falls_in_the_evening_shows_in_which_part() -> None:
    """SAM-E3: the end of the round stays on the page as far as it came, its last part marked."""
    view = next(view for view in map(lost, range(40)) if view.chronicle[-1].loss == "family")
    assert view.chronicle[-1].cause == "undefended"
    scene = section(drawn(view), 'id="evening"')
    assert scene.count('<li class="done">') == 2
    assert scene.index('<li class="fatal">') < scene.index(SPEECH["en"].say("sam.page.evening.dolls"))
    assert scene.count('<li class="next">') == 2


def test_the_end_of_a_round_is_told_part_by_part() -> None:
    """SAM-E2: hats, farms, dolls, Families, Intruders, with the names of those who lacked something."""
    view = next(view for seed in range(40) for view in moments(4, {"level": "easy"}, seed) if view.round == 2)
    scene = section(drawn(view), 'id="evening"')
    parts = [
        scene.index(f"<b>{SPEECH['en'].say(f'sam.page.evening.{part}')}</b>")
        for part in ("hats", "farms", "dolls", "bonus", "intruders")
    ]
    assert parts == sorted(parts)
    for loss in view.chronicle:
        if loss.cause == "undefended" and loss.place is not None:
            assert SPEECH["en"].say(f"sam.samurai.{view.samurai[loss.place].name}") in scene


def test_the_end_of_a_round_shows_the_intruders_and_who_was_healed() -> None:
    """SAM-E2: the cards that were turned up, what their flames took, and what the Families really did."""
    names = ["kyuzo", "heihachi", "daisuke"]
    left = [["card-1-2", "card-1-11", "card-1-7"], ["card-2-2", "card-2-11", "card-2-7"]]
    boards = {"kyuzo": {"left": left[0]}, "heihachi": {"left": left[1], "wound": True}}
    state = GAME.position(
        seats=3,
        samurai=names,
        raiders=["card-1-13"],
        intruders=["card-2-13", "card-4-1", "card-1-5", "card-1-3"],
        barricades=0,
        families=["wound", "intruder"],
        boards={**boards, "daisuke": {"left": ["card-3-2", "card-3-11", "card-3-6"]}},
    )
    state.apply(0, GAME.action("fight"))
    scene = section(drawn(state.view(1)), 'id="evening"')
    assert "Their help: Heihachi is healed and an Intruder is driven out" in scene
    assert "Barricades lost: 0 · Farmsteads lost: 2 · harmless: 1" in scene
    assert re.findall(r'class="shield v(\d)"', scene) == ["4", "1", "1"]


def test_intruders_that_wait_are_not_told_away() -> None:
    """SAM-E2: while a Family drives one out the others still lie there, and the part is that of the Families."""
    boards = {"kyuzo": {"left": ["card-1-2", "card-1-11", "card-1-7"]}}
    state = GAME.position(
        seats=2,
        samurai=["kyuzo", "heihachi"],
        raiders=["card-1-13"],
        intruders=[None, None, None],
        spent=["daisuke", "gorobei", "kanbei", "kikuchiyo", "katsushiro"],
        boards={**boards, "heihachi": {"left": ["card-2-2", "card-2-11", "card-2-7"]}},
    )
    state.apply(0, GAME.action("fight"))
    assert state.view(None).step == "turn-up"
    scene = section(drawn(state.view(None), links=""), 'id="evening"')
    assert scene.index('<li class="now">') < scene.index("<b>Families</b>")
    assert "There were none" not in scene
    state.apply(CHANCE, GAME.action("card-1-3"))
    scene = section(drawn(state.view(None), links=""), 'id="evening"')
    assert scene.index("<b>Families</b>") < scene.index('<li class="now">')
    assert "Still to be turned up: 2" in scene


def test_the_end_of_a_round_stays_until_the_viewers_own_turn_comes() -> None:
    """Others may have cards again; who has not played since still reads how the round ended."""
    view = next(
        view
        for seed in range(40)
        for view in moments(4, {"level": "easy"}, seed)
        if view.round == 2
        and view.step == "action"
        and view.seat is not None
        and not view.samurai[view.seat].line
        and any(samurai.line for samurai in view.samurai)
        and not any(getattr(view.samurai[view.seat], symbol) for symbol in ("hat", "farm", "doll"))
    )
    assert view.seat is not None
    assert 'id="evening"' in drawn(view)
    done = next(samurai.seat for samurai in view.samurai if samurai.line)
    state = GAME.imagine(view, Random(1))
    assert 'id="evening"' not in drawn(state.view(done))


def test_the_page_is_found_with_its_cover() -> None:
    page = find_part("zashiki.games.samurai_spirit", Page)
    assert page.EMBLEM in _drawings()
    assert 'href="#bd-farm"' in page.cover()
    assert page.secrets(GAME.start(2).view(0)) is None
