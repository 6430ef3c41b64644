"""Bots at the tables: they are told what their seat is told, think in worker processes and choose as anybody does."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from random import SystemRandom
from time import monotonic
from typing import Final

import msgspec

from zashiki.bots import levels, playing_level
from zashiki.kernel.bots import Budget, Thinking, Told, choose_at_random
from zashiki.kernel.contract import View
from zashiki.kernel.messages import Refused
from zashiki.store import CannotKeep, Seat
from zashiki.tables.bot_workers import REMEMBERED, BotWorkers, Forgotten, Question, think
from zashiki.tables.claims import OWN_CLAIMS, Claims
from zashiki.tables.ending import end
from zashiki.tables.errors import Stale
from zashiki.tables.live_table import LiveTable
from zashiki.tables.logs import about
from zashiki.tables.service import Tables

_log = logging.getLogger(__name__)

RETRY_AFTER: Final = 2.0
"""Seconds until a choice that the disk did not take is tried again."""
TRIES: Final = 2
"""So often a bot is asked whose workers end while it thinks."""
TAKEN_UP_AT_ONCE: Final = 64
"""So many tables with pending turns are played at a time after a start."""

UNLIMITED: Final = Budget()


class BotTurns:
    """Plays every pending turn of a bot, one task a table; `look(table)` says that there may be one."""

    def __init__(
        self,
        tables: Tables,
        processes: int,
        pause: float,
        budget: Budget = UNLIMITED,
        claims: Claims = OWN_CLAIMS,
    ) -> None:
        self._tables = tables
        self._claims = claims
        self._pause = pause
        self._budget = budget
        self._running: dict[str, asyncio.Task[None]] = {}
        self._hinted: set[str] = set()  # tables that may have changed since their task last looked
        self._taking_up: asyncio.Task[None] | None = None
        self._told: OrderedDict[tuple[str, int, str], tuple[int, Told | None]] = OrderedDict()
        self.workers = BotWorkers(processes)
        self._stop_listening = tables.bus.listen(self._heard)

    def _heard(self, table_id: str, version: int) -> None:
        """Looks at a table that has changed, unless it is known that no bot sits there."""
        live = self._tables.known(table_id)
        if live is None or live.version < version or live.table.awaited is None or _has_bots(live):
            self.look(table_id)

    def look(self, table_id: str) -> None:
        self._hinted.add(table_id)
        if table_id not in self._running:
            task = asyncio.get_running_loop().create_task(self._play_on(table_id), name=f"bots-{table_id}")
            self._running[table_id] = task

    def playing(self) -> int:
        """At how many tables."""
        return len(self._running)

    async def start(self, since: float = 0) -> None:
        """Readies the workers and takes up the turns that were pending when the server stopped, but for tables that nobody has
        touched since then: those sleep until somebody looks at them."""
        self.workers.ready()
        await self.take_up(since)

    async def take_up(self, since: float = 0) -> None:
        """Looks for pending turns, unless it is still taking up those it found before."""
        if self._taking_up is None or self._taking_up.done():
            pending = await self._tables.store.pending_bot_turns(since)
            loop = asyncio.get_running_loop()
            self._taking_up = loop.create_task(self._take_up(pending), name="bots-take-up")

    async def stop(self) -> None:
        self._stop_listening()
        tasks = list(self._running.values())
        if self._taking_up is not None:
            tasks.append(self._taking_up)
        await end(*tasks)
        self.workers.stop()

    async def _take_up(self, pending: list[str]) -> None:
        """A few tables at a time, so that a start is not held up by however many there are."""
        for table_id in pending:
            while len(self._running) >= TAKEN_UP_AT_ONCE:
                await asyncio.wait(self._running.values(), return_when=asyncio.FIRST_COMPLETED)
            self.look(table_id)
            await asyncio.sleep(0)

    async def _play_on(self, table_id: str) -> None:
        claimed = False
        try:
            claimed = await self._claims.take(table_id)
            while claimed and table_id in self._hinted:
                self._hinted.discard(table_id)
                while await self._play_next(table_id):
                    pass
        except Exception:  # noqa: BLE001 (whatever it is, the bots are asked again when somebody looks at the table)
            _log.exception("table %s can't be played on", table_id, extra=about(table_id))
        finally:
            del self._running[table_id]
            self._hinted.discard(table_id)
            if claimed:
                await self._claims.release(table_id)

    async def _play_next(self, table_id: str) -> bool:
        """Whether there was a turn to play. What could not be kept is tried again."""
        try:
            turn = await self._next(table_id)
            if turn is None:
                return False
            live, seat = turn
            shown = live.visible(None)
            await self._play_one(live, seat)
            if (await self._tables.live(table_id)).visible(None) != shown:
                await asyncio.sleep(self._pause)
        except CannotKeep as error:
            _log.warning(
                "a bot's choice could not be kept at table %s: %s", table_id, error, extra=about(table_id)
            )
            await asyncio.sleep(RETRY_AFTER)
        return True

    async def _next(self, table_id: str) -> tuple[LiveTable, Seat] | None:
        live = await self._tables.live(table_id)
        actors = live.state.actors()
        seats = [seat for seat in live.seats if seat.bot and seat.seat in actors]
        if not seats and live.table.awaited is None and not live.over:
            await self._tables.store.note_awaited(table_id, live.version, actors)
            live.table = msgspec.structs.replace(live.table, awaited=actors)
        return (live, seats[0]) if seats else None

    async def _play_one(self, live: LiveTable, seat: Seat) -> None:
        view = live.state.view(seat.seat)
        turn, made = self._tables.turn(live, seat.seat), live.timeline.made_by(seat.seat)
        action = await self._decide(live, seat, view)
        with suppress(Stale):
            try:
                await self._tables.choose(live.id, seat.seat, action, turn, made, bot=seat.bot)
            except Refused:
                _log.exception(
                    "%s bot of %s chose what the rules refuse", seat.bot, live.game.id, extra=about(live.id)
                )
                action = choose_at_random(view, SystemRandom())
                await self._tables.choose(live.id, seat.seat, action, turn, made, bot=seat.bot)

    async def _decide(self, live: LiveTable, seat: Seat, view: View) -> int:
        """The bot's choice, by others where its workers have ended; a bot that fails plays any legal choice, so that no table
        stands still."""
        asked = monotonic()
        for _ in range(TRIES):
            workers = self.workers.of(levels(live.game)[_level(live, seat)])
            try:
                with suppress(Forgotten):
                    return await self._ask(live, seat, view, self._known(live, seat), asked)
                return await self._ask(live, seat, view, 0, asked)
            except BrokenProcessPool:
                _log.exception("a bot's worker ended", extra=about(live.id))
                self.workers.replace(workers)
            except Exception:  # noqa: BLE001
                _log.exception("%s bot of %s failed", seat.bot, live.game.id, extra=about(live.id))
                break
        return choose_at_random(view, SystemRandom())

    async def _ask(self, live: LiveTable, seat: Seat, view: View, known: int, asked: float) -> int:
        told = live.timeline.told(seat.seat)
        name = _level(live, seat)
        level = levels(live.game)[name]
        player = (live.id, seat.seat, name)
        budget = self._budget
        if budget == UNLIMITED and isinstance(level, Thinking):
            budget = Budget(level.seconds)
        last = told[known - 1] if known else None
        question = Question(
            player, live.game.id, live.game.rules, known, last, told[known:], view, budget, asked
        )
        self._told[player] = (len(told), told[-1] if told else None)
        self._told.move_to_end(player)
        if len(self._told) > REMEMBERED:
            self._told.popitem(last=False)
        action = await asyncio.get_running_loop().run_in_executor(self.workers.of(level), think, question)
        self._tables.measures.decisions.add(monotonic() - asked)
        return action

    def _known(self, live: LiveTable, seat: Seat) -> int:
        """How much of what its seat was told the bot knows; 0 if some of that was taken back since."""
        count, last = self._told.get((live.id, seat.seat, _level(live, seat)), (0, None))
        told = live.timeline.told(seat.seat)
        return count if 0 < count <= len(told) and told[count - 1] == last else 0


def _has_bots(live: LiveTable) -> bool:
    return any(seat.bot for seat in live.seats)


def _level(live: LiveTable, seat: Seat) -> str:
    return playing_level(live.game, seat.bot)
