"""Drawing regions: each one once for equal inputs, and only what changed sent again."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from zashiki.kernel.parts import Region, Speech

KEPT: Final = 2048
"""Drawings that pages share. Who draws one page again and again keeps its own, so these need not last long."""
_SLOTS: Final = re.compile("\x02([^\x02\x03]*)\x03")


class Drawn:
    """A region as it was drawn: its text between the slots of its inner regions, and what it was drawn from: a region of the same
    name, drawing, inputs and seat would be drawn like this in the same words."""

    __slots__ = ("draw", "inner", "inputs", "mark", "seat", "texts")

    def __init__(self, text: str, region: Region) -> None:
        pieces = _SLOTS.split(text) if region.inner else [text]
        self.texts = pieces[::2]
        self.inner = pieces[1::2]
        names = sorted(inner.name for inner in region.inner)
        if sorted(self.inner) != names:
            raise ValueError(f"slots {self.inner} for the regions {names}")
        self.mark = hash((*self.texts, *self.inner))
        self.draw, self.inputs, self.seat = region.draw, region.inputs, region.seat


Page = dict[str, Drawn]
"""Every region of a page by its name."""
Marks = dict[str, int]
"""How every region of a page was drawn, without its text: equal marks, equal text, in one process. An open page is remembered by
them, as its text would take a hundred times the memory."""


def marks(page: Mapping[str, Drawn]) -> Marks:
    return {name: drawn.mark for name, drawn in page.items()}


class Changed(NamedTuple):
    """A page, and the outermost regions that are not as they were before."""

    page: Page
    names: list[str]


class Drawings:
    """Keeps the latest drawings by what they were drawn from."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._drawn: OrderedDict[object, Drawn] = OrderedDict()

    def page(self, region: Region, words: Speech) -> Page:
        """The region and all inside by their names."""
        return self.pages((region,), words, {}).page

    def pages(self, regions: Iterable[Region], words: Speech, before: Mapping[str, Drawn]) -> Changed:
        """Several regions with all inside, as they follow upon a page that was drawn in the same words.

        To compare a region with the one that stands there is much quicker than to look for it among all drawings.
        """
        page: Page = {}
        names: list[str] = []
        for region in regions:
            self._add(region, words, page, before, names)
        return Changed(page, names)

    def whole(self, region: Region, words: Speech) -> str:
        """The region with everything inside, as text."""
        return whole(self.page(region, words), region.name)

    def _add(
        self,
        region: Region,
        words: Speech,
        page: Page,
        before: Mapping[str, Drawn],
        changed: list[str] | None,
    ) -> None:
        """`changed` is None inside of a region that is not as it was."""
        name = region.name
        stood = drawn = before.get(name)
        if (
            drawn is None
            or drawn.draw is not region.draw
            or drawn.inputs != region.inputs
            or drawn.seat != region.seat
        ):
            drawn = self._find(region, words)
            if changed is not None and (stood is None or stood.mark != drawn.mark):
                changed.append(name)
                changed = None
        page[name] = drawn
        for inner in region.inner:
            self._add(inner, words, page, before, changed)

    def _find(self, region: Region, words: Speech) -> Drawn:
        key = (region.name, region.draw, region.inputs, region.seat, words.identity)
        drawn = self._drawn.get(key)
        if drawn is None:
            drawn = self._drawn[key] = Drawn(region.draw(region.inputs, words), region)
            if len(self._drawn) > self._kept:
                self._drawn.popitem(last=False)
        else:
            self._drawn.move_to_end(key)
        return drawn


def whole(page: Mapping[str, Drawn], name: str) -> str:
    """A region of the page with everything inside, as text."""
    texts: list[str] = []
    _add_texts(page, name, texts)
    return "".join(texts)


def changed(before: Mapping[str, int], page: Mapping[str, Drawn], name: str) -> list[str]:
    """The outermost regions, from this one on, that are not as they were drawn before."""
    found: list[str] = []
    _add_changed(before, page, name, found)
    return found


def _add_changed(before: Mapping[str, int], page: Mapping[str, Drawn], name: str, found: list[str]) -> None:
    drawn = page[name]
    if before.get(name) != drawn.mark:
        found.append(name)
    else:
        for inner in drawn.inner:
            _add_changed(before, page, inner, found)


def _add_texts(page: Mapping[str, Drawn], name: str, texts: list[str]) -> None:
    drawn = page[name]
    texts.append(drawn.texts[0])
    for inner, text in zip(drawn.inner, drawn.texts[1:], strict=True):
        _add_texts(page, inner, texts)
        texts.append(text)
