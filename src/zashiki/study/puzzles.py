"""Puzzles: positions from games of bots where one choice is clearly best, found by the values of an analysis and verified by a deeper search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from zashiki.bots import levels, usual_level
from zashiki.kernel.bots import Budget
from zashiki.kernel.contract import CHANCE, Game, State, View
from zashiki.kernel.record import Record
from zashiki.kernel.registry import names, package
from zashiki.kernel.studies import Study, Valued
from zashiki.kernel.timeline import Entry
from zashiki.study.analysis import study_of_game
from zashiki.study.pool import check_stopped, in_order
from zashiki.study.simulation import Setting, play

CLEAR: Final = 0.06
"""The best choice has to win so much more often than the next one."""
LEAST: Final = 0.08
"""Hopeless positions are no puzzles: the best choice has to win so often at least."""
FEWEST_CHOICES: Final = 3
A_GAME: Final = 3
"""So many puzzles of one game at most."""
ASKED: Final = 6
"""So many villagers are asked: how few find the answer is how hard the puzzle is."""
LINE: Final = 6
"""The longest line that proves an answer, in choices and cards."""
SHOWN: Final = 6
"""So many choices are kept with their values."""
EASY, MEDIUM, HARD = 1, 2, 3
FILE: Final = "puzzles.json"
STRIDE: Final = 7
"""From one day of a game to the next, so that difficulties and themes change."""


class Puzzle(msgspec.Struct, frozen=True):
    """A position as the record that leads to it, and its answer; choices are spelled as in records."""

    name: str
    record: str
    seat: int
    theme: str
    difficulty: int
    best: str
    values: list[tuple[str, float]]  # the best choices and their chances to win, the best first
    line: list[
        tuple[int, str]
    ]  # how it goes on after the answer, the answer included: the seat and the choice


class Collection(msgspec.Struct, frozen=True):
    """The puzzles of a game, the easy ones first."""

    game: str
    rules: str
    puzzles: list[Puzzle]


def puzzles_in(task: tuple[Setting, int]) -> list[Puzzle]:
    """Those of one game of bots, the same whoever looks for them; for a worker process."""
    record, _result = play(*task)
    game, state = record.game, record.start()
    study = study_of_game(game)
    found: list[Puzzle] = []
    for at, entry in enumerate(record.entries):
        check_stopped()
        if len(found) < A_GAME and _may_ask(state, entry.seat):
            puzzle = _puzzle(record, at, state, entry.seat, study)
            if puzzle is not None:
                found.append(puzzle)
        state.apply(entry.seat, entry.action)
    return found


def _may_ask(state: State, seat: int) -> bool:
    """Where one seat alone has several choices."""
    return seat != CHANCE and state.actors() == (seat,) and len(state.legal(seat)) >= FEWEST_CHOICES


def _puzzle(record: Record, at: int, state: State, seat: int, study: Study) -> Puzzle | None:
    game, view = record.game, state.view(seat)
    chance = Random(f"{record.info.get('simulation', '')}/{at}")
    if not study.asks_one(view) or not _is_clear(study.values(view, chance)):
        return None
    found = study.verified(view, chance)
    if found is None or not _is_clear(found):
        return None
    text = record.copy(at).write()
    ranked = sorted(found.values, key=lambda action: -found.values[action])
    return Puzzle(
        name=blake2b(text.encode(), digest_size=4).hexdigest(),
        record=text,
        seat=seat,
        theme=study.theme(view, found.best),
        difficulty=_difficulty(game, view, found.best, chance),
        best=game.name(found.best),
        values=[(game.name(action), round(found.values[action], 4)) for action in ranked[:SHOWN]],
        line=[
            (entry.seat, game.name(entry.action))
            for entry in _line(game, state, seat, found.best, study, chance)
        ],
    )


def _is_clear(found: Valued) -> bool:
    best = found.values[found.best]
    others = [value for action, value in found.values.items() if action != found.best]
    return best >= LEAST and bool(others) and best - max(others) >= CLEAR


def _difficulty(game: Game, view: View, best: int, chance: Random) -> int:
    """By how many of a few villagers find the answer."""
    assert view.seat is not None
    level = levels(game)[usual_level(game)]
    bots = [level.seated(view.seat, chance.getrandbits(32)) for _ in range(ASKED)]
    right = sum(bot.decide(view, Budget()).action == best for bot in bots)
    return EASY if right > ASKED * 2 / 3 else MEDIUM if right > 0 else HARD


def _line(game: Game, state: State, seat: int, best: int, study: Study, chance: Random) -> Iterator[Entry]:
    """The answer and the best choices after it, with the likeliest cards; in a game with secrets no further than the own turn goes."""
    after = state.copy()
    entry = Entry(seat, best)
    for _ in range(LINE):
        yield entry
        after.apply(entry.seat, entry.action)
        actors = after.actors()
        if len(actors) != 1 or (game.facts.secrets and actors != (seat,)):
            return
        actor = actors[0]
        legal = after.legal(actor)
        if actor == CHANCE:
            odds = after.odds()
            action = legal[odds.index(max(odds))]
        elif len(legal) == 1:
            action = legal[0]
        else:
            view = after.view(actor)
            if not study.asks_one(view):
                return
            action = study.values(view, chance).best
        entry = Entry(actor, action)


def tasks_of(settings: Sequence[Setting], games: int) -> list[tuple[Setting, int]]:
    """So many games; the settings take turns."""
    return [(settings[number % len(settings)], number // len(settings)) for number in range(games)]


def find_puzzles(tasks: list[tuple[Setting, int]], processes: int) -> Iterator[list[Puzzle]]:
    """Those of every game, in order."""
    yield from in_order(puzzles_in, tasks, min(processes, len(tasks)))


def collect(game: Game, found: Iterable[Puzzle], wanted: int) -> Collection:
    """Of every theme and difficulty as many as of the others, as far as there are any."""
    heaps: dict[tuple[str, int], list[Puzzle]] = {}
    for puzzle in found:
        heaps.setdefault((puzzle.theme, puzzle.difficulty), []).append(puzzle)
    rows = zip_longest(*(heaps[kind] for kind in sorted(heaps)))
    chosen = [puzzle for row in rows for puzzle in row if puzzle is not None][:wanted]
    chosen.sort(key=lambda puzzle: (puzzle.difficulty, puzzle.theme, puzzle.name))
    return Collection(game.id, game.rules, chosen)


@cache
def puzzles_kept(game: str) -> Collection:
    """The puzzles that lie in the folder of a game; it may bring none."""
    file = Path(str(files(package(game)))) / FILE
    if not file.is_file():
        return Collection(game, "", [])
    return msgspec.json.decode(file.read_bytes(), type=Collection)


def puzzle_of_day(day: date) -> tuple[str, Puzzle] | None:
    """The same for everybody: the games take turns, and each goes through its puzzles; None if there are none."""
    kept = [(game, puzzles_kept(game).puzzles) for game in sorted(names())]
    games = [(game, puzzles) for game, puzzles in kept if puzzles]
    if not games:
        return None
    turn, which = divmod(day.toordinal(), len(games))
    game, puzzles = games[which]
    return game, puzzles[turn * STRIDE % len(puzzles)]
