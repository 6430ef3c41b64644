"""What the trainings of all games keep in their folders, and which folders can be gone on from."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest

from training import checkpoints
from training.checkpoints import Checkpoint
from training.memory import memory_arrays, remembered, thinned
from training.shipping import ship

COMMAND = "python -m training.lanterns"
NET = {"first": np.arange(6.0).reshape(2, 3)}
PROGRESS: dict[str, Any] = {
    "command": COMMAND,
    "version": 1,
    "seed": 3,
    "runs": [{"out": "somewhere", "steps": "5"}],
    "iterations": [{"loss": 0.25}, {"loss": float("nan")}],
}
SAVED = Checkpoint(PROGRESS, {"weights": NET, "steps": {"done": np.array(7)}})


def opened(*arguments: str, version: int = 1) -> tuple[argparse.Namespace, Checkpoint]:
    parser = argparse.ArgumentParser(prog=COMMAND)
    checkpoints.add_options(parser)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    return options, checkpoints.opened(parser, options, version)


def test_a_run_is_kept_in_the_folder_that_it_goes_on_from(tmp_path: Path) -> None:
    checkpoints.save(tmp_path, SAVED, NET)
    options, found = opened("--resume", str(tmp_path))
    assert options.out == tmp_path
    assert found.parts["steps"]["done"] == 7
    assert np.array_equal(found.parts["weights"]["first"], NET["first"])
    assert len(found.progress["runs"]) == 2
    elsewhere, _ = opened("--resume", str(tmp_path), "--out", str(tmp_path / "elsewhere"))
    assert elsewhere.out == tmp_path / "elsewhere"


def test_a_new_run_is_kept_in_a_folder_of_its_game() -> None:
    options, found = opened("--seed", "5")
    assert options.out == Path("training/out/lanterns")
    assert not found.parts
    assert found.progress["seed"] == 5


@pytest.mark.parametrize(
    ("kept", "version", "why"),
    [
        (None, 1, "has no state.npz to go on from"),
        (b"", 1, "can't be read"),
        (b"PK\x03\x04 half of it", 1, "can't be read"),
        (SAVED, 2, "another version"),
        (Checkpoint({**PROGRESS, "command": "python -m training.kites"}, {}), 1, "another training"),
    ],
)
def test_a_folder_that_can_not_be_gone_on_from_is_refused(
    kept: Checkpoint | bytes | None,
    version: int,
    why: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if isinstance(kept, Checkpoint):
        checkpoints.save(tmp_path, kept, NET)
    elif kept is not None:
        (tmp_path / "state.npz").write_bytes(kept)
    with pytest.raises(SystemExit, match="2"):
        opened("--resume", str(tmp_path), version=version)
    assert why in capsys.readouterr().err


class Killing:
    """An array in the midst of which the training is killed."""

    def __array__(self, *_: object) -> NoReturn:
        raise KeyboardInterrupt


def test_a_training_that_is_killed_while_it_saves_goes_on_from_what_it_saved_before(tmp_path: Path) -> None:
    checkpoints.save(tmp_path, SAVED, NET)
    later: dict[str, dict[str, Any]] = {
        "weights": {"first": NET["first"] + 1},
        "moments": {"first": Killing()},
    }
    with pytest.raises(KeyboardInterrupt):
        checkpoints.save(tmp_path, Checkpoint({**PROGRESS, "seed": 9}, later), NET)
    _, found = opened("--resume", str(tmp_path))
    assert found.progress["seed"] == 3
    assert np.array_equal(found.parts["weights"]["first"], NET["first"])


def no_constant(name: str) -> NoReturn:
    raise AssertionError(f"{name} is not JSON")


def test_a_loss_that_is_no_number_is_null(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the folder of the training, and in the recipe that ships with the net."""
    checkpoints.save(tmp_path, SAVED, NET)
    text = (tmp_path / "progress.json").read_text(encoding="utf-8")
    assert json.loads(text, parse_constant=no_constant)["iterations"] == [{"loss": 0.25}, {"loss": None}]
    (tmp_path / "progress.json").write_text(json.dumps(PROGRESS), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["ship", str(tmp_path)])
    ship("training.lanterns", tmp_path / "shipped.npz", None)
    with np.load(tmp_path / "shipped.npz") as shipped:
        recipe = json.loads(str(shipped["recipe"]), parse_constant=no_constant)
        assert np.array_equal(shipped["first"], NET["first"])
    assert recipe["iterations"] == [{"loss": 0.25}, {"loss": None}]
    assert recipe["runs"] == [{"steps": "5"}]


def test_a_memory_comes_back_as_it_was_kept() -> None:
    memory = [(np.full((size, 2), size), np.arange(size)) for size in (3, 5)]
    for found, kept in zip(remembered(memory_arrays(memory)), memory, strict=True):
        assert all(np.array_equal(one, other) for one, other in zip(found, kept, strict=True))
    assert remembered({}) == []


def test_of_a_memory_that_is_too_large_a_part_of_every_iteration_is_kept() -> None:
    memory = [(np.arange(size)[:, None], np.arange(size)) for size in (300, 600)]
    kept = thinned(memory, 400)
    assert [rows[:3, 0].tolist() for rows, _ in kept] == [[0, 3, 6], [0, 3, 6]]
    assert [len(targets) for _, targets in kept] == [100, 200]
    assert [len(rows) for rows, _ in thinned(memory, 900)] == [300, 600]
