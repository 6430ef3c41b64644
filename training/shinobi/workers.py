"""Games that a process plays for the learner."""

from __future__ import annotations

import gc
import time
from collections import defaultdict
from random import Random
from typing import Any

import numpy as np

from training.shinobi.games import Lessons, Settings, Table
from zashiki.games.shinobi.bot.net import Net, rows_of

SEATS = (3, 4, 5)
ALONE, AMONG_THEMSELVES = (
    0.3,
    0.55,
)  # shares of tables with one learner among villagers, and with learners alone
EARLIER = 0.3  # how often a learner's net is an earlier one at such a table
WARRIORS = 0.5  # how often the others at such a table play as warriors do
_nets: dict[int, Net] = {}


class Lot:
    """What a worker brings back: rows with their targets, games for guessing, and what lone learners won by number of seats."""

    def __init__(self, played: list[Lessons]) -> None:
        self.rows = rows_of([row for game in played for row in game.rows])
        self.targets = np.array([target for game in played for target in game.targets], np.float32)
        self.games = [
            (np.array(game.traces, np.int32), np.array(game.seats, np.int8), np.array(game.clans))
            for game in played
        ]
        self.alone: dict[int, list[float]] = defaultdict(list)


def _net(weights: Any, number: int) -> Net | None:
    if weights is None:
        return None
    if number not in _nets:
        if len(_nets) > 8:
            _nets.clear()
        _nets[number] = Net(weights)
    return _nets[number]


def play_lot(
    league: list[tuple[int, Any]], thinks: bool, settings: Settings, seed: int, games: int, seconds: float
) -> Lot:
    """Games with the newest net of the league, its last one; without thinking all play as villagers."""
    gc.disable()
    chance = Random(seed)
    nets = [_net(weights, number) for number, weights in league]
    newest = nets[-1] if nets else None
    end = time.monotonic() + seconds
    played: list[Lessons] = []
    alone: dict[int, list[float]] = defaultdict(list)
    while len(played) < games and time.monotonic() < end:
        seats = chance.choice(SEATS)
        playing, kind = _seating(nets, seats, thinks, chance)
        learners = [not thinks or net is newest for net in playing]
        table = Table(playing, learners, newest, settings, chance)
        if kind == "learners" and chance.random() < WARRIORS:
            _make_warriors(table, settings, chance)
        game = table.play()
        played.append(game)
        if kind == "alone":
            alone[seats].append(game.won[learners.index(True)])
    lot = Lot(played)
    lot.alone = alone
    return lot


def _seating(nets: list[Any], seats: int, thinks: bool, chance: Random) -> tuple[list[Any], str]:
    if not thinks:
        return [None] * seats, "villagers"
    newest = nets[-1]
    draw = chance.random()
    if draw < ALONE:
        playing: list[Any] = [None] * seats
        playing[chance.randrange(seats)] = newest
        return playing, "alone"
    if draw < ALONE + AMONG_THEMSELVES:
        playing = [chance.choice(nets) if chance.random() < EARLIER else newest for _ in range(seats)]
        kind = "learners"
    else:
        playing = [newest if chance.random() < 0.5 else None for _ in range(seats)]
        kind = "mixed"
    playing[chance.randrange(seats)] = newest
    return playing, kind


def _make_warriors(table: Table, settings: Settings, chance: Random) -> None:
    """All but one learner neither remember nor look at what they tell; they are not learned from."""
    kept = chance.choice([seat for seat, learns in enumerate(table.learners) if learns])
    warrior = settings._replace(remembers=False, watched=False)
    table.others = {seat: warrior for seat in range(len(table.learners)) if seat != kept}
    table.learners[:] = [seat == kept for seat in range(len(table.learners))]


def measure(
    weights: Any, seats: int, others: Settings | None, settings: Settings, seed: int, seconds: float
) -> list[float]:
    """What one player with the net won, game by game, among villagers (`others` is None) or players that play by other settings."""
    gc.disable()
    chance = Random(seed)
    net = Net(weights)
    won: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        seat = len(won) % seats
        nets = [net if others is not None or one == seat else None for one in range(seats)]
        table = Table(nets, [False] * seats, net, settings, chance)
        if others is not None:
            table.others = {one: others for one in range(seats) if one != seat}
        won.append(table.play().won[seat])
    return won
