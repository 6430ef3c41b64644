"""Who wins: games of bots in every setting of a game, counted by seat, by what players were, and by pairs of that in a team.

The work lies in chunks of a few games that depend on the setting, the seed and their number alone: they can be played in any order, on any
number of cores, and those that are kept are not played again.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

import msgspec

from zashiki.kernel.contract import Game
from zashiki.kernel.options import Choice, offered_options
from zashiki.kernel.timeline import Timeline
from zashiki.study.analysis import study_of_game
from zashiki.study.pool import Workers, check_stopped
from zashiki.study.scores import victory_shares
from zashiki.study.simulation import Setting, play, setting

VERSION: Final = 1
"""Goes up when the same chunk would be counted differently."""
GAMES: Final = 10
"""Games of one chunk."""
ALL: Final = "all"
SEAT: Final = "seat/"
ROLE: Final = "role/"
PAIR: Final = "pair/"
AND: Final = "+"


class Task(msgspec.Struct, frozen=True):
    """A chunk to be played."""

    name: str  # of its setting
    setting: Setting
    number: int


class Chunk(msgspec.Struct, frozen=True):
    """What came of a few games of one setting: by what is counted, in how many games it was there and how many it won. A victory
    that several share is a share for each."""

    name: str
    number: int
    counts: dict[str, tuple[int, float]]


class Head(msgspec.Struct, frozen=True, omit_defaults=True):
    """What decides every chunk besides its setting and its number: the first line of a journal."""

    version: int
    game: str
    rules: str
    level: str
    seed: int
    nodes: int | None = None


def head_of(game: Game, level: str, seed: int, nodes: int | None = None) -> Head:
    return Head(VERSION, game.id, game.rules, level, seed, nodes)


def varied_option(game: Game) -> Choice | None:
    """The option whose values are compared: the first that is one of several names, such as the edition or the level."""
    return next((option for option in offered_options(game.options) if isinstance(option, Choice)), None)


def settings_of(game: Game, level: str, seed: int, nodes: int | None = None) -> dict[str, Setting]:
    """Every number of players with every value of the varied option, by name: "normal/4"; the other options as usual."""
    option = varied_option(game)
    found: dict[str, Setting] = {}
    for value in option.values if option else ("",):
        for seats in game.facts.seats:
            given = {option.name: value} if option else {}
            found[f"{value}/{seats}"] = setting(game.id, seats, given, [level], seed, nodes)
    return found


def count_chunk(task: Task) -> Chunk:
    """Plays the games of a chunk and counts them; for a worker process."""
    counts: dict[str, tuple[int, float]] = {}
    for number in range(task.number * GAMES, (task.number + 1) * GAMES):
        check_stopped()
        for what, won in _counted(task.setting, number):
            games, wins = counts.get(what, (0, 0.0))
            counts[what] = (games + 1, round(wins + won, 6))
    return Chunk(task.name, task.number, counts)


def _counted(agreed: Setting, number: int) -> Iterator[tuple[str, float]]:
    """What one game counts for, each with the share of the victory."""
    record, result = play(agreed, number)
    game = record.game
    roles = study_of_game(game).roles(Timeline(record).state.view(None))
    if game.facts.cooperative:
        won = float(bool(result.winners))
        team = sorted(role.key for seat in roles for role in seat)
        yield ALL, won
        yield from ((f"{ROLE}{role}", won) for role in team)
        yield from ((f"{PAIR}{one}{AND}{other}", won) for one, other in combinations(team, 2))
        return
    yield ALL, float(bool(result.winners))
    for seat, won in enumerate(victory_shares(result, together=False)):
        yield f"{SEAT}{seat}", won
        yield from ((f"{ROLE}{role.key}", won) for role in (roles[seat] if roles else ()))


def missing_tasks(settings: dict[str, Setting], games: int, done: set[tuple[str, int]]) -> list[Task]:
    """The chunks that are still to be played for so many games a setting; the settings take turns."""
    numbers = range(-(-games // GAMES))
    return [
        Task(name, agreed, number)
        for number in numbers
        for name, agreed in settings.items()
        if (name, number) not in done
    ]


def count_all(tasks: list[Task], workers: Workers) -> Iterator[Chunk]:
    yield from workers.in_order(count_chunk, tasks)
