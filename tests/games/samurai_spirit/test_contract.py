"""Seats that are none, and what a view shows when no card waits."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.samurai_spirit.table import board, do, table
from zashiki import CHANCE, Refused
from zashiki.games.samurai_spirit import GAME
from zashiki.games.samurai_spirit.bot import LEVELS, choose
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.kernel.bots import Budget
from zashiki.kernel.parts import Lesson, Rulebook
from zashiki.testing import pick_chance

STRANGERS = (-3, -2, 3, 7, 99, -1000)


def check_strangers(state: State) -> None:
    before = state.key()
    for seat in STRANGERS:
        assert state.legal(seat) == []
        for action in (0, GAME.action("fight"), GAME.facts.actions - 1):
            reason = state.why_not(seat, action)
            assert reason is not None
            assert reason.rule
            with pytest.raises(Refused):
                state.apply(seat, action)
    assert state.key() == before


def test_who_has_no_seat_may_choose_nothing_at_any_time() -> None:
    random = Random(3)
    state = GAME.start(seats=3, level="heroic")
    while state.actors():
        check_strangers(state)
        seat = state.actors()[0]
        state.apply(seat, pick_chance(state, random) if seat == CHANCE else random.choice(state.legal(seat)))
    check_strangers(state)
    for seat in (*range(3), CHANCE):
        assert state.legal(seat) == []
        assert state.why_not(seat, GAME.action("fight")) is not None
        with pytest.raises(Refused):
            state.apply(seat, GAME.action("fight"))


def test_handed_is_empty_when_no_card_waits() -> None:
    state = table("heihachi kyuzo daisuke")
    do(state, "fight", "card-2-7", "hand>kyuzo")
    assert state.view(0).handed == ("talent",)
    do(state, "attack")
    assert (state.view(0).card, state.view(0).handed) == (None, ())


def test_handed_tells_of_this_card_only() -> None:
    """Katsushiro is handed a card and puts it under the stack: the one he draws then was handed by nobody."""
    state = table("heihachi katsushiro daisuke")
    do(state, "fight", "card-2-7", "hand>katsushiro", "under")
    assert state.view(0).handed == ()
    do(state, "card-1-7")
    assert (state.view(0).card_second, state.view(0).handed) == (True, ())


def test_a_card_moved_by_kiai_has_not_been_handed_on() -> None:
    boards = {"daisuke": {"line": ["card-4-3"]}, "kyuzo": {"line": ["card-2-7"]}}
    state = table("heihachi daisuke kyuzo", boards=boards)
    do(state, "fight", "card-4-6", "hand>daisuke", "attack", "take>kyuzo", "give>kyuzo")
    assert (state.view(0).step, state.view(0).handed) == ("place", ())
    assert board(state, "kyuzo").line == ()


def test_the_level_of_villagers_chooses_as_their_function_does() -> None:
    state = table("kyuzo heihachi daisuke", families=["wound"], raiders=3)
    do(state, "fight", "card-4-6")
    bot = LEVELS["villager"].seated(0, seed=1)
    assert (
        bot.decide(state.view(0), Budget()).action
        == choose(state.view(0), Random(1))
        == GAME.action("defend")
    )


def test_the_parts_of_the_game_are_found_under_every_version() -> None:
    for rules in GAME.versions:
        assert GAME.under(rules).part(Lesson).step
        assert GAME.under(rules).part(Rulebook).text("en")
