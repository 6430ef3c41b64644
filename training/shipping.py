"""The net of a finished training becomes the one that players load, with how it was made."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from training.checkpoints import json_text

PLACES = ("out", "resume")  # options that say where files lie, which is nobody's business
MOST_BYTES = 2 * 1024 * 1024


def ship(training: str, net: Path, description: str | None) -> None:
    """The command of a training's `ship` module: writes its net to the file that players load."""
    parser = argparse.ArgumentParser(prog=f"python -m {training}.ship", description=description)
    parser.add_argument("folder", type=Path, help="with net.npz and progress.json")
    parser.add_argument(
        "--matches", type=Path, nargs="*", default=[], help="reports of `zashiki match --json`"
    )
    options = parser.parse_args()
    progress = json.loads((options.folder / "progress.json").read_text(encoding="utf-8"))
    matches = [json.loads(file.read_text(encoding="utf-8")) for file in options.matches]
    with np.load(options.folder / "net.npz") as stored:
        weights = {name: stored[name] for name in stored.files if name != "recipe"}
    recipe = {"command": f"python -m {training}", "runs": runs_of(progress), "matches": matches}
    np.savez_compressed(net, recipe=np.array(json_text({**progress, **recipe})), **weights)
    size = net.stat().st_size
    assert size <= MOST_BYTES, f"{size} bytes are too many"
    print(f"{net.name}: {size} bytes")


def runs_of(progress: dict[str, Any]) -> list[dict[str, Any]]:
    return [{name: value for name, value in run.items() if name not in PLACES} for run in progress["runs"]]
