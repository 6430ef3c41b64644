"""A turn: absent tokens, the penalty, then one action; and whose turn is next (SAM-T0 to SAM-T10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.samurai_spirit.rules.actions import CALL, ENOUGH, FIGHT, PASS, STOP, SUPPORT, of_samurai
from zashiki.games.samurai_spirit.rules.cards import ICONS
from zashiki.games.samurai_spirit.rules.fight import TO_FIGHT, draw
from zashiki.games.samurai_spirit.rules.hooks import tell
from zashiki.games.samurai_spirit.rules.marks import MUST_PASS, NO_SUPPORT
from zashiki.games.samurai_spirit.rules.penalties import suffer
from zashiki.games.samurai_spirit.rules.round_end import end_round
from zashiki.games.samurai_spirit.rules.samurai import KIKUCHIYO, MEMBERS, NAMES
from zashiki.games.samurai_spirit.rules.steps import ACTION, AGAIN, LAST_CARD, PLACE_SHIFT, TOKENS
from zashiki.games.samurai_spirit.rules.talents import talents
from zashiki.games.samurai_spirit.rules.unseen import send_unseen

if TYPE_CHECKING:
    from zashiki.games.samurai_spirit.rules.state import State

_CALL: Final = [[*calls, ENOUGH] for calls in of_samurai(CALL)]
_ACTIONS: Final = [[FIGHT, *supports, PASS] for supports in of_samurai(SUPPORT)]
_AGAIN: Final = [FIGHT, STOP]
_ASKED: Final = [ACTION | place << PLACE_SHIFT for place in range(len(NAMES))]
_KIKUCHIYO: Final = 1 << KIKUCHIYO


def begin_turn(state: State, place: int, _extra: int) -> None:
    state.turn = place
    state.banned = state.fights = 0
    if state.absent:
        state.push(LAST_CARD, place)
        offer_tokens(state, place, 0)
    elif state.line[place]:
        last_card(state, place, 0)
    else:
        choose_action(state, place, 0)


def offer_tokens(state: State, place: int, _extra: int) -> None:
    """SAM-T1: any number of the absent samurai's tokens, before the penalty."""
    if state.absent:
        state.ask(TOKENS, place, 0, _CALL[state.absent])


def token_called(state: State, place: int, _extra: int, action: int) -> None:
    if action == ENOUGH:
        return
    who = action - CALL
    state.absent ^= 1 << who
    state.borrowed = state.borrowed.copy()
    state.borrowed[place] |= 1 << who
    if state.events is not None:
        tell(state, "call", place, who)
    state.push(TOKENS, place)


def last_card(state: State, place: int, _extra: int) -> None:
    """SAM-T2: the penalty of the last card of the line, if it has one; then the action."""
    line = state.line[place]
    if line and ICONS[line[-1]]:
        state.pending.append(_ASKED[place])
        suffer(state, place, line[-1])
    else:
        choose_action(state, place, 0)


def choose_action(state: State, place: int, _extra: int) -> None:
    """SAM-T4: exactly one action; over Kiai at this moment, or under SAM-N8, it is Pass."""
    if not state.raiders:
        return
    banned = state.banned
    if state.track[place] > state.kiai[place] or (banned and banned & MUST_PASS):
        _pass(state, place, "must-pass")
        return
    others = 0  # whom he may support (SAM-T8, SAM-N5)
    if state.holder[place] == place and not (banned and banned & NO_SUPPORT):
        others = state.in_play - state.passed - state.bit[place]
    state.asked = _ASKED[place]
    state.actor = state.player[place]
    state.choices = _ACTIONS[others]


def acted(state: State, place: int, _extra: int, action: int) -> None:
    """Nothing else is pending, so that a turn ends at once with Support or Pass."""
    if action == FIGHT:
        state.fights = 1
        if (state.in_play | state.borrowed[place]) & _KIKUCHIYO:
            state.pending.append(AGAIN | place << PLACE_SHIFT)
        draw(state, place, TO_FIGHT)
        return
    if action == PASS:
        _pass(state, place, "passes")
    else:
        _support(state, place, state.where[action - SUPPORT])
    end_turn(state, place, 0)


def again(state: State, place: int, _extra: int) -> None:
    """Kikuchiyo may Fight twice in his turn, if a Raider is left (SAM-T11)."""
    if state.raiders and talents(state, place) & _KIKUCHIYO:
        state.ask(AGAIN, place, 0, _AGAIN)


def fights_again(state: State, place: int, _extra: int, action: int) -> None:
    if action == FIGHT:
        state.fights = 2
        if state.events is not None:
            tell(state, "fights-again", place)
        draw(state, place, TO_FIGHT)


def _support(state: State, place: int, to: int) -> None:
    """SAM-T8: the own token, which is at hand, to another, the top Raider unseen to the Intruders."""
    state.holder[place] = to
    state.lent[to] |= state.bit[place]
    if state.events is not None:
        tell(state, "supports", place, to)
    send_unseen(state)


def move_token(state: State, owner: int, to: int) -> None:
    """SAM-T9: whoever held the token loses it at once; at its owner's it is at hand again."""
    bit = state.bit[owner]
    state.lent[state.holder[owner]] &= ~bit
    state.holder[owner] = to
    if to != owner:
        state.lent[to] |= bit


def _pass(state: State, place: int, event: str) -> None:
    """SAM-T10: out of the round."""
    state.passed |= state.bit[place]
    state.last_active = place
    if state.events is not None:
        tell(state, event, place)


def end_turn(state: State, place: int, _extra: int) -> None:
    """Tokens go back (SAM-T9); then the round ends (SAM-E1), or the next samurai has his turn (SAM-T0)."""
    lent = state.lent[place]
    if lent:
        for who in MEMBERS[lent]:
            owner = state.where[who]
            state.holder[owner] = owner
        state.lent[place] = 0
        state.idle = 0
    passed = state.passed
    if not state.raiders or passed == state.in_play:
        end_round(state)
        return
    bits, count = state.bit, state.count
    place = (place + 1) % count
    while passed & bits[place]:
        place = (place + 1) % count
    begin_turn(state, place, 0)
