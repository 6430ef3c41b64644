"""A level of ours against OpenSpiel's search players, at equal time, through the bridge:

    python examples/against_openspiel.py seven-ronin --games 60
    python examples/against_openspiel.py shinobi --players 4 --games 60 --jobs 4 --out games.jsonl --json

Where two play it is OpenSpiel's MCTS over states imagined from its view, else one of ours sits among its IS-MCTS. Seats take turns. Time is processor time, so that what else the
machine does weighs on nobody: ours is given it as seconds, OpenSpiel's as so many simulations as took as long in its decisions before. With `--nodes` and `--simulations` no clock is
looked at, and the same seed gives the same games on any number of processes. Ctrl-C, or SIGTERM, prints what was played; with `--out` it is kept game by game, and `--resume` goes on from there.
It needs `zashiki[research]`; compile the rules before.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy, as the program itself does

import msgspec
import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import zashiki
import zashiki.bridges.openspiel as bridge
from zashiki.bots.players import Players
from zashiki.kernel.bots import Budget
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.timeline import Entry, Timeline
from zashiki.study.journal import Begun, InUse, Journal
from zashiki.study.pool import Processes, check_stopped
from zashiki.study.scores import interval
from zashiki.study.versions import Version, version_of

EXPLORING = 2.0**0.5
"""The constant of UCT, as usual for returns between -1 and 1."""
WORLDS = 4
"""States that MCTS imagines for a decision."""
FEWEST = 2 * WORLDS
"""Simulations of a decision: the first in an imagined state visits none of its choices."""
FIRST = 40
"""Simulations of the first decision, before any was timed."""


class Meeting(msgspec.Struct, frozen=True):
    """What decides every game but its number, beside the speed of the machine."""

    game: str
    players: int
    level: str
    seconds: float
    nodes: int | None
    simulations: int | None
    seed: int
    version: Version


class Spent(msgspec.Struct):
    """What the decisions of one side took."""

    decisions: int = 0
    seconds: float = 0.0
    simulations: int = 0

    def add(self, seconds: float, simulations: int = 0) -> None:
        self.decisions += 1
        self.seconds += seconds
        self.simulations += simulations


class Played(msgspec.Struct, frozen=True):
    """What came of one game: a victory is 1, a shared one a share of it."""

    won: float
    ours: Spent
    theirs: Spent


Search = Callable[[Any, int, int, Any], int]
"""A search of OpenSpiel: the state, the seat, the number of simulations and a source of chance give the choice."""


def imagine(state: Any, seat: int, chance: Any) -> Any:
    """A state that the seat can't tell from this one."""
    return state.resample_from_infostate(seat, lambda: int(chance.randint(2**31)))


def search_imagined(state: Any, seat: int, simulations: int, chance: Any) -> int:
    """MCTS in each of some states that the seat can't tell from this one; what is visited most often in all of them."""
    visits: Counter[int] = Counter()
    for _ in range(WORLDS):
        imagined = imagine(state, seat, chance)
        evaluator = mcts.RandomRolloutEvaluator(1, chance)
        bot = mcts.MCTSBot(
            state.get_game(), EXPLORING, max(2, simulations // WORLDS), evaluator, random_state=chance
        )
        for child in bot.mcts_search(imagined).children:
            visits[child.action] += child.explore_count
    return visits.most_common(1)[0][0]


def search_information(state: Any, seat: int, simulations: int, chance: Any) -> int:  # noqa: ARG001 the state says whose turn it is
    """IS-MCTS: one tree of what the seat knows, an imagined state for each simulation."""
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, EXPLORING, simulations, random_state=chance)
    bot.set_resampler(lambda known, seat: imagine(known, seat, chance))  # its own draws by the clock
    return int(bot.step(state))


class Opponent:
    """Searches with as many simulations as it is given, or as fit into its time, by how long the last ones took."""

    def __init__(self, search: Search, seat: int, meeting: Meeting, seed: int, spent: Spent) -> None:
        self._search = search
        self._seat = seat
        self._seconds = meeting.seconds
        self._chance = np.random.RandomState(seed)
        self._given = meeting.simulations
        self._simulations = meeting.simulations or FIRST
        self._spent = spent

    def choose(self, state: Any) -> int:
        number, began = self._simulations, process_time()
        action = self._search(state, self._seat, number, self._chance)
        taken = max(1e-6, process_time() - began)
        self._spent.add(taken, number)
        if self._given is None:
            self._simulations = max(FEWEST, int(min(4 * number, number * self._seconds / taken)))
        return action


def budget_of(meeting: Meeting) -> Budget:
    """How long ours thinks about a decision."""
    return Budget(nodes=meeting.nodes) if meeting.nodes else Budget(meeting.seconds, processor=True)


class Table:
    """One game: our level in one seat, OpenSpiel's search in the others."""

    def __init__(self, meeting: Meeting, number: int) -> None:
        name = bridge.short_name(zashiki.game(meeting.game))
        self._state = pyspiel.load_game(name, {"players": meeting.players}).new_initial_state()
        self._timeline = Timeline(self._state.get_game().setting.record())
        self._seat = number % meeting.players
        self._chance = Random(
            1000 * meeting.seed + number // meeting.players
        )  # the same deals for every seat
        self._ours = Players(self._timeline, {self._seat: meeting.level}, self._chance)
        self._budget = budget_of(meeting)
        self._spent, self._spent_by_others = Spent(), Spent()
        search = search_imagined if meeting.players == 2 else search_information
        self._others = {
            seat: Opponent(search, seat, meeting, self._chance.getrandbits(31), self._spent_by_others)
            for seat in range(meeting.players)
            if seat != self._seat
        }

    def play(self) -> Played:
        while not self._state.is_terminal():
            check_stopped()
            seat = CHANCE if self._state.is_chance_node() else self._state.current_player()
            action = self._choice(seat)
            self._state.apply_action(action)
            self._timeline.append(Entry(seat, action))
        returns = self._state.returns()
        best = max(returns)
        won = float(returns[self._seat] == best) / returns.count(best)
        return Played(won, self._spent, self._spent_by_others)

    def _choice(self, seat: int) -> int:
        if seat == CHANCE:
            actions, odds = zip(*self._state.chance_outcomes(), strict=True)
            return int(self._chance.choices(actions, odds)[0])
        legal: list[int] = self._state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        if seat != self._seat:
            return self._others[seat].choose(self._state)
        began = process_time()
        action = self._ours.decide(seat, self._budget).action
        self._spent.add(process_time() - began)
        return action


def play_game(meeting: Meeting, number: int) -> Played:
    return Table(meeting, number).play()


def play(meeting: Meeting, options: argparse.Namespace, played: list[Played]) -> None:
    """Adds game after game to those that are played; each is kept at once if there is a file for it."""
    journal = _journal(meeting, options, played) if options.out else None
    left = range(len(played), options.games)
    for game in Processes(options.jobs).in_order(partial(play_game, meeting), left):
        if journal is not None:
            journal.add(game)
        played.append(game)
        rate = sum(one.won for one in played) / len(played)
        print(f"\r{len(played)} of {options.games}: {rate:.3f}", end="", file=sys.stderr, flush=True)


def _journal(meeting: Meeting, options: argparse.Namespace, played: list[Played]) -> Journal[Played]:
    """The file that games are added to; with `--resume` those in it are taken over."""
    journal = Journal(options.out, meeting, Played)
    try:
        if journal.is_other():
            sys.exit(f"{options.out} holds other games: take another file")
        if options.resume:
            played += journal.resume()
        else:
            journal.begin(over=False)
    except Begun as begun:
        sys.exit(f"{options.out} holds {begun.args[0]} of these games already: go on with --resume")
    except InUse:
        sys.exit(f"{options.out} is written by another process")
    return journal


def report(meeting: Meeting, played: Sequence[Played]) -> dict[str, Any]:
    """The figures, ready for JSON."""
    rate = _mean(sum(game.won for game in played), len(played))
    low, high = interval(rate, len(played))
    ours, theirs = (_together([getattr(game, side) for game in played]) for side in ("ours", "theirs"))
    return {
        "game": meeting.game, "players": meeting.players, "games": len(played), "level": meeting.level,
        "rate": round(rate, 4), "low": round(low, 4), "high": round(high, 4), "fair_shares": round(rate * meeting.players, 3),
        "seconds_per_decision": round(_mean(ours.seconds, ours.decisions), 4),
        "their_seconds_per_decision": round(_mean(theirs.seconds, theirs.decisions), 4),
        "their_simulations": round(_mean(theirs.simulations, theirs.decisions)),
    }  # fmt: skip


def _together(games: Sequence[Spent]) -> Spent:
    return Spent(
        sum(game.decisions for game in games),
        sum(game.seconds for game in games),
        sum(game.simulations for game in games),
    )


def _mean(total: float, count: int) -> float:
    return total / count if count else 0.0


def main() -> None:
    options = _options()
    game = zashiki.game(options.game)
    meeting = Meeting(
        game.id,
        options.players,
        options.level,
        options.seconds,
        options.nodes,
        options.simulations,
        options.seed,
        version_of(game),
    )
    played: list[Played] = []
    stopped = False
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        play(meeting, options, played)
    except KeyboardInterrupt:
        stopped = True
    print(file=sys.stderr)
    figures = report(meeting, played)
    print(
        json.dumps(figures, indent=2)
        if options.json
        else " ".join(f"{name} {value}" for name, value in figures.items())
    )
    if stopped:
        sys.exit(130)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=["seven-ronin", "shinobi"])
    parser.add_argument("--players", type=int, help="by default two of 7 Ronin and four of Shinobi")
    parser.add_argument("--level", default="master")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=0.2, help="of processor time, of a decision")
    parser.add_argument("--nodes", type=int, help="of a decision of ours, instead of seconds")
    parser.add_argument("--simulations", type=int, help="of a decision of theirs, instead of seconds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes that play")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where games are kept, a line of JSON each")
    parser.add_argument("--resume", action="store_true", help="goes on after the games in FILE")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.resume and options.out is None:
        parser.error("--resume needs the file of --out")
    options.players = options.players or {"seven-ronin": 2, "shinobi": 4}[options.game]
    return options


if __name__ == "__main__":
    main()
