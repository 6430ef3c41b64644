"""The kept runs of the training examples learned something, and the pictures show them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

from examples.curves import picture

REPOSITORY: Final = Path(__file__).parent.parent.parent
RESULTS: Final = REPOSITORY / "examples" / "results"
PICTURES: Final = REPOSITORY / "docs" / "pictures"


def test_the_picture_of_ppo_shows_the_kept_runs() -> None:
    drawn = picture(kept_runs_of_ppo())
    assert (PICTURES / "ppo.svg").read_text(encoding="utf-8").strip() == drawn
    assert ElementTree.fromstring(drawn).tag.endswith("svg")


def test_the_kept_runs_of_ppo_learned() -> None:
    """Every one is far beyond seats that choose at random; who win together win more often than villagers, the others fare better
    among villagers than before they learned."""
    runs = kept_runs_of_ppo()
    assert {run["game"] for run in runs} == {"seven-ronin", "samurai-spirit", "shinobi"}
    for kept in runs:
        first, last = kept["curve"][0], kept["curve"][-1]
        assert last["worth"] > kept["random"] + 0.25, kept["game"]
        if "villagers" in kept:
            assert last["worth"] > kept["villagers"], kept["options"]
        else:
            assert last["with_villagers"] > first["with_villagers"] + 0.05, kept["game"]


def kept_runs_of_ppo() -> list[dict[str, Any]]:
    return [json.loads(file.read_text(encoding="utf-8")) for file in sorted(RESULTS.glob("ppo-*.json"))]


def test_the_kept_runs_of_nfsp_come_nearer_to_an_equilibrium() -> None:
    runs = json.loads((RESULTS / "nfsp.json").read_text(encoding="utf-8"))
    for game, kept in runs.items():
        assert kept["curve"][-1]["nash_conv"] < kept["random"] / 2, game
