"""Hints at a table: who may ask for one, and how often each seat did. Both are notes beside the table, so they outlive the server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import msgspec

from zashiki.store.contract import BOT

if TYPE_CHECKING:
    from zashiki.tables.live_table import LiveTable

NOTES: Final = "hints/"
ALLOWED: Final = f"{NOTES}allowed"
ASKED: Final = f"{NOTES}asked/"


class Hints(msgspec.Struct, frozen=True):
    """What is kept of the hints of a table. Those that were asked for are read once the game is over: nobody sees them before."""

    allowed: bool | None = None  # None: as usual, which is where all others are bots
    asked: tuple[tuple[int, int], ...] = ()  # the seat, and how many entries the record had
    complete: bool = False

    def of_seat(self, seat: int) -> int:
        return sum(asker == seat for asker, _length in self.asked)


def note_of_allowed(allowed: bool | None) -> dict[str, str]:
    """The note of a new table."""
    return {} if allowed is None else {ALLOWED: "yes" if allowed else "no"}


def note_of_asked(seat: int, made: int, length: int) -> dict[str, str]:
    """The note of one hint; a hint for the same choice is the same one, however often it is asked for."""
    return {f"{ASKED}{seat}/{made:06}": str(length)}


def read_hints(notes: Mapping[str, str], *, over: bool) -> Hints:
    """What the notes of a table say."""
    said = notes.get(ALLOWED)
    asked = sorted(
        (int(text), int(name.removeprefix(ASKED).split("/")[0]))
        for name, text in notes.items()
        if name.startswith(ASKED)
    )
    return Hints(
        None if said is None else said == "yes", tuple((seat, length) for length, seat in asked), over
    )


def may_ask(live: LiveTable, seat: int | None) -> bool:
    """Whether a hint may be given to who sits here, whenever it is their turn."""
    if seat is None or live.over or live.seats[seat].bot:
        return False
    if live.hints is not None and live.hints.allowed is not None:
        return live.hints.allowed
    return all(other.kind == BOT for other in live.seats if other.seat != seat)
