"""What a training keeps in its folder: `state.npz` to go on from, `net.npz` to play, `progress.json` with the curves."""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple
from zipfile import BadZipFile

import numpy as np

Arrays = dict[str, Any]
STATE: Final = "state.npz"
OUT: Final = Path("training/out")


class Checkpoint(NamedTuple):
    """All that a training goes on from; a new one has no parts."""

    progress: dict[str, Any]
    parts: dict[str, Arrays]


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out", type=Path, help=f"folder of what is kept; that of --resume, or {_usual_folder(parser)}"
    )
    parser.add_argument("--resume", type=Path, help="folder to go on from")


def _usual_folder(parser: argparse.ArgumentParser) -> Path:
    return OUT / parser.prog.rpartition(".")[2]


def opened(parser: argparse.ArgumentParser, options: argparse.Namespace, version: int) -> Checkpoint:
    """What this run goes on from, with its options noted; a folder that can't be gone on from ends the program."""
    options.out = options.out or options.resume or _usual_folder(parser)
    found = (
        _resumed(parser, options.resume, version) if options.resume else _new(parser, options.seed, version)
    )
    found.progress["runs"].append({name: str(value) for name, value in vars(options).items()})
    return found


def _resumed(parser: argparse.ArgumentParser, folder: Path, version: int) -> Checkpoint:
    try:
        found = load(folder)
    except FileNotFoundError:
        parser.error(f"{folder} has no {STATE} to go on from")
    except (OSError, EOFError, KeyError, ValueError, BadZipFile) as error:
        parser.error(f"{folder / STATE} can't be read: {error}")
    if (found.progress["command"], found.progress["version"]) != (parser.prog, version):
        parser.error(f"{folder} is of another training, or of another version of this one")
    return found


def _new(parser: argparse.ArgumentParser, seed: int, version: int) -> Checkpoint:
    progress = {"command": parser.prog, "version": version, "seed": seed, "runs": [], "iterations": []}
    return Checkpoint(progress, {})


def save(folder: Path, checkpoint: Checkpoint, net: Arrays) -> None:
    """What a run goes on from is one file, so that all of it is of one moment."""
    folder.mkdir(parents=True, exist_ok=True)
    arrays = {
        f"{part}/{name}": one for part, found in checkpoint.parts.items() for name, one in found.items()
    }
    with _replacing(folder / STATE) as file:
        np.savez_compressed(file, progress=np.array(json_text(checkpoint.progress)), **arrays)
    with _replacing(folder / "net.npz") as file:
        np.savez_compressed(file, **net)
    with _replacing(folder / "progress.json") as file:
        file.write(json_text(checkpoint.progress, indent=1).encode() + b"\n")


def load(folder: Path) -> Checkpoint:
    parts: dict[str, Arrays] = defaultdict(dict)
    with np.load(folder / STATE) as stored:
        progress = json.loads(str(stored["progress"]))
        for key in stored.files:
            part, _, name = key.partition("/")
            if name:
                parts[part][name] = stored[key]
    return Checkpoint(progress, parts)


@contextmanager
def _replacing(path: Path) -> Iterator[BinaryIO]:
    """A file that takes the place of the one before it when all of it is written."""
    fresh = path.with_name(f"{path.name}.new")
    with fresh.open("wb") as file:
        yield file
    fresh.replace(path)


def json_text(found: Any, indent: int | None = None) -> str:
    """Valid JSON: what is no number (NaN) or endless is null."""
    finite = json.loads(json.dumps(found), parse_constant=lambda _: None)
    return json.dumps(finite, indent=indent)


def chance_arrays(chance: np.random.Generator) -> Arrays:
    """Where a random generator stands."""
    return {"generator": np.array(json.dumps(chance.bit_generator.state))}


def restore_chance(chance: np.random.Generator, stored: Arrays) -> None:
    chance.bit_generator.state = json.loads(str(stored["generator"]))
