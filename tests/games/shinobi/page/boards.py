"""Random games of Shinobi as they are seen, and what stands on a page."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from random import Random

from zashiki.games.shinobi import GAME
from zashiki.games.shinobi.rules.state import State
from zashiki.games.shinobi.view import ShinobiView
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.parts import Region

LINKS = "/why/"
VOID = {"input", "br"}


class Element(HTMLParser):
    """A drawing: its outermost elements by their ids, all ids, and the actions that can be chosen on it."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.outermost: list[str] = []
        self.ids: list[str] = []
        self.actions: list[int] = []
        self.picked: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        assert "style" not in facts, "the content security policy refuses style attributes"
        if not self._open:
            self.outermost.append(str(facts.get("id")))
        if facts.get("id"):
            self.ids.append(str(facts["id"]))
        if "checked" in facts:
            self.picked.append(str(facts["value"]))
        if "data-action" in facts:
            self.actions.append(int(str(facts["data-action"])))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag


def random_game(seats: int, seed: int) -> Iterator[State]:
    """Every moment of a random game; the state goes on when the next one is asked for."""
    chance, state = Random(seed), GAME.start(seats=seats)
    while True:
        yield state
        actors = state.actors()
        if not actors:
            return
        legal = state.legal(actors[0])
        if actors == (CHANCE,):
            state.apply(CHANCE, chance.choices(legal, state.odds())[0])
        else:
            state.apply(actors[0], chance.choice(legal))


def views(state: State) -> list[ShinobiView]:
    return [state.view(seat) for seat in (None, *range(state.seats))]


def every_region(region: Region) -> Iterator[Region]:
    yield region
    for inner in region.inner:
        yield from every_region(inner)
