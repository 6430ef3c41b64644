"""A finished game looked through, decision by decision, from what each seat knew then.

The work lies in pieces, one for each decision, that depend on the record and their number alone: they can be done in any order, in any
process, and those that are done need not be done again. `study.summary` makes of them what people read.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

import msgspec

from zashiki.kernel.contract import CHANCE, Game, State, View
from zashiki.kernel.parts import MissingPart
from zashiki.kernel.record import Record, read
from zashiki.kernel.studies import Study
from zashiki.kernel.timeline import Timeline
from zashiki.study.playouts import Playouts
from zashiki.study.scores import victory_shares

VERSION: Final = 2
"""Goes up when the same game would be valued differently; pieces of another version are not mixed with these."""
CARDS: Final = "cards"
REVEAL: Final = "reveal"
CHOICE: Final = "choice"


class Unit(NamedTuple):
    """A decision: one choice, or all choices of a secret plan. Places among the standing entries, from 0."""

    seat: int
    entries: tuple[int, ...]
    plan: bool
    reveals: bool  # the plans of all lie open after it

    @property
    def first(self) -> int:
        return self.entries[0]

    @property
    def last(self) -> int:
        return self.entries[-1]


class Valuation(msgspec.Struct, frozen=True):
    """A decision and what it was worth to its seat."""

    number: int  # of its last entry in the record, from 1
    start: int  # how many entries of the record came before it
    seat: int
    plan: bool
    chosen: list[str]
    best: list[str]
    before: float  # the chance to win with the best choice
    after: float  # the chance to win with the choice that was made
    error: float  # standard error of what was given away; 0: nothing was sampled
    others: list[tuple[str, float]]  # the best choices and their values, the best first
    spread: float  # between the best and the worst choice

    @property
    def lost(self) -> float:
        return max(0.0, self.before - self.after)


class Point(msgspec.Struct, frozen=True):
    """The chances of the seats after an entry; None where a seat's own decision says it, or nothing does."""

    number: int
    cause: str  # CARDS, REVEAL or CHOICE
    seat: int  # who chose; CHANCE
    chances: list[float | None]


class Piece(msgspec.Struct, frozen=True):
    """What came of one decision and of what followed until the next one. The first piece has what came before any."""

    place: int
    valuation: Valuation | None
    points: list[Point]


class Work:
    """A game that is over, cut into pieces; of one that goes on, the pieces up to now. `planning`: somebody plans in secret at its end."""

    def __init__(self, record: Record, study: Study | None = None) -> None:
        """`study`: what values the choices, if it is not the game's own."""
        self.record = record
        self.game = record.game
        self.timeline = Timeline(record.copy())
        self.study = study or study_of_game(record.game)
        units, self.planning = units_of(self.timeline)
        self.units = sorted(units, key=lambda unit: unit.last)
        self._planned = {index for unit in self.units if unit.plan for index in unit.entries}
        self._states: list[State] = []

    @property
    def size(self) -> int:
        return len(self.units) + 1

    def valuation(self, place: int) -> Valuation:
        """What the decision at this place was worth, the same as in its piece; places of decisions begin with 1."""
        return self._valuation(self.units[place - 1], _chance_of(place))

    def piece(self, place: int) -> Piece:
        """The piece at this place, the same whoever makes it and whenever."""
        unit = self.units[place - 1] if place else None
        chance = _chance_of(place)
        valuation = None if unit is None else self._valuation(unit, chance)
        first = 0 if unit is None else unit.last
        last = self.units[place].last if place < len(self.units) else len(self.timeline.steps)
        points = [point for index in range(first, last) if (point := self._point(index, unit, chance))]
        return Piece(place, valuation, points)

    def guesses(self) -> list[list[list[float]]]:
        """What spectators could guess after each piece; empty where nothing is to be guessed."""
        observer = self.study.observer(self.record.seats)
        if observer is None:
            return []
        found = [observer.likely()]
        for unit in self.units:
            chance = Random(f"{VERSION}/guess/{unit.last}")
            entry = self.timeline.steps[unit.last].entry
            observer.see(self._before(unit.last).view(None), unit.seat, entry.action, chance)
            found.append(observer.likely())
        return found

    def view_before(self, valuation: Valuation) -> View:
        """What the seat saw when it had to decide."""
        index = next(at for at, step in enumerate(self.timeline.steps) if step.number > valuation.start)
        return self._before(index).view(valuation.seat)

    def _before(self, index: int) -> State:
        """The state before a standing entry; all of them are made at the first call."""
        if not self._states:
            state = self.record.start()
            for step in self.timeline.steps:
                self._states.append(state.copy())
                state.apply(step.entry.seat, step.entry.action)
            self._states.append(state)
        return self._states[index]

    def _valuation(self, unit: Unit, chance: Random) -> Valuation:
        steps, name = self.timeline.steps, self.game.name
        view = self._before(unit.first).view(unit.seat)
        made = [steps[index].entry.action for index in unit.entries]
        number, start = steps[unit.last].number, steps[unit.first].number - 1
        chosen = [name(action) for action in made]
        if unit.plan:
            weighed = self.study.weigh_plan(view, made, chance)
            best = [name(action) for action in weighed.best]
            others = [(best[0], weighed.before)] if best else []
            spread = max(0.0, weighed.before - weighed.after)
            return Valuation(
                number,
                start,
                unit.seat,
                True,
                chosen,
                best,
                weighed.before,
                weighed.after,
                0.0,
                others,
                spread,
            )
        found = self.study.values(view, chance)
        ranked = sorted(found.values, key=lambda action: (action != found.best, -found.values[action]))
        before, after = found.values[found.best], found.values[made[0]]
        return Valuation(
            number,
            start,
            unit.seat,
            False,
            chosen,
            [name(found.best)],
            max(before, after),
            after,
            found.errors.get(made[0], 0.0),
            [(name(action), found.values[action]) for action in ranked[:3]],
            before - min(found.values.values()),
        )

    def _point(self, index: int, unit: Unit | None, chance: Random) -> Point | None:
        """The chances after an entry, where they can have changed for somebody; while plans are made they do not."""
        step, state, seats = self.timeline.steps[index], self._before(index + 1), range(self.record.seats)
        own = unit if unit is not None and index == unit.last else None
        revealed = own is not None and own.reveals
        cause = CARDS if step.entry.seat == CHANCE else REVEAL if revealed else CHOICE
        result = state.result()
        if result is not None:
            ended: list[float | None] = [*victory_shares(result, self.game.facts.cooperative)]
            return Point(step.number, REVEAL if self.game.facts.secrets else cause, step.entry.seat, ended)
        if self.game.facts.cooperative or (index in self._planned and not revealed):
            return None
        decided = own.seat if own is not None and not revealed else None
        chances: list[float | None] = [
            None if seat == decided else self.study.winning(state.view(seat), chance) for seat in seats
        ]
        return Point(step.number, cause, step.entry.seat, chances)


def _chance_of(place: int) -> Random:
    return Random(f"{VERSION}/{place}")


def study_of_game(game: Game) -> Study:
    """What values the choices: the game's own study, or playouts."""
    try:
        own = game.part(Study)
    except MissingPart as missing:
        if missing.broken:
            raise
        return Playouts(game)
    return own if own.ready() else Playouts(game)


def units_of(timeline: Timeline) -> tuple[list[Unit], bool]:
    """All decisions where there was something to choose, and whether a plan is under way after them. Where several seats may choose at
    the same time, all that a seat chooses until it seals belongs together."""
    state, units = timeline.record.start(), list[Unit]()
    planning: dict[int, list[int]] = {}
    for index, step in enumerate(timeline.steps):
        seat, actors = step.entry.seat, state.actors()
        if len(actors) > 1 and not planning:
            planning = {actor: [] for actor in actors}
        legal, barrier = len(state.legal(seat)), state.undo_barrier
        state.apply(seat, step.entry.action)
        if seat in planning:
            planning[seat].append(index)
            if state.undo_barrier != barrier or seat not in state.actors():
                made = planning.pop(seat)
                units.append(Unit(seat, tuple(made), True, not planning))
        elif seat != CHANCE and legal > 1:
            units.append(Unit(seat, (index,), False, False))
    return units, bool(planning) or len(state.actors()) > 1


@lru_cache(maxsize=2)
def work_of(text: str) -> Work:
    """The work on a record, kept for the next piece."""
    return Work(read(text))


def do_piece(text: str, place: int) -> Piece:
    """One piece; for a worker process."""
    return work_of(text).piece(place)


def do_guesses(text: str) -> list[list[list[float]]]:
    """What spectators could guess after each piece; for a worker process."""
    return work_of(text).guesses()
