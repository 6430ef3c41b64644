"""The table in a terminal: everything there is to see, in 80 columns, in three languages."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from tests.games.samurai_spirit.table import do, table
from zashiki.games.samurai_spirit import GAME
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.terminal import draw
from zashiki.words import LANGUAGES, Words


def drawing(state: State, language: str, width: int = 80) -> list[str]:
    screen = StringIO()
    Console(file=screen, width=width, color_system=None).print(draw(state.view(0), Words(language)))
    return screen.getvalue().splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
def test_seven_samurai_fit_in_eighty_columns(language: str) -> None:
    names = "heihachi daisuke gorobei kanbei kyuzo kikuchiyo katsushiro"
    boards = {
        "heihachi": {"line": ["card-4-3", "card-3-6", "card-1-11"], "animal": True, "wound": True},
        "kyuzo": {"left": ["card-1-2", "card-2-11", "card-2-7"], "token": "kikuchiyo", "passed": True},
    }
    state = table(
        names, turn="daisuke", raiders=["card-4-1", None, None, "card-1-7"], intruders=3, boards=boards
    )
    lines = drawing(state, language)
    assert max(map(len, lines)) <= 80
    text = "\n".join(lines)
    for name in names.split():
        assert name.capitalize() in text
    assert "8/11" in text


def test_the_card_in_play_and_the_odds() -> None:
    state = do(table("kyuzo heihachi daisuke"), "fight", "card-2-7")
    text = "\n".join(drawing(state, "en", 120))
    assert "In play: 2 (doll)" in text
    assert "Next Raider: 1 (25%)" in text
    assert "Barricades 5 of 5" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_the_first_card(language: str) -> None:
    assert drawing(GAME.start(seats=4), language)
