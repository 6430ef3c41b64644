"""Lessons: a guided first game, played up to a step. The learner's choices are asked for; all others are written down.

A lesson has no state but the number of the step and the learner's free choices.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from zashiki.kernel.bots import Told
from zashiki.kernel.contract import CHANCE, Game, State, View
from zashiki.kernel.parts import Lesson, LessonStep, MissingPart, find_part
from zashiki.kernel.record import Record
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import package
from zashiki.kernel.timeline import Entry, Timeline

ANY: Final = "*"
"""Asked: any legal choice."""


class Moment:
    """The game as it stands at one step of a lesson."""

    def __init__(self, game: Game, lesson: Lesson) -> None:
        self.lesson = lesson
        self.timeline = Timeline(Record(game, lesson.seats, lesson.options))
        self.shown = 0  # what was told before this length belongs to earlier steps
        self.did: list[str] = []  # the learner's free choices, in order

    @property
    def record(self) -> Record:
        return self.timeline.record

    @property
    def state(self) -> State:
        return self.timeline.state

    def view(self) -> View:
        return self.state.view(self.lesson.seat)

    def told(self) -> list[Told]:
        """What the learner was told since the step before."""
        return [told for told in self.log() if told.number > self.shown]

    def log(self) -> list[Told]:
        """What the learner was told since the game was set up."""
        return self.timeline.told(self.lesson.seat)

    def next_step(self) -> None:
        self.shown = self.timeline.length

    def set_up(self, position: dict[str, Any]) -> None:
        record = Record(self.record.game, self.lesson.seats, self.lesson.options, position)
        self.timeline = Timeline(record)
        self.shown = 0

    def choose(self, seat: int, name: str) -> None:
        self.timeline.append(Entry(seat, self.record.game.action(name)))


def has_lesson(name: str) -> bool:
    try:
        lesson(name)
    except MissingPart:
        return False
    return True


def lesson(name: str) -> Lesson:
    """The lesson of a game; raises MissingPart if it has none."""
    taught: Lesson = find_part(package(name), Lesson)
    return taught


def moment(name: str, number: int, did: list[str]) -> Moment:
    """Plays the lesson up to its step `number` (1 is the first); `did` are the learner's free choices so far."""
    taught = lesson(name)
    now = Moment(find_game(name), taught)
    free = iter(did)
    for index, step in enumerate(taught.step[:number], 1):
        now.next_step()
        if index > 1:
            _answer(now, taught.step[index - 2], free)
        if step.position is not None:
            now.set_up(step.position)
        for line in step.before:
            seat, _, choice = line.partition(" ")
            now.choose(CHANCE if seat == "*" else int(seat), choice)
    return now


def _answer(now: Moment, step: LessonStep, free: Iterator[str]) -> None:
    """The learner's answer to a step: the one that was asked for, or the one that was given."""
    if not step.ask:
        return
    possible = answers(now.record.game, now.state, now.lesson.seat, step)
    if len(possible) == 1:
        now.choose(now.lesson.seat, possible[0])
        return
    given = next(free, "")
    chosen = given if given in possible else possible[0]
    now.did.append(chosen)
    now.choose(now.lesson.seat, chosen)


def answers(game: Game, state: State, seat: int, step: LessonStep) -> list[str]:
    """The names of the choices that go on from a step."""
    if step.ask == [ANY]:
        return [game.name(action) for action in state.legal(seat)]
    return step.ask
