"""What was played of a match, kept line by line, so that an interrupted one goes on where it stopped."""

from __future__ import annotations

from pathlib import Path

import msgspec

from zashiki.study.matches import Match, Played


class Journal:
    """A file whose first line is the match, followed by a line for each deal; raises OSError."""

    def __init__(self, file: Path, match: Match) -> None:
        self._file = file
        self._match = msgspec.json.encode(match)

    def resume(self) -> list[Played]:
        """The deals of the same match that were kept; those after a damaged line are played again."""
        try:
            lines = self._file.read_bytes().split(b"\n")
        except FileNotFoundError:
            lines = []
        played: list[Played] = []
        if lines and lines[0] == self._match:
            for line in lines[1:-1]:  # what follows the last end of a line was not written whole
                try:
                    played.append(msgspec.json.decode(line, type=Played))
                except msgspec.DecodeError:
                    break
        self.begin(played)
        return played

    def begin(self, played: list[Played] | None = None) -> None:
        """A new file beside the old one, then in its place."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._file.with_name(f"{self._file.name}.new")
        lines = [self._match, *(msgspec.json.encode(deal) for deal in played or ())]
        fresh.write_bytes(b"".join(line + b"\n" for line in lines))
        fresh.replace(self._file)

    def add(self, deal: Played) -> None:
        """Its records are kept elsewhere, if at all."""
        line = msgspec.json.encode(msgspec.structs.replace(deal, records=[]))
        with self._file.open("ab") as file:
            file.write(line + b"\n")
