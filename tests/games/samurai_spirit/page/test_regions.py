"""The regions of the board: each one element, drawn from its inputs alone, and few of them changed by a choice."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest

from tests.games.samurai_spirit.page.boards import LINKS, SPEECH, TABLES, drawn, ids, regions, states
from zashiki.brush.regions import Drawings, Marks, changed, marks, whole
from zashiki.games.samurai_spirit import GAME
from zashiki.games.samurai_spirit.page import board
from zashiki.kernel.messages import say
from zashiki.words import LANGUAGES, Words

VOID = {"input"}
SPOT = re.compile("\x02[^\x02\x03]*\x03")


class Elements(HTMLParser):
    """The outermost elements of a text, each with its id; everything must close as it was opened."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.outermost: list[str | None] = []
        self.between = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if not self._open:
            self.outermost.append(dict(attributes).get("id"))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self._open:
            self.between += data


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_region_is_one_element_with_its_own_id(seats: int, options: dict[str, Any]) -> None:
    for number, state in enumerate(states(seats, options, 4)):
        if number % 5:
            continue
        root = board(state.view(0), LINKS)
        found = list(regions(root))
        assert root.name == "play"
        assert len(found) >= 8 + 5 * len(state.view(0).samurai)
        assert len({one.name for one in found}) == len(found)
        for one in found:
            elements = Elements(SPOT.sub("", one.draw(one.inputs, SPEECH[LANGUAGES[number % 3]])))
            assert elements.outermost == [one.name]
            assert not elements.between
        whole = ids(drawn(state.view(0)))
        assert len(whole) == len(set(whole))


def test_equal_inputs_give_equal_bytes() -> None:
    """Drawings are kept by their inputs and shared, so nothing else may be in them: no order, no viewer, no time."""
    for number, state in enumerate(states(4, {"level": "heroic"}, 6)):
        if number % 6:
            continue
        for one in regions(board(state.view(1), LINKS)):
            first = one.draw(one.inputs, Words("fr"))
            assert first == one.draw(one.inputs, Words("fr"))
            hash(one.inputs)


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (4, {"level": "heroic"}), (7, {})])
def test_a_seat_sees_the_same_board_whatever_it_can_not_know(seats: int, options: dict[str, Any]) -> None:
    """Nothing is secret at this table: what another seat's view lets imagine gives every seat its board, byte for byte."""
    for number, state in enumerate(states(seats, options, 8)):
        if number % 8:
            continue
        for seat in range(min(seats, 3)):
            other = GAME.imagine(state.view((seat + 1) % seats), Random(number))
            page = drawn(other.view(seat))
            assert page == drawn(state.view(seat))
            assert page.count("<article") == len(state.view(seat).samurai)
        assert all(one.seat is None for one in regions(board(state.view(0), LINKS)))


def test_who_may_not_choose_sees_no_choice() -> None:
    state = next(state for state in states(3, {}, 1) if state.view(0).step == "action")
    actor = state.actors()[0]
    assert "data-action" in drawn(state.view(actor))
    for seat in {None, 0, 1, 2} - {actor}:
        assert "data-action" not in drawn(state.view(seat))
        assert "data-why" not in drawn(state.view(seat))


def test_names_of_people_are_escaped() -> None:
    name = """<img src="x" onerror='a'>&"""
    words = Words("en").calling([(say("sam.seat", n=2), name)])
    page = Drawings().whole(board(_action().view(0), LINKS), words)
    assert "<img" not in page
    assert "&lt;img src=&#34;x&#34; onerror=&#39;a&#39;&gt;&amp;" in page


def test_addresses_are_escaped() -> None:
    view = _action().view(0)
    page = drawn(view, links='/t/"><b>/')
    assert "<b>/" not in page
    assert "data-action" in page


def test_a_name_at_one_table_is_not_drawn_at_another() -> None:
    """What is kept for a language never holds a nickname."""
    view = _action().view(0)
    before = drawn(view)
    words = Words("en").calling([(say("sam.seat", n=2), "Zofia")])
    assert "Zofia" in Drawings().whole(board(view, LINKS), words)
    assert drawn(view) == before


def _action() -> Any:
    """Kyuzo of the first seat may fight, support or pass."""
    return GAME.position(seats=3, samurai=["kyuzo", "heihachi", "daisuke"])


def test_a_card_that_is_drawn_changes_the_stack_and_the_samurai_alone() -> None:
    state = _action()
    drawings, words = Drawings(), SPEECH["en"]
    before = marks(drawings.page(board(state.view(None), LINKS), words))
    state.apply(0, GAME.action("fight"))
    state.apply(-1, state.legal(-1)[0])
    now = drawings.page(board(state.view(None), LINKS), words)
    assert set(changed(before, now, "play")) == {"strip", "stack-raiders", "odds", "samurai-kyuzo"}


def test_a_usual_choice_sends_less_than_half_of_the_board() -> None:
    drawings, words = Drawings(), SPEECH["en"]
    before: Marks = {}
    sent = complete = 0
    for state in states(4, {}, 3):
        root = board(state.view(2), LINKS)
        if before and state.view(2).round:
            now = drawings.page(root, words)
            sent += sum(len(whole(now, name)) for name in changed(before, now, "play"))
            complete += len(whole(now, "play"))
        before = marks(drawings.page(root, words))
    assert sent < complete / 2
