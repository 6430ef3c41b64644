"""Moments of whole games, set on tables of a real server, so that every kind of decision can be looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random

from playwright.sync_api import Page

from tests.web.visitor import Server, Visitor, buttons, table_of
from zashiki.kernel.bots import Budget
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.parts import Bots
from zashiki.kernel.record import Record
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.timeline import Timeline

SEED = 5
BY_CHANCE = 0.12
"""A choice now and then is a random one: bots alone would leave some situations out."""


def villagers_game(record: Record, by_chance: float = 0.0) -> Iterator[tuple[str, int, int]]:
    """Villagers play the record to its end, with so many random choices; gives before every decision what is asked for, after
    how many entries, and of whom."""
    chance, level = Random(SEED), record.game.part(Bots).LEVELS["villager"]
    bots = [level.seated(seat, SEED + seat) for seat in range(record.seats)]
    state = record.start()
    while actors := state.actors():
        seat = chance.choice(actors)
        if seat == CHANCE:
            action = draw_outcome(state, chance)
        else:
            view = state.view(seat)
            yield view.prompt.key, len(record.entries), seat
            at_random = by_chance > 0 and chance.random() < by_chance
            action = chance.choice(view.legal) if at_random else bots[seat].decide(view, Budget()).action
        record.add(seat, action)
        state.apply(seat, action)


@cache
def played(game: str) -> tuple[Record, dict[str, tuple[int, int]]]:
    """A whole game, and for every kind of decision a moment from its middle: after how many entries, by whom."""
    record, moments = Record(find_game(game)), dict[str, list[tuple[int, int]]]()
    for key, length, seat in villagers_game(record, BY_CHANCE):
        moments.setdefault(key.rpartition(".")[2], []).append((length, seat))
    return record, {kind: found[len(found) // 2] for kind, found in moments.items()}


class Stage:
    """One person with a finished replay of every game, and a table for every kind of decision in it."""

    def __init__(self, server: Server) -> None:
        self.person = Visitor(server)
        self._replays: dict[str, str] = {}
        self._tables: dict[str, dict[str, str]] = {}
        self._results: dict[str, str] = {}

    def enter(self, page: Page) -> None:
        """The page's browser becomes that person's."""
        cookies = {cookie.name: cookie.value or "" for cookie in self.person.client.cookies.jar}
        page.context.add_cookies(
            [
                {"name": name, "value": value, "url": self.person.server.address}
                for name, value in cookies.items()
            ]
        )

    def replay(self, game: str) -> str:
        """The table of the whole game, to be seen again."""
        if game not in self._replays:
            files = {"record": ("game.zashiki", played(game)[0].write().encode())}
            opened = self.person.client.post("/records", files=files)
            found = re.search(r"/g/([a-z0-9]+)/0", str(opened.url))
            assert found is not None, opened.text
            self._replays[game] = found[1]
        return self._replays[game]

    def tables(self, game: str) -> dict[str, str]:
        """Every kind of decision of the game, with a table where it is to be made."""
        if game not in self._tables:
            self._tables[game] = {kind: self.go_on(game, *moment) for kind, moment in played(game)[1].items()}
        return self._tables[game]

    def result(self, game: str) -> str:
        """A table that was played to its end."""
        if game not in self._results:
            table = self.go_on(game, *max(played(game)[1].values()))
            with self.person.tab(table) as tab:
                while 'class="result"' not in tab.shown("prompt"):
                    able = buttons(tab.shown("choice"))
                    if able:
                        tab.choose(next(iter(able)))
                    else:
                        tab.next(timeout=30)
            self._results[game] = table
        return self._results[game]

    def before(self, game: str, event: str) -> tuple[str, int]:
        """A table at the last choice that somebody makes before an event of this name, and that choice."""
        steps = Timeline(played(game)[0].copy()).steps
        at = next(
            index
            for index, step in enumerate(steps)
            if any(one.message.key.startswith(event) for one in step.events)
        )
        choice = next(step for step in reversed(steps[: at + 1]) if step.entry.seat != CHANCE)
        return self.go_on(game, choice.number - 1, choice.entry.seat), choice.entry.action

    def go_on(self, game: str, number: int, seat: int) -> str:
        """A table where the game is played on after so many entries, from this seat."""
        return table_of(self.person.post(f"/g/{self.replay(game)}/{number}/continue", seat=seat))
