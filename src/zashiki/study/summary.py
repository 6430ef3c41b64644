"""What people read of an analysis: marks, the graph, who gave away how much, what cards and reveals brought, the moments that decided."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any, Final

import msgspec

from zashiki.study.analysis import CARDS, REVEAL, VERSION, Piece, Valuation, Work

MARKS: Final = ((0.12, "blunder"), (0.05, "mistake"), (0.02, "doubtful"))
"""A decision that gives away at least so much of the chance to win has this mark; any other one is good."""
CERTAINTY: Final = 2.0
"""What was sampled counts only where it is so many standard errors away from nothing."""
MATTERS: Final = 0.005
"""A decision counts for the accuracy where its choices differ by at least so much."""
TENTH: Final = 0.1
"""Who gives away a tenth of the chance to win decides with an accuracy of 1/e = 37 %."""
MOMENTS: Final = 3


class Balance(msgspec.Struct, frozen=True):
    """How a seat's chance came to be what it was in the end: they add up to the result."""

    first: float
    own: float
    cards: float
    reveals: float
    others: float
    result: float


class SeatSummary(msgspec.Struct, frozen=True):
    seat: int
    decisions: int
    accuracy: float  # from 0 to 1
    marks: dict[str, int]
    balance: Balance
    moments: list[int]  # numbers of the decisions that gave away most, the worst first


class GraphPoint(msgspec.Struct, frozen=True):
    """The chances of all seats, or of the team, after an entry."""

    number: int
    chances: list[float | None]


class Marked(msgspec.Struct, frozen=True):
    mark: str
    lost: float
    valuation: Valuation


class Analysis(msgspec.Struct, frozen=True):
    """An analysis as JSON has it and pages show it. Choices are spelled as in the record."""

    version: int
    game: str
    rules: str
    by: str
    seats: list[SeatSummary]
    graph: list[GraphPoint]
    decisions: list[Marked]
    guesses: list[
        tuple[int, list[list[float]]]
    ]  # after which entry, by seat how likely each hidden thing was
    hidden: list[int]


def mark_of(valuation: Valuation) -> str:
    return mark_for(valuation.lost, valuation.error)


def mark_for(lost: float, error: float) -> str:
    """The mark of a decision that gives away so much, by its standard error."""
    if lost <= CERTAINTY * error:
        return "good"
    return next((mark for least, mark in MARKS if lost >= least), "good")


def summarize(work: Work, pieces: Sequence[Piece], guesses: list[list[list[float]]]) -> Analysis:
    """Of all pieces, in their order."""
    ledgers = _ledgers(work, pieces)
    valuations = [piece.valuation for piece in pieces if piece.valuation is not None]
    steps = work.timeline.steps
    numbers = [0, *(steps[unit.last].number for unit in work.units)]
    over = work.timeline.state
    return Analysis(
        version=VERSION,
        game=work.game.id,
        rules=work.game.rules,
        by=work.study.NAME,
        seats=[_seat_summary(seat, valuations, ledgers[seat]) for seat in range(work.record.seats)],
        graph=ledgers[0].graph,
        decisions=[Marked(mark_of(one), one.lost, one) for one in valuations],
        guesses=list(zip(numbers, guesses, strict=False)),
        hidden=work.study.hidden(over.view(None)),
    )


def _seat_summary(seat: int, valuations: list[Valuation], ledger: _Ledger) -> SeatSummary:
    own = [one for one in valuations if one.seat == seat]
    counted = [one for one in own if one.spread >= MATTERS]
    marks = [mark_of(one) for one in own]
    kept = [exp(-one.lost / TENTH) for one in counted]
    worst = sorted((one for one in own if mark_of(one) != "good"), key=lambda one: -one.lost)
    return SeatSummary(
        seat,
        len(own),
        sum(kept) / len(kept) if kept else 1.0,
        {mark: marks.count(mark) for mark in ("good", "doubtful", "mistake", "blunder")},
        ledger.balance(),
        [one.number for one in worst[:MOMENTS]],
    )


class _Ledger:
    """What one seat's chance was, and what changed it."""

    def __init__(self, seat: int, graph: list[GraphPoint]) -> None:
        self._seat = seat
        self.graph = graph
        self._first: float | None = None
        self._now = 0.0
        self._changes = dict.fromkeys(("own", "cards", "reveals", "others"), 0.0)

    def reach(self, chance: float, cause: str) -> None:
        """Something brought the chance there."""
        if self._first is None:
            self._first = chance
        else:
            self._changes[cause] += chance - self._now
        self._now = chance

    def decide(self, valuation: Valuation, by: str, best: str) -> None:
        """The best choice may keep more than the players of the average chance would: that counts as `best`. The rest was given away."""
        self.reach(valuation.before, best)
        self._changes[by] -= valuation.lost
        self._now = valuation.after

    @property
    def now(self) -> float | None:
        return None if self._first is None else self._now

    def balance(self) -> Balance:
        return Balance(self._first or 0.0, **self._changes, result=self._now)


def _ledgers(work: Work, pieces: Sequence[Piece]) -> list[_Ledger]:
    """By seat; all share one graph."""
    graph: list[GraphPoint] = []
    together = work.game.facts.cooperative
    ledgers = [_Ledger(seat, graph) for seat in range(work.record.seats)]
    for piece in pieces:
        one = piece.valuation
        if one is not None:
            for seat, ledger in enumerate(ledgers):
                if seat == one.seat or together:
                    by = "own" if seat == one.seat else "others"
                    ledger.decide(one, by, "cards" if together else by)
            _draw(graph, one.number, ledgers)
        for point in piece.points:
            for seat, chance in enumerate(point.chances):
                if chance is not None:
                    ledgers[seat].reach(chance, _cause(point.cause, point.seat, seat))
            _draw(graph, point.number, ledgers)
    return ledgers


def _cause(cause: str, chooser: int, seat: int) -> str:
    if cause in (CARDS, REVEAL):
        return {CARDS: "cards", REVEAL: "reveals"}[cause]
    return "own" if chooser == seat else "others"


def _draw(graph: list[GraphPoint], number: int, ledgers: list[_Ledger]) -> None:
    point = GraphPoint(number, [ledger.now for ledger in ledgers])
    if graph and graph[-1].number == number:
        graph[-1] = point
    else:
        graph.append(point)


def report(analysis: Analysis) -> dict[str, Any]:
    """Ready for JSON, chances with four digits."""
    rounded = _rounded(msgspec.to_builtins(analysis))
    assert isinstance(rounded, dict)
    return rounded


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(one) for one in value]
    return value
