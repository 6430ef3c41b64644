"""Drawing regions: each one once for equal inputs, and only what changed sent again."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator
from typing import Final

from zashiki.kernel.parts import Region, Speech

KEPT: Final = 4096
_SLOTS: Final = re.compile("\x02([^\x02\x03]*)\x03")


class Drawn:
    """A region as it was drawn: its text between the slots of its inner regions."""

    __slots__ = ("inner", "texts")

    def __init__(self, text: str, inner: tuple[str, ...]) -> None:
        pieces = _SLOTS.split(text) if inner else [text]
        self.texts = pieces[::2]
        self.inner = pieces[1::2]
        if sorted(self.inner) != sorted(inner):
            raise ValueError(f"slots {self.inner} for the regions {list(inner)}")


class Drawings:
    """Keeps the latest drawings by what they were drawn from."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._drawn: OrderedDict[object, Drawn] = OrderedDict()

    def draw(self, region: Region, words: Speech) -> Drawn:
        inner = tuple(one.name for one in region.inner)
        key = (region.name, region.draw, region.inputs, region.seat, inner, words)
        drawn = self._drawn.get(key)
        if drawn is None:
            drawn = self._drawn[key] = Drawn(region.draw(region.inputs, words), inner)
            if len(self._drawn) > self._kept:
                self._drawn.popitem(last=False)
        else:
            self._drawn.move_to_end(key)
        return drawn

    def whole(self, region: Region, words: Speech) -> str:
        """The region with everything inside."""
        return "".join(self._texts(region, words))

    def all(self, region: Region, words: Speech) -> dict[str, Drawn]:
        """Every region by its name, to compare with later."""
        drawn = {region.name: self.draw(region, words)}
        for one in region.inner:
            drawn |= self.all(one, words)
        return drawn

    def changed(self, before: dict[str, Drawn], region: Region, words: Speech) -> Iterator[Region]:
        """The outermost regions that are not as they were drawn before."""
        drawn, old = self.draw(region, words), before.get(region.name)
        if old is None or (old is not drawn and (old.texts != drawn.texts or old.inner != drawn.inner)):
            yield region
        else:
            for one in region.inner:
                yield from self.changed(before, one, words)

    def _texts(self, region: Region, words: Speech) -> Iterator[str]:
        drawn = self.draw(region, words)
        inside = {one.name: one for one in region.inner}
        yield drawn.texts[0]
        for name, text in zip(drawn.inner, drawn.texts[1:], strict=True):
            yield from self._texts(inside[name], words)
            yield text
