"""The regions of the board: each one is an element of its own, drawn from its inputs alone, and few change at a time."""

from __future__ import annotations

import re
from statistics import median

import pytest

from tests.games.seven_ronin.page.drawing import (
    LINKS,
    SEATS,
    WORDS,
    Elements,
    draw,
    moments,
    page,
    regions,
)
from tests.games.seven_ronin.table import EVERYBODY, attacks, defends
from zashiki.brush.regions import Drawings, Marks, changed, marks, whole
from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.events import PLACE, RONIN_NAME, SIDE
from zashiki.games.seven_ronin.page import board, cover, on_board, place
from zashiki.games.seven_ronin.rules.pieces import EDITIONS
from zashiki.games.seven_ronin.rules.state import State
from zashiki.kernel.messages import Message
from zashiki.kernel.parts import SLOT, Page, find_part
from zashiki.words import LANGUAGES, Words

A_CHOICE = re.compile(r'<button [^>]*form="choice"[^>]* data-action="(\d+)"')
AN_OPEN_SLOT = re.compile(SLOT.format("[^\x02\x03]*"))


def test_the_registry_finds_a_whole_page() -> None:
    assert find_part("zashiki.games.seven_ronin", Page).EMBLEM == "ninja"


@pytest.mark.parametrize(("edition", "language"), list(zip(EDITIONS, LANGUAGES, strict=True)))
def test_every_region_is_one_element_with_its_own_name(edition: str, language: str) -> None:
    words = Words(language)
    for state in moments(EDITIONS.index(edition), every=29, edition=edition):
        for seat in SEATS:
            root = board(state.view(seat), LINKS)
            names = [region.name for region in regions(root)]
            assert names[0] == "play"
            assert len(names) == len(set(names)) > 30
            for region in regions(root):
                outermost = Elements(AN_OPEN_SLOT.sub("", region.draw(region.inputs, words))).outermost
                assert [element.get("id") for element in outermost] == [region.name]


@pytest.mark.parametrize("seed", range(3))
def test_ids_are_unique_on_a_board(seed: int) -> None:
    for state in moments(seed, every=17):
        for seat in SEATS:
            ids = Elements(page(state, seat)).ids
            assert len(ids) == len(set(ids))


def test_a_drawing_depends_on_its_inputs_alone() -> None:
    """Drawn after other boards or first, for this viewer or another one: equal inputs give equal bytes."""
    drawn: dict[object, str] = {}
    twice = 0
    for state in moments(4, every=5):
        for seat in SEATS:
            for region in regions(board(state.view(seat), LINKS)):
                key = (region.name, region.draw, region.inputs)
                text = region.draw(region.inputs, WORDS)
                twice += key in drawn
                assert drawn.setdefault(key, text) == text
    assert twice > 500


def test_boards_kept_from_choice_to_choice_are_as_those_drawn_anew() -> None:
    kept = Drawings()
    for state in moments(5, every=3):
        for seat in SEATS:
            view = state.view(seat)
            assert kept.whole(board(view, LINKS), WORDS) == draw(view)


def changed_by(state: State, seat: int | None, who: int, name: str) -> set[str]:
    kept = Drawings()
    before = marks(kept.page(board(state.view(seat), LINKS), WORDS))
    state.apply(who, GAME.action(name))
    return set(changed(before, kept.page(board(state.view(seat), LINKS), WORDS), "play"))


def test_a_ninja_changes_its_place_and_the_plan() -> None:
    state = GAME.position(round=4)
    assert changed_by(state, 0, 0, "ninja>well") == {"spots-well", "plan"}
    assert changed_by(state, 1, 0, "ninja>inn") == set()
    assert changed_by(state, None, 0, "ninja>granary") == set()


def test_the_frame_of_the_board_stays_until_the_end() -> None:
    kept, frames = Drawings(), []
    for state in moments(6, every=4):
        root = board(state.view(0), LINKS)
        frames.append((state.result() is None, kept.page(root, WORDS)["play"]))
    assert len({id(frame) for going_on, frame in frames if going_on}) == 1


def test_a_usual_choice_changes_a_small_part_of_the_board() -> None:
    kept, sizes = Drawings(), []
    before: Marks = {}
    for state in moments(7, every=1):
        root = board(state.view(0), LINKS)
        now = kept.page(root, WORDS)
        sizes.append(sum(len(whole(now, name)) for name in changed(before, now, "play")))
        before = marks(now)
    assert 0 < median(sizes) < len(page(state, 0)) / 10


def test_new_choices_take_the_pick_back_to_where_the_page_says() -> None:
    """The radio button that is picked at first is a new element after each choice; the others stay as they are."""
    state = GAME.start()
    first = re.findall(r'id="(pick-[^"]*)"', page(state, 1))
    defends(state, "yumi>inn")
    then = re.findall(r'id="(pick-[^"]*)"', page(state, 1))
    assert first[0].startswith("pick-hayai-")
    assert then[0].startswith("pick-hayai-")
    assert first[0] != then[0]
    assert then[1:] == ["pick-kabe", "pick-musashi", "pick-taiko", "pick-tasuke", "pick-yobu"]


def test_what_was_picked_in_combat_is_forgotten_after_a_choice() -> None:
    places = {**EVERYBODY, "musashi": "well"}
    state = GAME.position(
        round=2, phase="abilities", ninja={"well": 1, "passage": 1}, wounds={"kabe": 1}, places=places
    )
    first = set(re.findall(r'id="(pick-[^"]*)"', page(state, 1)))
    defends(state, "strike")
    then = set(re.findall(r'id="(pick-[^"]*)"', page(state, 1)))
    assert first
    assert then
    assert not first & then


@pytest.mark.parametrize("seed", range(2))
def test_on_board_are_exactly_the_choices_that_the_board_draws(seed: int) -> None:
    seen: set[int] = set()
    for state in moments(seed + 10, every=5):
        for seat in SEATS:
            view = state.view(seat)
            drawn = {int(action) for action in A_CHOICE.findall(draw(view))}
            assert drawn == on_board(view) <= set(view.legal)
            assert not A_CHOICE.findall(draw(view, links=""))
            seen |= drawn
    assert len(seen) > 60


def test_without_links_nothing_can_be_chosen_asked_or_taken_back() -> None:
    state = GAME.start()
    attacks(state, "ninja>inn")
    bare = draw(state.view(0), links="")
    assert 'name="action"' not in bare
    assert "<a " not in bare
    assert 'name="action"' in draw(state.view(0))


class Hostile(Words):
    """A language in which every text tries to break out of the page."""

    def __call__(self, message: Message, form: str = "") -> str:
        return f"</p></button><script>\"'& {super().__call__(message, form)}"


def test_texts_and_addresses_can_not_break_out_of_the_page() -> None:
    words = Hostile("en")
    for state in moments(12, every=40):
        for seat in SEATS:
            view = state.view(seat)
            drawn = draw(view, words, links='/t/"><script>')
            assert "<script" not in drawn
            assert "&lt;/p&gt;&lt;/button&gt;&lt;script&gt;&#34;&#39;&amp;" in drawn
            assert Elements(drawn).ids == Elements(draw(view)).ids


@pytest.mark.parametrize(("seat", "screens"), [(0, 1), (1, 1), (None, 2)])
def test_who_watches_sees_both_screens(seat: int | None, screens: int) -> None:
    assert page(GAME.start(), seat).count('class="byobu"') == screens


def test_places_and_ronin_of_an_event_are_on_the_page() -> None:
    ids = set(Elements(page(GAME.start(), None)).ids)
    for message in (*PLACE, *RONIN_NAME):
        assert place(message) in ids
    assert place(SIDE[0]) == ""


def test_the_cover_is_one_silent_picture() -> None:
    assert [element.get("aria-hidden") for element in Elements(cover()).outermost] == ["true"]
