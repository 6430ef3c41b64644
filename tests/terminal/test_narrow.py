"""A terminal of 60 columns is enough: who is who and how everybody fares is there whole, in every language."""

from __future__ import annotations

from io import StringIO
from random import Random

import pytest
from rich.console import Console

import zashiki
from zashiki.kernel.bots import choose_at_random
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.parts import Terminal
from zashiki.words import LANGUAGES, Words

COLUMNS = 60


def drawn(name: str, state: zashiki.State, language: str) -> str:
    console = Console(width=COLUMNS, file=StringIO())
    seat = next(seat for seat in state.actors() if seat != zashiki.CHANCE)
    console.print(zashiki.game(name).part(Terminal).draw(state.view(seat), Words(language)))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def begun(name: str, seats: int | None = None, choices: int = 12) -> zashiki.State:
    """A game some random choices old, with a person to choose."""
    chance = Random(7)
    state = zashiki.game(name).start(seats=seats)
    while choices > 0 or state.actors() == (zashiki.CHANCE,):
        seat = state.actors()[0]
        if seat == zashiki.CHANCE:
            state.apply(seat, draw_outcome(state, chance))
        else:
            state.apply(seat, choose_at_random(state.view(seat), chance))
            choices -= 1
    return state


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_ronin_keep_their_names_and_wounds(language: str) -> None:
    shown = drawn("seven-ronin", zashiki.game("seven-ronin").start(), language)
    for name, vitality in {"Hayai": 5, "Kabe": 7, "Tasuke": 3, "Yumi": 3}.items():
        assert any(line.split()[:2] == [name, "○" * vitality] for line in shown.splitlines()), name


@pytest.mark.parametrize("seats", [3, 5])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_players_of_shinobi_keep_their_names(language: str, seats: int) -> None:
    shown = drawn("shinobi", begun("shinobi", seats), language)
    rows = [line.lstrip(" >") for line in shown.splitlines()]
    for seat in range(seats):
        name = Words(language)(zashiki.game("shinobi").seat_name(seat, {}))
        (row,) = (row for row in rows if row.startswith(name))
        hand, clan = row.split()[-2:]
        assert hand.isdecimal()
        assert clan == "?" or clan.isalpha()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_samurai_keep_their_names(language: str) -> None:
    game = zashiki.game("samurai-spirit")
    state = game.start(seats=2, samurai="kikuchiyo,katsushiro")
    chance = Random(7)
    while state.actors() == (zashiki.CHANCE,):
        state.apply(zashiki.CHANCE, draw_outcome(state, chance))
    shown = drawn("samurai-spirit", state, language)
    assert "Kikuchiyo" in shown
    assert "Katsushiro" in shown


@pytest.mark.parametrize("name", ["seven-ronin", "samurai-spirit", "shinobi"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_wider_than_the_screen(name: str, language: str) -> None:
    assert max(map(len, drawn(name, begun(name, choices=5), language).splitlines())) <= COLUMNS
