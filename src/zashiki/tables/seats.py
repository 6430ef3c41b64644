"""Seats: how they are made, whose they are, and when a bot may play on for an absent person."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from math import ceil
from typing import Final

import msgspec

from zashiki.kernel.messages import Message, say
from zashiki.store import Seat, hash_of
from zashiki.store.contract import BOT, OPEN, PERSON, SCREEN
from zashiki.tables.live_table import LiveTable

ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"


def token(length: int) -> str:
    """A name that can't be guessed, of letters and digits that can't be mistaken for each other."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_link(seat: Seat) -> tuple[Seat, str]:
    """The seat with a new secret link, which replaces the one before, and its secret, which is told now and never again."""
    secret = token(24)
    return msgspec.structs.replace(seat, link_hash=hash_of(secret)), secret


def person_seat(seat: int, owner: str, name: str, kind: str = PERSON) -> Seat:
    return Seat(seat=seat, kind=kind, name=name, owner=owner)


def bot_seat(seat: int, level: str, after: str = "") -> Seat:
    """The seat of a bot; `after` is the name of the person who has left it."""
    return Seat(seat=seat, kind=BOT, name=after, level=level)


def open_seat(seat: int) -> Seat:
    return Seat(seat=seat, kind=OPEN)


def owned_by(seats: Sequence[Seat], owner: str) -> list[Seat]:
    """The seats of one person, those on the same screen included."""
    return [seat for seat in seats if owner and seat.owner == owner and seat.kind in (PERSON, SCREEN)]


def with_stand_in(seat: Seat, level: str) -> Seat:
    """The seat with a bot that plays on for its absent person, or without one (empty level)."""
    return msgspec.structs.replace(seat, stand_in=level)


def refusal_of_stand_in(live: LiveTable, seat: Seat, now: float) -> Message | None:
    """Why no bot may play on for this seat yet."""
    limit = live.table.absent_after
    if seat.kind not in (PERSON, SCREEN) or seat.stand_in or seat.seat not in live.state.actors():
        return say("table.absent.not-needed")
    if not limit:
        return say("table.absent.never")
    left = live.shown_at + limit - now
    return say("table.absent.wait", n=ceil(left / 60)) if left > 0 else None


def until_stand_in(live: LiveTable, now: float) -> float | None:
    """Seconds until a bot may play on for who is absent; None if that time has come, or never comes."""
    left = live.shown_at + live.table.absent_after - now
    return left if live.table.absent_after and not live.over and left > 0 else None
