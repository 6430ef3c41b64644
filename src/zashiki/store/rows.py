"""Tables and seats as rows of a database, whichever it is."""

from __future__ import annotations

from typing import Any, Final

from zashiki.store.contract import Seat, Table

TABLE_COLUMNS: Final = (
    "tables.id, game, header, creator, invitation, created, touched, absent_after, listed, chat, ended,"
    " version, awaited"
)
SEAT_COLUMNS: Final = "seat, kind, name, owner, link_hash, level, stand_in"


def table_row(table: Table) -> tuple[Any, ...]:
    return (
        table.id, table.game, table.header, table.creator, table.invitation, table.created, table.touched,
        table.absent_after, table.listed, table.chat, table.ended, table.version, seat_bits(table.awaited),
    )  # fmt: skip


def table_of(row: tuple[Any, ...]) -> Table:
    texts = dict(
        zip(
            ("id", "game", "header", "creator", "invitation", "created", "touched", "absent_after"),
            row,
            strict=False,
        )
    )
    listed, chat, ended = map(bool, row[8:11])
    return Table(**texts, listed=listed, chat=chat, ended=ended, version=row[11], awaited=_seats_of(row[12]))


def seat_row(seat: Seat) -> tuple[Any, ...]:
    return (seat.seat, seat.kind, seat.name, seat.owner, seat.link_hash, seat.level, seat.stand_in)


def seat_of(row: tuple[Any, ...]) -> Seat:
    return Seat(**dict(zip(SEAT_COLUMNS.split(", "), row, strict=True)))


def seat_bits(seats: tuple[int, ...] | None) -> int:
    """Seats as the bits of a number; every bit is set where they are not known."""
    return -1 if seats is None else sum(1 << seat for seat in seats if seat >= 0)


def _seats_of(bits: int) -> tuple[int, ...] | None:
    return None if bits < 0 else tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)
