"""Fight: a Raider is drawn, talents may change where it goes, then it is attacked or defended (SAM-T5)."""

from __future__ import annotations

from typing import Final

from zashiki.games.samurai_spirit.actions import ATTACK, CARD, DEFEND, DISCARD, HAND, UNDER, of_samurai
from zashiki.games.samurai_spirit.cards import NO_SYMBOL, SYMBOL, VALUE
from zashiki.games.samurai_spirit.cards import WORDS as CARD_WORDS
from zashiki.games.samurai_spirit.combat_line import add_to_line
from zashiki.games.samurai_spirit.samurai import DAISUKE, HEIHACHI, KATSUSHIRO, KYUZO, NAMES
from zashiki.games.samurai_spirit.samurai import WORDS as SAMURAI_WORDS
from zashiki.games.samurai_spirit.state import (
    DRAW,
    NO_CARD,
    NO_DEFEND,
    NOBODY,
    PLAY,
    State,
    chosen,
    outcomes,
    step,
)
from zashiki.games.samurai_spirit.talents import BY_TALENT, hands_on, neighbours, talents
from zashiki.games.samurai_spirit.unseen import deal_from, next_raider, take_raider

# What a Raider is drawn for
TO_FIGHT: Final = 0
TO_KEEP: Final = 1  # Katsushiro's second card
BY_LEFT_ARROW: Final = 2
BY_RIGHT_ARROW: Final = 3
TO_SCATTER: Final = 4  # Gorobei's Kiai
TO_LOOK: Final = 5  # Katsushiro's Kiai

_HAND: Final = of_samurai(HAND)
_CARD_TALENTS: Final = 1 << HEIHACHI | 1 << DAISUKE | 1 << KYUZO | 1 << KATSUSHIRO
_ATTACK_ONLY: Final = [ATTACK]
_BOTH_SIDES: Final = [ATTACK, DEFEND]


@step(DRAW)
def draw(state: State, place: int, purpose: int) -> None:
    """The top Raider, drawn by chance if nobody knows it."""
    card = next_raider(state) if state.top or state.bottom else NOBODY
    if card == NOBODY:
        state.ask_chance(DRAW, place, purpose)
    else:
        _drawn(state, place, purpose, CARD + card)


@outcomes(DRAW)
def _raiders(state: State, _place: int, _purpose: int) -> tuple[list[int], list[int]]:
    return deal_from(state, len(state.lots) - 1)


@chosen(DRAW)
def _drawn(state: State, place: int, purpose: int, card: int) -> None:
    take_raider(state, card)
    if purpose >= TO_SCATTER:
        _shown(state, place, purpose, card)
        return
    if not state.raiders:
        state.last_active = place
    if purpose >= BY_LEFT_ARROW:
        if state.events is not None:
            rule = "SAM-N6" if purpose == BY_LEFT_ARROW else "SAM-N7"
            track = state.track[place] + VALUE[card]
            state.tell("arrow", rule, place, card=CARD_WORDS[card], track=track, kiai=state.kiai[place])
        add_to_line(state, place, card)
        return
    if state.events is not None:
        state.tell("draws", "SAM-T5", place, card=CARD_WORDS[card])
    state.card = card
    state.second = purpose == TO_KEEP
    if purpose == TO_FIGHT:
        state.handed = 0
    play(state, place, 0)


def _shown(state: State, place: int, purpose: int, card: int) -> None:
    """A Kiai shows a Raider: Gorobei discards it, Katsushiro holds it until all are put back."""
    if purpose == TO_LOOK:
        state.arranging += (card,)
    else:
        state.discard.append(card)
        if not state.raiders:
            state.last_active = state.turn
    if state.events is not None:
        state.tell("scattered" if purpose == TO_SCATTER else "shown", "SAM-K1", place, card=CARD_WORDS[card])


@step(PLAY)
def play(state: State, place: int, _extra: int) -> None:
    """Attack, defend, or use a talent; what can only be attacked is."""
    card = state.card
    choices = _BOTH_SIDES if may_defend(state, place, card) else _ATTACK_ONLY
    mine = talents(state, place) & _CARD_TALENTS
    if mine and not state.second:
        choices = choices + _talent_choices(state, place, card, mine)
    if len(choices) == 1:
        _attack(state, place)
    else:
        state.ask(PLAY, place, 0, choices)


def _talent_choices(state: State, place: int, card: int, mine: int) -> list[int]:
    choices: list[int] = []
    if hands_on(state, place, card):
        choices += _HAND[neighbours(state, place) & ~state.passed]
    if mine >> KYUZO & 1 and in_line(state, place, card):
        choices.append(DISCARD)
    if mine >> KATSUSHIRO & 1:
        choices.append(UNDER)
    return choices


def may_defend(state: State, place: int, card: int) -> bool:
    """SAM-T6, SAM-N4"""
    symbol = SYMBOL[card]
    if symbol == NO_SYMBOL or state.left[place * 3 + symbol] != NO_CARD:
        return False
    return not (state.banned & NO_DEFEND and place == state.turn)


def in_line(state: State, place: int, card: int) -> bool:
    """Whether a card of that value lies in the line (Kyuzo)."""
    value = VALUE[card]
    return any(VALUE[other] == value for other in state.line[place])


@chosen(PLAY)
def _played(state: State, place: int, _extra: int, action: int) -> None:
    if action == ATTACK:
        _attack(state, place)
    elif action == DEFEND:
        defend(state, place)
    elif action == DISCARD:
        _discard(state, place)
    elif action == UNDER:
        _put_under(state, place)
    else:
        _hand_on(state, place, state.where[action - HAND])


def _attack(state: State, place: int) -> None:
    card = state.card
    state.card = NO_CARD
    if state.events is not None:
        track = state.track[place] + VALUE[card]
        state.tell("attacks", "SAM-T7", place, card=CARD_WORDS[card], track=track, kiai=state.kiai[place])
    add_to_line(state, place, card)


def defend(state: State, place: int) -> None:
    """SAM-T6: to the left side, where its symbol is not yet."""
    card = state.card
    state.card = NO_CARD
    state.left[place * 3 + SYMBOL[card]] = card
    if state.events is not None:
        state.tell("defends", "SAM-T6", place, card=CARD_WORDS[card])


def _hand_on(state: State, place: int, receiver: int) -> None:
    """Heihachi and Daisuke: the neighbour must play the card at once, with his own talents (SAM-T11)."""
    source = hands_on(state, place, state.card)
    state.handed |= source
    if state.events is not None:
        giver = NAMES[VALUE[state.card] & 1]
        key = f"talent.{giver}" if source == BY_TALENT else f"token.{giver}"
        to = SAMURAI_WORDS[state.who[receiver]]
        state.tell(key, "SAM-T11", place, card=CARD_WORDS[state.card], to=to)
    play(state, receiver, 0)


def _discard(state: State, place: int) -> None:
    """Kyuzo: a value that is already in the line (SAM-T11)."""
    state.discard.append(state.card)
    if state.events is not None:
        state.tell("talent.kyuzo", "SAM-T11", place, card=CARD_WORDS[state.card])
    state.card = NO_CARD


def _put_under(state: State, place: int) -> None:
    """Katsushiro: under the stack, and another one is drawn, which must be kept (SAM-T11)."""
    if state.events is not None:
        state.tell("talent.katsushiro", "SAM-T11", place, card=CARD_WORDS[state.card])
    state.bottom += (state.card,)
    state.raiders += 1
    state.card = NO_CARD
    draw(state, place, TO_KEEP)
