"""Every number of seats and every value of an option, of every game: what the bridges are tried with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import zashiki
from zashiki.kernel.options import Choice, Flag, Option, Several

GAMES: Final = ("seven-ronin", "samurai-spirit", "shinobi")


class Given(NamedTuple):
    game: str
    seats: int
    options: dict[str, Any]

    def __str__(self) -> str:
        options = "".join(
            f"-{value if isinstance(value, str) else name}" for name, value in self.options.items()
        )
        return f"{self.game}-{self.seats}{options}"


def every_seat_count(name: str) -> list[Given]:
    return [Given(name, seats, {}) for seats in zashiki.game(name).facts.seats]


def every_setting(name: str) -> list[Given]:
    """All seat counts, then each value of each option at the usual number of seats, or alone if it is about that."""
    game = zashiki.game(name)
    found = every_seat_count(name)
    for option in game.options:
        seats = 1 if option.name.startswith("solo") else game.facts.default_seats
        found += [Given(name, seats, {option.name: value}) for value in _values(option, seats)]
    return found


def _values(option: Option, seats: int) -> Iterator[Any]:
    if isinstance(option, Choice):
        yield from (value for value in option.values if value != option.default)
    elif isinstance(option, Flag):
        yield not option.default
    elif isinstance(option, Several):
        yield option.values[-seats:]
