"""What one seat may see of a game of Shinobi, field by field."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from zashiki.games.shinobi.labels import seat_message
from zashiki.games.shinobi.result import result
from zashiki.games.shinobi.rules.actions import NINJA_ON
from zashiki.games.shinobi.rules.cards import CLAN_COUNT
from zashiki.games.shinobi.rules.ending import totals, unserved
from zashiki.games.shinobi.rules.phases import (
    CLANS_PHASE,
    DRAWING,
    FIRST_ORDER,
    FIRST_PLAYER,
    HANDS,
    NOBODY,
    OVER,
    THIRD_ORDER,
)
from zashiki.games.shinobi.rules.state import State
from zashiki.kernel.contract import CHANCE, View
from zashiki.kernel.messages import Message, say

PHASES: Final = (
    "clans",
    "first-player",
    "hands",
    "first-order",
    "second-order",
    "third-order",
    "draw",
    "over",
)
"""What the phases are called, by their numbers in the rules."""


class ShinobiView(View, frozen=True, kw_only=True):
    """Clans are numbered as in `cards.CLANS`, kinds as in `cards.KINDS`, provinces as their seats."""

    seats: int
    phase: str  # one of PHASES
    first: int | None  # the first player; None until it is drawn
    turn: int | None  # whose turn it is; None during the deal
    receiver: int | None  # who is dealt the card that chance draws now
    round: int  # 1 is the first
    turns: int  # turns that are over
    turns_left: int | None  # of the last round, this one included; None while the deck lasts (SHI-E1)
    last: int | None  # who plays the last turn of the game; None while the deck lasts

    provinces: tuple[tuple[int, ...], ...]  # by seat: the strength of each clan's army
    protected: tuple[tuple[bool, ...], ...]  # by seat and clan: may not be attacked this turn (SHI-O5)
    totals: tuple[int, ...]  # by clan: cards in all provinces
    out: tuple[int, ...]  # by kind: cards out of the game

    deck: int  # cards left to draw
    hand_sizes: tuple[int, ...]
    known_ninja: tuple[int, ...]  # by seat: ninja that skipped orders have proved to be in the hand
    clan_dealt: tuple[bool, ...]  # by seat: has a clan card

    clans: tuple[int | None, ...]  # by seat: the own one; all of them once they are revealed
    unserved: tuple[int, ...]  # clans that nobody serves, once they are revealed
    hand: tuple[int, ...] | None  # by kind: the own hand; None for a spectator
    unseen: tuple[int, ...]  # by kind: cards in the deck and in hands this seat can't see

    orders: tuple[int | None, ...]  # actions of this turn's three orders; SKIP: skipped, None: not yet given
    previous: int | None  # who had the turn before this one
    previous_orders: tuple[int | None, ...]  # the orders of that turn
    pack: str  # "whole", or the name of a smaller deck


def see(state: State, seat: int | None) -> ShinobiView:
    """SHI-S1, ruling 7: the own clan and hand, and what lies open on the table."""
    phase, strength = state.phase, state.strength
    lasts = state.turns_left == 0 and phase != OVER
    return ShinobiView(
        seat=seat,
        actors=state.actors(),
        legal=[] if seat is None else state.legal(seat),
        prompt=_prompt(state, seat),
        result=None if state.untold else state.result(),
        seats=state.seats,
        phase=PHASES[phase],
        first=None if state.first == NOBODY else state.first,
        turn=state.turn if FIRST_ORDER <= phase < OVER else None,
        receiver=state.turn if phase in (CLANS_PHASE, HANDS, DRAWING) else None,
        round=state.turns // state.seats + 1,
        turns=state.turns,
        turns_left=None if lasts else state.turns_left,
        last=None if lasts else (state.turn + state.turns_left - 1) % state.seats,
        provinces=tuple([tuple(strength[first : first + 5]) for first in range(0, state.seats * 5, 5)]),
        protected=_protected(state.protected, state.seats),
        totals=tuple(totals(state)),
        out=tuple(state.out),
        deck=state.deck_size,
        hand_sizes=tuple(state.hand_sizes),
        known_ninja=tuple(state.known_ninja),
        clan_dealt=tuple([clan >= 0 for clan in state.clans]),
        clans=_seen_clans(state, seat),
        unserved=_seen_unserved(state),
        hand=None if seat is None else tuple(state.hands[seat * 6 : seat * 6 + 6]),
        unseen=_unseen(state, seat),
        orders=_orders(state.orders),
        previous=None if state.previous == NOBODY else state.previous,
        previous_orders=_orders(state.previous_orders),
        pack=state.pack.name,
    )


@lru_cache(maxsize=1024)
def _protected(armies: int, seats: int) -> tuple[tuple[bool, ...], ...]:
    """By seat and clan, from the bits of the armies."""
    return tuple(
        tuple(bool(armies >> seat * CLAN_COUNT + clan & 1) for clan in range(CLAN_COUNT))
        for seat in range(seats)
    )


def _seen_clans(state: State, seat: int | None) -> tuple[int | None, ...]:
    shown = _face_up(state)
    return tuple(
        [
            clan if clan >= 0 and (other == seat or other < shown) else None
            for other, clan in enumerate(state.clans)
        ]
    )


def _seen_unserved(state: State) -> tuple[int, ...]:
    shown = _face_up(state) - state.seats
    return tuple(unserved(state)[:shown]) if shown > 0 else ()


def _face_up(state: State) -> int:
    """SHI-E2: how many clan cards are turned up, those of the seats first, then those that nobody serves."""
    if state.phase != OVER:
        return 0
    return CLAN_COUNT + 1 - state.untold if state.untold else CLAN_COUNT


def _unseen(state: State, seat: int | None) -> tuple[int, ...]:
    """Counted over all places the seat can't look into, so that it says nothing about any one of them."""
    deck, hands = state.deck, state.hands
    firsts = [other * 6 for other in range(state.seats) if other != seat]
    return tuple([deck[kind] + sum([hands[first + kind] for first in firsts]) for kind in range(6)])


def _orders(given: list[int]) -> tuple[int | None, ...]:
    return tuple([action if action >= 0 else None for action in given])


def _prompt(state: State, seat: int | None) -> Message:
    phase = state.phase
    if phase == OVER:
        return result(state).end
    if phase == FIRST_PLAYER:
        return say("shi.prompt.first-player", "SHI-S1")
    name = seat_message(state.turn)
    if state.actor == CHANCE:
        return say(f"shi.prompt.{PHASES[phase]}", "SHI-O7" if phase == DRAWING else "SHI-S1", seat=name)
    if seat != state.turn:
        return say(f"shi.prompt.wait.{PHASES[phase]}", "SHI-S1", seat=name)
    return say(f"shi.prompt{_kind(state)}.{PHASES[phase]}", f"SHI-O{(1, 3, 4)[phase - FIRST_ORDER]}")


def _kind(state: State) -> str:
    """What the order can be, where it can only be one thing; "" where there is a choice of kinds."""
    first, last = state.choices[0], state.choices[-1]
    if state.phase == THIRD_ORDER:
        return ""
    if last < NINJA_ON:
        return ".troop"
    if first >= NINJA_ON:
        return ".ninja" if state.phase == FIRST_ORDER else ".move"
    return ""
