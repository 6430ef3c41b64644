"""The page of Samurai Spirit: whatever can be chosen lies on the board, in every language, for every number of samurai."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

import zashiki
from zashiki.games.samurai_spirit import GAME
from zashiki.games.samurai_spirit.actions import ATTACK, DEFEND
from zashiki.games.samurai_spirit.page import board
from zashiki.games.samurai_spirit.page.stacks import chance
from zashiki.games.samurai_spirit.view import SamuraiSpiritView
from zashiki.kernel.contract import CHANCE
from zashiki.web import art
from zashiki.words import LANGUAGES, Words

TABLES: list[tuple[int, dict[str, Any]]] = [
    (1, {"solo_samurai": "2"}),
    (1, {"solo_samurai": "3", "level": "heroic"}),
    (2, {}),
    (3, {"level": "easy"}),
    (4, {}),
    (4, {"two_player_rules": True, "level": "hard"}),
    (5, {"level": "hard"}),
    (6, {}),
    (7, {"level": "heroic"}),
]
SPEECH = {language: Words(language) for language in LANGUAGES}
DRAWN = set(re.findall(r"\bid=\"([^\"]+)\"", str(art.sprite("samurai-spirit"))))


def open_to_all(action: int) -> str:
    return f"/why/{action}"


def closed(_action: int) -> None:
    return None


def moments(seats: int, options: dict[str, Any], seed: int) -> list[SamuraiSpiritView]:
    """What the seat that chooses sees, choice by choice, what all see when chance decides, and the end."""
    state = GAME.start(seats, **options)
    dice = Random(seed)
    views = [state.view(None)]
    while state.actors():
        seat = state.actors()[0]
        if seat == CHANCE:
            views.append(state.view(None))
            state.apply(seat, dice.choices(state.legal(seat), state.odds())[0])
        else:
            views.append(state.view(seat))
            state.apply(seat, dice.choice(state.legal(seat)))
    return [*views, state.view(0)]


def ids(page: str) -> list[str]:
    return re.findall(r"\sid=\"([^\"]+)\"", page)


def offered(page: str) -> set[int]:
    return {int(action) for action in re.findall(r"<button[^>]* data-action=\"(\d+)\"", page)}


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_choice_has_its_place_on_the_board(seats: int, options: dict[str, Any]) -> None:
    for seed in range(3):
        for number, view in enumerate(moments(seats, options, seed)):
            page = str(board(view, SPEECH[LANGUAGES[number % 3]], open_to_all))
            assert offered(page) == set(view.legal), (seed, view.step)
            assert len(ids(page)) == len(set(ids(page))), (seed, view.step)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_can_be_told(language: str) -> None:
    """Each step that a player decides, once, with nothing left in keys and no colour of its own."""
    steps: set[str] = set()
    for seed in range(8):
        for seats in (2, 4, 7):
            for view in moments(seats, {}, seed):
                if view.step in steps:
                    continue
                steps.add(view.step)
                page = str(board(view, SPEECH[language], open_to_all))
                assert "sam." not in page
                assert not re.search(r"(?:fill|stroke)=\"#|style=", page)
                assert _drawn(page) <= DRAWN
    assert {"tokens", "penalty", "action", "again", "fight", "kiai-remove", "over"} <= steps


def _drawn(page: str) -> set[str]:
    """The drawings that a page uses."""
    return set(re.findall(r"<use href=\"#([\w-]+)\"", page)) | set(re.findall(r"url\(#([\w-]+)\)", page))


def test_nothing_can_be_chosen_where_nothing_is_open() -> None:
    """A replay shows the same board without a button."""
    view = next(view for view in moments(4, {}, 1) if view.step == "action")
    page = str(board(view, SPEECH["en"], closed))
    assert not offered(page)
    assert "<button" not in page
    assert "data-why" not in page


def test_a_slot_that_is_taken_says_why() -> None:
    """SAM-T6: the place of a card that can't be defended links to the reason."""
    views = (view for seed in range(30) for view in moments(4, {}, seed))
    view = next(
        view
        for view in views
        if view.step == "fight" and view.card is not None and view.card.defence and DEFEND not in view.legal
    )
    page = str(board(view, SPEECH["en"], open_to_all))
    assert f'data-why="{DEFEND}"' in page
    assert ATTACK in offered(page)


def test_the_dashed_pawn_stands_where_the_card_would_lead() -> None:
    view = next(view for view in moments(4, {}, 2) if view.step == "fight" and ATTACK in view.legal)
    page = str(board(view, SPEECH["en"], open_to_all))
    assert 'class="ahead"' in page
    assert view.decides is not None
    assert view.card is not None
    here = view.samurai[view.decides].track
    assert f"{here} + {view.card.value} = {here + view.card.value}" in page


def test_odds_of_the_next_raider_add_up() -> None:
    for view in moments(5, {}, 3):
        if view.odds_total:
            assert 95 <= sum(chance(view, value=value) for value in range(1, 7)) <= 105
            assert 95 <= sum(chance(view, defence=symbol) for symbol in ("hat", "farm", "doll", "")) <= 105


def test_the_end_tells_its_story() -> None:
    """A lost game shows every loss that led there."""
    view = moments(4, {}, 5)[-1]
    assert view.result is not None
    assert not view.result.winners
    page = str(board(view, SPEECH["en"], open_to_all))
    assert view.result.story
    assert page.count("<li>", page.index('class="story"')) >= len(view.result.story)
    assert SPEECH["en"].say("sam.page.lost") in page


def test_the_end_of_a_round_is_told_part_by_part() -> None:
    """SAM-E2: hats, farms, dolls, Families, Intruders, with the names of those who lacked something."""
    view = next(view for seed in range(40) for view in moments(4, {"level": "easy"}, seed) if view.round == 2)
    page = str(board(view, SPEECH["en"], open_to_all))
    scene = page[page.index('id="evening"') :]
    parts = [
        scene.index(f"<b>{SPEECH['en'].say(f'sam.page.evening.{part}')}</b>")
        for part in ("hats", "farms", "dolls")
    ]
    assert parts == sorted(parts)
    for loss in view.chronicle:
        if loss.cause == "undefended" and loss.place is not None:
            assert SPEECH["en"].say(f"sam.samurai.{view.samurai[loss.place].name}") in scene


def test_the_page_is_found_by_the_registry() -> None:
    assert zashiki.game("samurai-spirit").id == "samurai-spirit"
    assert "farm" in str(art.cover("samurai-spirit"))
