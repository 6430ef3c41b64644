"""`python -m training.seven_ronin.ship FOLDER`: the net of a finished training becomes the one that players load.

The file keeps how it was made: version, seed, options of every run, the curves, and with `--matches` what `zashiki match --json` found.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from zashiki.games.seven_ronin.bot.net import NAMES
from zashiki.games.seven_ronin.bot.searching import NET

PLACES = ("out", "resume")  # options that say where files lie, which is nobody's business
MOST_BYTES = 2 * 1024 * 1024


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.seven_ronin.ship", description=__doc__)
    parser.add_argument("folder", type=Path, help="with net.npz and progress.json")
    parser.add_argument(
        "--matches", type=Path, nargs="*", default=[], help="reports of `zashiki match --json`"
    )
    options = parser.parse_args()
    progress = json.loads((options.folder / "progress.json").read_text(encoding="utf-8"))
    matches = [json.loads(file.read_text(encoding="utf-8")) for file in options.matches]
    with np.load(options.folder / "net.npz") as stored:
        weights = {name: stored[name] for name in NAMES}
    np.savez_compressed(NET, recipe=np.array(json.dumps(recipe_of(progress, matches))), **weights)
    size = NET.stat().st_size
    assert size <= MOST_BYTES, f"{size} bytes are too many"
    print(f"{NET.name}: {size} bytes")


def recipe_of(progress: dict[str, Any], matches: list[Any]) -> dict[str, Any]:
    runs = [{name: value for name, value in run.items() if name not in PLACES} for run in progress["runs"]]
    return {**progress, "command": "python -m training.seven_ronin", "runs": runs, "matches": matches}


if __name__ == "__main__":
    main()
