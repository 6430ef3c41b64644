"""Where bots think: worker processes that are kept warm. Those that think until their time is up have workers of their own,
so that they keep nobody waiting at other tables; their time runs from the moment they are asked, so that a queue of them
does not make it longer."""

from __future__ import annotations

import logging
import multiprocessing
import secrets
from collections import OrderedDict
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from time import monotonic
from typing import Final, NamedTuple

import msgspec

from zashiki.bots import levels, seated
from zashiki.kernel.bots import Bot, Budget, Level, Thinking, Told
from zashiki.kernel.contract import View
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.tables.worker_process import begin_work

_log = logging.getLogger(__name__)

REMEMBERED: Final = 512
"""So many bots are kept in a worker; one that was forgotten is told everything again."""
SHORTEST: Final = 0.01
"""Seconds that a bot has at least, however long it was kept waiting."""
YIELDS: Final = 5
"""How far those who think long give way to the server and to the other bots."""


class Forgotten(Exception):
    """The worker does not have this bot, or one that was told something else."""


class Question(msgspec.Struct, frozen=True):
    """What a worker needs to decide for a bot."""

    player: tuple[str, int, str]  # the table, the seat and the level
    game: str
    rules: str
    told_before: int  # how many moments the bot has been told already
    last_told: Told | None  # the last one of them
    told: list[Told]  # those after them
    view: View
    budget: Budget
    asked: float  # when, by the clock that all processes share


class _Player(NamedTuple):
    """A bot at work, with how many moments it was told, and the last of them."""

    bot: Bot
    told: int
    last: Told | None


_players: OrderedDict[tuple[str, int, str], _Player] = OrderedDict()
"""Those of this worker."""


def think(question: Question) -> int:
    """What a bot chooses; runs in a worker. Raises Forgotten if the bot has to be told everything again."""
    known = _players.get(question.player)
    if question.told_before == 0:
        _table, seat, level = question.player
        game = find_game(question.game).under(question.rules)
        bot = seated(game, level, seat, secrets.randbits(32))
    elif known is None or known[1:] != (question.told_before, question.last_told):
        raise Forgotten
    else:
        bot = known.bot
    for told in question.told:
        bot.observe(told)
    last = question.told[-1] if question.told else question.last_told
    _players[question.player] = _Player(bot, question.told_before + len(question.told), last)
    _players.move_to_end(question.player)
    if len(_players) > REMEMBERED:
        _players.popitem(last=False)
    return bot.decide(question.view, _left(question)).action


def _left(question: Question) -> Budget:
    """The budget without the time that the question waited for a worker."""
    budget = question.budget
    if budget.seconds is None:
        return budget
    return Budget(max(SHORTEST, budget.seconds - (monotonic() - question.asked)), budget.nodes)


def _begin_work(thinks_long: bool) -> None:
    begin_work(YIELDS if thinks_long else 0)
    for game in names():
        try:
            _load(game, thinks_long)
        except Exception:  # noqa: BLE001 the bot that needs it will say so again, and others can play
            _log.exception("the bots of %s could not be loaded", game)


def _load(game: str, thinks_long: bool) -> None:
    """Has a worker ready for its first move."""
    for level in levels(find_game(game)).values():
        if thinks_long and isinstance(level, Thinking):
            level.ready()


def _present() -> None:
    """Asked of a worker that is to begin its work."""


class BotWorkers:
    """One worker for quick bots, some for those that think long; 0 processes: threads of this one."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._quick = self._start(1, thinks_long=False)
        self._long = self._start(processes, thinks_long=True)

    def _start(self, processes: int, thinks_long: bool) -> Executor:
        if not self._processes:
            return ThreadPoolExecutor(max_workers=1, thread_name_prefix="bot")
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(
            processes, mp_context=context, initializer=_begin_work, initargs=(thinks_long,)
        )

    def ready(self) -> None:
        """Has all of them load what they need."""
        self._quick.submit(_present)
        if any(isinstance(level, Thinking) for game in names() for level in levels(find_game(game)).values()):
            for _ in range(max(1, self._processes)):
                self._long.submit(_present)

    def of(self, level: Level | None) -> Executor:
        return self._long if isinstance(level, Thinking) else self._quick

    def for_long(self) -> Executor:
        """Those for what takes a while."""
        return self._long

    def replace(self, ended: Executor) -> None:
        """These workers have ended: others take their place, unless that has happened."""
        if ended is self._long:
            self._long = self._start(self._processes, thinks_long=True)
        elif ended is self._quick:
            self._quick = self._start(1, thinks_long=False)

    def stop(self) -> None:
        for workers in (self._quick, self._long):
            workers.shutdown(wait=False, cancel_futures=True)
