"""The steps of a replay: the moments at which something happens that everybody is told, and what marks them."""

from __future__ import annotations

import msgspec

from zashiki.kernel.messages import Message
from zashiki.kernel.timeline import Step, Timeline
from zashiki.web.drawing.event_looks import look


class Mark(msgspec.Struct, frozen=True):
    """Something on the bar of the whole game: a reveal, a wound, a loss."""

    number: int
    kind: str
    message: Message


class Round(msgspec.Struct, frozen=True):
    """Where a round begins."""

    number: int
    round: int


class Steps(msgspec.Struct, frozen=True):
    stops: list[int]  # the numbers of the entries, 0 and the last among them
    marks: list[Mark]
    rounds: list[Round]
    staged: frozenset[int]  # entries that are told as a story

    def back(self, number: int) -> int | None:
        return max((stop for stop in self.stops if stop < number), default=None)

    def forward(self, number: int) -> int | None:
        return min((stop for stop in self.stops if stop > number), default=None)

    def is_staged(self, after: int, until: int) -> bool:
        return any(after < number <= until for number in self.staged)


def steps_of(timeline: Timeline, *, each: bool) -> Steps:
    """The steps of a game, or with `each` every entry: a plan is otherwise one step, whatever its markers."""
    game = timeline.game.id
    marks, rounds, stops, staged = list[Mark](), list[Round](), {0, timeline.length}, set[int]()
    for step in timeline.steps:
        told = _openly(step)
        if told:
            stops.add(step.number)
        for message in told:
            shown = look(game, message.key)
            if shown.staged:
                staged.add(step.number)
            if shown.mark == "round":
                rounds.append(Round(step.number, _round(message, len(rounds))))
            elif shown.mark:
                marks.append(Mark(step.number, shown.mark, message))
    if rounds and rounds[0].round > 1:
        rounds.insert(0, Round(0, 1))
    numbers = range(timeline.length + 1) if each else sorted(stops)
    return Steps(list(numbers), marks, rounds, frozenset(staged))


def _openly(step: Step) -> list[Message]:
    return [message for event in step.events if (message := event.seen_by(None)) is not None]


def _round(message: Message, before: int) -> int:
    number = message.args.get("round")
    return number if isinstance(number, int) else before + 1
