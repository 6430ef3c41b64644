"""What is remembered of a table as one viewer sees it, from one change to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from zashiki.brush.regions import Picture
from zashiki.kernel.parts import Region
from zashiki.web.drawing.wording import WordedLog

_Made = TypeVar("_Made")


class Memory:
    """Of one viewer, in one reader's words: the log, the page as it was last drawn, and what it was made of."""

    def __init__(self, log: WordedLog) -> None:
        self.log = log
        self.picture: Picture | None = None
        self.chunks: list[Region] = []  # of the log
        self._made: dict[str, tuple[object, Any]] = {}

    def made(self, name: str, inputs: object, make: Callable[[], _Made]) -> _Made:
        """What was made under this name last time, if it was made from equal inputs."""
        kept = self._made.get(name)
        if kept is None or (kept[0] is not inputs and kept[0] != inputs):
            kept = self._made[name] = (inputs, make())
        found: _Made = kept[1]
        return found
