"""A full state that fits a view: the unseen dealt anew, each deal that fits as likely as any other."""

from __future__ import annotations

from random import Random

from zashiki.games.shinobi.rules.actions import CLAN_DEALS, DRAWS, FIRST_SEATS
from zashiki.games.shinobi.rules.cards import NINJA, pack_of
from zashiki.games.shinobi.rules.phases import (
    CLANS_PHASE,
    FIRST_ORDER,
    FIRST_PLAYER,
    NOBODY,
    NOT_GIVEN,
    OVER,
    THIRD_ORDER,
)
from zashiki.games.shinobi.rules.state import State
from zashiki.games.shinobi.rules.turns import BEGIN_ORDER, clans_left
from zashiki.games.shinobi.view import PHASES, ShinobiView


def imagine(view: ShinobiView, chance: Random) -> State:
    """SHI-S1: what the seat can't see goes to where it can't see, known ninja to the hands that hold them."""
    state = _open_state(view)
    state.clans = _deal_clans(view, chance)
    hands, deck = _deal_cards(view, chance)
    while _must_hold_troop(view) and not sum(hands[view.actors[0]][:NINJA]):
        hands, deck = _deal_cards(view, chance)
    state.set_hands(hands)
    state.set_deck(deck)
    _set_choices(state)
    return state


def _open_state(view: ShinobiView) -> State:
    """All that lies open on the table."""
    state = State(view.seats, pack=view.pack)
    state.phase = PHASES.index(view.phase)
    state.first = NOBODY if view.first is None else view.first
    state.turns = view.turns
    state.turns_left = view.turns_left or 0
    state.turn = _turn(view)
    for seat, province in enumerate(view.provinces):
        for clan, strength in enumerate(province):
            for _ in range(strength):
                state.add_card(seat * 5 + clan)
            if view.protected[seat][clan]:
                state.protected |= 1 << seat * 5 + clan
    state.out = list(view.out)
    state.known_ninja = list(view.known_ninja)
    state.first_order, state.second_order, state.third_order = _orders(view.orders)
    state.previous = NOBODY if view.previous is None else view.previous
    state.previous_orders = _orders(view.previous_orders)
    return state


def _turn(view: ShinobiView) -> int:
    if view.turn is not None:
        return view.turn
    if view.receiver is not None:
        return view.receiver
    if view.last is not None:
        return (view.last + 1) % view.seats
    return view.seats


def _orders(given: tuple[int | None, ...]) -> list[int]:
    return [NOT_GIVEN if action is None else action for action in given]


def _deal_clans(view: ShinobiView, chance: Random) -> list[int]:
    in_play = pack_of(view.pack, view.seats).clans
    unseen = [clan for clan in range(5) if in_play >> clan & 1 and clan not in view.clans]
    chance.shuffle(unseen)
    return [
        -1 if not dealt else unseen.pop() if clan is None else clan
        for clan, dealt in zip(view.clans, view.clan_dealt, strict=True)
    ]


def _deal_cards(view: ShinobiView, chance: Random) -> tuple[list[list[int]], list[int]]:
    """Hands by seat and the deck, as counts by kind."""
    others = [seat for seat in range(view.seats) if seat != view.seat]
    pool = [kind for kind, count in enumerate(view.unseen) for _ in range(count)]
    known = sum(view.known_ninja[seat] for seat in others)
    del pool[len(pool) - known :]
    needed = sum(view.hand_sizes[seat] - view.known_ninja[seat] for seat in others)
    drawn = chance.sample(pool, needed)
    deck = list(view.unseen)
    hands: list[list[int]] = []
    for seat in range(view.seats):
        if seat == view.seat:
            assert view.hand is not None
            hands.append(list(view.hand))
            continue
        hand = [0] * 5 + [view.known_ninja[seat]]
        for _ in range(view.hand_sizes[seat] - view.known_ninja[seat]):
            hand[drawn.pop()] += 1
        hands.append(hand)
        deck = [left - held for left, held in zip(deck, hand, strict=True)]
    return hands, deck


def _must_hold_troop(view: ShinobiView) -> bool:
    """Ruling 1: with no army elsewhere, that an order was not skipped proves a troop in the hand."""
    if view.phase not in ("first-order", "second-order") or view.actors[0] == view.seat:
        return False
    return not any(any(province) for seat, province in enumerate(view.provinces) if seat != view.turn)


def _set_choices(state: State) -> None:
    """The choices of the phase, as they were when it began."""
    phase = state.phase
    if FIRST_ORDER <= phase <= THIRD_ORDER:
        BEGIN_ORDER[phase - FIRST_ORDER](state)
    elif phase == CLANS_PHASE:
        state.listed = CLAN_DEALS[clans_left(state)]
    elif phase == FIRST_PLAYER:
        state.listed = FIRST_SEATS[state.pack.first_seats or state.seats]
    elif phase == OVER:
        state.actor = NOBODY
        state.listed = []
    else:
        state.listed = DRAWS[state.in_deck]
