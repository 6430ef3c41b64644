"""The table in a terminal: complete without colour, within 80 columns, in three languages."""

from __future__ import annotations

import pytest
from rich.console import Console

from tests.games.shinobi.tables import play, table
from zashiki.games.shinobi.rules.state import State
from zashiki.games.shinobi.terminal import draw
from zashiki.words import LANGUAGES, Words


def drawn(state: State, seat: int | None, language: str = "en", width: int = 80) -> list[str]:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(draw(state.view(seat), Words(language)))
    return [line.rstrip() for line in capture.get().splitlines()]


def row(lines: list[str], start: str) -> list[str]:
    return next(line for line in lines if line.strip().startswith(start)).replace(start, "").split()


def test_it_shows_armies_hands_counts_and_the_own_secrets() -> None:
    hands: list[dict[str, int]] = [{"oda": 2, "ninja": 1}, {"mori": 1}, {"mori": 2}]
    state = play(table({"oda": 2}, {"mori": 1}, {}, hands=hands, out={"hojo": 3}), "0 oda>1")
    lines = drawn(state, 0)
    assert lines[0] == "Round 1, Player 1’s turn · 46 cards in the deck"
    assert row(lines, "> Player 1 (you)") == ["·", "·", "·", "·", "2", "2", "Oda"]
    assert row(lines, "Player 2") == ["·", "·", "·", "1", "1*", "1", "?"]
    assert row(lines, "All provinces") == ["·", "·", "·", "1", "3"]
    assert row(lines, "Out of the game") == ["3", "·", "·", "·", "·", "·"]
    assert row(lines, "Your hand") == ["·", "·", "·", "·", "1", "1", "2"]
    assert "You serve the Oda clan." in lines


def test_a_spectator_is_shown_no_secret() -> None:
    lines = drawn(table({"oda": 2}, {}, {}), None)
    assert not any("Your hand" in line or "You serve" in line for line in lines)
    assert row(lines, "> Player 1")[-1] == "?"


def test_known_ninja_and_the_last_round_are_shown() -> None:
    hands: list[dict[str, int]] = [{"mori": 1}, {"ninja": 2}, {}]
    state = table({}, {"oda": 1}, {}, hands=hands, deck={}, turns_left=2, known_ninja=[0, 2, 0])
    lines = drawn(state, 0)
    assert lines[0] == "Round 1, Player 1’s turn · the deck is empty: 2 turns left, Player 2’s the last"
    assert row(lines, "Player 2")[-3:] == ["2", "+2", "?"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_no_row_of_the_table_is_cut_or_wrapped_at_80_columns(language: str, seats: int) -> None:
    state = table(*[{"oda": 2, "uesugi": 1} for _ in range(seats)])
    narrow, wide = drawn(state, 0, language), drawn(state, 0, language, 200)
    assert [line.strip() for line in narrow] == [line.strip() for line in wide]
