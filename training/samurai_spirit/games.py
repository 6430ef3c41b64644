"""Games played side by side, so that all positions of a step are valued in one batch, and what is learned from them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

import numpy as np

from training.samurai_spirit.cells import Cell, any_cell, new_game, to_choice
from zashiki.games.samurai_spirit.bot.model import END_VALUES, ENDS, SamuraiModel, end_of
from zashiki.games.samurai_spirit.bot.net import rows_of
from zashiki.games.samurai_spirit.rules import facts
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.search.expectimax import Depth, Forest

DEPTHS: Final = {"A": Depth(0, 0), "E": Depth(1, 1), "E2": Depth(1, 2), "E3": Depth(2, 3)}
Values = Callable[[np.ndarray], np.ndarray]


class Settings:
    """How games for training are played."""

    def __init__(
        self,
        deep: float = 0.0,  # share of games whose choices are searched to depth E
        deeper: float = 0.0,  # and to depth E2
        whim: float = 0.03,  # how often a choice is made at random, in half of the games
        trace: float = 0.85,  # lambda
        shaping: float = 0.05,  # what it is worth to reach round 3 before losing
    ) -> None:
        self.deep = deep
        self.deeper = deeper
        self.whim = whim
        self.trace = trace
        self.shaping = shaping

    def weights(self) -> np.ndarray:
        """What each end is worth."""
        return np.array([0.0, self.shaping * 0.3, self.shaping, 1.0], np.float32)


class Record:
    """A choice: the position, the one after it, one that was not chosen with its value, and the value of the best."""

    __slots__ = ("after", "before", "bootstrapped", "other", "other_value", "value")

    def __init__(self, before: bytes, after: bytes, value: np.ndarray, bootstrapped: bool) -> None:
        self.before = before
        self.after = after
        self.value = value
        self.bootstrapped = bootstrapped  # what came later says nothing about the best choice
        self.other = b""
        self.other_value = value


class Play:
    """One game in progress."""

    __slots__ = ("cell", "depth", "records", "state", "whim")

    def __init__(self, cell: Cell, depth: str, whim: float, chance: Random) -> None:
        self.cell = cell
        self.depth = depth
        self.whim = whim
        self.state = new_game(cell, chance)
        self.records: list[Record] = []

    def over(self) -> bool:
        return bool(self.state.end)

    def end(self) -> int:
        return end_of(self.state)


def advance(plays: list[Play], values: Values, weights: np.ndarray, chance: Random, learn: bool) -> None:
    """Every game in which someone chooses goes on by one choice. All depths are searched in one forest a depth."""
    model = SamuraiModel(chance)
    for depth in DEPTHS:
        group = [play for play in plays if play.depth == depth]
        if group:
            forest = Forest(model, [play.state for play in group], DEPTHS[depth])
            after = forest.first
            solved = forest.solve(lambda positions: values(rows_of(positions)), weights)
            for play, positions, found in zip(group, after, solved, strict=True):
                _choose(play, positions, found, weights, chance, learn)


def _choose(
    play: Play, after: list[State], values: np.ndarray, weights: np.ndarray, chance: Random, learn: bool
) -> None:
    best = int((values @ weights).argmax())
    chosen = best
    if play.whim and chance.random() < play.whim:
        chosen = int(chance.random() * len(after))
    state = after[chosen]
    if learn:
        _note(play, after, values, best, chosen, chance)
    play.state = state
    to_choice(state, chance)


def _note(play: Play, after: list[State], values: np.ndarray, best: int, chosen: int, chance: Random) -> None:
    state = after[chosen]
    packed = b"" if state.end else facts.pack(state)
    record = Record(facts.pack(play.state), packed, values[best], chosen != best)
    if play.depth != "A":
        other = int(chance.random() * len(after))
        if other != chosen and not after[other].end:
            record.other = facts.pack(after[other])
            record.other_value = values[other]
    play.records.append(record)


def lessons(play: Play, trace: float) -> tuple[list[bytes], list[np.ndarray]]:
    """What a finished game teaches: rows of facts, and for each how likely the ends are by the lambda return."""
    rows: list[bytes] = []
    targets: list[np.ndarray] = []
    ahead = np.array(END_VALUES[play.end()], np.float32)
    for record in reversed(play.records):
        if record.after:
            rows.append(record.after)
            targets.append(ahead)
        if record.other:
            rows.append(record.other)
            targets.append(record.other_value)
        ahead = record.value if record.bootstrapped else (1 - trace) * record.value + trace * ahead
        rows.append(record.before)
        targets.append(ahead)
    return rows, targets


class Hall:
    """Many games side by side that go on from call to call."""

    def __init__(self, size: int, seed: int) -> None:
        self._chance = Random(seed)
        self._plays: list[Play] = []
        self._size = size

    def play(
        self, values: Values, settings: Settings, enough: Callable[[int], bool]
    ) -> tuple[np.ndarray, np.ndarray, list[tuple[Cell, str, int]]]:
        """Plays until `enough` of them are over: what they teach, and how they ended."""
        weights = settings.weights()
        chance = self._chance
        rows: list[bytes] = []
        targets: list[np.ndarray] = []
        ends: list[tuple[Cell, str, int]] = []
        while not enough(len(ends)):
            while len(self._plays) < self._size:
                self._plays.append(self._new_play(settings))
            advance(self._plays, values, weights, chance, learn=True)
            for play in self._plays:
                if play.over():
                    found = lessons(play, settings.trace)
                    rows += found[0]
                    targets += found[1]
                    ends.append((play.cell, play.depth, play.end()))
            self._plays = [play for play in self._plays if not play.over()]
        table = np.frombuffer(b"".join(rows), np.uint8).reshape(-1, facts.ROW)
        return table, np.array(targets, np.float16).reshape(-1, ENDS), ends

    def _new_play(self, settings: Settings) -> Play:
        chance = self._chance
        draw = chance.random()
        depth = "E2" if draw < settings.deeper else "E" if draw < settings.deeper + settings.deep else "A"
        whim = settings.whim if chance.random() < 0.5 else 0.0
        return Play(any_cell(chance), depth, whim, chance)


def play_out(cell: Cell, depth: str, games: int, values: Values, seed: int, size: int = 48) -> list[int]:
    """How so many games end when the best choice is always made."""
    chance = Random(seed)
    weights = Settings(shaping=0.01).weights()
    plays: list[Play] = []
    ends: list[int] = []
    started = 0
    while started < games or plays:
        while started < games and len(plays) < size:
            plays.append(Play(cell, depth, 0.0, chance))
            started += 1
        advance(plays, values, weights, chance, learn=False)
        ends += [play.end() for play in plays if play.over()]
        plays = [play for play in plays if not play.over()]
    return ends
