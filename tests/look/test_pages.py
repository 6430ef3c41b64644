"""The boards: drawn from views alone, in three languages, with every place that can be chosen and nothing twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from random import Random

import pytest

from zashiki.brush.regions import Drawings
from zashiki.kernel.contract import CHANCE, State, View
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.web.drawing import art
from zashiki.web.drawing.faces import aliases_of_guests
from zashiki.web.drawing.game_pages import board
from zashiki.words import LANGUAGES, Words

FEWEST_WORDS, FEWEST_PLACES = 50, 20
"""Of a board: one with less is not drawn whole."""
VOID = {"input", "br", "img", "hr", "meta", "link"}


class Page(HTMLParser):
    """What a board holds: its ids, actions and symbols; elements must close as they were opened."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.ids: list[str] = []
        self.actions: list[int] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        facts = dict(attributes)
        assert "style" not in facts, "the content security policy refuses style attributes"
        if facts.get("id"):
            self.ids.append(str(facts["id"]))
        if facts.get("data-action"):
            self.actions.append(int(str(facts["data-action"])))
            assert tag == "button"
            assert facts.get("form") == "choice"
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self.words += data.split()

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag


def _play(name: str, seats: int, seed: int, every: int) -> Iterator[State]:
    """Moments of a random game, the last one among them."""
    chance, state = Random(seed), find_game(name).start(seats=seats)
    moment = 0
    while actors := state.actors():
        if moment % every == 0 and actors != (CHANCE,):
            yield state
        seat = chance.choice(actors)
        legal = state.legal(seat)
        state.apply(seat, chance.choices(legal, state.odds())[0] if seat == CHANCE else chance.choice(legal))
        moment += 1
    yield state


def _views(state: State, seats: int) -> Iterator[View]:
    yield state.view(None)
    yield from (state.view(seat) for seat in range(seats))


def drawn_board(name: str, view: View, words: Words, links: str) -> str:
    """The whole board, drawn anew."""
    return Drawings().whole(board(find_game(name), view, links), words)


TABLES = [(name, seats) for name in names() for seats in find_game(name).facts.seats]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_boards_draw_every_moment(name: str, seats: int) -> None:
    symbols = set(re.findall(r"\bid=\"([^\"]+)\"", str(art.sprite(name) + aliases_of_guests())))
    words = [Words(language) for language in LANGUAGES]
    drawn = chosen = 0
    for moment, state in enumerate(_play(name, seats, seats, every=13)):
        for view in _views(state, seats):
            text = drawn_board(name, view, words[moment % 3], "/why/")
            page = Page(text)
            assert len(page.words) > FEWEST_WORDS
            assert len(page.ids) == len(set(page.ids)) > FEWEST_PLACES
            assert set(page.actions) <= set(view.legal)
            chosen += len(page.actions)
            own = symbols | set(page.ids)
            assert set(re.findall(r"(?:href=\"#|url\(#)([\w-]+)", text)) <= own
            drawn += 1
    assert drawn > seats
    assert chosen >= moment, "what can be chosen is on the board"


@pytest.mark.parametrize("name", names())
def test_nothing_can_be_chosen_where_links_lead_nowhere(name: str) -> None:
    game = find_game(name)
    words = Words("en")
    for state in _play(name, game.facts.default_seats, 3, every=9):
        for view in _views(state, game.facts.default_seats):
            page = Page(drawn_board(name, view, words, ""))
            assert len(page.ids) > FEWEST_PLACES
            assert not page.actions


@pytest.mark.parametrize("name", names())
def test_drawing_a_view_twice_gives_the_same_page(name: str) -> None:
    game = find_game(name)
    state = next(_play(name, game.facts.default_seats, 5, every=11))
    view = state.view(0)
    first = drawn_board(name, view, Words("pl"), "/why/")
    assert len(first) > 1000
    assert drawn_board(name, view, Words("pl"), "/why/") == first
