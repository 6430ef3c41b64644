"""Many games between bots, and what came of them. The same seed gives the same games on any number of cores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from random import Random
from time import perf_counter
from typing import Any, Final, NamedTuple

from zashiki.bots import levels
from zashiki.bots.players import Players
from zashiki.kernel.bots import Budget, Chooser, Memoryless, choose_at_random
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE, Result, State
from zashiki.kernel.options import check_options, check_seats, read_options, write_options
from zashiki.kernel.record import Record
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.timeline import Timeline
from zashiki.study.pool import Workers

GAMES_A_TASK: Final = 10


class Setting(NamedTuple):
    """What all games of a simulation share; the options are spelled as in a record."""

    game: str
    seats: int
    options: dict[str, str]
    levels: tuple[str, ...]
    seed: int
    nodes: int | None = None  # that a decision may take; None: as long as the bots think fit


class Outcome(NamedTuple):
    """One game: how many choices it took (those of chance apart), and how it ended."""

    choices: int
    outcomes: int
    winners: tuple[int, ...]
    returns: tuple[float, ...]
    end: str
    rule: str
    score: str
    record: str


def setting(
    game: str,
    seats: int | None,
    options: dict[str, Any],
    levels: Sequence[str],
    seed: int,
    nodes: int | None = None,
) -> Setting:
    """Checks everything and spreads the levels over the seats; raises BadOption."""
    found = find_game(game)
    count = check_seats(seats, found.facts.seats, found.facts.default_seats)
    checked = check_options(found.options, options)
    written = write_options(found.options, checked)
    spread = tuple(levels[seat % len(levels)] for seat in range(count))
    found.start(seats=count, **checked)
    return Setting(game, count, written, spread, seed, nodes)


def play(setting: Setting, number: int) -> tuple[Record, Result]:
    """The game of that number, from start to end."""
    game = find_game(setting.game)
    options = read_options(game.options, setting.options)
    info = {"simulation": f"seed {setting.seed} game {number}", "bots": ",".join(setting.levels)}
    record = Record(game, setting.seats, options, info=info)
    chance = Random(f"{setting.seed}/{number}")
    known = levels(game)
    chosen = [known[level] for level in setting.levels]
    memoryless = [level.choose for level in chosen if isinstance(level, Memoryless)]
    state = (
        _play_lean(record, memoryless, chance)
        if len(memoryless) == len(chosen)
        else _play(record, setting, chance)
    )
    result = state.result()
    assert result is not None
    return record, result


def _play(record: Record, setting: Setting, chance: Random) -> State:
    """With bots that are told what happens."""
    timeline = Timeline(record)
    players = Players(timeline, dict(enumerate(setting.levels)), chance)
    budget = Budget(nodes=setting.nodes)
    while actors := timeline.state.actors():
        players.act(actors[0], budget)
    return timeline.state


def _play_lean(record: Record, choosers: list[Chooser], chance: Random) -> State:
    """With bots that remember nothing: nobody listens, so nothing is told."""
    state = record.start()
    while actors := state.actors():
        seat = actors[0]
        if seat == CHANCE:
            action = draw_outcome(state, chance)
        elif choosers[seat] is choose_at_random:
            legal = state.legal(seat)
            action = legal[int(chance.random() * len(legal))]
        else:
            action = choosers[seat](state.view(seat), chance)
        state.apply(seat, action)
        record.add(seat, action)
    return state


def play_several(setting: Setting, keep_records: bool, numbers: range) -> list[Outcome]:
    return [_outcome(*play(setting, number), keep_records) for number in numbers]


def _outcome(record: Record, result: Result, keep_record: bool) -> Outcome:
    drawn = sum(entry.seat == CHANCE for entry in record.entries)
    text = record.write() if keep_record else ""
    chosen = len(record.entries) - drawn
    end = result.end
    return Outcome(chosen, drawn, result.winners, result.returns, end.key, end.rule, result.score, text)


def outcomes(setting: Setting, games: int, workers: Workers, keep_records: bool = False) -> Iterator[Outcome]:
    """Every game in order, as it is played."""
    firsts = range(0, games, GAMES_A_TASK)
    tasks = [range(first, min(first + GAMES_A_TASK, games)) for first in firsts]
    play_task = partial(play_several, setting, keep_records)
    yield from chain.from_iterable(workers.in_order(play_task, tasks))


class Tally:
    """Counts what came of the games."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.lengths: list[int] = []
        self.outcomes = 0
        self.winners: Counter[int] = Counter()
        self.nobody = 0
        self.ends: Counter[tuple[str, str]] = Counter()
        self.scores: Counter[str] = Counter()
        self.returns = [0.0] * setting.seats
        self._started = perf_counter()

    def add(self, outcome: Outcome) -> None:
        self.lengths.append(outcome.choices)
        self.outcomes += outcome.outcomes
        self.winners.update(outcome.winners)
        self.nobody += not outcome.winners
        self.ends[outcome.rule, outcome.end] += 1
        if outcome.score:
            self.scores[outcome.score] += 1
        for seat, value in enumerate(outcome.returns):
            self.returns[seat] += value

    def report(self) -> dict[str, Any]:
        """The figures, ready for JSON. All but `speed` depend on the setting alone."""
        seconds = perf_counter() - self._started
        games = len(self.lengths)
        setting = self.setting
        return {
            "game": setting.game,
            "players": setting.seats,
            "options": setting.options,
            "bots": list(setting.levels),
            "seed": setting.seed,
            "games": games,
            "choices": _spread(self.lengths),
            "chance_outcomes": self.outcomes,
            "winners": {str(seat): self.winners[seat] for seat in range(setting.seats)},
            "nobody_won": self.nobody,
            "mean_returns": [round(total / games, 4) for total in self.returns],
            "ends": [
                {"rule": rule, "end": end, "games": count} for (rule, end), count in self.ends.most_common()
            ],
            "scores": dict(sorted(self.scores.items(), key=lambda item: _score_order(item[0]))),
            "speed": {
                "seconds": round(seconds, 3),
                "games_per_second": round(games / seconds, 1),
                "choices_per_second": round((sum(self.lengths) + self.outcomes) / seconds),
            },
        }


def _score_order(score: str) -> tuple[int, int, str]:
    """Scores by size: a plus sign after a number counts a little more."""
    digits = score.rstrip("+")
    return (int(digits), len(score), score) if digits.isdecimal() else (-1, 0, score)


def _spread(lengths: list[int]) -> dict[str, Any]:
    width = max(1, -(-(max(lengths) - min(lengths) + 1) // 10))
    bins = Counter((length - min(lengths)) // width for length in lengths)
    first = min(lengths)
    return {
        "min": first,
        "mean": round(sum(lengths) / len(lengths), 2),
        "max": max(lengths),
        "histogram": [
            {"from": first + width * bin_, "to": first + width * (bin_ + 1) - 1, "games": bins[bin_]}
            for bin_ in range(max(bins) + 1)
        ],
    }
