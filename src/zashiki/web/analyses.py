"""Analyses of finished games in worker processes. Every piece is kept with its table as soon as it is done: cancelling, closing the page or a
restart loses none, and one that was wanted goes on after a start. Of several servers, one does it; if that ends, another goes on."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections import OrderedDict
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Final

import msgspec

from zashiki.kernel.record import RecordError
from zashiki.store import CannotKeep
from zashiki.store.contract import RESTORED
from zashiki.study.analysis import VERSION, Piece, Work, do_guesses, do_piece
from zashiki.study.summary import Analysis, summarize
from zashiki.tables import LiveTable, NoTable, Tables
from zashiki.tables.claims import OWN_CLAIMS, Claims
from zashiki.tables.ending import end
from zashiki.tables.logs import about
from zashiki.tables.worker_process import begin_work

_log = logging.getLogger(__name__)

NAME: Final = f"analysis-{VERSION}/"
WANTED: Final = f"{NAME}wanted"
GUESSES: Final = f"{NAME}guesses"
PIECE: Final = f"{NAME}piece-"
YIELDS: Final = 10
"""How far an analysis gives way to the server and to the bots."""
KEPT: Final = 32
"""So many whole analyses are kept ready to be shown."""


class Standing(msgspec.Struct, frozen=True):
    """How far an analysis is."""

    wanted: bool
    done: int
    size: int

    @property
    def complete(self) -> bool:
        return self.done == self.size


class Whole(msgspec.Struct, frozen=True):
    """An analysis that is done, and the game that it tells of."""

    work: Work
    analysis: Analysis


_Restored = tuple[str, int]
"""A table, and how often tables were restored: its game is another one then."""


def _restored(live: LiveTable) -> _Restored:
    return live.id, live.version // RESTORED


class Analyses:
    """One worker does the pieces, one after the other; the games take turns."""

    def __init__(self, tables: Tables, processes: int, claims: Claims = OWN_CLAIMS) -> None:
        self._tables = tables
        self._claims = claims
        self._processes = processes
        self._workers: Executor | None = None
        self._running: dict[str, asyncio.Task[None]] = {}
        self._works: OrderedDict[_Restored, Work] = OrderedDict()
        self._whole: OrderedDict[_Restored, Whole] = OrderedDict()

    async def take_up(self) -> None:
        """Goes on with what is wanted and what nobody else does: after a start, and when another server has ended."""
        for table_id in await self._tables.store.noted(WANTED):
            self._begin(table_id)

    async def stop(self) -> None:
        await end(*self._running.values())
        if self._workers is not None:
            self._workers.shutdown(wait=False, cancel_futures=True)

    async def want(self, live: LiveTable) -> None:
        """Begins, or goes on; nothing to do where all is done."""
        if not (await self.standing(live)).complete:
            await self._tables.store.keep_notes(live.id, {WANTED: "1"})
            self._begin(live.id)

    async def cancel(self, table_id: str) -> None:
        """What is done stays."""
        await self._tables.store.keep_notes(table_id, {WANTED: ""})
        task = self._running.get(table_id)
        if task is not None:
            task.cancel()

    async def standing(self, live: LiveTable) -> Standing:
        notes = await self._tables.store.notes(live.id, NAME)
        done = sum(name.startswith(PIECE) for name in notes) + (GUESSES in notes)
        return Standing(WANTED in notes, done, (await self._work(live)).size + 1)

    async def whole(self, live: LiveTable) -> Whole | None:
        """The analysis, if all pieces are there."""
        found = self._whole.get(_restored(live))
        if found is None:
            notes = await self._tables.store.notes(live.id, NAME)
            work = await self._work(live)
            texts = [text for name, text in notes.items() if name.startswith(PIECE)]
            if GUESSES not in notes or len(texts) < work.size:
                return None
            pieces = [msgspec.json.decode(text, type=Piece) for text in texts]
            guesses = msgspec.json.decode(notes[GUESSES], type=list[list[list[float]]])
            analysis = await asyncio.to_thread(summarize, work, pieces, guesses)
            found = self._whole[_restored(live)] = Whole(work, analysis)
            if len(self._whole) > KEPT:
                self._whole.popitem(last=False)
        return found

    async def complete(self, live: LiveTable) -> Whole | None:
        """The analysis, if it is done; costs next to nothing if nobody wanted it."""
        if _restored(live) in self._whole or await self._tables.store.notes(live.id, GUESSES):
            return await self.whole(live)
        return None

    async def _work(self, live: LiveTable) -> Work:
        work = self._works.get(_restored(live))
        if work is None:
            work = await asyncio.to_thread(Work, live.record.copy())
            self._works[_restored(live)] = work
            if len(self._works) > KEPT:
                self._works.popitem(last=False)
        return work

    def _begin(self, table_id: str) -> None:
        if table_id not in self._running:
            task = asyncio.get_running_loop().create_task(self._run(table_id), name=f"analysis-{table_id}")
            self._running[table_id] = task
            task.add_done_callback(lambda _: self._running.pop(table_id, None))

    async def _run(self, table_id: str) -> None:
        taken = False
        try:
            taken = await self._claims.take_work(NAME + table_id)
            if taken:
                await self._do_missing(await self._tables.live(table_id))
        except (NoTable, RecordError, CannotKeep) as error:
            _log.warning("the analysis of %s stopped: %s", table_id, error, extra=about(table_id))
        except BrokenProcessPool:
            _log.exception("the worker of analyses ended", extra=about(table_id))
            self._workers = None
        except Exception:  # noqa: BLE001 whatever it is, it would come again: who still wants it can ask
            _log.exception("the game of %s can't be analysed", table_id, extra=about(table_id))
            with suppress(CannotKeep):
                await self._tables.store.keep_notes(table_id, {WANTED: ""})
        finally:
            if taken:
                await self._claims.release_work(NAME + table_id)

    async def _do_missing(self, live: LiveTable) -> None:
        store, work = self._tables.store, await self._work(live)
        text, notes = live.record.write(), await store.notes(live.id, NAME)
        loop, workers = asyncio.get_running_loop(), self._ready()
        for place in range(work.size):
            name = f"{PIECE}{place:04}"
            if not await store.notes(live.id, WANTED):
                return  # it was cancelled, at whatever server
            if name not in notes:
                piece = await loop.run_in_executor(workers, do_piece, text, place)
                if await self._is_another_game(live):
                    return
                await store.keep_notes(live.id, {name: msgspec.json.encode(piece).decode()})
        if GUESSES not in notes:
            guesses = await loop.run_in_executor(workers, do_guesses, text)
            if await self._is_another_game(live):
                return
            await store.keep_notes(live.id, {GUESSES: msgspec.json.encode(guesses).decode()})
        await store.keep_notes(live.id, {WANTED: ""})

    async def _is_another_game(self, live: LiveTable) -> bool:
        """Whether tables were restored meanwhile: if the game that is there now is wanted, it is taken up."""
        return _restored(await self._tables.live(live.id)) != _restored(live)

    def _ready(self) -> Executor:
        if self._workers is None:
            context = multiprocessing.get_context("spawn")
            self._workers = (
                ProcessPoolExecutor(1, mp_context=context, initializer=begin_work, initargs=(YIELDS,))
                if self._processes
                else ThreadPoolExecutor(1, thread_name_prefix="analysis")
            )
        return self._workers
