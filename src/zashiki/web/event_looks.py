"""How an event is shown beyond its words: its sign, its sound, its scene and the places on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from types import ModuleType
from typing import TypeVar

from markupsafe import Markup

from zashiki.brush import icon
from zashiki.kernel.messages import Message
from zashiki.kernel.parts import EventLook
from zashiki.kernel.registry import package, part
from zashiki.web.game_pages import has_page

Look = TypeVar("Look")


@cache
def look(game: str, key: str) -> EventLook:
    """What a game says of an event: by its name, or by the longest beginning of the name that it knows."""
    name = key.partition(".")[2].removeprefix("event.")
    events: Mapping[str, EventLook] | None = getattr(_module(game, "page"), "EVENTS", None)
    if events is not None:
        return _longest(events, name) or EventLook()
    signs = _module(game, "page.signs")
    return EventLook(
        sign=_longest(getattr(signs, "SIGNS", {}), name) or "",
        sound=_longest(getattr(signs, "SOUNDS", {}), name) or "",
        scene=_longest(getattr(signs, "SCENES", {}), name) or "",
        spot=_longest(getattr(signs, "SPOTS", {}), name) or "",
        told=name not in getattr(signs, "UNTOLD", ()),
    )


def _longest(table: Mapping[str, Look], name: str) -> Look | None:
    while name and name not in table:
        name = name[: max(name.rfind("."), name.rfind("-"), 0)]
    return table.get(name)


@cache
def _module(game: str, name: str) -> ModuleType | None:
    if not has_page(game) or find_spec(f"{package(game)}.{name}") is None:
        return None
    return part(game, name)


@cache
def sign(game: str, key: str) -> Markup:
    """The sign before a line of the log."""
    name = look(game, key).sign
    return Markup(icon(name, 20, name="icon sign")) if name else Markup("")


def places(game: str, message: Message) -> str:
    """The ids of the places and pieces on the board that an event speaks of, with spaces between."""
    page = _module(game, "page")
    place: Callable[[Message], str] | None = getattr(page, "place", None)
    if place is None:
        place = getattr(_module(game, "page.signs"), "place", None)
    named = [] if place is None else list(_placed(message, place))
    spot = look(game, message.key).spot
    return " ".join(dict.fromkeys([*named, spot] if spot else named))


def _placed(message: Message, place: Callable[[Message], str]) -> Iterator[str]:
    for value in message.args.values():
        for named in value if isinstance(value, list) else [value]:
            if isinstance(named, Message):
                found = place(named)
                yield from [found] if found else _placed(named, place)
