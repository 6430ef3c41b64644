"""How the net of Shinobi is trained: where there is little time, on one slow core, and when a run is gone on with."""

from __future__ import annotations

import gc
import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.trained import goes_on_as_if_it_had_not_stopped
from training.shinobi.__main__ import WATCHING, learn_to_guess
from training.shinobi.learner import Learner
from training.shinobi.workers import SEATS, play_lot


@pytest.fixture(autouse=True)
def collected() -> Iterator[None]:
    """A worker of the training switches the collector of its process off."""
    yield
    gc.enable()


@pytest.mark.parametrize("seed", [1, 2])
def test_few_games_that_leave_out_a_number_of_seats_can_be_learned_from(seed: int) -> None:
    lot = play_lot([], False, WATCHING, seed, 2, 60.0)
    played = {len(clans) for _traces, _seats, clans in lot.games}
    assert played < set(SEATS)
    learner = Learner(seed)
    first = learn_to_guess(learner, lot, 3, 0.02)
    assert math.isfinite(first)
    assert learn_to_guess(learner, lot, 30, 0.02) < first


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not(tmp_path: Path) -> None:
    little = ("--games", "1", "--begin-steps", "10", "--rate", "1e-3", "1e-3")
    assert goes_on_as_if_it_had_not_stopped("shinobi", tmp_path, *little)
