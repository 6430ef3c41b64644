"""What single things of a game cost: a view, its numbers, the text of an information state, an entry of a record that is read.

Processor time, over moments from all over one random game; medians of rounds with the lowest and the highest.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

from zashiki.bridges.memory import Memory
from zashiki.kernel.batches import zeros
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE, Game, State
from zashiki.kernel.features import Layout
from zashiki.kernel.parts import Features
from zashiki.kernel.record import Record, read
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.timeline import Entry

ROUNDS: Final = 5
TIMES: Final = 2000
"""How often each thing is done in a round, at least."""


def costs(name: str, seats: int, options: dict[str, Any], seed: int) -> dict[str, Any]:
    """Microseconds of each, and the spread."""
    game = find_game(name)
    record = random_record(Record(game, seats, options), seed)
    moments, text = _moments(record), record.write()
    ways: dict[str, tuple[Callable[[], Any], int]] = {
        "view_microseconds": (lambda: [state.view(seat) for state, seat in moments], len(moments)),
        **_features(game, moments),
        "information_state_microseconds": (lambda: _remembered(record), len(record.entries)),
        "record_entry_microseconds": (lambda: read(text), len(record.entries)),
    }
    rounds = {key: [_microseconds(*way) for _ in range(ROUNDS)] for key, way in ways.items()}
    return {key: round(median(values), 3) for key, values in rounds.items()} | {
        "spread": {key: [round(min(values), 3), round(max(values), 3)] for key, values in rounds.items()}
    }


def random_record(record: Record, seed: int) -> Record:
    """Filled with a whole random game."""
    chance, state = Random(seed), record.start()
    while actors := state.actors():
        seat = actors[0]
        action = draw_outcome(state, chance) if seat == CHANCE else chance.choice(state.legal(seat))
        state.apply(seat, action)
        record.add(seat, action)
    return record


def _moments(record: Record) -> list[tuple[State, int]]:
    """Every moment in which somebody chooses, with the seat."""
    moments, state = [], record.start()
    for entry in record.entries:
        if entry.seat != CHANCE:
            moments.append((state.copy(), entry.seat))
        state.apply(entry.seat, entry.action)
    return moments


def _features(game: Game, moments: list[tuple[State, int]]) -> dict[str, tuple[Callable[[], Any], int]]:
    """The row that the rules pack, where they do, and the numbers that come of it, moment by moment."""
    features: Any = game.part(Features)
    numbers = [0.0] * Layout(features.PIECES).size

    def write() -> None:
        for state, seat in moments:
            features.write(state, seat, numbers)

    ways: dict[str, tuple[Callable[[], Any], int]] = {"features_microseconds": (write, len(moments))}
    if hasattr(features, "CODE"):
        words = zeros(features.CODE.words)

        def write_rows() -> None:
            for state, seat in moments:
                features.write_row(state, seat, words, 0)

        ways["features_row_microseconds"] = (write_rows, len(moments))
    return ways


def _remembered(record: Record) -> None:
    """The text of every moment for its seat, each found from the one before, as the bridges do."""
    memory = Memory.of_start(record.game, record.start(), record.seats)
    entries: list[Entry] = []
    for entry in record.entries:
        if entry.seat != CHANCE:
            memory.text(entry.seat)
        entries.append(entry)
        memory = memory.after(entries)


def _microseconds(way: Callable[[], Any], count: int) -> float:
    rounds = max(1, TIMES // count)
    begun = process_time()
    for _ in range(rounds):
        way()
    return (process_time() - begun) / (rounds * count) * 1e6
