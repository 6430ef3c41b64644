"""The graphs of an analysis: chances over the game with rounds and reveals, and what spectators could guess, as SVG."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import msgspec

from zashiki.study.summary import Analysis
from zashiki.web.drawing.replay_steps import Steps
from zashiki.words.numbers import whole_share

WIDTH: Final = 1000
HEIGHT: Final = 300
BAR: Final = 40


class Line(msgspec.Struct, frozen=True):
    """One seat's, or the team's, chance."""

    seat: int
    points: str


class Slice(msgspec.Struct, frozen=True):
    """A part of the graph that leads to a moment."""

    number: int
    left: float
    width: float


class Mark(msgspec.Struct, frozen=True):
    number: int
    left: float
    kind: str


class Graph(msgspec.Struct, frozen=True):
    lines: list[Line]
    slices: list[Slice]
    marks: list[Mark]
    axis: list[str]  # the chances at its top, its middle and its bottom


class Band(msgspec.Struct, frozen=True):
    """How likely one hidden thing was over the game: an area of the bar."""

    thing: int
    points: str


def graph_of(analysis: Analysis, steps: Steps, last: int, together: bool, language: str) -> Graph:
    """Time goes to the right, by entries of the record; certain victory is at the top."""
    numbers = [point.number for point in analysis.graph]
    seats = range(1 if together else len(analysis.seats))
    lines = [Line(seat, _points(analysis, seat, last)) for seat in seats]
    middles = [(one + other) / 2 for one, other in pairwise(numbers)]
    bounds = [0.0, *middles, float(last)] if numbers else [0.0]  # a game without a decision has no slices
    slices = [
        Slice(number, _across(left, last), _across(right - left, last))
        for number, left, right in zip(numbers, bounds[:-1], bounds[1:], strict=True)
    ]
    marks = [Mark(one.number, _across(one.number, last), "round") for one in steps.rounds]
    marks += [
        Mark(one.number, _across(one.number, last), one.kind) for one in steps.marks if one.kind == "reveal"
    ]
    return Graph(lines, slices, marks, [whole_share(chance, language) for chance in (1.0, 0.5, 0.0)])


def bands_of(analysis: Analysis, seat: int, last: int) -> list[Band]:
    """The things lie one upon the other; their heights add up to the height of the bar."""
    bands, below = [], [0.0] * len(analysis.guesses)
    things = len(analysis.guesses[0][1][seat]) if analysis.guesses else 0
    places = [_across(number, last) for number, _likely in analysis.guesses]
    for thing in range(things):
        above = [
            base + likely[seat][thing]
            for base, (_number, likely) in zip(below, analysis.guesses, strict=True)
        ]
        upper = [f"{x:.1f},{BAR * (1 - y):.1f}" for x, y in zip(places, above, strict=True)]
        lower = [f"{x:.1f},{BAR * (1 - y):.1f}" for x, y in zip(places, below, strict=True)]
        right = [f"{WIDTH},{upper[-1].partition(',')[2]}", f"{WIDTH},{lower[-1].partition(',')[2]}"]
        bands.append(Band(thing, " ".join([*upper, *right, *reversed(lower)])))
        below = above
    return bands


def _points(analysis: Analysis, seat: int, last: int) -> str:
    found = [(point.number, point.chances[seat]) for point in analysis.graph]
    drawn = [
        f"{_across(number, last):.1f},{HEIGHT * (1 - chance):.1f}"
        for number, chance in found
        if chance is not None
    ]
    return " ".join(drawn)


def _across(number: float, last: int) -> float:
    return round(WIDTH * number / max(1, last), 1)
