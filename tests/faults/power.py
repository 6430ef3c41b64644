"""A power cut: the folder as a disk has it that was told to write, but not to wait, and that kept any part of what it was not waited for.

What a disk keeps is modelled on common file systems, and never kinder than they are:
- A change of a file is safe once that file was synced (`fsync`); before that any part of it may be there, a sector at a time, in any order.
- A new file is safe once it was synced. A name that was given, changed or taken away is safe once its folder was synced; before that the first few of
  such changes may be there.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from struct import Struct

from zashiki.compiling.building import compiler

SECTOR = 512
HEAD = Struct("<IIQc")
"""Of an entry in the log, as disk_log.c writes it: lengths of data and path, offset, kind; the path and the data follow. Kinds: `w`rite, cu`t`, `s`ync,
`l`ink, `m`ove, `r`emove."""
FOLDER = "."


@dataclass(slots=True)
class Change:
    """Data written at an offset; None: the file was cut off there."""

    offset: int
    data: bytes | None

    def make(self, content: bytearray) -> None:
        if self.data is None:
            del content[self.offset :]
        missing = self.offset + len(self.data or b"") - len(content)
        content.extend(bytes(max(0, missing)))
        if self.data is not None:
            content[self.offset : self.offset + len(self.data)] = self.data

    def sectors(self) -> Iterator[Change]:
        """What a disk writes at once, or not at all."""
        if self.data is None:
            yield self
            return
        begin = 0
        while begin < len(self.data):
            end = begin + SECTOR - (self.offset + begin) % SECTOR
            yield Change(self.offset + begin, self.data[begin:end])
            begin = end


@dataclass(slots=True)
class Inode:
    """A file, whatever it is called."""

    safe: bytearray = field(default_factory=bytearray)
    waiting: list[Change] = field(default_factory=list)
    synced: bool = False

    def sync(self) -> None:
        for change in self.waiting:
            change.make(self.safe)
        self.waiting.clear()
        self.synced = True

    def left_by_a_cut(self, chance: Random) -> bytes:
        content, kept = bytearray(self.safe), chance.choice((0.0, 0.5, 1.0))
        for change in self.waiting:
            for sector in change.sectors():
                if chance.random() < kept:
                    sector.make(content)
        return bytes(content)


class Names:
    """Which file is meant by a path: now, and after a power cut."""

    def __init__(self, files: dict[str, Inode]) -> None:
        self._now = dict(files)
        self._safe = dict(files)
        self._waiting: list[tuple[str, Inode | None]] = []

    def file(self, path: str) -> Inode:
        if path not in self._now:
            self._now[path] = Inode()
        return self._now[path]

    def sync_file(self, path: str) -> None:
        """A file that is synced for the first time is not lost with its name."""
        inode = self.file(path)
        if not inode.synced:
            self._safe[path] = inode
        inode.sync()

    def sync_folder(self) -> None:
        self._keep(len(self._waiting))

    def give(self, path: str, inode: Inode | None) -> None:
        """None: the name is taken away."""
        if inode is None:
            self._now.pop(path, None)
        else:
            self._now[path] = inode
        self._waiting.append((path, inode))

    def left_by_a_cut(self, chance: Random) -> dict[str, Inode]:
        self._keep(chance.randint(0, len(self._waiting)))
        return self._safe

    def _keep(self, count: int) -> None:
        for path, inode in self._waiting[:count]:
            if inode is None:
                self._safe.pop(path, None)
            else:
                self._safe[path] = inode
        del self._waiting[:count]


class Disk:
    """A folder that can lose its power. Processes that work in it are started with `environment`."""

    def __init__(self, folder: Path, scratch: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        scratch.mkdir(parents=True, exist_ok=True)
        self.folder = folder.resolve()
        self._log = scratch / "disk.log"
        self._base = self._contents()
        library = scratch / "disk_log.so"
        source = Path(__file__).with_name("disk_log.c")
        command = compiler()
        assert command is not None, "a C compiler is needed"
        subprocess.run(
            [command[0], "-shared", "-fPIC", "-O1", "-o", str(library), str(source), "-ldl"],
            check=True,
            timeout=60,
        )
        self.environment = {
            "LD_PRELOAD": str(library),
            "ZASHIKI_DISK_LOG": str(self._log),
            "ZASHIKI_DISK_FOLDER": str(self.folder),
        }

    def cut(self, chance: Random) -> None:
        """Builds the folder anew as a power cut leaves it; no process works in it any more."""
        left = {
            path: inode.left_by_a_cut(chance)
            for path, inode in self._replayed().left_by_a_cut(chance).items()
        }
        for path in self._contents():
            (self.folder / path).unlink()
        for path, content in left.items():
            (self.folder / path).write_bytes(content)
        self._base = left
        self._log.write_bytes(b"")

    def _contents(self) -> dict[str, bytes]:
        return {
            str(file.relative_to(self.folder)): file.read_bytes()
            for file in self.folder.rglob("*")
            if file.is_file()
        }

    def _replayed(self) -> Names:
        names = Names({path: Inode(bytearray(content), synced=True) for path, content in self._base.items()})
        for kind, path, offset, data in self._entries():
            match kind:
                case b"w":
                    names.file(path).waiting.append(Change(offset, data))
                case b"t":
                    names.file(path).waiting.append(Change(offset, None))
                case b"s" if path == FOLDER:
                    names.sync_folder()
                case b"s":
                    names.sync_file(path)
                case b"l" | b"m":
                    names.give(data.decode(), names.file(path))
                    if kind == b"m":
                        names.give(path, None)
                case _:
                    names.give(path, None)
        return names

    def _entries(self) -> Iterator[tuple[bytes, str, int, bytes]]:
        """Those of the log; the last may have been broken off with its process."""
        log, at = self._log.read_bytes(), 0
        while at + HEAD.size <= len(log):
            length, path_length, offset, kind = HEAD.unpack_from(log, at)
            at += HEAD.size
            path, data = log[at : at + path_length], log[at + path_length : at + path_length + length]
            if len(path) + len(data) < path_length + length:
                return
            at += path_length + length
            yield kind, path.decode(), offset, data
