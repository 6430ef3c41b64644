"""`python -m training.shinobi.hiding`: how well players of Shinobi hide their clan, and what it costs them.

Players of one level play among themselves. A guesser sees their orders alone, learns from four fifths of the games what orders tell of these very players, and names everybody's clan after each round of
the other fifth; five times, so that every game is guessed once. With `--hides` masters are measured who give so much to hide, in place of levels; with `--among` one player sits among
others of these levels, and the share of the victory is counted. Needs numpy and scipy; compiled rules make it several times as fast.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from training.shinobi.guesser import CLANS, Floats, Watched, cross_named, named
from zashiki.bots.players import Players
from zashiki.games.shinobi import GAME
from zashiki.games.shinobi.bot import LEVELS
from zashiki.games.shinobi.bot.manner import HIDING
from zashiki.games.shinobi.bot.net import load_net
from zashiki.games.shinobi.bot.searching import NET, Searching
from zashiki.games.shinobi.rules.ending import ending
from zashiki.games.shinobi.rules.phases import THIRD_ORDER
from zashiki.games.shinobi.rules.state import State
from zashiki.games.shinobi.rules.traces import traces
from zashiki.kernel.bots import Budget, Level
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.record import Record
from zashiki.kernel.timeline import Entry, Timeline
from zashiki.study.plots import heat
from zashiki.study.pool import Processes
from zashiki.study.scores import interval

FEWEST: Final = 0.5
"""A round is told of if so many of the games came to its end."""


class Played(NamedTuple):
    watched: Watched
    won: list[float]  # by seat: the share of the victory


class Sitting(NamedTuple):
    """Who plays: one player among others, whose seat goes around; or all alike."""

    player: Level
    others: Level
    players: int
    budget: Budget
    seed: str

    def seats(self, number: int) -> dict[int, str | Level]:
        return {
            seat: self.player if seat == number % self.players else self.others
            for seat in range(self.players)
        }


def play(sitting: Sitting, number: int) -> Played:
    """One game, as everybody saw it."""
    timeline = Timeline(Record(GAME, sitting.players))
    players = Players(timeline, sitting.seats(number), Random(f"{sitting.seed}/{number}"))
    orders = []
    while actors := timeline.state.actors():
        seat, state = actors[0], timeline.state
        assert isinstance(state, State)
        if seat == CHANCE:
            players.act(CHANCE)
            continue
        action = players.decide(seat, sitting.budget).action
        attacks = state.choices if state.phase == THIRD_ORDER else []
        orders.append(
            (traces(state, action, attacks), seat, state.turns // sitting.players, state.turns_left > 0)
        )
        timeline.append(Entry(seat, action))
    state = timeline.state
    told, seats, rounds, last = (np.array(column) for column in zip(*orders, strict=True))
    assert isinstance(state, State)
    winners = ending(state).winners
    won = [(seat in winners) / len(winners) for seat in range(sitting.players)]
    return Played(Watched(told, seats, rounds, last, np.array(state.clans)), won)


def rate(shares: Sequence[float]) -> dict[str, Any]:
    """The mean of what came of each game, of 1. Guesses about one table hang together, so the 95 % interval counts a game once."""
    mean = float(np.mean(shares))
    low, high = interval(mean, len(shares))
    return {"games": len(shares), "rate": round(mean, 4), "low": round(low, 4), "high": round(high, 4)}


def by_round(lines: Sequence[Floats]) -> list[dict[str, Any]]:
    """How often the clan was named after each round that half of the games came to the end of."""
    rounds = range(max(len(line) for line in lines))
    reached = [[float(line[number]) for line in lines if number < len(line)] for number in rounds]
    return [rate(shares) for shares in reached if len(shares) >= FEWEST * len(lines)]


def guessed(games: Sequence[Watched]) -> dict[str, Any]:
    """By a guesser that has learned from the others of these games, and by the table that masters remember with."""
    table = np.array(load_net(NET).traces)
    learned = cross_named(games, table)
    return {
        "named": by_round([line.rounds for line in learned]),
        "before the last round": rate([line.before_the_last for line in learned]),
        "named by the master's table": by_round(named(games, table)),
    }


def victories(sitting: Sitting, games: int, processes: int) -> dict[str, Any]:
    """Of the one player, in fair shares."""
    played = Processes(processes).in_order(partial(play, sitting), range(games))
    found = rate([game.won[number % sitting.players] for number, game in enumerate(played)])
    return found | {key: round(found[key] * sitting.players, 2) for key in ("rate", "low", "high")}


def measured(name: str, level: Level, players: int, options: argparse.Namespace) -> dict[str, Any]:
    """One line of the report."""
    budget, seed = Budget(nodes=options.nodes), f"{options.seed}/{name}/{players}"
    line: dict[str, Any] = {"player": name, "players": players, "nodes": options.nodes, "seed": options.seed}
    if options.games:
        alike = Sitting(level, level, players, budget, seed)
        played = Processes(options.workers).in_order(partial(play, alike), range(options.games))
        line |= guessed([game.watched for game in played])
    for among in options.among:
        sitting = Sitting(level, LEVELS[among], players, budget, f"{options.seed}/{players}/{among}")
        line[f"fair shares among {among}s"] = victories(sitting, options.matches, options.workers)
    return line


def text(line: dict[str, Any]) -> str:
    """As a line of a table."""
    cells = [line["player"], str(line["players"])]
    if "named" in line:
        cells.append(str(line["named"][0]["games"]))
        cells += [
            f"{100 * one['rate']:.0f} [{100 * one['low']:.0f}, {100 * one['high']:.0f}]"
            for one in (*line["named"], line["before the last round"])
        ]
    for name, one in line.items():
        if name.startswith("fair"):
            cells.append(f"{name}: {one['rate']:.2f} [{one['low']:.2f}, {one['high']:.2f}] of {one['games']}")
    return f"| {' | '.join(cells)} |"


def picture(report: Sequence[dict[str, Any]]) -> str:
    """As SVG text: a row a line, a column a round."""
    rounds = min(len(line["named"]) for line in report)
    return heat(
        f"Clans of Shinobi named rightly, in %, after each round (chance: {100 // CLANS})",
        [f"{line['player']}, {line['players']} players" for line in report],
        [f"round {number + 1}" for number in range(rounds)],
        [[one["rate"] for one in line["named"][:rounds]] for line in report],
        1.0,
    )


def contestants(options: argparse.Namespace) -> dict[str, Level]:
    if options.hides is None:
        return {name: LEVELS[name] for name in options.levels}
    kind = "master" if options.answers else "net alone"
    most = f", gives {options.gives:g}" if options.gives < 1 else ""
    manner = HIDING._replace(answers=options.answers, gives=options.gives)
    return {
        f"{kind}, hides {hides:g}{most}": Searching(manner._replace(hides=hides), seconds=2.0)
        for hides in options.hides
    }


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training.shinobi.hiding", description=__doc__)
    parser.add_argument(
        "--levels", nargs="+", choices=list(LEVELS), default=["novice", "villager", "warrior", "master"]
    )
    parser.add_argument(
        "--hides",
        type=float,
        nargs="+",
        help="winning chance that masters give to tell a nat less, instead of levels",
    )
    parser.add_argument(
        "--gives", type=float, default=1.0, help="winning chance that these masters give in a turn at most"
    )
    parser.add_argument(
        "--answers",
        type=int,
        default=HIDING.answers,
        help="of these masters: ways that are followed into worlds; 0: the net alone",
    )
    parser.add_argument("--players", type=int, nargs="+", choices=(3, 4, 5), default=[4])
    parser.add_argument("--games", type=int, default=100, help="that are guessed")
    parser.add_argument(
        "--among",
        nargs="+",
        choices=list(LEVELS),
        default=[],
        help="levels that one player wins games among",
    )
    parser.add_argument("--matches", type=int, default=100, help="games among each of them")
    parser.add_argument("--nodes", type=int, default=4000, help="of a decision")
    parser.add_argument("--workers", type=int, default=1, help="processes that play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--json",
        type=Path,
        metavar="FILE",
        help="keeps the figures; they are added to what is kept of the same player, number of players and nodes",
    )
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draws all that is kept")
    return parser.parse_args()


def keep(path: Path, line: dict[str, Any]) -> list[dict[str, Any]]:
    """Adds a line to a file of them, or its figures to the line of the same player."""
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    lines = {(one["player"], one["players"], one["nodes"]): one for one in kept}
    same = (line["player"], line["players"], line["nodes"])
    lines[same] = lines.get(same, {}) | line
    path.write_text(json.dumps([*lines.values()], indent=1) + "\n", encoding="utf-8")
    return [*lines.values()]


def main() -> None:
    options = _options()
    report: list[dict[str, Any]] = []
    for players in options.players:
        for name, level in contestants(options).items():
            line = measured(name, level, players, options)
            print(text(line), flush=True)
            report = keep(options.json, line) if options.json else [*report, line]
    if options.plot:
        options.plot.write_text(picture([line for line in report if "named" in line]), encoding="utf-8")


if __name__ == "__main__":
    main()
