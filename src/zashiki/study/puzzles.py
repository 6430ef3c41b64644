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
from typing import Final, NamedTuple

import msgspec

from zashiki.bots import levels, usual_level
from zashiki.kernel.bots import Budget, Told
from zashiki.kernel.contract import CHANCE, Game, State, View
from zashiki.kernel.messages import Message
from zashiki.kernel.record import Record
from zashiki.kernel.registry import names, package
from zashiki.kernel.studies import Study, Valued
from zashiki.kernel.timeline import Entry, Timeline
from zashiki.study.analysis import study_of_game
from zashiki.study.pool import Workers, check_stopped
from zashiki.study.simulation import Setting, play

CLEAR: Final = 0.06
"""The best choice has to win so much more often than the next one."""
LEAST: Final = 0.08
"""Hopeless positions are no puzzles: the best choice has to win so often at least."""
FEWEST_CHOICES: Final = 3
A_GAME: Final = 3
"""So many puzzles of one game at most, and one more about what others hide."""
ASKED: Final = 6
"""So many villagers are asked: how few find the answer is how hard the puzzle is."""
LINE: Final = 6
"""The longest line that proves an answer, in choices and cards."""
SHOWN: Final = 6
"""So many choices are kept with their values."""
EASY, MEDIUM, HARD = 1, 2, 3
DEDUCTION: Final = "deduction"
"""The theme of a puzzle in which another choice is best to one who does not think about what others hide."""
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
    guesses: list[tuple[int, str, float]] = []  # what is to be deduced: the seat, what it hides, how likely


class Collection(msgspec.Struct, frozen=True):
    """The puzzles of a game, the easy ones first."""

    game: str
    rules: str
    puzzles: list[Puzzle]


def puzzles_in(task: tuple[Setting, int]) -> list[Puzzle]:
    """Those of one game of bots, the same whoever looks for them; for a worker process."""
    record, _result = play(*task)
    game, state, timeline = record.game, record.start(), Timeline(record)
    study = study_of_game(game)
    found: list[Puzzle] = []
    for at, entry in enumerate(record.entries):
        check_stopped()
        if _may_ask(state, entry.seat):
            deductions = sum(puzzle.theme == DEDUCTION for puzzle in found)
            if len(found) - deductions >= A_GAME:
                break
            told = [] if deductions else [one for one in timeline.told(entry.seat) if one.number <= at]
            puzzle = _puzzle(record, at, state, entry.seat, study, told)
            if puzzle is not None:
                found.append(puzzle)
        state.apply(entry.seat, entry.action)
    return found


def _may_ask(state: State, seat: int) -> bool:
    """Where one seat alone has several choices."""
    return seat != CHANCE and state.actors() == (seat,) and len(state.legal(seat)) >= FEWEST_CHOICES


class Answer(NamedTuple):
    """What a deep search has found."""

    valued: Valued
    theme: str
    guesses: list[tuple[int, Message, float]]


def answer_of(study: Study, view: View, told: Sequence[Told], chance: Random, seed: str) -> Answer | None:
    """None: no choice is clearly best. That it is a matter of what others hide is looked at first, with a chance of its own."""
    if not study.asks_one(view):
        return None
    deduced = study.deduced(view, told, Random(f"{seed}/{DEDUCTION}")) if told else None
    if deduced is not None and _is_clear(deduced.valued):
        return Answer(deduced.valued, DEDUCTION, deduced.guesses)
    if not _is_clear(study.values(view, chance)):
        return None
    found = study.verified(view, chance)
    return Answer(found, study.theme(view, found.best), []) if found and _is_clear(found) else None


def seed_of(record: Record, at: int) -> str:
    """Of the search at one place of a game of bots: the same whoever searches."""
    return f"{record.info.get('simulation', '')}/{at}"


def _puzzle(
    record: Record, at: int, state: State, seat: int, study: Study, told: Sequence[Told]
) -> Puzzle | None:
    game, view, seed = record.game, state.view(seat), seed_of(record, at)
    chance = Random(seed)
    answer = answer_of(study, view, told, chance, seed)
    if answer is None:
        return None
    found, text = answer.valued, record.copy(at).write()
    ranked = sorted(found.values, key=lambda action: -found.values[action])
    return Puzzle(
        name=blake2b(text.encode(), digest_size=4).hexdigest(),
        record=text,
        seat=seat,
        theme=answer.theme,
        difficulty=_difficulty(game, view, found.best, chance),
        best=game.name(found.best),
        values=[(game.name(action), round(found.values[action], 4)) for action in ranked[:SHOWN]],
        line=[
            (entry.seat, game.name(entry.action))
            for entry in _line(game, state, seat, found.best, study, chance)
        ],
        guesses=[(other, what.key, likely) for other, what, likely in answer.guesses],
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


def find_puzzles(tasks: list[tuple[Setting, int]], workers: Workers) -> Iterator[list[Puzzle]]:
    """Those of every game, in order."""
    yield from workers.in_order(puzzles_in, tasks)


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
