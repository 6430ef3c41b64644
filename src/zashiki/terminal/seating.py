"""Who sits where: people named by number, by seat or all of them, and bots in the other seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zashiki.bots import level_name, levels, offered, playing_level, usual_level
from zashiki.kernel.contract import Game
from zashiki.kernel.record import Record
from zashiki.terminal.numbers import whole
from zashiki.terminal.speech import UserError
from zashiki.words import LANGUAGES, Words


def seat_words(game: Game, seat: int, options: Mapping[str, Any]) -> set[str]:
    """Everything that names a seat: its number from 1 on, and its name in every language."""
    name = game.seat_name(seat, options)
    spoken = {Words(language)(name).casefold() for language in LANGUAGES}
    return spoken | {str(seat + 1)}


def find_people(game: Game, seats: int, options: Mapping[str, Any], text: str) -> frozenset[int]:
    """The seats that a comma-separated text names: "attacker", "2", "1,3"."""
    people: set[int] = set()
    for part in text.split(","):
        asked = part.strip().casefold()
        found = [seat for seat in range(seats) if asked in seat_words(game, seat, options)]
        if not found:
            names = [game.seat_name(seat, options) for seat in range(seats)]
            raise UserError("term.error.seat", seat=part.strip(), n=seats, names=names)
        people.add(found[0])
    return frozenset(people)


def kept_people(record: Record) -> frozenset[int]:
    """The seats that people had when the record was kept; the first one if it does not say."""
    kept = {whole(seat) for seat in record.info.get("people", "").split(",")}
    return frozenset(seat for seat in range(record.seats) if seat in kept) or frozenset({0})


def kept_level(record: Record) -> str:
    """The level of the bots when the record was kept; the usual one if it does not say."""
    return playing_level(record.game, record.info.get("bot", ""))


def check_level(game: Game, level: str | None, *, people: bool = False) -> str:
    """The level as it is called now, the usual one if none is given. Where people play, a wrong one is answered with those
    that they are offered."""
    name = level_name(level) if level else usual_level(game)
    if name not in levels(game):
        known = offered(game) if people else levels(game)
        raise UserError("term.error.level", level=level or "", known=", ".join(known))
    return name
