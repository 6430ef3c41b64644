"""The end of a round, step by step, and the next one (SAM-E1 to SAM-E4)."""

from __future__ import annotations

from typing import Final

from zashiki.games.samurai_spirit import village
from zashiki.games.samurai_spirit.actions import CARD
from zashiki.games.samurai_spirit.cards import DOLL, FARM, FLAME, HAT, OF_KIND
from zashiki.games.samurai_spirit.cards import WORDS as CARD_WORDS
from zashiki.games.samurai_spirit.ends import (
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
from zashiki.games.samurai_spirit.harm import (
    add_barricade,
    lose_barricade,
    lose_family,
    lose_farmstead,
    wound,
)
from zashiki.games.samurai_spirit.samurai import MEMBERS
from zashiki.games.samurai_spirit.state import (
    BONUS,
    CURE_ANYONE,
    DOLLS,
    FARMS,
    HATS,
    INTRUDERS,
    NO_CARD,
    NOWHERE,
    ROUND_END,
    TURN,
    TURN_UP,
    State,
    chosen,
    outcomes,
    step,
)
from zashiki.games.samurai_spirit.unseen import deal_from, open_round, send_all, show_intruder

# What an Intruder is turned up for
TO_BURN: Final = 0
TO_DISCARD: Final = 1


def end_round(state: State) -> None:
    """SAM-E1: the stack is empty, or all have passed and its rest joins the Intruders. Then SAM-E2."""
    if state.events is not None:
        state.tell(
            "round-over.raiders" if not state.raiders else "round-over.passed", "SAM-E1", n=state.round
        )
    send_all(state)
    state.turn = NOWHERE
    state.banned = state.fights = 0
    state.ending = True
    state.evening = ()
    state.push(ROUND_END)
    state.push(INTRUDERS)
    if state.family_bonuses:
        state.push(BONUS)
    state.push(DOLLS)
    state.push(FARMS)
    state.push(HATS)


@step(HATS)
def _hats(state: State, _place: int, _extra: int) -> None:
    """SAM-E2: each samurai without a hat takes a Wound."""
    for place in range(state.count):
        if state.left[place * 3 + HAT] == NO_CARD and not state.end:
            wound(state, place, UNDEFENDED)


@step(FARMS)
def _farms(state: State, place: int, _extra: int) -> None:
    """SAM-E2: each without a farm removes a Farmstead, one after the other."""
    place = _first_without(state, FARM, place)
    while place < state.count and not state.end:
        if state.farmstead_penalties:
            state.push(FARMS, place + 1)
            lose_farmstead(state, UNDEFENDED, place)
            return
        lose_farmstead(state, UNDEFENDED, place)
        place = _first_without(state, FARM, place + 1)


@step(DOLLS)
def _dolls(state: State, place: int, _extra: int) -> None:
    """SAM-E2: each without a doll removes a random Family, one after the other."""
    place = _first_without(state, DOLL, place)
    if place < state.count:
        state.push(DOLLS, place + 1)
        lose_family(state, UNDEFENDED, place)


def _first_without(state: State, symbol: int, place: int) -> int:
    while place < state.count and state.left[place * 3 + symbol] != NO_CARD:
        place += 1
    return place


@step(BONUS)
def _bonus(state: State, _place: int, _extra: int) -> None:
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


def _tell_bonus(state: State, family: int) -> None:
    if state.events is not None:
        state.tell(f"bonus.{village.FAMILIES[family]}", "SAM-E2")


@step(INTRUDERS)
def _intruders(state: State, _place: int, _extra: int) -> None:
    """SAM-E2: the Intruders are turned up one by one."""
    if state.intruders:
        state.push(INTRUDERS)
        _turn_up(state, NOWHERE, TO_BURN)


@step(TURN_UP)
def _turn_up(state: State, place: int, purpose: int) -> None:
    """The top Intruder, drawn by chance if nobody knows it."""
    if place == NOWHERE and purpose == TO_DISCARD:
        _tell_bonus(state, village.FAMILY_INTRUDER)
    card = state.intruders[-1]
    if card < 0:
        state.ask_chance(TURN_UP, place, purpose)
    else:
        _turned_up(state, place, purpose, CARD + card)


@outcomes(TURN_UP)
def _hidden_intruder(state: State, _place: int, _purpose: int) -> tuple[list[int], list[int]]:
    return deal_from(state, -1 - state.intruders[-1])


@chosen(TURN_UP)
def _turned_up(state: State, place: int, purpose: int, card: int) -> None:
    """Flames cost a Barricade, else a Farmstead (SAM-E2); a Kiai or a Family only discards the card."""
    show_intruder(state, card)
    state.discard.append(card)
    burns = purpose == TO_BURN and FLAME[card]
    if state.ending:
        held = HELD if state.barricades else BURNT_DOWN
        note(state, DRIVEN_OUT if purpose == TO_DISCARD else held if burns else HARMLESS, card)
    if state.events is not None:
        key = (
            "intruder.discarded"
            if purpose == TO_DISCARD
            else "intruder.burns"
            if burns
            else "intruder.harmless"
        )
        state.tell(key, "SAM-E2" if place == NOWHERE else "SAM-K1", card=CARD_WORDS[card])
    if burns:
        lose_barricade(state, BURNT, NOWHERE)


@step(ROUND_END)
def _next_round(state: State, _place: int, _extra: int) -> None:
    """SAM-E3: won after the last round. SAM-E4: all cards and newcomers are shuffled; tracks go to 0."""
    if state.round == village.ROUNDS:
        finish(state, VICTORY)
        return
    open_round(state, OF_KIND[state.round], village.newcomers(state.level, state.count))
    state.round += 1
    state.track = [0] * state.count
    state.line = [()] * state.count
    state.left = [NO_CARD] * (3 * state.count)
    state.passed = 0
    state.ending = False
    if state.two_player_rules:
        state.borrowed = [0] * state.count
    starter = (state.last_active + 1) % state.count
    state.last_active = NOWHERE
    if state.events is not None:
        state.tell("round", "SAM-E4", starter, n=state.round, raiders=state.raiders)
    state.push(TURN, starter)
