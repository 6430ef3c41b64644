"""Matches between players: the same deals for all, seats rotated, every game reproducible by its number.

In a game that is played against each other the players sit around the table, the last one in all seats that are left,
and every deal is played once from each rotation of the seats. In a cooperative game each player plays all seats of a
team, and every team gets the same deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from time import perf_counter, process_time
from typing import Any

import msgspec

from zashiki.bots.players import Players
from zashiki.bots.programs import Program
from zashiki.kernel.bots import Budget
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.options import read_options
from zashiki.kernel.record import Record
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.timeline import Entry, Timeline
from zashiki.study.pool import Workers, check_stopped
from zashiki.study.scores import Test, elo, interval, victory_shares
from zashiki.study.versions import Version


class Player(msgspec.Struct, frozen=True):
    """Who plays: a level of the game, or a program by its command line."""

    name: str
    command: str = ""


class Match(msgspec.Struct, frozen=True):
    """What decides every game of a match but their number; the options are spelled as in a record. It heads the file of its games."""

    game: str
    seats: int
    options: dict[str, str]
    players: tuple[Player, ...]
    seed: int
    budget: Budget
    version: Version

    @property
    def cooperative(self) -> bool:
        return find_game(self.game).facts.cooperative

    @property
    def fair(self) -> float:
        """The share of victories of equal players."""
        return 0.5 if self.cooperative else 1 / self.seats

    def seatings(self) -> list[tuple[int, ...]]:
        """Who sits where, by the number of the player, in the games of one deal."""
        if self.cooperative:
            return [(player,) * self.seats for player in range(len(self.players))]
        last = len(self.players) - 1
        around = [min(place, last) for place in range(self.seats)]
        return [tuple(around[seat - turn] for seat in range(self.seats)) for turn in range(self.seats)]


class Played(msgspec.Struct, frozen=True):
    """What came of one deal: by player the share of victories of one seat, decisions made and seconds spent."""

    rates: list[float]
    decisions: list[int]
    seconds: list[float]
    records: list[str]


def play_game(match: Match, deal: int, turn: int) -> tuple[Timeline, list[int], list[float]]:
    """One game to its end, with the decisions and seconds of each seat: of processor time, for programs by the clock. Chance has a source of its own, so that a deal is the
    same for all seatings as long as the same choices are made."""
    game = find_game(match.game)
    options = read_options(game.options, match.options)
    seating = match.seatings()[turn]
    names = ",".join(match.players[player].name for player in seating)
    info = {"match": f"seed {match.seed} deal {deal} turn {turn}", "bots": names}
    timeline = Timeline(Record(game, match.seats, options, info=info))
    chance = Random(f"{match.seed}/{deal}")
    programs = {
        player: Program(one.command, game, check_stopped)
        for player, one in enumerate(match.players)
        if one.command
    }
    chosen = {seat: programs.get(player) or match.players[player].name for seat, player in enumerate(seating)}
    clocks = [perf_counter if player in programs else process_time for player in seating]
    decisions, seconds = [0] * match.seats, [0.0] * match.seats
    try:
        players = Players(timeline, chosen, Random(f"{match.seed}/{deal}/{turn}"))
        while actors := timeline.state.actors():
            check_stopped()
            seat = actors[0]
            if seat == CHANCE:
                action = draw_outcome(timeline.state, chance)
            else:
                began = clocks[seat]()
                action = players.decide(seat, match.budget).action
                seconds[seat] += clocks[seat]() - began
                decisions[seat] += 1
            timeline.append(Entry(seat, action))
    finally:
        for program in programs.values():
            program.close()
    return timeline, decisions, seconds


def play_deal(match: Match, keep_records: bool, deal: int) -> Played:
    """All games of one deal."""
    count = len(match.players)
    won, seats = [0.0] * count, [0] * count
    decisions, seconds, records = [0] * count, [0.0] * count, []
    for turn, seating in enumerate(match.seatings()):
        timeline, chosen, spent = play_game(match, deal, turn)
        result = timeline.state.result()
        assert result is not None
        shares = victory_shares(result, match.cooperative)
        for seat, player in enumerate(seating):
            won[player] += shares[seat]
            seats[player] += 1
            decisions[player] += chosen[seat]
            seconds[player] += spent[seat]
        records.append(timeline.record.write() if keep_records else "")
    rates = [of / among for of, among in zip(won, seats, strict=True)]
    return Played(rates, decisions, seconds, records)


def play_deals(match: Match, deals: range, workers: Workers, keep_records: bool) -> Iterator[Played]:
    """Every deal in order, as it is played."""
    return workers.in_order(partial(play_deal, match, keep_records), deals)


def compared(match: Match, played: Sequence[Played], player: int) -> list[float]:
    """How the player did, deal by deal, on a scale where `match.fair` is even: the share of victories; for teams,
    whether it did better than the others on the same deal (1), as well (a half) or worse."""
    if not match.cooperative:
        return [deal.rates[player] for deal in played]
    others = [other for other in range(len(match.players)) if other != player]
    return [
        sum(_better(deal.rates[player], deal.rates[other]) for other in others) / len(others)
        for deal in played
    ]


def _better(one: float, other: float) -> float:
    return 0.5 if one == other else float(one > other)


def games_of(match: Match, deals: int) -> int:
    """How many games each player has a seat in."""
    return deals if match.cooperative else deals * match.seats


def report(match: Match, played: Sequence[Played], test: Test | None = None) -> dict[str, Any]:
    """The figures, ready for JSON."""
    games = games_of(match, len(played))
    figures: dict[str, Any] = {
        "game": match.game,
        "seats": match.seats,
        "options": match.options,
        "seed": match.seed,
        "budget": msgspec.to_builtins(match.budget),
        "games": games,
        "players": [_player_report(match, played, player, games) for player in range(len(match.players))],
    }
    if test is not None:
        samples = compared(match, played, 0)
        figures["sprt"] = {
            "weak": test.weak,
            "strong": test.strong,
            "ratio": round(test.ratio(samples), 3),
            "verdict": test.verdict(samples),
        }
    return figures


def _player_report(match: Match, played: Sequence[Played], player: int, games: int) -> dict[str, Any]:
    count = len(played)
    rate = sum(deal.rates[player] for deal in played) / count if count else 0.0
    even = sum(compared(match, played, player)) / count if count else 0.0
    low, high = interval(rate, games)
    decisions = sum(deal.decisions[player] for deal in played)
    seconds = sum(deal.seconds[player] for deal in played)
    return {
        "name": match.players[player].name,
        "rate": round(rate, 5),
        "low": round(low, 5),
        "high": round(high, 5),
        "elo": round(elo(even, match.fair, games), 1),
        "seconds_per_decision": round(seconds / decisions, 6) if decisions else 0.0,
    }
