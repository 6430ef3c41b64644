"""The drawings: one `<symbol>` each, kept as .svg files beside the game they belong to, sent as one sprite a page.

A page writes `<use href="#r-hayai">`; the sprite at its top holds that drawing once, so every board, list and log shares it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from types import ModuleType
from typing import Final

from markupsafe import Markup

from zashiki.brush import icon
from zashiki.brush.hero import hero
from zashiki.kernel.messages import Message
from zashiki.kernel.registry import names, package, part

__all__ = [
    "cover",
    "emblem",
    "every_drawing",
    "hero",
    "home_sprite",
    "places",
    "scene",
    "sign",
    "sound",
    "sprite",
    "sprite_for",
    "untold",
]

SHARED: Final = "zashiki.brush"
PATTERNS: Final = "patterns"
_ROOT = re.compile(r"^<svg xmlns=\"http://www\.w3\.org/2000/svg\"([^>]*)>(.*)</svg>\s*$", re.DOTALL)
_ID = re.compile(r"\bid=\"([^\"]+)\"")
_USED = re.compile(r"href=\"#([^\"]+)\"")


class DoubleId(ValueError):
    """Two drawings would bring the same id to one page."""


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
    """All drawings of the house and of the installed games; raises DoubleId if an id occurs twice."""
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
    """The sprite of a table: everything of the house and all that the game may show later."""
    chosen = set(drawings(SHARED))
    if game is not None:
        chosen |= set(drawings(package(game)))
    return _write(chosen)


@cache
def sprite_for(*pictures: str) -> Markup:
    """The sprite of a still page: only the drawings that these pictures use, and those that they use in turn."""
    known = every_drawing()
    chosen = {PATTERNS, "brand"}
    wanted = [name for picture in pictures for name in _USED.findall(picture)]
    while wanted:
        name = wanted.pop()
        if name in known and name not in chosen:
            chosen.add(name)
            wanted += _USED.findall(known[name])
    return _write(chosen)


def has_page(game: str) -> bool:
    """Whether a game brings its own drawing; one of another package may not."""
    return find_spec(f"{package(game)}.page") is not None


@cache
def cover(game: str) -> Markup:
    """The drawn cover of a game; empty for one that brings none."""
    return Markup(part(game, "page").cover()) if has_page(game) else Markup("")


@cache
def emblem(game: str) -> Markup:
    """The small sign of a game, for lists; empty for one that brings none."""
    return (
        Markup(icon(part(game, "page").EMBLEM, 22, name=f"icon emblem-{game}"))
        if game in names() and has_page(game)
        else Markup("")
    )


@cache
def sign(game: str, key: str) -> Markup:
    """The sign before a line of the log."""
    name = _of_event(game, "SIGNS", key)
    return Markup(icon(name, 20, name="icon sign")) if name else Markup("")


@cache
def sound(game: str, key: str) -> str:
    """What an event sounds like, for those who asked for sound; "" for a silent one."""
    return _of_event(game, "SOUNDS", key)


@cache
def scene(game: str, key: str) -> str:
    """The scene on the board that an event is told upon; "" for the board as it is."""
    return _of_event(game, "SCENES", key)


@cache
def untold(game: str, key: str) -> bool:
    """Whether an event only stands in the log: a part of the set-up, or what nobody sees."""
    return _name_of(key) in getattr(_signs(game), "UNTOLD", ())


def _name_of(key: str) -> str:
    return key.partition(".")[2].removeprefix("event.")


def _of_event(game: str, table: str, key: str) -> str:
    """What a game's table says of an event, or of the longest beginning of the event's name that it holds."""
    found: dict[str, str] = getattr(_signs(game), table, {})
    name = _name_of(key)
    while name and name not in found:
        name = name[: max(name.rfind("."), name.rfind("-"), 0)]
    return found.get(name, "")


@cache
def _signs(game: str) -> ModuleType | None:
    """The part of a game's page that knows its events."""
    if not has_page(game) or find_spec(f"{package(game)}.page.signs") is None:
        return None
    return part(game, "page.signs")


def places(game: str, message: Message) -> str:
    """The ids of the places and pieces on the page that an event speaks of."""
    place = getattr(_signs(game), "place", None)
    own = _of_event(game, "SPOTS", message.key)
    named = [] if place is None else _placed(message, place)
    return " ".join(dict.fromkeys([*named, own] if own else named))


def _placed(message: Message, place: Callable[[Message], str]) -> Iterator[str]:
    for value in message.args.values():
        for named in value if isinstance(value, list) else [value]:
            if isinstance(named, Message):
                found = place(named)
                yield from [found] if found else _placed(named, place)


@cache
def home_sprite() -> Markup:
    """The sprite of the home page: hero, covers and emblems."""
    pictures = [hero(), *(cover(game) for game in names()), *(emblem(game) for game in names())]
    return sprite_for(*map(str, pictures))


def _write(chosen: set[str]) -> Markup:
    known = every_drawing()
    drawn = "".join(known[name] for name in sorted(chosen))
    return Markup(f'<svg class="sprite" width="0" height="0" aria-hidden="true"><defs>{drawn}</defs></svg>')
