"""The ladder of a game's levels: what each wins against the one below it, and how far it stands above the lowest.

Where players compete, one of a level sits among players of the level below. In a cooperative game both play the same deals as teams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from zashiki.kernel.bots import Budget
from zashiki.kernel.registry import game as find_game
from zashiki.study.matches import Match, Played, Player, games_of, play_deals, report
from zashiki.study.plots import Bar, ticks_up_to, whiskers
from zashiki.study.pool import Workers
from zashiki.study.versions import version_of
from zashiki.words import Words
from zashiki.words.numbers import share


class Rung(msgspec.Struct, frozen=True):
    """A level and how it does against the one below; the lowest has none below it."""

    level: str
    below: str
    games: int
    rate: float
    low: float
    high: float
    fair: float  # what it would win if it were as strong as the level below; in a cooperative game what the level below won
    elo: float  # above the lowest level


class Ladder(msgspec.Struct, frozen=True):
    game: str
    seats: int
    options: dict[str, str]
    seed: int
    budget: Budget
    rungs: list[Rung]


def matches_of(
    game: str, seats: int, options: dict[str, str], levels: Sequence[str], seed: int, budget: Budget
) -> list[Match]:
    """Each level against the one below, from the bottom."""
    version = version_of(find_game(game))
    return [
        Match(game, seats, options, (Player(upper), Player(lower)), seed, budget, version)
        for lower, upper in pairwise(levels)
    ]


def deals_for(match: Match, games: int) -> int:
    """So many deals give at least so many games."""
    return -(-games // games_of(match, 1))


def play_rung(match: Match, games: int, workers: Workers) -> Iterator[Played]:
    return play_deals(match, range(deals_for(match, games)), workers, keep_records=False)


def ladder_of(matches: Sequence[Match], played: Sequence[Sequence[Played]]) -> Ladder:
    """What the games of some matches from the bottom say; a match of which nothing was played ends the ladder."""
    rungs: list[Rung] = []
    height = 0.0
    for match, deals in zip(matches, played, strict=True):
        if not deals:
            break
        figures = report(match, deals)
        upper, lower = figures["players"]
        if not rungs:
            rungs.append(_lowest(match, figures["games"], lower))
        height += upper["elo"]
        fair = lower["rate"] if match.cooperative else match.fair
        rungs.append(
            Rung(
                upper["name"],
                lower["name"],
                figures["games"],
                upper["rate"],
                upper["low"],
                upper["high"],
                fair,
                round(height, 1),
            )
        )
    first = matches[0]
    return Ladder(first.game, first.seats, first.options, first.seed, first.budget, rungs)


def _lowest(match: Match, games: int, player: dict[str, float]) -> Rung:
    """Among its like it wins its fair share; a team has what it won."""
    name = match.players[1].name
    if not match.cooperative:
        return Rung(name, "", 0, match.fair, match.fair, match.fair, match.fair, 0.0)
    return Rung(name, "", games, player["rate"], player["low"], player["high"], player["rate"], 0.0)


def plot_of(ladder: Ladder, title: str, words: Words, cooperative: bool) -> str:
    """As SVG: what every level wins, with its interval; a broken line at the fair share."""
    bars = [
        Bar(
            words.say(f"table.level.{rung.level}"),
            rung.rate,
            rung.low,
            rung.high,
            share(rung.rate, words.language),
        )
        for rung in ladder.rungs
    ]
    ticks = [(tick, share(tick, words.language)) for tick in ticks_up_to(max(bar.high for bar in bars))]
    return whiskers(title, bars, None if cooperative else 1 / ladder.seats, ticks)
