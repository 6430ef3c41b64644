"""What a seat of Shinobi alone knows, drawn for a replay with all open."""

from __future__ import annotations

import pytest

from tests.games.shinobi.page.boards import Element, random_game
from tests.games.shinobi.tables import table
from zashiki.brush.regions import Drawings
from zashiki.games.shinobi.page import secrets
from zashiki.games.shinobi.rules.state import State
from zashiki.words import LANGUAGES, Words


def drawn(state: State, seat: int | None, language: str = "en") -> str:
    region = secrets(state.view(seat))
    return "" if region is None else Drawings().whole(region, Words(language))


def test_s1_clan_and_hand_of_every_seat() -> None:
    state = table({}, {}, {}, hands=[{"oda": 3, "ninja": 1}, {"hojo": 4}, {"mori": 4}])
    first, last = drawn(state, 0), drawn(state, 2)
    assert "serves Oda" in first
    assert first.count("<li") == 5
    assert "serves Takeda" in last
    assert last.count("<li") == 5
    assert drawn(state, None) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_they_are_one_element_of_their_seat(language: str) -> None:
    """The secrets of all seats stand on one page with a board."""
    whole = 0
    for moment, state in enumerate(random_game(3, 4)):
        for seat in range(3) if moment % 7 == 0 else ():
            region, text = secrets(state.view(seat)), drawn(state, seat, language)
            assert (region is None) == (text == "")
            if region is not None:
                assert region.seat == seat
                assert Element(text).ids == [f"secrets-{seat}"]
                whole += 1
    assert whole > 20
