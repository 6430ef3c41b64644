"""Quick choices of imagined players, compiled with the rules: what a villager of the seat's clan would do, and whole rounds of it."""

from __future__ import annotations

from typing import Final

from zashiki.games.shinobi.rules.actions import NINJA_ON, PLACE
from zashiki.games.shinobi.rules.phases import NOBODY, NOT_GIVEN, SECOND_ORDER
from zashiki.games.shinobi.rules.picking import SHIFT, drawn
from zashiki.games.shinobi.rules.rollouts import MASK, MULTIPLIER
from zashiki.games.shinobi.rules.standing import Moment
from zashiki.games.shinobi.rules.state import State
from zashiki.kernel.contract import CHANCE

COVER: Final = 0.35
"""How often, until the last round, a villager plays for a clan that is not its own."""
LOYALTY: Final = 0.4
"""How much its own clan counts even then."""
WHIM: Final = 0.4
"""How much better, in cards, a choice must be to be taken for sure."""


def moment_of(state: State) -> Moment:
    """What the choices of the seat in turn are weighed by."""
    seat = state.turn
    hand = state.hands[seat * 6 : seat * 6 + 6]
    moment = Moment(state.seats, seat, state.strength, state.protected, hand)
    moment.second_order = state.phase == SECOND_ORDER
    moment.last_round = state.turns_left > 0
    moment.last_turn = state.turns_left == 1
    first = state.first_order
    if first != NOT_GIVEN and first < NINJA_ON:
        moment.just_laid = first - PLACE
    return moment


def villager_choice(state: State, dice: int) -> tuple[int, int]:
    """The choice, and the dice after it."""
    choices = state.choices
    if len(choices) == 1:
        return choices[0], dice
    own = state.clans[state.turn]
    cover = own
    if not state.turns_left:
        dice = MULTIPLIER * (dice & MASK) + (dice >> SHIFT)
        number = dice & MASK
        if number < COVER * (MASK + 1):
            cover = (own + 1 + number % 4) % 5
    moment = moment_of(state)
    best = choices[0]
    most = -1e9
    for action in choices:
        dice = MULTIPLIER * (dice & MASK) + (dice >> SHIFT)
        worth = moment.worth(own, action)
        if cover != own:
            worth = (1 - LOYALTY) * moment.worth(cover, action) + LOYALTY * worth
        worth += WHIM * ((dice & MASK) / (MASK + 1))
        if worth > most:
            most = worth
            best = action
    return best, dice


def play_until(state: State, seat: int, dice: int) -> int:
    """Everybody plays as a villager until the seat has the turn or the game is over; the dice after it."""
    while state.actor != NOBODY and state.actor != seat:
        if state.actor == CHANCE:
            dice = MULTIPLIER * (dice & MASK) + (dice >> SHIFT)
            action = drawn(state, dice & MASK)
        else:
            action, dice = villager_choice(state, dice)
        state.carry_out(action)
    return dice
