"""The training examples run, learn what they say, and their pictures show the figures that are kept."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import pytest

from examples.curves import picture

REPOSITORY: Final = Path(__file__).parent.parent.parent
RESULTS: Final = REPOSITORY / "examples" / "results"
PICTURES: Final = REPOSITORY / "docs" / "pictures"
needs_torch: Final = pytest.mark.skipif(find_spec("torch") is None, reason="training needs torch")
needs_tree: Final = pytest.mark.skipif(find_spec("tree") is None, reason="OpenSpiel's NFSP needs dm-tree")


def run(example: str, *arguments: str) -> str:
    ran = subprocess.run(
        [sys.executable, f"examples/{example}.py", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=1200,
        cwd=REPOSITORY,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    return ran.stdout


def ppo(out: Path, *arguments: str) -> dict[str, Any]:
    run("ppo", *arguments, "--checked", "200", "--out", str(out))
    found: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return found


@needs_torch
def test_ppo_learns_the_last_four_raiders_together(tmp_path: Path) -> None:
    """The best play wins 7 of 12, random play 3 of 100."""
    found = ppo(
        tmp_path / "found.json", "samurai-spirit", "--seats", "2", "--option", "raid=four-raiders",
        "--games", "32", "--steps", "4e4", "--villagers", "50",
    )  # fmt: skip
    assert found["random"] < 0.1 < found["curve"][-1]["worth"]
    assert 0.1 < found["villagers"] < 0.8


@needs_torch
def test_ppo_is_paid_for_progress(tmp_path: Path) -> None:
    """The same seed plays other games once progress pays."""
    arguments = ("samurai-spirit", "--seats", "2", "--games", "16", "--steps", "1e4")
    plain = ppo(tmp_path / "plain.json", *arguments)
    paid = ppo(tmp_path / "paid.json", *arguments, "--progress")
    assert not plain["progress"]
    assert paid["progress"]
    assert [point["decisions"] for point in plain["curve"]] != [point["decisions"] for point in paid["curve"]]


@needs_torch
@pytest.mark.parametrize(("game", "seats"), [("seven_ronin", 2), ("shinobi", 3)])
def test_ppo_is_measured_among_villagers(game: str, seats: int, tmp_path: Path) -> None:
    found = ppo(
        tmp_path / "found.json", game, "--seats", str(seats), "--games", "4", "--steps", "512",
        "--villagers", str(seats),
    )  # fmt: skip
    assert found["game"] == game.replace("_", "-")
    assert "villagers" not in found
    assert all(-1 <= point["with_villagers"] <= 1 for point in found["curve"])


@needs_torch
@needs_tree
def test_nfsp_runs(tmp_path: Path) -> None:
    out, plot = tmp_path / "found.json", tmp_path / "found.svg"
    run("nfsp", "--only", "7 Ronin, four areas", "--episodes", "1200", "--out", str(out), "--plot", str(plot))
    curve = json.loads(out.read_text(encoding="utf-8"))["7 Ronin, four areas"]["curve"]
    assert [point["episodes"] for point in curve] == [0, 1000, 1200]
    assert ElementTree.fromstring(plot.read_text(encoding="utf-8")).tag.endswith("svg")


def test_the_picture_of_ppo_shows_the_kept_runs() -> None:
    runs = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(RESULTS.glob("ppo-*.json"))]
    drawn = picture(runs)
    assert (PICTURES / "ppo.svg").read_text(encoding="utf-8").strip() == drawn
    assert ElementTree.fromstring(drawn).tag.endswith("svg")


def test_the_kept_runs_of_ppo_learned() -> None:
    """Every one is far beyond seats that choose at random."""
    runs = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(RESULTS.glob("ppo-*.json"))]
    assert {run["game"] for run in runs} == {"seven-ronin", "samurai-spirit", "shinobi"}
    for kept in runs:
        assert kept["curve"][-1]["worth"] > kept["random"] + 0.25, kept["game"]


def test_the_kept_runs_of_nfsp_come_nearer_to_an_equilibrium() -> None:
    runs = json.loads((RESULTS / "nfsp.json").read_text(encoding="utf-8"))
    for game, kept in runs.items():
        assert kept["curve"][-1]["nash_conv"] < kept["random"] / 2, game
