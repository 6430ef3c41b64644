"""Puzzles: at least thirty a game, each with one clearly best choice that a deeper search agrees with."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

import pytest

import zashiki
from zashiki.kernel.record import read
from zashiki.kernel.timeline import Timeline
from zashiki.study.analysis import study_of_game
from zashiki.study.puzzles import (
    CLEAR,
    Puzzle,
    collect,
    find_puzzles,
    puzzle_of_day,
    puzzles_in,
    puzzles_kept,
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


@pytest.mark.parametrize("game", GAMES)
def test_the_search_that_verified_a_puzzle_finds_the_same_answer_again(game: str) -> None:
    puzzle = puzzles_kept(game).puzzles[-1]
    record = read(puzzle.record)
    view = Timeline(record).state.view(puzzle.seat)
    at = len(record.entries)
    study = study_of_game(record.game)
    chance = Random(f"{record.info['simulation']}/{at}")
    study.values(view, chance)
    found = study.verified(view, chance)
    assert found is not None
    assert record.game.name(found.best) == puzzle.best


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
    assert list(find_puzzles(tasks, 2)) == [puzzles_in(task) for task in tasks]


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
