"""The ladder: every level against the one below, heights that add up, a plot with all of them."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.terminal.desk import run
from zashiki.kernel.bots import Budget
from zashiki.study.ladder import deals_for, ladder_of, matches_of, play_rung, plot_of
from zashiki.study.matches import Played
from zashiki.study.pool import Processes
from zashiki.words import Words

LEVELS = ("random", "novice", "villager")


def shares(*rates: tuple[float, float]) -> list[Played]:
    """Deals with these shares of the upper and the lower player."""
    return [Played([upper, lower], [1, 1], [0.0, 0.0], []) for upper, lower in rates]


def test_each_level_meets_the_one_below() -> None:
    matches = matches_of("shinobi", 4, {}, LEVELS, 3, Budget(nodes=5))
    assert [[player.name for player in match.players] for match in matches] == [
        ["novice", "random"],
        ["villager", "novice"],
    ]
    assert all(match.seed == 3 for match in matches)
    assert deals_for(matches[0], 9) == 3, "a deal is played from each of the four seats"


def test_the_heights_add_up() -> None:
    matches = matches_of("shinobi", 4, {}, LEVELS, 1, Budget())
    ladder = ladder_of(matches, [shares((0.5, 0.1667)), shares((0.25, 0.25), (0.5, 0.1667))])
    lowest, novice, villager = ladder.rungs
    assert (lowest.level, lowest.below, lowest.rate, lowest.elo) == ("random", "", 0.25, 0)
    assert (novice.below, novice.games, novice.rate, novice.fair) == ("random", 4, 0.5, 0.25)
    assert novice.elo == pytest.approx(190.8, abs=0.1), "three times the odds of a fair share"
    assert villager.rate == pytest.approx(0.375)
    assert villager.elo > novice.elo
    assert villager.low < villager.rate < villager.high


def test_a_ladder_that_was_stopped_ends_with_what_was_played() -> None:
    matches = matches_of("shinobi", 4, {}, LEVELS, 1, Budget())
    ladder = ladder_of(matches, [shares((0.5, 0.1667)), []])
    assert [rung.level for rung in ladder.rungs] == ["random", "novice"]


def test_teams_have_what_they_won_on_the_same_deals() -> None:
    matches = matches_of("samurai-spirit", 2, {"level": "easy"}, ("novice", "villager"), 1, Budget())
    ladder = ladder_of(matches, [shares((1.0, 0.0), (1.0, 1.0))])
    novice, villager = ladder.rungs
    assert (novice.rate, villager.rate, villager.fair) == (0.5, 1.0, 0.5)
    assert villager.elo > 0


def test_games_are_played_and_novices_beat_chance() -> None:
    matches = matches_of("shinobi", 3, {}, ("random", "novice"), 2, Budget())
    ladder = ladder_of(matches, [list(play_rung(matches[0], 30, Processes(1)))])
    assert ladder.rungs[1].games == 30
    assert ladder.rungs[1].rate > 1 / 3


@pytest.mark.parametrize("language", ["en", "pl", "fr"])
def test_the_plot_names_every_level(language: str) -> None:
    words = Words(language)
    matches = matches_of("shinobi", 4, {}, LEVELS, 1, Budget())
    ladder = ladder_of(matches, [shares((0.5, 0.1667)), shares((0.5, 0.1667))])
    drawn = plot_of(ladder, "Shinobi", words, cooperative=False)
    texts = [element.text for element in ElementTree.fromstring(drawn).iter() if element.text]
    for level in LEVELS:
        assert words.say(f"table.level.{level}") in texts


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_figures_are_told_where_the_plot_can_not_be_written(tmp_path: Path, form: tuple[str, ...]) -> None:
    ended = run(tmp_path, "study", "ladder", "lanterns", "--games", "2", "--plot", "none/ladder.svg", *form)
    assert ended.returncode == 2
    assert "none/ladder.svg can’t be written" in ended.stderr
    assert "villager" in ended.stdout
