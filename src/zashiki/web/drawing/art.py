"""The drawings: one `<symbol>` each, stored as .svg files beside the game they belong to, sent as one sprite a page.

A page writes `<use href="#r-hayai">`; the sprite at its top holds that drawing once, so every board, list and log shares it.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final

from markupsafe import Markup

from zashiki.brush.hero import hero
from zashiki.brush.templates import environment
from zashiki.kernel.registry import names, package
from zashiki.web.drawing.game_pages import cover, emblem_name

__all__ = ["cover", "emblem", "every_drawing", "hero", "home_sprite", "icon", "sprite", "sprite_for"]

SHARED: Final = "zashiki.brush"
PATTERNS: Final = "patterns"
_ROOT = re.compile(r"^<svg xmlns=\"http://www\.w3\.org/2000/svg\"([^>]*)>(.*)</svg>\s*$", re.DOTALL)
_ID = re.compile(r"\bid=\"([^\"]+)\"")
_USED = re.compile(r"href=\"#([^\"]+)\"")


class DoubleId(ValueError):
    """Two drawings have the same id."""


@cache
def drawings(folder: str) -> dict[str, str]:
    """Name -> `<symbol>` of every .svg in the `art` folder of a package; the patterns stay bare definitions."""
    art = files(folder).joinpath("art")
    found = {}
    for file in sorted(art.iterdir(), key=lambda item: item.name) if art.is_dir() else ():
        name, _, kind = file.name.rpartition(".")
        if kind != "svg":
            continue
        root = _ROOT.match(file.read_text(encoding="utf-8"))
        if root is None:
            raise ValueError(f"{folder}/art/{file.name}: not one <svg> element")
        attributes, inner = root.groups()
        found[name] = inner if name == PATTERNS else f'<symbol id="{name}"{attributes}>{inner}</symbol>'
    return found


@cache
def every_drawing() -> dict[str, str]:
    """All shared drawings and those of the installed games; raises DoubleId if an id occurs twice."""
    found: dict[str, str] = {}
    ids: set[str] = set()
    for folder in (SHARED, *(package(name) for name in names())):
        for name, drawing in drawings(folder).items():
            own = _ID.findall(drawing)
            double = [one for one in own if one in ids or own.count(one) > 1]
            if double:
                raise DoubleId(f"{folder}/art/{name}.svg: {', '.join(double)}")
            ids.update(own)
            found[name] = drawing
    return found


@cache
def sprite(game: str | None = None) -> Markup:
    """The sprite of a table: all shared drawings, and all of the game, which may show them later."""
    chosen = set(drawings(SHARED))
    if game is not None:
        chosen |= set(drawings(package(game)))
    return _write(chosen)


@cache
def sprite_for(*pictures: str) -> Markup:
    """The sprite of a page that does not change: the drawings that these pictures use, and those used by them."""
    known = every_drawing()
    chosen = {PATTERNS, "brand"}
    wanted = [name for picture in pictures for name in _USED.findall(picture)]
    while wanted:
        name = wanted.pop()
        if name in known and name not in chosen:
            chosen.add(name)
            wanted += _USED.findall(known[name])
    return _write(chosen)


@cache
def icon(symbol: str, size: int = 20, name: str = "icon") -> Markup:
    """A drawing of the sprite as a small picture."""
    macro = environment(SHARED).get_template("brush.html").module.icon  # type: ignore[attr-defined]
    return Markup(macro(symbol, size, name=name))


@cache
def emblem(game: str) -> Markup:
    """The small sign of a game, for lists; empty for one that brings none."""
    symbol = emblem_name(game)
    return icon(symbol, 22, name=f"icon emblem-{game}") if symbol else Markup("")


@cache
def home_sprite() -> Markup:
    """The sprite of the home page: hero, covers and emblems."""
    pictures = [hero(), *(cover(game) for game in names()), *(emblem(game) for game in names())]
    return sprite_for(*map(str, pictures))


def _write(chosen: set[str]) -> Markup:
    known = every_drawing()
    drawn = "".join(known[name] for name in sorted(chosen))
    return Markup(f'<svg class="sprite" width="0" height="0" aria-hidden="true"><defs>{drawn}</defs></svg>')
