"""How the tests of the page draw boards, and the moments of random games that they draw."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from random import Random

from zashiki.brush.regions import Drawings
from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.page import board
from zashiki.games.seven_ronin.rules.actions import DONE, READY
from zashiki.games.seven_ronin.rules.state import State
from zashiki.games.seven_ronin.view import RoninGameView
from zashiki.kernel.parts import Region
from zashiki.words import Words

WORDS = Words("en")
LINKS = "/t/table/why/"
SEATS = (0, 1, None)
VOID = {"input"}
MORE = ("push", "copy", "burial", "volley", "passage-divide")
"""Steps that ask for more, and come seldom."""


def draw(view: RoninGameView, words: Words = WORDS, links: str = LINKS) -> str:
    return Drawings().whole(board(view, links), words)


def page(state: State, seat: int | None) -> str:
    return draw(state.view(seat))


def regions(root: Region) -> Iterator[Region]:
    yield root
    for one in root.inner:
        yield from regions(one)


def moments(seed: int, every: int = 7, edition: str = "en-2015") -> Iterator[State]:
    """Moments of a random game that goes through all its steps, the last one among them."""
    chance, state = Random(seed), GAME.start(edition=edition)
    count = 0
    while actors := state.actors():
        if count % every == 0 or state.view(None).step in MORE:
            yield state
        seat = chance.choice(actors)
        legal = state.legal(seat)
        active = [action for action in legal if action not in (READY, DONE)]
        state.apply(seat, chance.choice(active if active and chance.random() < 0.9 else legal))
        count += 1
    yield state


class Elements(HTMLParser):
    """The elements of a drawing; they close as they were opened."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.outermost: list[dict[str, str | None]] = []
        self.ids: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        assert "style" not in facts, "the content security policy refuses style attributes"
        if not self._open:
            self.outermost.append(facts)
        if facts.get("id"):
            self.ids.append(str(facts["id"]))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        assert self._open or not data.strip()
