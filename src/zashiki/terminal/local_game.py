"""A game at this terminal: its timeline, the people and bots in its seats, and what each has been told."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random, SystemRandom
from typing import Any, Final

from msgspec.structs import asdict

from zashiki.bots.players import Players
from zashiki.kernel.bots import Told
from zashiki.kernel.contract import Game, State, View
from zashiki.kernel.messages import Message
from zashiki.kernel.record import Record
from zashiki.kernel.timeline import Entry, Timeline

REMINDER: Final = 5
"""So many lines are told again when a game is resumed."""


class LocalGame:
    """Moves a game on: chance and bots by themselves, people by `choose` and `undo`."""

    def __init__(self, record: Record, people: Iterable[int], level: str, seed: int | None = None) -> None:
        self.timeline = Timeline(record)
        self.people = frozenset(people)
        self.level = level
        bots = {seat: level for seat in range(record.seats) if seat not in self.people}
        self._players = Players(self.timeline, bots, SystemRandom() if seed is None else Random(seed))
        self._shown: dict[int | None, int] = {}
        record.info["people"] = ",".join(str(seat) for seat in sorted(self.people))
        record.info["bot"] = level

    @property
    def record(self) -> Record:
        return self.timeline.record

    @property
    def game(self) -> Game:
        return self.timeline.game

    @property
    def state(self) -> State:
        return self.timeline.state

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
        self.timeline.append(Entry(seat, action))

    def next_other(self) -> int | None:
        """Chance or a bot that may choose now. They go first, so that nothing comes between two choices of a person."""
        return next((seat for seat in self.state.actors() if seat not in self.people), None)

    def let_choose(self, seat: int) -> None:
        """Chance or a bot makes one choice, a bot from what it may see."""
        self._players.act(seat)

    def undo(self, seat: int, action: int | None = None) -> None:
        """Takes back the seat's last choice, or an earlier one that may still be; raises Refused."""
        self.timeline.extend(self.timeline.taking_back(seat, action))
        self._players.forget()

    def log(self, seat: int | None) -> list[Message]:
        """Everything that a seat was told."""
        return spoken(self.timeline.told(seat))

    def news_for(self, seat: int | None) -> list[Message]:
        """What has happened since this seat was last told; where there are no secrets, since anybody was."""
        listener = seat if self.game.facts.secrets else None
        length = len(self.timeline.steps)
        first = min(self._shown.get(listener, 0), length)
        self._shown[listener] = self._shown[None] = length
        numbers = {step.number for step in self.timeline.steps[first:]}
        return spoken([told for told in self.timeline.told(seat) if told.number in numbers])

    def catch_up(self) -> None:
        """The game goes on from a file: of what has happened so far only the end is told again."""
        for seat in (*range(self.record.seats), None):
            self._shown[seat] = self._reminder(seat)

    def _reminder(self, seat: int | None) -> int:
        """The first of the last standing choices that together told a few lines."""
        lines, index = 0, len(self.timeline.steps)
        while index and lines < REMINDER:
            index -= 1
            lines += sum(event.seen_by(seat) is not None for event in self.timeline.steps[index].events)
        return index


def _shown(view: View) -> dict[str, Any]:
    """The part of a view that is the same for all unless it holds a secret."""
    fields = asdict(view)
    return {name: fields[name] for name in fields if name not in ("seat", "legal", "prompt")}


def spoken(told: Iterable[Told]) -> list[Message]:
    """The lines that were told."""
    return [message for one in told for message, _seat in one.lines]
