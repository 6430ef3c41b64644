"""Positions set up by hand, and choices by the names that records use."""

from __future__ import annotations

from typing import Any

import pytest

from zashiki import CHANCE, Message, Refused
from zashiki.games.samurai_spirit import GAME
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.view import SamuraiSpiritView, SamuraiView


def table(samurai: str, *, rules: str = GAME.rules, **facts: Any) -> State:
    """The start of a turn with these samurai, clockwise, one for each seat."""
    names = samurai.split()
    return GAME.under(rules).position(seats=len(names), samurai=names, **facts)


def do(state: State, *names: str) -> State:
    """Makes choices and outcomes of chance one after the other, whoever's turn it is to choose."""
    for name in names:
        state.apply(state.actors()[0], GAME.action(name))
    return state


def told(state: State, *names: str) -> list[str]:
    """Makes choices and says which events they caused, without the common beginning of their keys."""
    state.events = []
    do(state, *names)
    keys = [event.message.key.removeprefix("sam.event.") for event in state.events]
    state.events = None
    return keys


def may(state: State) -> list[str]:
    """The names of what may be chosen now."""
    return [GAME.name(action) for action in state.legal(state.actors()[0])]


def board(state: State, name: str) -> SamuraiView:
    view: SamuraiSpiritView = state.view(None)
    return next(samurai for samurai in view.samurai if samurai.name == name)


def deciding(state: State) -> str:
    """The samurai whose player has to choose."""
    view: SamuraiSpiritView = state.view(None)
    assert view.decides is not None
    return view.samurai[view.decides].name


def in_turn(state: State) -> str:
    view: SamuraiSpiritView = state.view(None)
    assert view.turn is not None
    return view.samurai[view.turn].name


def line(samurai: SamuraiView) -> list[str]:
    return [face.name for face in samurai.line]


def odds_of(state: State) -> dict[str, int]:
    return dict(zip(may(state), state.odds(), strict=True))


def refused(state: State, name: str) -> Message:
    """Why the one who chooses may not choose this."""
    seat = state.actors()[0]
    assert seat != CHANCE
    action = GAME.action(name)
    reason: Message | None = state.why_not(seat, action)
    assert reason is not None
    with pytest.raises(Refused) as error:
        state.apply(seat, action)
    assert error.value.message == reason
    return reason


LEFT = (
    ["card-1-2", "card-1-11", "card-1-7"],
    ["card-2-2", "card-2-11", "card-2-7"],
    ["card-3-2", "card-3-11", "card-3-6"],
    ["card-4-3", "card-4-11", "card-4-6"],
)
"""Four left sides with a hat, a farm and a doll each."""


def safe(samurai: str, **changed: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Boards that lose nothing at the end of the round, but for what is changed."""
    return {
        name: {"left": left, **changed.get(name, {})}
        for name, left in zip(samurai.split(), LEFT, strict=False)
    }
