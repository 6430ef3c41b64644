"""Who wins: chunks of games that depend on nothing but their number, kept as they are played, and the figures made of them."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import zashiki
from tests.terminal.desk import run
from zashiki.study.balance import (
    Chunk,
    Task,
    count_all,
    count_chunk,
    head_of,
    missing_tasks,
    settings_of,
)
from zashiki.study.balance_report import balance_of, extremes
from zashiki.study.balance_words import advice, commands_of, games_of, markdown_of, plot_of, sections_of
from zashiki.study.journal import Journal
from zashiki.study.pool import Processes
from zashiki.words import LANGUAGES, Words

SPIRIT = zashiki.game("samurai-spirit")
HEAD = head_of(SPIRIT, "random", 3)
SETTINGS = settings_of(SPIRIT, "random", 3)


def counted(name: str = "normal/3", number: int = 0) -> Chunk:
    return count_chunk(Task(name, SETTINGS[name], number))


def test_every_level_is_played_with_every_number_of_players() -> None:
    assert len(SETTINGS) == 4 * 7
    assert SETTINGS["heroic/5"].seats == 5
    assert SETTINGS["heroic/5"].options["level"] == "heroic"
    assert list(settings_of(zashiki.game("shinobi"), "random", 0)) == ["/3", "/4", "/5"]


def test_a_team_of_three_counts_for_three_samurai_and_three_pairs() -> None:
    counts = counted().counts
    assert counts["all"][0] == 10
    assert sum(games for what, (games, _won) in counts.items() if what.startswith("role/")) == 30
    assert sum(games for what, (games, _won) in counts.items() if what.startswith("pair/")) == 30
    assert not any(what.startswith("seat/") for what in counts), "all win together"


def test_against_each_other_every_seat_and_clan_is_counted() -> None:
    game = zashiki.game("shinobi")
    settings = settings_of(game, "random", 0)
    counts = count_chunk(Task("/4", settings["/4"], 1)).counts
    assert [counts[f"seat/{seat}"][0] for seat in range(4)] == [10] * 4
    assert sum(won for what, (_games, won) in counts.items() if what.startswith("seat/")) == pytest.approx(10)
    assert sum(games for what, (games, _won) in counts.items() if what.startswith("role/")) == 40


def test_the_games_are_the_same_on_any_number_of_cores() -> None:
    tasks = missing_tasks({name: SETTINGS[name] for name in ("easy/2", "normal/3")}, 20, set())
    assert [task.number for task in tasks] == [0, 0, 1, 1], "the settings take turns"
    assert list(count_all(tasks, Processes(2))) == [count_chunk(task) for task in tasks]


def test_what_was_kept_is_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "balance.jsonl"
    journal = Journal(file, HEAD, Chunk)
    assert journal.resume() == []
    chunk = counted()
    journal.add(chunk)
    journal.add(counted(number=1))
    file.write_bytes(file.read_bytes()[:-9])  # the power went while the last line was written
    assert Journal(file, HEAD, Chunk).resume() == [chunk]
    assert Journal(file, head_of(SPIRIT, "random", 4), Chunk).resume() == [], "another seed plays other games"


def test_a_file_that_is_not_of_these_games_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "notes.md"
    file.write_text("Dear diary\n")
    ended = run(tmp_path, "study", "balance", "samurai-spirit", "--games", "1", "--journal", str(file))
    assert ended.returncode == 2
    assert "notes.md holds no games of this level" in ended.stderr
    assert file.read_text() == "Dear diary\n"


def test_rates_are_pooled_with_their_intervals() -> None:
    one, two = "sam.samurai.kanbei", "sam.samurai.kyuzo"
    chunks = [
        Chunk("easy/1", 0, {"all": (10, 6.0), f"role/{one}": (6, 5.0), f"role/{two}": (4, 1.0)}),
        Chunk("normal/1", 0, {"all": (10, 2.0), f"role/{one}": (4, 1.0), f"role/{two}": (6, 1.0)}),
        Chunk("normal/7", 0, {"all": (10, 0.0), f"role/{one}": (10, 0.0), f"role/{two}": (10, 0.0)}),
    ]
    found = balance_of(HEAD, chunks)
    assert [group.value for group in found.groups] == ["easy", "normal", ""]
    assert found.games == 30
    roles = {rate.name: rate for rate in found.groups[-1].roles}
    assert roles[one].games == 10, "where both are in every game nothing is told about either"
    assert roles[one].rate == 0.6
    assert roles[one].low < 0.6 < roles[one].high
    assert balance_of(HEAD, chunks[::-1]) == found
    assert "Kanbei" in advice(found, Words("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_are_compared_the_weakest_first(language: str) -> None:
    masters = head_of(SPIRIT, "master", 3, nodes=300)
    others = [
        (masters, [Chunk("easy/2", 0, {"all": (10, 8.0)})]),
        (HEAD, [Chunk("easy/2", 0, {"all": (10, 1.0)})]),
    ]
    villagers = head_of(SPIRIT, "villager", 3)
    found = balance_of(villagers, [Chunk("easy/2", 0, {"all": (20, 10.0)})], others)
    assert [(one.level, one.games, one.rates[0].rate) for one in found.levels] == [
        ("random", 10, 0.1),
        ("villager", 20, 0.5),
        ("master", 10, 0.8),
    ]
    assert games_of(found) == 40
    assert commands_of(found)[-1].endswith("--games 10 --level master --seed 3 --nodes 300")
    section = next(one for one in sections_of(found, Words(language)) if one.name == "levels")
    assert [line.found.rate for line in section.lines] == [0.1, 0.5, 0.8]


def test_two_sides_and_clans_are_compared_by_level_too() -> None:
    ronin, shinobi = zashiki.game("seven-ronin"), zashiki.game("shinobi")
    sides = [Chunk("en-2015/2", 0, {"all": (10, 10.0), "seat/0": (10, 4.0), "seat/1": (10, 6.0)})]
    found = balance_of(head_of(ronin, "villager", 1), sides, [(head_of(ronin, "novice", 1), sides)])
    assert [line.label for line in sections_of(found, Words("en"))[-1].lines] == ["novice", "villager"]
    clans = [Chunk("/3", 0, {"all": (10, 10.0), "seat/0": (10, 4.0), "role/shi.clan.oda": (5, 2.0)})]
    found = balance_of(head_of(shinobi, "villager", 1), clans, [(head_of(shinobi, "novice", 1), clans)])
    assert [line.label for line in sections_of(found, Words("en"))[-1].lines] == [
        "novice: Oda",
        "villager: Oda",
    ]


def test_searching_players_play_the_same_games_with_the_same_nodes() -> None:
    agreed = settings_of(SPIRIT, "warrior", 3, nodes=20)["easy/1"]
    assert count_chunk(Task("easy/1", agreed, 0)) == count_chunk(Task("easy/1", agreed, 0))


def test_of_many_pairs_the_best_and_the_worst_are_told() -> None:
    found = balance_of(HEAD, [counted(number=number) for number in range(3)])
    pairs = found.groups[-1].pairs
    assert len(pairs) == 21
    assert extremes(pairs) == pairs[:5] + pairs[-5:]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_has_a_table_and_a_picture_for_each_section(language: str) -> None:
    words = Words(language)
    found = balance_of(HEAD, [counted(), counted("easy/2")])
    sections = sections_of(found, words)
    text = markdown_of(found, words, "")
    for section in sections:
        drawn = ElementTree.fromstring(plot_of(section, words))
        dots = drawn.findall("{http://www.w3.org/2000/svg}circle")
        assert len(dots) == len(section.lines)
        assert f"samurai-spirit-{section.name}.svg" in text
    assert commands_of(found)[0] in text
