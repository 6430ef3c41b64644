"""What a seat alone knows, drawn for a replay with all open."""

from __future__ import annotations

import pytest

import zashiki
from tests.look.test_pages import Page
from zashiki.brush.regions import Drawings
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.words import LANGUAGES, Words

SECRETIVE = [name for name in names() if find_game(name).facts.secrets]


def drawn(name: str, view: object, language: str = "en") -> str:
    region = find_game(name).part(zashiki.Page).secrets(view)
    return "" if region is None else Drawings().whole(region, Words(language))


def test_the_plans_of_both_sides_of_7_ronin() -> None:
    """RON-P10: a plan is its own side's alone, until the reveal."""
    game = find_game("seven-ronin")
    state = game.start(seats=2)
    assert drawn("seven-ronin", state.view(0)) == ""
    for name in ("ninja>granary", "ninja>granary", "ninja>inn"):
        state.apply(0, game.action(name))
    state.apply(1, game.action("hayai>shrine"))
    attack, defence = drawn("seven-ronin", state.view(0)), drawn("seven-ronin", state.view(1))
    assert "Granary: 2" in attack
    assert "Inn: 1" in attack
    assert "Hayai" not in attack
    assert "Hayai: Shrine" in defence
    assert "Inn" not in defence
    assert drawn("seven-ronin", state.view(None)) == ""


def test_clan_and_hand_of_every_seat_of_shinobi() -> None:
    """SHI-S1: the own clan and hand are secret."""
    state = find_game("shinobi").position(
        seats=3,
        clans=["oda", "mori", "takeda"],
        hands=[{"oda": 3, "ninja": 1}, {"hojo": 4}, {"mori": 4}],
        provinces=[{}, {}, {}],
    )
    first, last = drawn("shinobi", state.view(0)), drawn("shinobi", state.view(2))
    assert "serves Oda" in first
    assert first.count("<li") == 5
    assert "serves Takeda" in last
    assert last.count("<li") == 5
    assert drawn("shinobi", state.view(None)) == ""


@pytest.mark.parametrize("name", SECRETIVE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_secrets_take_no_id_but_one_of_their_seat(name: str, language: str) -> None:
    """They stand on one page with a board and with each other."""
    state = find_game(name).start()
    while state.actors():
        seat = state.actors()[0]
        state.apply(seat, state.legal(seat)[0])
        found = [Page(drawn(name, state.view(seat), language)).ids for seat in (0, 1)]
        assert all(len(ids) <= 1 for ids in found)
        assert not set(found[0]) & set(found[1])
