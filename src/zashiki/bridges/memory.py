"""What each seat, and who only looks on, was told, did and saw, as one growing text: its information state.

It has what `Timeline.told` has, and what the seat saw whenever it chose: a view may show what no event tells. It is found from
the last moment that was asked about, and copies of a state share it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zashiki.kernel.contract import Game, State
from zashiki.kernel.messages import Event, Message
from zashiki.kernel.timeline import Entry


class Memory:
    """The information states of all seats, and last that of who only looks on (None), after so many entries. It is never changed:
    `after` gives a later one."""

    def __init__(self, game: Game, state: State, length: int, lines: list[str]) -> None:
        self._game = game
        self._state = state
        self._length = length
        self._lines = lines
        self._seen: dict[int | None, str] = {}

    @classmethod
    def of_start(cls, game: Game, state: State, seats: int) -> Memory:
        return cls(game, state, 0, [*(f"p{seat}" for seat in range(seats)), "public"])

    def imagined(self, state: State, seat: int) -> Memory:
        """Of a state that was dealt to fit what one seat knows: nothing is left of what the others were told."""
        *seats, public = self._lines
        own = [line if other == seat else f"p{other} imagined" for other, line in enumerate(seats)]
        return Memory(self._game, state, 0, [*own, public])

    def text(self, viewer: int | None) -> str:
        """The information state of a seat, or of who only looks on."""
        return self._lines[-1 if viewer is None else viewer] + self._sight(viewer)

    def after(self, entries: Sequence[Entry]) -> Memory:
        """With all entries since the beginning, those included that this memory has."""
        memory = self
        for entry in entries[self._length :]:
            memory = memory._after_one(entry)
        return memory

    def _after_one(self, entry: Entry) -> Memory:
        state, lines = self._state.copy(), self._lines.copy()
        if entry.seat >= 0:
            lines[entry.seat] = self.text(entry.seat)
        events: list[Event] = []
        state.events = events
        state.apply(entry.seat, entry.action)
        state.events = None
        for place in range(len(lines)):
            viewer = place if place < len(lines) - 1 else None
            lines[place] += self._told(viewer, entry, events)
        return Memory(self._game, state, self._length + 1, lines)

    def _told(self, viewer: int | None, entry: Entry, events: list[Event]) -> str:
        """Where nothing is secret, everybody is told every choice."""
        if not self._game.facts.secrets:
            return f"\n{entry.seat} {self._game.name(entry.action)}"
        lines = [(message, event.seat) for event in events if (message := event.seen_by(viewer)) is not None]
        return spell_moment(self._game, entry.action if viewer == entry.seat else None, lines)

    def _sight(self, viewer: int | None) -> str:
        """What the viewer sees now, summed up by the key of its view; where nothing is secret, the choices say it all."""
        if not self._game.facts.secrets:
            return ""
        if viewer not in self._seen:
            self._seen[viewer] = f"\nsees {self._state.view(viewer).key().hex()}"
        return self._seen[viewer]


def spell_moment(game: Game, action: int | None, told: Sequence[tuple[Message, int | None]]) -> str:
    """One moment of a viewer: what the viewer chose, and what was told; nothing where there is neither."""
    if action is None and not told:
        return ""
    chosen = "" if action is None else f"!{game.name(action)}"
    lines = "".join(f" {spell(message)}{'' if seat is None else f'@{seat}'}" for message, seat in told)
    return f"\n{chosen}{lines}"


def spell(value: Any) -> str:
    """A message and its arguments, without words."""
    if isinstance(value, list):
        return "+".join(map(spell, value))
    if not isinstance(value, Message):
        return str(value)
    args = ",".join(f"{name}={spell(arg)}" for name, arg in value.args.items())
    return f"{value.key}({args})"
