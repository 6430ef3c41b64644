"""What each seat was told and did, as one growing line of text: its information state.

It says what `Timeline.told` says, but is found from the last moment that was asked about, and shared by copies of a state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zashiki.kernel.contract import Game, State
from zashiki.kernel.messages import Event, Message
from zashiki.kernel.timeline import Entry


class Memory:
    """The information states of all seats after so many entries. It is never changed: `after` gives a later one."""

    def __init__(self, game: Game, state: State, length: int, lines: list[str]) -> None:
        self._game = game
        self._state = state
        self._length = length
        self.lines = lines

    @classmethod
    def of_start(cls, game: Game, state: State, seats: int) -> Memory:
        return cls(game, state, 0, [f"p{seat}" for seat in range(seats)])

    @classmethod
    def imagined(cls, game: Game, state: State, seat: int, line: str, seats: int) -> Memory:
        """Of a state that was dealt to fit what one seat knows: what the others were told is summed up by their views."""
        lines = [line if other == seat else _sum_up(state, other) for other in range(seats)]
        return cls(game, state, 0, lines)

    def after(self, entries: Sequence[Entry]) -> Memory:
        """With all entries since the beginning, those included that this memory has."""
        if len(entries) == self._length:
            return self
        state, lines = self._state.copy(), self.lines.copy()
        for seat, action in entries[self._length :]:
            events: list[Event] = []
            state.events = events
            state.apply(seat, action)
            state.events = None
            for viewer in range(len(lines)):
                lines[viewer] += spell_moment(
                    self._game,
                    action if viewer == seat else None,
                    [
                        (message, event.seat)
                        for event in events
                        if (message := event.seen_by(viewer)) is not None
                    ],
                )
        return Memory(self._game, state, len(entries), lines)


def _sum_up(state: State, seat: int) -> str:
    return f"p{seat} sees {state.view(seat).key().hex()}"


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
