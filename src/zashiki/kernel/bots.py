"""The contract of a computer player: made for a seat, told what its seat is told, asked to decide within a budget."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, Protocol, runtime_checkable

import msgspec

from zashiki.kernel.contract import View
from zashiki.kernel.messages import Message


class Budget(msgspec.Struct, frozen=True):
    """How long a bot may think about one decision; None: as long as it thinks fit. Nodes make it reproducible."""

    seconds: float | None = None
    nodes: int | None = None
    processor: bool = False  # whether the seconds are of processor time, not of the clock


class Decision(msgspec.Struct, frozen=True):
    """What a bot chooses, and what it thought of it."""

    action: int
    policy: Mapping[int, float] = {}  # how likely each choice was; empty: it does not tell
    value: float | None = None  # what the seat's game is worth, between the lowest and the highest return
    reasons: tuple[Message, ...] = ()
    values: Mapping[
        int, float
    ] = {}  # the chance to win after each choice that it looked at; empty: it does not tell


class Told(msgspec.Struct, frozen=True, gc=False):
    """One moment of a game as one seat, or a spectator (None), was told it."""

    moment: int  # among the viewer's moments, from 1
    number: int  # of the entry in the record, from 1
    action: int | None  # what the viewer chose; None: somebody else chose
    lines: tuple[tuple[Message, int | None], ...]  # what was told, each with who did it


class Bot(Protocol):
    """A player in one seat of one game."""

    def observe(self, told: Told) -> None:
        """Something happened, or this seat chose. Called in order, once for each moment."""

    def decide(self, view: Any, budget: Budget) -> Decision:
        """One of the legal choices of the view."""


class Level(Protocol):
    """A strength of play: makes the players."""

    def seated(self, seat: int, seed: int) -> Bot:
        """A new player for a seat; the same seed and the same budget of nodes give the same choices."""


@runtime_checkable
class Thinking(Level, Protocol):
    """A level whose players think until their time is up."""

    @property
    def seconds(self) -> float:
        """The time that they take for a decision unless they are given another."""

    def ready(self) -> None:
        """Loads what the first player of this process needs."""


class OwnTime:
    """The time of a level: its own unless it is given another, and never more than `most`."""

    def __init__(self, seconds: float, most: float | None) -> None:
        self.seconds: Final = seconds
        self._most = most

    def within(self, budget: Budget) -> Budget:
        """The budget that it keeps to."""
        if budget.seconds is None:
            return budget if budget.nodes is not None else Budget(self.seconds, processor=budget.processor)
        seconds = budget.seconds if self._most is None else min(budget.seconds, self._most)
        return Budget(seconds, budget.nodes, budget.processor)


Chooser = Callable[[Any, Random], int]
"""A bot without a memory: the view of its seat and a source of chance give the choice."""


class Memoryless:
    """The level of bots that are one function."""

    def __init__(self, choose: Chooser) -> None:
        self.choose = choose

    def seated(self, seat: int, seed: int) -> Bot:  # noqa: ARG002 the view tells the seat
        return _MemorylessBot(self.choose, Random(seed))


class _MemorylessBot:
    def __init__(self, choose: Chooser, chance: Random) -> None:
        self._choose = choose
        self._chance = chance

    def observe(self, told: Told) -> None:
        """Nothing is remembered."""

    def decide(self, view: View, budget: Budget) -> Decision:  # noqa: ARG002 it takes what it takes
        return Decision(self._choose(view, self._chance))


class Careless:
    """The level of players of another one who now and then choose without thinking."""

    def __init__(self, level: Level, how_often: float) -> None:
        self._level = level
        self._how_often = how_often

    def seated(self, seat: int, seed: int) -> Bot:
        return _CarelessBot(self._level.seated(seat, seed), self._how_often, Random(seed + 1))


class _CarelessBot:
    def __init__(self, careful: Bot, how_often: float, chance: Random) -> None:
        self._careful = careful
        self._how_often = how_often
        self._chance = chance

    def observe(self, told: Told) -> None:
        self._careful.observe(told)

    def decide(self, view: View, budget: Budget) -> Decision:
        if self._chance.random() < self._how_often:
            return Decision(choose_at_random(view, self._chance))
        return Decision(self._careful.decide(view, budget).action)


def choose_at_random(view: View, chance: Random) -> int:
    """Any legal choice, each as likely as the others."""
    return view.legal[int(chance.random() * len(view.legal))]


RANDOM: Level = Memoryless(choose_at_random)
"""The level that every game has."""
