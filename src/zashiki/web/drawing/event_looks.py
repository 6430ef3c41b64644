"""How an event is shown beyond its words: its sign, its sound and the places on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from zashiki.kernel.contract import Game
from zashiki.kernel.messages import Message
from zashiki.kernel.parts import EventLook, Page
from zashiki.kernel.registry import game as find_game
from zashiki.web.drawing.game_pages import has_page

UNKNOWN: Final = EventLook()


@cache
def look(game: str, key: str) -> EventLook:
    """What a game says of an event: by its name, or by the longest beginning of the name that it knows."""
    if not has_page(game):
        return UNKNOWN
    events = find_game(game).part(Page).EVENTS
    name = key.partition(".")[2].removeprefix("event.")
    while name and name not in events:
        name = name[: max(name.rfind("."), name.rfind("-"), 0)]
    return events.get(name, UNKNOWN)


def places(game: Game, message: Message) -> str:
    """The ids of the places and pieces on the board that an event speaks of, with spaces between."""
    if not has_page(game.id):
        return ""
    named = list(_placed(message, game.part(Page).place))
    spot = look(game.id, message.key).spot
    return " ".join(dict.fromkeys([*named, spot] if spot else named))


def _placed(message: Message, place: Callable[[Message], str]) -> Iterator[str]:
    for value in message.args.values():
        for named in value if isinstance(value, list) else [value]:
            if isinstance(named, Message):
                found = place(named)
                yield from [found] if found else _placed(named, place)
