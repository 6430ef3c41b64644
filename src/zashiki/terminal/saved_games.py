"""Records on disk: where games are kept, writing that never leaves half a file, reading that says what is wrong."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Final

from zashiki.kernel import record as records
from zashiki.kernel.reasons import of_system
from zashiki.kernel.record import Record, RecordError
from zashiki.terminal.speech import UserError

SUFFIX: Final = ".zashiki"


def state_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder that games, tables and long work are kept in, unless somebody says otherwise."""
    state = environment.get("XDG_STATE_HOME", "")
    return (Path(state) if state.startswith("/") else Path.home() / ".local" / "state") / "zashiki"


def new_file(game: str) -> Path:
    """A name that no game on the shelf has."""
    moment = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    file = state_folder() / f"{game}-{moment}{SUFFIX}"
    number = 2
    while file.exists():
        file = state_folder() / f"{game}-{moment}-{number}{SUFFIX}"
        number += 1
    return file


def save(record: Record, file: Path) -> None:
    """Writes the record beside the old one, then puts it in its place; raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    written = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        written.write_text(record.write(), encoding="utf-8")
        written.replace(file)
    except OSError:
        written.unlink(missing_ok=True)
        raise


def read_text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise UserError("term.error.unreadable", file=str(file), reason=of_system(error)) from None
    except UnicodeDecodeError:
        raise UserError("term.error.not-text", file=str(file)) from None


def load(file: Path) -> Record:
    """The record in a file; UserError names the file, the line and the reason."""
    text = read_text(file)
    try:
        return records.read(text)
    except RecordError as error:
        raise UserError("term.error.record", file=str(file), reason=error.message) from None


def unfinished(most: int) -> list[tuple[Path, Record]]:
    """The games on the shelf that are not over, the latest first."""
    found: list[tuple[Path, Record]] = []
    files = sorted(state_folder().glob(f"*{SUFFIX}"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in files:
        try:
            record = load(file)
        except UserError:
            continue
        if record.fold().actors():
            found.append((file, record))
        if len(found) == most:
            break
    return found
