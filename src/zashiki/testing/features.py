"""What must hold for the features of every game."""

from __future__ import annotations

import sys
from array import array
from random import Random
from typing import Any, Final

from zashiki.kernel.batches import Batch
from zashiki.kernel.contract import Game, State
from zashiki.kernel.features import WORD_BITS, Layout
from zashiki.kernel.parts import Features
from zashiki.kernel.registry import has_part
from zashiki.kernel.rollouts import Rollouts, rollouts_of
from zashiki.testing.games import moments

ROWS: Final = 200
"""So many are written to see whether their memory is given back."""


def conform_features(game: Game, options: dict[str, Any], seed: int, checks: int) -> None:
    """A seat's numbers lie between 0 and 1, leave nothing unwritten, and are the same from any state that fits its view,
    so that they tell nothing hidden."""
    features = game.part(Features)
    size = Layout(features.PIECES).size
    random = Random(seed)
    for moment in moments(game, options, seed, checks):
        _check_memory(features, moment.state)
        for seat in range(moment.seats):
            written = _written(features, moment.state, seat, size)
            lowest, highest = min(written), max(written)
            assert 0.0 <= lowest <= highest <= 1.0, f"numbers from {lowest} to {highest}"
            _check_row(game, moment.state, seat, written)
            imagined = game.imagine(moment.state.view(seat), random)
            other = _written(features, imagined, seat, size)
            differing = [name for name in features.PIECES if _differ(features, name, written, other)]
            assert not differing, f"{differing} of seat {seat} tell what its view does not"


def _check_memory(features: Any, state: State) -> None:
    """Rows are given back once nobody looks at them any more."""
    if not hasattr(features, "CODE") or not hasattr(sys, "getallocatedblocks"):  # PyPy does not count them
        return
    features.CODE.row(features.write_row, state, 0)
    before = sys.getallocatedblocks()
    for _ in range(ROWS):
        features.CODE.row(features.write_row, state, 0)
    kept = sys.getallocatedblocks() - before
    assert kept < ROWS // 2, f"{kept} blocks of memory are kept for {ROWS} rows"


def _written(features: Features, state: State, seat: int, size: int) -> list[float]:
    """Every number, once from a list and once from an array that held something else."""
    numbers, typed = [-1.0] * size, array("d", [2.0] * size)
    features.write(state, seat, numbers)
    assert len(numbers) == size, "another number of values than the pieces say"
    features.write(state, seat, typed)
    assert list(typed) == numbers, "not every number is written"
    return numbers


def _check_row(game: Game, state: State, seat: int, written: list[float]) -> None:
    """A game that packs what a seat sees packs it into words that mean the same numbers, for one game or for many in one call."""
    features: Any = game.part(Features)
    if not hasattr(features, "CODE"):
        return
    row = list(features.CODE.row(features.write_row, state, seat))
    numbers = [-1.0] * len(written)
    features.CODE.write(row, numbers)
    assert numbers == written, "the row means other numbers"
    assert all(0 <= word < 1 << WORD_BITS for word in row), "a word is too long"
    assert features.CODE.pieces == features.PIECES
    if has_part(game, Rollouts):
        batch = Batch(2, game.facts.actions, len(row))
        batch.seats[0] = batch.seats[1] = seat
        rollouts_of(game).look([state, state], batch)
        assert list(batch.words) == row + row, "other rows for many games"


def _differ(features: Features, name: str, one: list[float], other: list[float]) -> bool:
    span = Layout(features.PIECES).span(name)
    return one[span] != other[span]
