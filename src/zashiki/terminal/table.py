"""A game at this terminal: its record, the people and bots in its seats, and what has been told."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random, SystemRandom
from typing import Any, Final

from msgspec.structs import asdict

from zashiki.bots import chooser, draw_outcome
from zashiki.kernel.contract import CHANCE, Game, State, View
from zashiki.kernel.messages import Event, Message
from zashiki.kernel.record import Record, standing, take_back, undo

REMINDER: Final = 5
"""So many events are told again when a game is resumed."""


class Table:
    """Moves a game on: chance and bots by themselves, people by `choose` and `take_back`."""

    def __init__(self, record: Record, people: Iterable[int], level: str, seed: int | None = None) -> None:
        self.record = record
        self.people = frozenset(people)
        self.level = level
        self.state, self.log = retold(record)
        self._chance = SystemRandom() if seed is None else Random(seed)
        self._bot = chooser(record.game.id, level)
        self._told: dict[int | None, int] = {}
        record.info["people"] = ",".join(str(seat) for seat in sorted(self.people))
        record.info["bot"] = level

    @property
    def game(self) -> Game:
        return self.record.game

    def seat_name(self, seat: int) -> Message:
        return self.game.seat_name(seat, self.record.options)

    def passes_around(self) -> bool:
        """Several people share the screen and may not see each other's secrets."""
        return len(self.people) > 1 and self.game.facts.secrets

    def has_secrets(self) -> bool:
        """Several are planning, or somebody at this screen sees what the others may not."""
        if not self.passes_around():
            return False
        public = _shown(self.state.view(None))
        planning = len(self.state.actors()) > 1
        return planning or any(_shown(self.state.view(seat)) != public for seat in self.people)

    def choose(self, seat: int, action: int) -> None:
        self.state.apply(seat, action)
        self.record.add(seat, action)

    def next_other(self) -> int | None:
        """Chance or a bot that may choose now. They go first, so that nothing comes between two choices of a person."""
        return next((seat for seat in self.state.actors() if seat not in self.people), None)

    def let_choose(self, seat: int) -> None:
        """Chance or a bot makes one choice, a bot from what it may see."""
        if seat == CHANCE:
            self.choose(seat, draw_outcome(self.state, self._chance))
        else:
            self.choose(seat, self._bot(self.state.view(seat), self._chance))

    def take_back(self, seat: int, action: int | None = None) -> None:
        """Undoes the seat's last choice, or an earlier one that may still be; raises Refused."""
        if action is None:
            undo(self.record, seat)
        else:
            take_back(self.record, seat, action)
        self.state, self.log = retold(self.record)

    def news_for(self, seat: int | None) -> list[Message]:
        """What has happened since this seat was last told; where there are no secrets, since anybody was."""
        listener = seat if self.game.facts.secrets else None
        first = min(self._told.get(listener, 0), len(self.log))
        self._told[listener] = self._told[None] = len(self.log)
        return seen(self.log[first:], seat)

    def catch_up(self) -> None:
        """The game goes on from a file: of what has happened so far only the end is told again."""
        for seat in (*range(self.record.seats), None):
            self._told[seat] = max(0, len(self.log) - REMINDER)


def _shown(view: View) -> dict[str, Any]:
    """The part of a view that is the same for all unless it holds a secret."""
    fields = asdict(view)
    return {name: fields[name] for name in fields if name not in ("seat", "legal", "prompt")}


def retold(record: Record) -> tuple[State, list[Event]]:
    """The state of a record, with everything that happened on the way; what happens next is added to the list."""
    state = record.start()
    log: list[Event] = []
    state.events = log
    for entry in standing(record.entries):
        state.apply(entry.seat, entry.action)
    return state, log


def seen(events: Iterable[Event], seat: int | None) -> list[Message]:
    """What a seat is told of the events."""
    told = (event.seen_by(seat) for event in events)
    return [message for message in told if message is not None]
