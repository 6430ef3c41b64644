"""The village in a terminal: in 80 columns, in three languages, without colour, and only what the seat may see."""

from __future__ import annotations

from random import Random

import pytest
from rich.console import Console

from tests.games.seven_ronin.table import alone, attacks, defends
from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.terminal import draw
from zashiki.games.seven_ronin.view import RoninGameView
from zashiki.words import LANGUAGES, Words


def drawn(view: RoninGameView, language: str = "en") -> str:
    console = Console(width=80, no_color=True, force_terminal=False)
    with console.capture() as capture:
        console.print(draw(view, Words(language)))
    return capture.get()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(4))
def test_any_moment_of_a_game_can_be_drawn_in_80_columns(language: str, seed: int) -> None:
    random = Random(seed)
    state = GAME.start()
    words = Words(language)
    while state.actors():
        seat = random.choice(state.actors())
        if random.random() < 0.1:
            text = drawn(state.view(seat), language)
            assert max(map(len, text.splitlines())) <= 80
            for ronin in ("Hayai", "Kabe", "Musashi"):
                assert ronin in text
            for area in ("inn", "animal-pen", "watchtower", "burial-grounds"):
                assert words.text(f"ron.area.{area}|short") in text
        state.apply(seat, random.choice(state.legal(seat)))
    assert drawn(state.view(None), language)


def test_a_plan_is_drawn_for_its_own_side_alone() -> None:
    state = GAME.start()
    before = [drawn(state.view(seat)) for seat in (0, 1, None)]
    attacks(state, "ninja>well", "ninja>granary")
    assert drawn(state.view(0)) != before[0]
    assert drawn(state.view(1)) == before[1]
    assert drawn(state.view(None)) == before[2]
    defends(state, "tasuke>inn")
    assert "< Tasuke" in drawn(state.view(1))
    assert drawn(state.view(None)) == before[2]


def test_occupied_contested_and_free_differ_without_colour() -> None:
    frames = set()
    contested = {"phase": "abilities", "ninja": {"well": 1}, **alone(kabe="well", yumi="inn")}
    for facts in (
        {"ninja": {"well": 1}},
        contested,
        {"places": {"kabe": "well"}, "held": ["kabe"]},
    ):
        text = drawn(GAME.position(round=2, **facts).view(None))
        line = next(line for line in text.splitlines() if "Well" in line)
        frames.add(line[line.index("Well") - 3])
    assert len(frames) == 3


def test_the_green_tells_its_bonus_when_there_is_one() -> None:
    assert "limits" not in drawn(GAME.start().view(0))
    assert "limits" in drawn(GAME.position(round=2, ninja={"green": 1}).view(0))
