"""The end of a round, step by step, and the next one (SAM-E1 to SAM-E4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.samurai_spirit.rules import village
from zashiki.games.samurai_spirit.rules.actions import CARD
from zashiki.games.samurai_spirit.rules.cards import DOLL, FARM, FLAME, HAT
from zashiki.games.samurai_spirit.rules.chronicle import (
    BURNT,
    BURNT_DOWN,
    DRIVEN_OUT,
    HARMLESS,
    HELD,
    UNDEFENDED,
    VICTORY,
    finish,
    note,
)
from zashiki.games.samurai_spirit.rules.harm import (
    add_barricade,
    draw_family,
    lose_barricade,
    lose_farmstead,
    wound,
)
from zashiki.games.samurai_spirit.rules.hooks import tell
from zashiki.games.samurai_spirit.rules.marks import NO_CARD, NOWHERE
from zashiki.games.samurai_spirit.rules.ring import full_ring
from zashiki.games.samurai_spirit.rules.samurai import MEMBERS
from zashiki.games.samurai_spirit.rules.steps import (
    BONUS,
    CURE_ANYONE,
    DOLLS,
    FARMS,
    INTRUDERS,
    ROUND_END,
    TURN,
    TURN_UP,
    at_each_place,
)
from zashiki.games.samurai_spirit.rules.unseen import deal_from, open_round, send_all, show_intruder

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.samurai_spirit.rules.state import State

# What an Intruder is turned up for
TO_BURN: Final = 0
TO_DISCARD: Final = 1

_TURN_UP: Final = [at_each_place(TURN_UP, purpose) for purpose in (TO_BURN, TO_DISCARD)]
_DOLLS: Final = at_each_place(DOLLS)

# The steps of SAM-E2 after the hats, the last one first
_EVENING: Final[list[i64]] = [ROUND_END, INTRUDERS, DOLLS, FARMS]
_EVENING_WITH_BONUS: Final[list[i64]] = [ROUND_END, INTRUDERS, BONUS, DOLLS, FARMS]


def end_round(state: State) -> None:
    """SAM-E1: the stack is empty, or all have passed and its rest joins the Intruders. Then SAM-E2."""
    event = "round-over-passed" if state.raiders else "round-over-raiders"
    send_all(state)
    state.turn = NOWHERE
    state.banned = state.fights = 0
    state.ending = True
    state.evening = ()
    if state.events is not None:
        tell(state, event)
    state.pending += _EVENING_WITH_BONUS if state.family_bonuses else _EVENING
    hats(state, 0, 0)


def hats(state: State, _place: i64, _extra: i64) -> None:
    """SAM-E2: each samurai without a hat takes a Wound."""
    for place in range(state.count):
        if state.left[place * 3 + HAT] == NO_CARD and not state.end:
            wound(state, place, UNDEFENDED)


def farms(state: State, place: i64, _extra: i64) -> None:
    """SAM-E2: each without a farm removes a Farmstead, one after the other."""
    place = _first_without(state, FARM, place)
    while place < state.count and not state.end:
        if state.farmstead_penalties:
            state.push(FARMS, place + 1)
            lose_farmstead(state, UNDEFENDED, place)
            return
        lose_farmstead(state, UNDEFENDED, place)
        place = _first_without(state, FARM, place + 1)


def dolls(state: State, place: i64, _extra: i64) -> None:
    """SAM-E2: each without a doll removes a random Family, one after the other."""
    place = _first_without(state, DOLL, place)
    if place < state.count:
        state.pending.append(_DOLLS[place + 1])
        draw_family(state, place, UNDEFENDED)


def _first_without(state: State, symbol: i64, place: i64) -> i64:
    left, count = state.left, state.count
    while place < count and left[place * 3 + symbol] != NO_CARD:
        place += 1
    return place


def bonus(state: State, _place: i64, _extra: i64) -> None:
    """SAM-E2: every remaining Family gives its bonus."""
    families = MEMBERS[state.families]
    if village.FAMILY_INTRUDER in families and state.intruders:
        state.push(TURN_UP, NOWHERE, TO_DISCARD)
    if village.FAMILY_BARRICADE in families and state.barricades < state.barricades_start:
        _tell_bonus(state, village.FAMILY_BARRICADE)
        add_barricade(state)
    if village.FAMILY_WOUND in families and state.wounded:
        _tell_bonus(state, village.FAMILY_WOUND)
        state.push(CURE_ANYONE)


def _tell_bonus(state: State, family: i64) -> None:
    if state.events is not None:
        tell(state, "bonus", family)


def turn_up_intruders(state: State, _place: i64, _extra: i64) -> None:
    """SAM-E2: the Intruders are turned up one by one."""
    if state.intruders:
        state.pending.append(INTRUDERS)
        turn_up(state, NOWHERE, TO_BURN)


def turn_up(state: State, place: i64, purpose: i64) -> None:
    """The top Intruder, drawn by chance if nobody knows it."""
    if place == NOWHERE and purpose == TO_DISCARD:
        _tell_bonus(state, village.FAMILY_INTRUDER)
    card = state.intruders[-1]
    if card < 0:
        state.ask_chance(_TURN_UP[purpose][place])
    else:
        turned_up(state, place, purpose, CARD + card)


def hidden_intruder(state: State) -> tuple[list[int], list[int]]:
    return deal_from(state, -1 - state.intruders[-1])


def turned_up(state: State, place: i64, purpose: i64, card: i64) -> None:
    """Flames cost a Barricade, else a Farmstead (SAM-E2); a Kiai or a Family only discards the card."""
    show_intruder(state, card)
    state.discard.append(card)
    burns = purpose == TO_BURN and FLAME[card]
    if state.ending:
        held = HELD if state.barricades else BURNT_DOWN
        note(state, DRIVEN_OUT if purpose == TO_DISCARD else held if burns else HARMLESS, card)
    if state.events is not None:
        discarded = "intruder-discarded" if place == NOWHERE else "intruder-repelled"
        comes = "intruder-burns" if burns else "intruder-harmless"
        tell(state, discarded if purpose == TO_DISCARD else comes, card)
    if burns:
        lose_barricade(state, BURNT, NOWHERE)


def next_round(state: State, _place: i64, _extra: i64) -> None:
    """SAM-E3: won after the last round. SAM-E4: all cards and newcomers are shuffled; tracks go to 0."""
    if state.round == village.ROUNDS:
        finish(state, VICTORY)
        return
    open_round(state, state.round, village.newcomers(state.level, state.count))
    state.round += 1
    state.track = [0] * state.count
    state.line = [()] * state.count
    state.left = [NO_CARD] * (3 * state.count)
    state.passed = 0
    state.ring = full_ring(state.count)
    state.ending = False
    if state.two_player_rules:
        state.borrowed = [0] * state.count
    starter = (state.last_active + 1) % state.count
    state.last_active = NOWHERE
    if state.events is not None:
        tell(state, "round", starter)
    state.push(TURN, starter)
