"""The tables of the levels of Samurai Spirit, and what is said where they do not lie apart."""

from __future__ import annotations

from benchmarks.levels import Pairs, common, pair_table, problems, rewritten, table

TWO, THREE = (2, "normal", ""), (3, "heroic", "")


def test_a_cell_counts_the_deals_that_all_levels_have_played() -> None:
    ends = common({"villager": "0001", "warrior": "011", "master": "11111", "three stages": "1"})
    assert ends == {"villager": "000", "warrior": "011", "master": "111"}


def test_a_table_takes_the_place_of_the_one_with_the_same_heads() -> None:
    cells = {TWO: {"villager": "0001", "warrior": "0011", "master": "1111"}}
    new = table(cells, {TWO: 0.88})
    assert new[2] == "| 2, normal | 4 | 25.0 % [5, 70] | 50.0 % [15, 85] | 100.0 % [51, 100] | 88 % |"
    assert rewritten(f"before\n\n{new[0]}\n| --- |\n| old |\n\nafter", new).split("\n") == [
        *("before", ""),
        *new,
        *("", "after"),
    ]
    assert table(cells | {THREE: cells[TWO]})[3].startswith("| 3, heroic | 4 |")


def test_deals_are_compared_one_by_one() -> None:
    pairs = Pairs((4000, 145000), {TWO: ("0001", "0111"), (4, "hard", ""): ("10", "00")})
    assert pairs.won() == (2, 3)
    assert pairs.won_alone() == (1, 2)
    assert pair_table(pairs) == [
        "| players | games | master, 4,000 nodes | master, 145,000 nodes | aim |",
        "| --- | --- | --- | --- | --- |",
        "| 2, normal | 4 | 25.0 % [5, 70] | 75.0 % [30, 95] | 88 % |",
        "| 4, hard | 2 | 50.0 % [9, 91] | 0.0 % [0, 66] | 15 % |",
    ]


def test_levels_that_do_not_lie_apart_are_named() -> None:
    apart = {"villager": "0001", "warrior": "0111", "master": "1111"}
    never = {"villager": "0000", "warrior": "0000", "master": "0000"}
    assert not list(problems({TWO: apart, THREE: never}))
    assert list(problems({TWO: apart | {"warrior": "1111"}})) == ["2 normal: master 100.0%, warrior 100.0%"]
    assert list(problems({TWO: apart | {"warrior": "0011"}})) == [
        "2 normal: warrior 50.0% is less than halfway from 25.0% to 100.0%"
    ]
