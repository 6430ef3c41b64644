"""What has to be on the disk before it is said to be done."""

from __future__ import annotations

import os
from pathlib import Path


def sync_file(file: Path) -> None:
    """A power cut from now on does not take away what was written."""
    with file.open("r+b") as written:
        os.fsync(written.fileno())


def sync_names(folder: Path) -> None:
    """A power cut from now on does not bring back what the files of a folder were called before, where a folder can be synced."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
