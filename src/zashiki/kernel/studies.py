"""The contract of a game's `study` part: winning chances for an analysis, from what one seat sees and nothing more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol

import msgspec

from zashiki.kernel.bots import Told
from zashiki.kernel.messages import Message


class Valued(msgspec.Struct, frozen=True):
    """What the choices of a view are worth to its seat: the chance to win after each of them, and the best one."""

    best: int
    values: Mapping[int, float]
    errors: Mapping[
        int, float
    ] = {}  # standard errors of the differences to the best; empty: nothing was sampled


class WeighedPlan(msgspec.Struct, frozen=True):
    """A secret plan against the other side's best mix of plans."""

    best: tuple[int, ...]  # the choices of the plan that is played most in this side's best mix
    before: float  # the chance to win with the best mix
    after: float  # the chance to win with the plan that was made


class BookPlan(msgspec.Struct, frozen=True):
    """A plan of an opening book: its choices, the same in words, how often the best mix plays it, and the chance to win against the other side's best mix and
    against the best reply to it that is known."""

    actions: tuple[int, ...]
    told: tuple[Message, ...]
    share: float
    value: float
    worst: float


class BookSide(msgspec.Struct, frozen=True):
    """The best mix of one side: how often each marker (rows) goes to each place (columns), and the plans that are played most."""

    seat: int
    rows: list[Message]
    columns: list[Message]
    cells: list[list[float]]
    plans: list[BookPlan]


class OpeningBook(msgspec.Struct, frozen=True):
    """What both sides plan at the beginning, the chance of the first side, and that of its plans (rows) against the other's (columns)."""

    value: float
    sides: tuple[BookSide, BookSide]
    replies: list[list[float]]


class Deduced(msgspec.Struct, frozen=True):
    """What the choices are worth to a seat that has drawn its conclusions: by seat what it most likely hides, and how likely."""

    valued: Valued
    guesses: list[tuple[int, Message, float]]


class Observer(Protocol):
    """Guesses what seats hide, from what everybody sees."""

    def see(self, view: Any, seat: int, action: int, chance: Random) -> None:
        """A seat chose this when a spectator saw this view."""

    def likely(self) -> list[list[float]]:
        """By seat: how likely each of the hidden things is."""


class Study(Protocol):
    """`study`: what an analysis asks of a game."""

    NAME: str
    """Where the values come from: "master", "playouts"; its words are `term.analyse.by-<name>`."""

    def ready(self) -> bool:
        """Whether values can be given here; a net or a package may be missing."""

    def asks_one(self, view: Any) -> bool:
        """Whether the choices of this moment have values one by one; those of a secret plan are weighed together."""

    def values(self, view: Any, chance: Random) -> Valued:
        """What each legal choice of the view's seat is worth, where it asks for one; several at least."""

    def verified(self, view: Any, chance: Random) -> Valued | None:
        """The same by a deeper search, for puzzles; None: it can't be told for certain which choice is best."""

    def deduced(self, view: Any, told: Sequence[Told], chance: Random) -> Deduced | None:
        """The same to a seat that was told this, if what others hide is known well enough from what they did, and another choice is best
        without it; None else."""

    def theme(self, view: Any, action: int) -> str:
        """What a puzzle is about whose answer is this choice: `<prefix>.puzzle.<theme>` are its words."""

    def winning(self, view: Any, chance: Random) -> float:
        """The chance of the view's seat to win, at any moment that is nobody's secret planning."""

    def weigh_plan(self, view: Any, made: list[int], chance: Random) -> WeighedPlan:
        """The plan that was made from this view on. Asked where several seats choose at the same time."""

    def plans(self, view: Any, chance: Random) -> list[tuple[tuple[int, ...], float]]:
        """What is left of whole plans, as choices from this view on without the last one that seals them. They hold against the other
        side; the best comes first, each has its chance to win. Empty where the view's seat does not plan in secret."""

    def opening_book(self, state: Any, chance: Random) -> OpeningBook | None:
        """What the strongest players plan in this state, in which a game begins; None for a game without secret plans, or where those players are missing."""

    def observer(self, seats: int) -> Observer | None:
        """One who guesses what the seats hide; None: there is nothing to guess."""

    def guesses(self) -> list[Message]:
        """What `likely` counts: the names of the hidden things."""

    def roles(self, view: Any) -> list[list[Message]]:
        """By seat: what its player was in a game that is over, besides the seat; empty lists where that is all."""

    def hidden(self, view: Any) -> list[int]:
        """By seat: which of them it was, from the view of a game that is over."""
