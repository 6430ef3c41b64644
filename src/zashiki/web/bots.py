"""Bots at the tables: they get views, think in worker processes and choose as anybody does."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from random import SystemRandom
from typing import Final

from zashiki.bots import choose_at_random, chooser
from zashiki.kernel.contract import View
from zashiki.kernel.messages import Refused
from zashiki.kernel.record import RecordError
from zashiki.kernel.registry import names
from zashiki.store import CannotKeep, Seat
from zashiki.web.play import Play, stamp
from zashiki.web.tables import NoTable, Stale, Tables

_log = logging.getLogger(__name__)

RETRY_AFTER: Final = 2.0
"""Seconds until a choice that the disk did not take is tried again."""


def think(game: str, level: str, view: View) -> int:
    """What a bot chooses; runs in a worker."""
    return chooser(game, level)(view, SystemRandom())


def _begin_work() -> None:
    """A worker leaves Ctrl-C to the server, and ends when the server does, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def _load(game: str) -> None:
    """Has a worker ready for its first move; a game without a bot plays at random."""
    with suppress(ModuleNotFoundError):
        chooser(game, "sensible")


class BotRunner:
    """Plays every pending turn of a bot, one task a table; `look(table)` says that there may be one."""

    def __init__(self, tables: Tables, processes: int, pause: float) -> None:
        self._tables = tables
        self._processes = processes
        self._pause = pause
        self._running: dict[str, asyncio.Task[None]] = {}
        self._workers: Executor = self._hire()

    def _hire(self) -> Executor:
        if not self._processes:
            return ThreadPoolExecutor(max_workers=2, thread_name_prefix="bot")
        return ProcessPoolExecutor(
            self._processes, mp_context=multiprocessing.get_context("spawn"), initializer=_begin_work
        )

    def look(self, table_id: str) -> None:
        if table_id not in self._running:
            task = asyncio.get_running_loop().create_task(self._play_on(table_id), name=f"bots-{table_id}")
            self._running[table_id] = task

    def start(self) -> None:
        """Readies the workers and takes up the turns that were pending when the server stopped."""
        for game in names():
            self._workers.submit(_load, game)
        for table_id in self._tables.store.running_tables_with_bots():
            self.look(table_id)

    async def stop(self) -> None:
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._workers.shutdown(wait=False, cancel_futures=True)

    async def _play_on(self, table_id: str) -> None:
        try:
            while (turn := self._next(table_id)) is not None:
                play, seat = turn
                public = stamp(play.state.view(None))
                await self._play_one(play, seat)
                if stamp(self._tables.play(table_id).state.view(None)) != public:
                    await asyncio.sleep(self._pause)
        except (NoTable, RecordError):
            _log.exception("table %s can't be played on", table_id)
        finally:
            del self._running[table_id]

    def _next(self, table_id: str) -> tuple[Play, Seat] | None:
        play = self._tables.play(table_id)
        actors = play.state.actors()
        seats = [seat for seat in self._tables.seats(table_id) if seat.bot and seat.seat in actors]
        return (play, seats[0]) if seats else None

    async def _play_one(self, play: Play, seat: Seat) -> None:
        view = play.state.view(seat.seat)
        turn, made = self._tables.turn(play, seat.seat), play.made_by(seat.seat)
        action = await self._decide(play.game.id, seat.bot, view)
        try:
            await self._tables.choose(play.table.id, seat.seat, action, turn, made)
        except Stale:
            return
        except CannotKeep as error:
            _log.warning("a bot's choice could not be kept: %s", error)
            await asyncio.sleep(RETRY_AFTER)
        except Refused:
            _log.exception("%s bot of %s chose what the rules refuse", seat.bot, play.game.id)
            await self._tables.choose(
                play.table.id, seat.seat, choose_at_random(view, SystemRandom()), turn, made
            )

    async def _decide(self, game: str, level: str, view: View) -> int:
        """The bot's choice; a bot that fails plays any legal choice, so that no table stands still."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._workers, think, game, level, view)
        except BrokenProcessPool:
            _log.exception("a bot's worker ended")
            self._workers = self._hire()
        except Exception:  # noqa: BLE001
            _log.exception("%s bot of %s failed", level, game)
        return choose_at_random(view, SystemRandom())
