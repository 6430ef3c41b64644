"""The course of a game: the deal, the orders of a turn one after the other, drawing, the last round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.shinobi.rules import orders
from zashiki.games.shinobi.rules.actions import (
    CLAN,
    CLAN_DEALS,
    DRAW,
    DRAWS,
    FIRST,
    FIRST_SEATS,
    MOVE,
    NINJA_ON,
    SKIP,
    TROOPS,
)
from zashiki.games.shinobi.rules.hooks import tell
from zashiki.games.shinobi.rules.phases import (
    DRAWING,
    FIRST_ORDER,
    FIRST_PLAYER,
    HANDS,
    NOBODY,
    NOT_GIVEN,
    OVER,
    SECOND_ORDER,
    THIRD_ORDER,
)
from zashiki.kernel.contract import CHANCE

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.shinobi.rules.state import State


def deal_clan(state: State, action: int) -> None:
    """SHI-S1: one clan card each, secret."""
    seat = state.turn
    state.clans = state.clans.copy()
    state.clans[seat] = action - CLAN
    state.told += 1
    if state.events is not None:
        tell(state, "clan_dealt", seat)
    state.turn += 1
    if state.turn < state.seats:
        state.listed = CLAN_DEALS[clans_left(state)]
    else:
        state.phase = FIRST_PLAYER
        state.listed = FIRST_SEATS[state.pack.first_seats or state.seats]


def clans_left(state: State) -> int:
    """The clan cards that nobody has got, as a bit mask."""
    left = state.pack.clans
    for clan in state.clans:
        if clan >= 0:
            left &= ~(1 << clan)
    return left


def choose_first(state: State, action: int) -> None:
    """SHI-S1: a random first player."""
    state.first = state.turn = action - FIRST
    state.told += 1
    state.phase = HANDS
    state.listed = DRAWS[state.in_deck]
    if state.events is not None:
        tell(state, "first_player")


def draw(state: State, action: i64) -> None:
    """SHI-S1, SHI-O7: one card from the deck to the hand of whoever draws now."""
    seat = state.turn
    kind = action - DRAW
    card = seat * 6 + kind
    count: i64 = state.hands[card]
    state.hands[card] = count + 1
    state.held |= 1 << card
    size: i64 = state.hand_sizes[seat]
    state.hand_sizes[seat] = size + 1
    left: i64 = state.deck[kind]
    state.deck[kind] = left - 1
    state.deck_size -= 1
    if left == 1:
        state.in_deck &= ~(1 << kind)
    if state.events is not None:
        tell(state, "drew", seat, kind)
    if state.phase == HANDS:
        _deal_on(state)
    elif not state.deck_size:
        _begin_last_round(state)
    elif size + 1 < state.pack.hand:
        state.listed = DRAWS[state.in_deck]
    else:
        _pass_turn(state)


def _deal_on(state: State) -> None:
    """SHI-S1: four cards each, from the first player on; a small pack may be dealt out, and the last round begins (SHI-E1)."""
    if state.hand_sizes[state.turn] == state.pack.hand:
        state.turn = (state.turn + 1) % state.seats
        if state.turn == state.first:
            if not state.deck_size:
                state.turns_left = state.seats
            begin_first_order(state)
            return
    state.listed = DRAWS[state.in_deck]


def _begin_last_round(state: State) -> None:
    """SHI-E1: this turn, then one more for everyone, the last of them for whoever took the last card."""
    state.turns_left = state.seats + 1
    if state.events is not None:
        tell(state, "deck_ran_out")
    _pass_turn(state)


def begin_first_order(state: State) -> None:
    """Ruling 1: an order that can't be carried out is skipped, one that can is not.

    With no army elsewhere that alone tells whether the hand holds a troop, and no draw has told anything before it.
    """
    choices = orders.first_choices(state)
    if not state.deck_size and state.hand_sizes[state.turn] and not orders.armies_elsewhere(state):
        state.told += 1
    if choices:
        state.phase = FIRST_ORDER
        state.actor = state.turn
        state.listed = choices
    else:
        _skip_first_order(state, chosen=False)


def give_first_order(state: State, action: i64) -> None:
    if action == SKIP:
        _skip_first_order(state, chosen=True)
        return
    state.first_order = action
    if action >= NINJA_ON:
        orders.strike(state, action)
    else:
        orders.place(state, action)
    begin_second_order(state)


def _skip_first_order(state: State, *, chosen: bool) -> None:
    """Ruling 1: only a hand without troops skips, so everybody learns that it holds ninja alone."""
    state.first_order = SKIP
    orders.know_ninja(state, state.hand_sizes[state.turn])
    if state.events is not None:
        tell(state, "skipped_first", chosen)
    begin_second_order(state)


def begin_second_order(state: State) -> None:
    """Ruling 1: skipped without a troop in hand and without a card in another's province."""
    if state.held >> state.turn * 6 & TROOPS or orders.armies_elsewhere(state):
        state.phase = SECOND_ORDER
        state.actor = state.turn
        state.listed = None
        return
    state.second_order = SKIP
    orders.know_ninja(state, state.hand_sizes[state.turn])
    if state.events is not None:
        tell(state, "skipped_second")
    begin_third_order(state)


def give_second_order(state: State, action: i64) -> None:
    state.second_order = action
    if action >= MOVE:
        orders.move(state, action)
    else:
        orders.place(state, action)
    begin_third_order(state)


def begin_third_order(state: State) -> None:
    """SHI-O4: whoever can attack must; ruling 1: whoever can't goes on to draw."""
    choices = orders.attack_choices(state)
    if choices:
        state.phase = THIRD_ORDER
        state.actor = state.turn
        state.listed = choices
        return
    state.third_order = SKIP
    if state.events is not None:
        tell(state, "skipped_third")
    _draw_up(state)


def give_third_order(state: State, action: i64) -> None:
    state.third_order = action
    orders.attack(state, action)
    _draw_up(state)


def _draw_up(state: State) -> None:
    """SHI-O7: up to four cards, or what remains; then the turn passes."""
    if state.deck_size and state.hand_sizes[state.turn] < state.pack.hand:
        state.phase = DRAWING
        state.actor = CHANCE
        state.listed = DRAWS[state.in_deck]
    else:
        _pass_turn(state)


def _pass_turn(state: State) -> None:
    """SHI-S1: clockwise; SHI-E1: until the last turn is over."""
    state.turns += 1
    state.previous = state.turn
    state.previous_orders = [state.first_order, state.second_order, state.third_order]
    state.first_order = NOT_GIVEN
    state.second_order = NOT_GIVEN
    state.third_order = NOT_GIVEN
    state.protected = 0
    state.turn = (state.turn + 1) % state.seats
    if state.turns_left:
        state.turns_left -= 1
        if not state.turns_left:
            _finish(state)
            return
    begin_first_order(state)


def _finish(state: State) -> None:
    """SHI-E2: clans are revealed."""
    state.phase = OVER
    state.told += 1
    state.actor = NOBODY
    state.listed = []
    if state.events is not None:
        tell(state, "revealed")


BEGIN_ORDER: Final = (begin_first_order, begin_second_order, begin_third_order)
"""By order: what begins it, or goes on if it can't be given."""
