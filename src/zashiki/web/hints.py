"""Hints for who plays at a table: thought of where bots think, counted with the table, kept to be drawn until the choice is made."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from zashiki.kernel.messages import Refused, say
from zashiki.study.analysis import study_of_game
from zashiki.study.hints import Advice, Question, advise
from zashiki.study.playouts import Playouts
from zashiki.tables import LiveTable, Stale, Tables
from zashiki.tables.bot_workers import BotWorkers
from zashiki.tables.description import Description
from zashiki.tables.hints import may_ask
from zashiki.tables.logs import about

_log = logging.getLogger(__name__)

KEPT: Final = 512
"""So many hints are kept to be drawn."""
PATIENCE: Final = 20.0
"""Seconds after which nobody waits for a worker any longer."""


class Adviser:
    """Gives hints to seats."""

    def __init__(self, tables: Tables, workers: BotWorkers) -> None:
        self._tables = tables
        self._workers = workers
        self._given: OrderedDict[tuple[str, int], tuple[str, int, list[Advice]]] = OrderedDict()
        self._thinking: dict[tuple[str, int, str, int], asyncio.Task[None]] = {}

    def given(self, told: Description) -> Sequence[Advice]:
        """The hint for the choice that the viewer has to make; none if they did not ask for it."""
        seat = told.viewer.seat
        if seat is None or not told.may_ask:
            return ()
        turn, made, advice = self._given.get((told.table_id, seat), ("", 0, []))
        return advice if (turn, made) == (told.turn, told.made) else ()

    async def ask(self, live: LiveTable, seat: int, turn: str, made: int) -> None:
        """Has a hint ready for a seat, and counts it; raises Refused where there is none, and Stale if the choice was made."""
        if not may_ask(live, seat):
            raise Refused(say("web.hint.not-allowed"))
        if turn != self._tables.turn(live, seat) or made != live.timeline.made_by(seat):
            raise Stale
        view = live.state.view(seat)
        if len(view.legal) < 2:
            raise Refused(say("web.hint.no-choice"))
        if self._given.get((live.id, seat), ())[:2] == (turn, made):
            return
        asked = (live.id, seat, turn, made)
        if asked not in self._thinking:
            question = Question(live.game.id, live.game.rules, view)
            task = asyncio.create_task(self._give(live, seat, turn, made, question), name=f"hint-{live.id}")
            self._thinking[asked] = task
            task.add_done_callback(lambda ended: self._end(asked, ended))
        await asyncio.shield(self._thinking[asked])

    def _end(self, asked: tuple[str, int, str, int], task: asyncio.Task[None]) -> None:
        del self._thinking[asked]
        if not task.cancelled():
            task.exception()  # whoever asked was told of it, if they are still there

    async def _give(self, live: LiveTable, seat: int, turn: str, made: int, question: Question) -> None:
        """Thinks of a hint once, however many ask for it meanwhile."""
        advice = await self._thought(question, live)
        await self._tables.count_hint(live, seat, made, turn)
        self._given[live.id, seat] = (turn, made, advice)
        self._given.move_to_end((live.id, seat))
        if len(self._given) > KEPT:
            self._given.popitem(last=False)

    async def _thought(self, question: Question, live: LiveTable) -> list[Advice]:
        """A study of its own is quick; games that are played on take their time beside those who think long."""
        workers = self._workers.for_long() if _takes_long(live) else self._workers.of(None)
        loop = asyncio.get_running_loop()
        try:
            return await asyncio.wait_for(loop.run_in_executor(workers, advise, question), PATIENCE)
        except TimeoutError:
            _log.warning("no hint came in time in %s", live.game.id, extra=about(live.id))
        except BrokenProcessPool:
            _log.exception("a worker ended while it thought of a hint", extra=about(live.id))
            self._workers.replace(workers)
        except Exception:  # noqa: BLE001 whatever it is, the table can be played on without a hint
            _log.exception("no hint could be given in %s", live.game.id, extra=about(live.id))
        raise Refused(say("web.hint.failed"))


def _takes_long(live: LiveTable) -> bool:
    return isinstance(study_of_game(live.game), Playouts)
