"""Whether everything that is stored can be played on: every game is played through."""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec

from zashiki.kernel.messages import Message, Refused, say
from zashiki.kernel.record import RecordError
from zashiki.store import Store
from zashiki.tables.live_table import LiveTable


class Checked(msgspec.Struct, frozen=True):
    """A table and how many entries it has; `problem` is why it can't be played on, None if it can."""

    table_id: str
    entries: int
    problem: Message | None = None


async def check_tables(store: Store) -> AsyncIterator[Checked]:
    """All tables, the first one opened first."""
    for table_id in await store.table_ids():
        yield await _check(store, table_id)


async def _check(store: Store, table_id: str) -> Checked:
    table, entries = await store.table(table_id), await store.entries(table_id)
    if table is None:
        return Checked(table_id, 0)
    numbers = [entry.number for entry in entries]
    if numbers != list(range(1, len(entries) + 1)):
        return Checked(table_id, len(entries), say("table.check.gap"))
    try:
        live = LiveTable(table)
        for entry in entries:
            number = entry.number
            live.play_on([(entry.seat, entry.choice, entry.at)])
    except RecordError as error:
        return Checked(table_id, len(entries), error.message)
    except Refused as refused:
        problem = say("table.check.refused", n=number, choice=entry.choice, reason=refused.message)
        return Checked(table_id, len(entries), problem)
    except KeyError:
        return Checked(table_id, len(entries), say("table.check.unknown", n=number, choice=entry.choice))
    return Checked(table_id, len(entries), _contradiction(live))


def _contradiction(live: LiveTable) -> Message | None:
    """What is stored beside the record must agree with it. A record that was only brought to be looked at has ended anywhere."""
    table, actors = live.table, live.state.actors()
    if not table.ended and not actors:
        return say("table.check.not-ended")
    if not table.ended and table.awaited is not None and table.awaited != actors:
        return say("table.check.awaited")
    return None
