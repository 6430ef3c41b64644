"""Puzzles: at least thirty a game, each with one clearly best choice that a deeper search agrees with."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from random import Random

import pytest

import zashiki
from zashiki.kernel.record import read
from zashiki.kernel.timeline import Timeline
from zashiki.study.analysis import study_of_game
from zashiki.study.pool import Processes
from zashiki.study.puzzles import (
    CLEAR,
    DEDUCTION,
    EASY,
    HARD,
    Answer,
    Puzzle,
    answer_of,
    collect,
    find_puzzles,
    puzzle_of_day,
    puzzles_in,
    puzzles_kept,
    seed_of,
    tasks_of,
)
from zashiki.study.simulation import setting
from zashiki.words import LANGUAGES, Words

GAMES = ("samurai-spirit", "seven-ronin", "shinobi")


@pytest.mark.parametrize("game", GAMES)
def test_every_kept_puzzle_has_one_clear_answer_and_a_line_that_can_be_played(game: str) -> None:
    kept = puzzles_kept(game)
    assert len(kept.puzzles) >= 30
    assert len({puzzle.name for puzzle in kept.puzzles}) == len(kept.puzzles)
    assert len({puzzle.theme for puzzle in kept.puzzles}) >= 2
    for puzzle in kept.puzzles:
        record = read(puzzle.record)
        view = Timeline(record).state.view(puzzle.seat)
        assert record.game.action(puzzle.best) in view.legal
        assert len(view.legal) >= 3
        assert puzzle.values[0][0] == puzzle.best
        assert puzzle.values[0][1] - puzzle.values[1][1] >= CLEAR - 1e-3
        for seat, choice in puzzle.line:
            record.add(seat, record.game.action(choice))
        assert puzzle.line[0] == (puzzle.seat, puzzle.best)
        Timeline(record)


def searched_again(puzzle: Puzzle) -> Answer | None:
    record = read(puzzle.record)
    timeline, seed = Timeline(record), seed_of(record, len(record.entries))
    told = timeline.told(puzzle.seat) if puzzle.guesses else []
    return answer_of(study_of_game(record.game), timeline.state.view(puzzle.seat), told, Random(seed), seed)


def one_of_every_kind() -> list[Puzzle]:
    """For each game and theme the hardest puzzle."""
    kinds = {(game, puzzle.theme): puzzle for game in GAMES for puzzle in puzzles_kept(game).puzzles}
    return list(kinds.values())


@pytest.mark.parametrize("puzzle", one_of_every_kind(), ids=lambda puzzle: f"{puzzle.theme}-{puzzle.name}")
def test_the_search_that_verified_a_puzzle_finds_the_same_answer_again(puzzle: Puzzle) -> None:
    found = searched_again(puzzle)
    assert found is not None
    assert found.theme == puzzle.theme
    game = read(puzzle.record).game
    assert game.name(found.valued.best) == puzzle.best
    assert dict(puzzle.values)[puzzle.best] == pytest.approx(found.valued.values[found.valued.best], abs=1e-3)


@pytest.mark.parametrize("game", GAMES)
def test_not_all_puzzles_of_a_game_are_easy(game: str) -> None:
    difficulties = Counter(puzzle.difficulty for puzzle in puzzles_kept(game).puzzles)
    assert difficulties[HARD] >= 4
    assert difficulties[EASY] >= 4


def test_whom_somebody_serves_is_deduced_in_puzzles_of_shinobi_and_changes_the_answer() -> None:
    deductions = [puzzle for puzzle in puzzles_kept("shinobi").puzzles if puzzle.theme == DEDUCTION]
    assert len(deductions) >= 5
    for puzzle in deductions:
        assert puzzle.guesses
        assert all(seat != puzzle.seat and likely >= 0.6 for seat, _clan, likely in puzzle.guesses)
    right = sum(
        hidden_clan(puzzle, seat) == clan for puzzle in deductions for seat, clan, _likely in puzzle.guesses
    )
    assert right > sum(len(puzzle.guesses) for puzzle in deductions) / 2, "most guesses are right"


def hidden_clan(puzzle: Puzzle, seat: int) -> str:
    """Dealt to the seats in their order, at the beginning of the record."""
    record = read(puzzle.record)
    return f"shi.clan.{record.game.name(record.entries[seat].action).removeprefix('clan-')}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_theme_and_difficulty_has_its_words(language: str) -> None:
    words = Words(language)
    for game in GAMES:
        prefix = zashiki.game(game).prefix
        for puzzle in puzzles_kept(game).puzzles:
            assert words.say(f"{prefix}.puzzle.{puzzle.theme}")
            assert words.say(f"study.puzzle.difficulty.{puzzle.difficulty}")


def test_the_same_game_has_the_same_puzzles_on_any_number_of_cores() -> None:
    agreed = setting("samurai-spirit", 2, {"level": "easy"}, ["villager"], 7)
    tasks = tasks_of([agreed], 2)
    assert list(find_puzzles(tasks, Processes(2))) == [puzzles_in(task) for task in tasks]


def test_a_collection_has_of_every_kind_as_many_as_there_are() -> None:
    def one(number: int, theme: str, difficulty: int) -> Puzzle:
        return Puzzle(str(number), "", 0, theme, difficulty, "", [], [])

    found = [one(number, "kiai", 1) for number in range(9)] + [one(9, "turn", 3)]
    chosen = collect(zashiki.game("samurai-spirit"), found, 4).puzzles
    assert [(puzzle.theme, puzzle.difficulty) for puzzle in chosen] == [("kiai", 1)] * 3 + [("turn", 3)]


def test_every_day_has_a_puzzle_and_the_games_take_turns() -> None:
    days = [puzzle_of_day(date(2026, 1, 1) + timedelta(days=number)) for number in range(90)]
    assert all(days)
    found = [day for day in days if day]
    assert {game for game, _puzzle in found[:3]} == set(GAMES)
    assert len({puzzle.name for _game, puzzle in found}) > 60, "few come twice in three months"
