"""Fight: a Raider is drawn, talents may change where it goes, then it is attacked or defended (SAM-T5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.samurai_spirit.rules.actions import ATTACK, CARD, DEFEND, DISCARD, HAND, UNDER, of_samurai
from zashiki.games.samurai_spirit.rules.cards import NO_SYMBOL, SYMBOL, VALUE
from zashiki.games.samurai_spirit.rules.combat_line import add_to_line, check_line
from zashiki.games.samurai_spirit.rules.hooks import tell
from zashiki.games.samurai_spirit.rules.marks import NO_CARD, NO_DEFEND, NOBODY
from zashiki.games.samurai_spirit.rules.samurai import DAISUKE, HEIHACHI, KATSUSHIRO, KYUZO
from zashiki.games.samurai_spirit.rules.steps import DRAW, PLAY, at_each_place
from zashiki.games.samurai_spirit.rules.talents import BY_TALENT, hands_on, neighbours, talents
from zashiki.games.samurai_spirit.rules.unseen import next_raider, show_card, take_raider

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.samurai_spirit.rules.state import State

# What a Raider is drawn for
TO_FIGHT: Final = 0
TO_KEEP: Final = 1  # Katsushiro's second card
BY_LEFT_ARROW: Final = 2
BY_RIGHT_ARROW: Final = 3
TO_SCATTER: Final = 4  # Gorobei's Kiai
TO_LOOK: Final = 5  # Katsushiro's Kiai

_HAND: Final = of_samurai(HAND)
_GIVER: Final[list[i64]] = [1 << (HEIHACHI if value % 2 == 0 else DAISUKE) for value in VALUE]
"""By card: whose talent may hand it on."""
_KYUZO: Final = 1 << KYUZO
_KATSUSHIRO: Final = 1 << KATSUSHIRO
_CARD_TALENTS: Final = 1 << HEIHACHI | 1 << DAISUKE | _KYUZO | _KATSUSHIRO
_DRAW: Final = [at_each_place(DRAW, purpose) for purpose in range(TO_LOOK + 1)]
_PLAY: Final = at_each_place(PLAY)

# What else than an attack a card allows
_DEFENCE: Final = 1
_OFF: Final = 2  # Kyuzo may discard it
_BACK: Final = 4  # Katsushiro may put it under the stack
_RECEIVERS: Final = 8  # times the mask of those it may be handed to


def _plays(allowed: int) -> list[int]:
    choices = [ATTACK, *([DEFEND] if allowed & _DEFENCE else []), *_HAND[allowed // _RECEIVERS]]
    return choices + [DISCARD] * (allowed & _OFF != 0) + [UNDER] * (allowed & _BACK != 0)


_PLAYS: Final = [_plays(allowed) for allowed in range(_RECEIVERS * len(_HAND))]
"""By what is allowed: the choices."""


def draw(state: State, place: i64, purpose: i64) -> None:
    """The top Raider, drawn by chance if nobody knows it."""
    if state.top or state.bottom:
        card = next_raider(state)
        if card != NOBODY:
            drawn(state, place, purpose, CARD + card)
            return
    state.ask_chance(_DRAW[purpose][place])


def drawn(state: State, place: i64, purpose: i64, card: i64) -> None:
    if state.top or state.bottom:
        take_raider(state, card)
    else:
        show_card(state, card, len(state.lots) - 1)
    state.raiders -= 1
    if purpose >= TO_SCATTER:
        _shown(state, place, purpose, card)
        return
    if not state.raiders:
        state.last_active = place
    if purpose >= BY_LEFT_ARROW:
        _drawn_by_arrow(state, place, purpose, card)
        return
    state.card = card
    state.second = purpose == TO_KEEP
    if state.events is not None:
        tell(state, "draws", place, card)
    play(state, place, 0)


def _drawn_by_arrow(state: State, place: i64, purpose: i64, card: i64) -> None:
    """A neighbour draws into his line (SAM-N6, SAM-N7)."""
    add_to_line(state, place, card)
    if state.events is not None:
        event = "left-arrow" if purpose == BY_LEFT_ARROW else "right-arrow"
        tell(state, event, place, card, state.track[place])
    check_line(state, place)


def _shown(state: State, place: i64, purpose: i64, card: i64) -> None:
    """A Kiai shows a Raider: Gorobei discards it, Katsushiro holds it until all are put back."""
    if purpose == TO_LOOK:
        state.arranging += (card,)
    else:
        state.discard.append(card)
        if not state.raiders:
            state.last_active = state.turn
    if state.events is not None:
        tell(state, "scattered" if purpose == TO_SCATTER else "shown", place, card)


def play(state: State, place: i64, _extra: i64) -> None:
    """Attack, defend, or use a talent; what can only be attacked is."""
    card = state.card
    allowed: i64 = 0
    if may_defend(state, place, card):
        allowed = _DEFENCE
    if not state.second:
        mine = talents(state, place) & _CARD_TALENTS
        if mine:
            allowed += _by_talents(state, place, card, mine)
    if not allowed:
        _attack(state, place)
    else:
        state.asked = _PLAY[place]
        if state.seats > 1:
            state.actor = place
        else:
            state.actor = 0
        state.choices = _PLAYS[allowed]


def _by_talents(state: State, place: i64, card: i64, mine: i64) -> i64:
    allowed: i64 = 0
    if mine & _GIVER[card] and hands_on(state, place, card):
        allowed = (neighbours(state, place) & ~state.passed) * _RECEIVERS
    if mine & _KYUZO and in_line(state, place, card):
        allowed += _OFF
    if mine & _KATSUSHIRO:
        allowed += _BACK
    return allowed


def may_defend(state: State, place: i64, card: i64) -> bool:
    """SAM-T6, SAM-N4"""
    symbol: i64 = SYMBOL[card]
    if symbol == NO_SYMBOL or state.left[place * 3 + symbol] != NO_CARD:
        return False
    return not (state.banned & NO_DEFEND and place == state.turn)


def in_line(state: State, place: i64, card: i64) -> bool:
    """Whether a card of that value lies in the line (Kyuzo)."""
    value = VALUE[card]
    for other in state.line[place]:  # noqa: SIM110 as a generator takes longer
        if VALUE[other] == value:
            return True
    return False


def played(state: State, place: i64, _extra: i64, action: i64) -> None:
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


def put_down(state: State) -> i64:
    """The card in play gets its place: none waits any more."""
    card = state.card
    state.card = NO_CARD
    state.second = False
    state.handed = 0
    return card


def _attack(state: State, place: i64) -> None:
    card = put_down(state)
    add_to_line(state, place, card)
    if state.events is not None:
        tell(state, "attacks", place, card, state.track[place])
    check_line(state, place)


def defend(state: State, place: i64) -> None:
    """SAM-T6: to the left side, where its symbol is not yet."""
    card = put_down(state)
    left = state.left.copy()
    left[place * 3 + SYMBOL[card]] = card
    state.left = left
    if state.events is not None:
        tell(state, "defends", place, card)


def _hand_on(state: State, place: i64, receiver: i64) -> None:
    """Heihachi and Daisuke: the neighbour must play the card at once, with his own talents (SAM-T11)."""
    source = hands_on(state, place, state.card)
    state.handed |= source
    if state.events is not None:
        event = "handed-by-talent" if source == BY_TALENT else "handed-by-token"
        tell(state, event, place, state.card, receiver)
    play(state, receiver, 0)


def _discard(state: State, place: i64) -> None:
    """Kyuzo: a value that is already in the line (SAM-T11)."""
    card = put_down(state)
    state.discard.append(card)
    if state.events is not None:
        tell(state, "discards", place, card)


def _put_under(state: State, place: i64) -> None:
    """Katsushiro: under the stack, and another one is drawn, which must be kept (SAM-T11)."""
    card = put_down(state)
    if state.events is not None:
        tell(state, "puts-under", place, card)
    state.bottom += (card,)
    state.raiders += 1
    draw(state, place, TO_KEEP)
