"""Positions and stories: a table set up by hand, and choices told by their names."""

from __future__ import annotations

from typing import Any

from zashiki import CHANCE, Message, game
from zashiki.games.shinobi import cards
from zashiki.games.shinobi.rules.state import State
from zashiki.games.shinobi.view import ShinobiView

SHINOBI: Any = game("shinobi")

HANDS: list[dict[str, int]] = [{"hojo": 1, "uesugi": 1, "takeda": 1, "mori": 1} for _ in range(5)]
AFTER_AN_ORDER: dict[str, int] = {"hojo": 1, "uesugi": 1, "takeda": 1}
CLANS = ["oda", "mori", "takeda", "uesugi", "hojo"]


def table(*provinces: dict[str, int], **facts: Any) -> State:
    """A table with these provinces; seat 0, who serves Oda, gives the first order unless the facts say so."""
    seats = len(provinces)
    turn, order, turns_left = facts.get("turn", 0), facts.get("order", 1), facts.get("turns_left", seats)
    hands = [
        AFTER_AN_ORDER if (seat - turn) % seats >= turns_left or (seat == turn and order > 1) else HANDS[seat]
        for seat in range(seats)
    ]
    return SHINOBI.position(  # type: ignore[no-any-return]
        **{"seats": seats, "clans": CLANS[:seats], "hands": hands, "provinces": list(provinces)} | facts
    )


def play(state: State, *choices: str) -> State:
    """Plays "0 oda>1", "* draw-oda" and so on, as a record spells them."""
    for choice in choices:
        seat, name = choice.split(" ")
        state.apply(CHANCE if seat == "*" else int(seat), SHINOBI.action(name))
    return state


def choices(state: State) -> list[str]:
    """What the seat to choose may choose, by name."""
    return [SHINOBI.name(action) for action in state.legal(state.actors()[0])]


def refusal(state: State, choice: str) -> tuple[str, str]:
    """The key and the rule that refuse a choice such as "0 oda>0"."""
    message = refused(state, choice)
    return message.key, message.rule


def refused(state: State, choice: str) -> Message:
    seat, name = choice.split(" ")
    message: Message | None = state.why_not(CHANCE if seat == "*" else int(seat), SHINOBI.action(name))
    assert message is not None
    return message


def told(state: State, *moves: str) -> list[str]:
    """The keys of what happens when these choices are made."""
    state.events = []
    play(state, *moves)
    return [event.message.key for event in state.events]


def army(state: State, seat: int, clan: str) -> int:
    """The strength of a clan in a province."""
    view: ShinobiView = state.view(None)
    return view.provinces[seat][cards.CLANS.index(clan)]
