"""Drawing regions: each one once for equal inputs, and only what changed sent again."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from sys import intern
from typing import Final, NamedTuple

import msgspec

from zashiki.kernel.parts import Region, Speech

KEPT: Final = 2048
"""Drawings that pages share. Who draws one page again and again keeps its own, so these need not last long."""
_SLOTS: Final = re.compile("\x02([^\x02\x03]*)\x03")
_QUOTE: Final = b'"'
_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(str).decode


class Drawn(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A region as it was drawn: its text between the slots of its inner regions, their names, and its mark.

    The text is kept as messages carry it, inside of the quotes of JSON: it is sent far oftener than it is read.
    """

    texts: tuple[bytes, ...]
    inner: tuple[str, ...]
    mark: int


def _drawn(text: str, inside: tuple[Region, ...]) -> Drawn:
    if not inside:
        return Drawn((_quoted(text),), (), str.__hash__(text))
    pieces = _SLOTS.split(text)
    texts, inner = tuple(pieces[::2]), tuple(pieces[1::2])
    names = sorted([one.name for one in inside])
    if sorted(inner) != names:
        raise ValueError(f"slots {inner} for the regions {names}")
    return Drawn(tuple([_quoted(one) for one in texts]), inner, hash((*texts, *inner)))


def _quoted(text: str) -> bytes:
    return _encode(str.__str__(text))[1:-1]  # without the mark that it is safe, which no message can carry


def _inside(region: Region, after: tuple[Region, ...]) -> tuple[Region, ...]:
    """The regions that a region has a slot for; `after` is the next one of its chain."""
    return (region.inner[:1] if region.chained else region.inner) + after


Page = dict[str, Drawn]
"""Every region of a page by its name."""
Marks = dict[str, int]
"""How every region of a page was drawn, without its text: equal marks, equal text, in one process. An open page is remembered by
them, as its text would take a hundred times the memory."""


def marks(page: Mapping[str, Drawn]) -> Marks:
    return {name: drawn.mark for name, drawn in page.items()}


class Picture(NamedTuple):
    """Regions in one reader's words, as they were drawn."""

    regions: tuple[Region, ...]
    page: Page
    marks: Marks


class Changed(NamedTuple):
    """A picture, and the names of the outermost regions that are not as they were in the one before."""

    picture: Picture
    names: list[str]


class Drawings:
    """Keeps the latest drawings by what they were drawn from."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._drawn: OrderedDict[object, Drawn] = OrderedDict()

    def page(self, region: Region, words: Speech) -> Page:
        """The region and all inside by their names."""
        return self.pages((region,), words)

    def pages(self, regions: Iterable[Region], words: Speech) -> Page:
        """Several regions with all inside."""
        page: Page = {}
        self._add_all(tuple(regions), False, words, page)
        return page

    def follow(self, stood: Picture | None, regions: tuple[Region, ...], words: Speech) -> Changed:
        """The regions as they follow upon a picture in the same words: only what is not equal is looked at."""
        if stood is None:
            page = self.pages(regions, words)
            return Changed(Picture(regions, page, marks(page)), [region.name for region in regions])
        following = _Following(self, stood.page, words)
        following.all(stood.regions, regions, True)
        return Changed(following.picture(regions, stood), following.names)

    def whole(self, region: Region, words: Speech) -> str:
        """The region with everything inside, as text."""
        return whole(self.page(region, words), region.name)

    def _add_all(self, regions: tuple[Region, ...], chained: bool, words: Speech, page: Page) -> None:
        for index, region in enumerate(regions):
            after = regions[index + 1 : index + 2] if chained else ()
            page[intern(region.name)] = self.find(region, words, after)
            if region.inner:
                self._add_all(region.inner, region.chained, words, page)

    def find(self, region: Region, words: Speech, after: tuple[Region, ...] = ()) -> Drawn:
        """The region without what lies inside; `after` is the next one of its chain."""
        if not region.kept:
            return _drawn(region.draw(region.inputs, words), _inside(region, after))
        key = (region.name, region.draw, region.inputs, region.seat, words.identity)
        drawn = self._drawn.get(key)
        if drawn is None:
            drawn = self._drawn[key] = _drawn(region.draw(region.inputs, words), _inside(region, after))
            if len(self._drawn) > self._kept:
                self._drawn.popitem(last=False)
        else:
            self._drawn.move_to_end(key)
        return drawn


class _Following:
    """One picture after another. A region that is the same object in both, with all inside, is not looked into."""

    def __init__(self, drawings: Drawings, page: Page, words: Speech) -> None:
        self._drawings = drawings
        self._stood = page
        self._words = words
        self._drawn: Page = {}
        self._gone: list[Region] = []
        self.names: list[str] = []

    def all(self, before: tuple[Region, ...], now: tuple[Region, ...], listed: bool) -> None:
        """`listed`: those that changed are named, as they do not lie inside of one that is."""
        for stood, region in zip(before, now, strict=False):
            if stood is not region:
                self._one(stood, region, (), listed)
        if len(before) != len(now):
            self._gone += before[len(now) :]
            for region in now[len(before) :]:
                self._new(region, (), listed)

    def _chain(self, before: tuple[Region, ...], now: tuple[Region, ...], listed: bool) -> None:
        """The same for regions of which each lies inside of the one before it."""
        for index, region in enumerate(now):
            stood = before[index] if index < len(before) else None
            if stood is region:
                continue
            after = now[index + 1 : index + 2]
            if stood is None:
                listed = self._new(region, after, listed)
            else:
                listed = self._one(stood, region, after, listed)
        self._gone += before[len(now) :]

    def _one(self, stood: Region, region: Region, after: tuple[Region, ...], listed: bool) -> bool:
        """Whether changes inside are to be named too."""
        if stood.name != region.name:
            self._gone.append(stood)
            return self._new(region, after, listed)
        was, inputs = stood.inputs, region.inputs
        if (
            (was is not inputs and was != inputs)
            or stood.draw is not region.draw
            or stood.seat != region.seat
        ):
            listed = self._draw(region, after, listed)
        if region.chained:
            self._chain(stood.inner, region.inner, listed)
        elif region.inner or stood.inner:
            self.all(stood.inner, region.inner, listed)
        return listed

    def picture(self, regions: tuple[Region, ...], stood: Picture) -> Picture:
        if not self._drawn and not self._gone:
            return Picture(regions, stood.page, stood.marks)
        page = {**stood.page, **self._drawn}
        found = {**stood.marks, **marks(self._drawn)}
        for name in _names(self._gone):
            if name not in self._drawn:
                del page[name], found[name]
        return Picture(regions, page, found)

    def _new(self, region: Region, after: tuple[Region, ...], listed: bool) -> bool:
        listed = self._draw(region, after, listed)
        if region.chained:
            self._chain((), region.inner, listed)
        else:
            for inner in region.inner:
                self._new(inner, (), listed)
        return listed

    def _draw(self, region: Region, after: tuple[Region, ...], listed: bool) -> bool:
        """Whether changes inside are to be named too."""
        name = region.name
        drawn, stood = self._drawings.find(region, self._words, after), self._stood.get(name)
        if stood is None:
            name = intern(name)  # each page has it among its own
        self._drawn[name] = drawn
        if not listed:
            return False
        if stood is not None and stood.mark == drawn.mark:
            return True
        self.names.append(name)
        return False


def _names(regions: Iterable[Region]) -> Iterator[str]:
    """Of these regions and all inside."""
    for region in regions:
        yield region.name
        yield from _names(region.inner)


def whole(page: Mapping[str, Drawn], name: str) -> str:
    """A region of the page with everything inside, as text."""
    return _decode(quoted(page, name))


def quoted(page: Mapping[str, Drawn], name: str) -> msgspec.Raw:
    """The same as a value of JSON."""
    drawn = page[name]
    if not drawn.inner:
        return msgspec.Raw(b'"%b"' % drawn.texts[0])
    texts: list[bytes] = [_QUOTE]
    _add_texts(page, drawn, texts)
    texts.append(_QUOTE)
    return msgspec.Raw(b"".join(texts))


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


def _add_texts(page: Mapping[str, Drawn], drawn: Drawn, texts: list[bytes]) -> None:
    own = iter(drawn.texts)
    texts.append(next(own))
    for inner, text in zip(drawn.inner, own, strict=True):
        held = page[inner]
        if held.inner:
            _add_texts(page, held, texts)
        else:
            texts += held.texts
        texts.append(text)
