"""How cost grows: decisions a second against the number of players, the games held in memory and the length of a record."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

from benchmarks.costs import random_record
from benchmarks.speed import ROUNDS, play_ours, rate
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE, Game, State
from zashiki.kernel.record import Record, read
from zashiki.kernel.registry import game as find_game
from zashiki.study.curves import Curve, logarithmic
from zashiki.words import Words

HELD: Final = (1, 10, 100, 1_000, 10_000)
"""Games in memory at once, stepped in turn."""
AT_ONCE: Final = 256
"""Steps between two looks at the clock."""
PARTS: Final = (1 / 8, 1 / 4, 1 / 2, 1)
"""Of a whole random game: how much of its record is read."""
Points = list[list[float]]
PLOTS: Final = {
    "players": ("Decisions a second by number of players", "players"),
    "held": ("Decisions a second by games held in memory", "games in memory"),
    "record": ("Entries of a record read and checked a second, by its length", "entries"),
}


def measure(games: list[str], seconds: float, seed: int) -> dict[str, dict[str, Points]]:
    """By plot and game: pairs of what grows and how many a second."""
    ways: dict[str, Callable[[Game, float, int], Points]] = {
        "players": by_players,
        "held": by_games_held,
        "record": by_record_length,
    }
    return {plot: {name: way(find_game(name), seconds, seed) for name in games} for plot, way in ways.items()}


def by_players(game: Game, seconds: float, seed: int) -> Points:
    points = []
    for seats in game.facts.seats:
        chance = Random(seed)
        play = partial(play_ours, partial(game.start, seats=seats))
        rates = [rate(play, seconds / ROUNDS, chance).choices for _ in range(ROUNDS)]
        points.append([float(seats), round(median(rates))])
    return points


def by_games_held(game: Game, seconds: float, seed: int) -> Points:
    """All games make one step each, in turn; one that is over begins anew."""
    points = []
    for held in HELD:
        chance = Random(seed)
        states = [game.start() for _ in range(held)]
        steps, begun = 0, process_time()
        while (elapsed := process_time() - begun) < seconds:
            for _ in range(AT_ONCE):
                index = steps % held
                states[index] = _stepped(game, states[index], chance)
                steps += 1
        points.append([float(held), round(steps / elapsed)])
    return points


def _stepped(game: Game, state: State, chance: Random) -> State:
    actors = state.actors()
    if not actors:
        return game.start()
    seat = actors[0]
    if seat == CHANCE:
        state.apply(seat, draw_outcome(state, chance))
    else:
        legal = state.legal(seat)
        state.apply(seat, legal[int(chance.random() * len(legal))])
    return state


def by_record_length(game: Game, seconds: float, seed: int) -> Points:
    whole = random_record(Record(game), seed)
    points = []
    for part in PARTS:
        length = max(1, int(len(whole.entries) * part))
        text = whole.copy(length).write()
        entries, begun = 0, process_time()
        while (elapsed := process_time() - begun) < seconds:
            read(text)
            entries += length
        points.append([float(length), round(entries / elapsed)])
    return points


def draw(figures: dict[str, dict[str, Points]], folder: Path) -> None:
    """One picture a plot: growth-players.svg and so on."""
    folder.mkdir(parents=True, exist_ok=True)
    for plot, (title, across) in PLOTS.items():
        curves = [Curve(_title(name), [(x, y) for x, y in points]) for name, points in figures[plot].items()]
        columns = _whole_numbers(curves) if plot == "players" else ()
        picture = logarithmic(title, across, "a second, one core", curves, columns)
        (folder / f"growth-{plot}.svg").write_text(picture, encoding="utf-8")


def _title(name: str) -> str:
    """What people call the game."""
    return Words("en").say(f"{find_game(name).prefix}.name")


def _whole_numbers(curves: list[Curve]) -> list[float]:
    """Every number of players, and at least two."""
    most = max(x for curve in curves for x, _ in curve.points)
    return [float(number) for number in range(1, max(2, int(most)) + 1)]


def in_report(figures: dict[str, dict[str, Points]]) -> dict[str, Any]:
    """With the names of what is counted."""
    return {plot: {"across": PLOTS[plot][1], "games": games} for plot, games in figures.items()}
