"""Finished games of chance in a store, for the tests of the explorer."""

from __future__ import annotations

from random import Random
from typing import Any

from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.record import Record
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.timeline import Timeline
from zashiki.store import Seat, Store, Table
from zashiki.store.contract import BOT, PERSON

HOUR = 3600.0


def played(game: str, seed: int, seats: int | None = None, *, undo: bool = False, **options: Any) -> Record:
    """A game of chance to its end; `undo`: now and then a seat takes a choice back."""
    timeline, chance = Timeline(Record(find_game(game), seats, options)), Random(seed)
    record = timeline.record
    while actors := timeline.state.actors():
        seat = chance.choice(actors)
        if seat != CHANCE and undo and chance.random() < 0.2 and timeline.undo_refusal(seat) is None:
            timeline.append(record.entry(seat, "undo"))
            continue
        drawn = draw_outcome(timeline.state, chance) if seat == CHANCE else None
        action = chance.choice(timeline.state.legal(seat)) if drawn is None else drawn
        timeline.append(record.entry(seat, record.game.name(action)))
    return record


def person(seat: int, name: str, owner: str = "") -> Seat:
    return Seat(seat=seat, kind=PERSON, name=name, owner=owner or name.lower())


def bot(seat: int, level: str) -> Seat:
    return Seat(seat=seat, kind=BOT, level=level)


async def put(
    store: Store,
    table_id: str,
    record: Record,
    *,
    length: int | None = None,
    listed: bool = True,
    at: float = HOUR,
    seats: list[Seat] | None = None,
) -> None:
    """A table with this game; cut to a length it still runs."""
    lines = record.lines(length)
    table = Table(
        id=table_id, game=record.game.id, header=record.header(), creator="", invitation=f"inv-{table_id}", created=at,
        touched=at, listed=listed, ended=length is None, version=len(lines), awaited=() if length is None else (0,),
    )  # fmt: skip
    await store.open_table(table, seats or [bot(seat, "villager") for seat in range(record.seats)], lines)
