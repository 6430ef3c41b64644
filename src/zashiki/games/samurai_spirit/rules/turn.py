"""A turn: absent tokens, the penalty, then one action; and whose turn is next (SAM-T0 to SAM-T10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.samurai_spirit.rules.actions import CALL, ENOUGH, FIGHT, PASS, STOP, SUPPORT, of_samurai
from zashiki.games.samurai_spirit.rules.fight import TO_FIGHT, draw
from zashiki.games.samurai_spirit.rules.hooks import tell
from zashiki.games.samurai_spirit.rules.marks import MUST_PASS, NO_SUPPORT, NOWHERE
from zashiki.games.samurai_spirit.rules.penalties import ALL_ICONS, suffer_icon
from zashiki.games.samurai_spirit.rules.ring import FOLLOWING, leave_ring
from zashiki.games.samurai_spirit.rules.round_end import end_round
from zashiki.games.samurai_spirit.rules.samurai import KIKUCHIYO
from zashiki.games.samurai_spirit.rules.steps import ACTION, AGAIN, LAST_CARD, TOKENS, at_each_place
from zashiki.games.samurai_spirit.rules.talents import talents
from zashiki.games.samurai_spirit.rules.unseen import send_unseen

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.samurai_spirit.rules.state import State

_CALL: Final = [[*calls, ENOUGH] for calls in of_samurai(CALL)]
_ACTIONS: Final = [[FIGHT, *supports, PASS] for supports in of_samurai(SUPPORT)]
_NO_SUPPORT: Final = _ACTIONS[0]
_AGAIN: Final = [FIGHT, STOP]
_ASKED: Final = at_each_place(ACTION)
_FIGHT_AGAIN: Final = at_each_place(AGAIN)
_KIKUCHIYO: Final = 1 << KIKUCHIYO


def begin_turn(state: State, place: i64, _extra: i64) -> None:
    state.turn = place
    state.banned = state.fights = 0
    if state.absent:
        state.push(LAST_CARD, place)
        offer_tokens(state, place, 0)
    else:
        last_card(state, place, 0)


def offer_tokens(state: State, place: i64, _extra: i64) -> None:
    """SAM-T1: any number of the absent samurai's tokens, before the penalty."""
    if state.absent:
        state.ask(TOKENS, place, 0, _CALL[state.absent])


def token_called(state: State, place: i64, _extra: i64, action: i64) -> None:
    if action == ENOUGH:
        return
    who = action - CALL
    state.absent ^= 1 << who
    state.borrowed = state.borrowed.copy()
    state.borrowed[place] |= 1 << who
    if state.events is not None:
        tell(state, "call", place, who)
    state.push(TOKENS, place)


def last_card(state: State, place: i64, _extra: i64) -> None:
    """SAM-T2: the penalty of the last card of the line, if it has one; then the action."""
    line = state.line[place]
    if line and ALL_ICONS[line[-1]]:
        state.pending.append(_ASKED[place])
        suffer_icon(state, place, ALL_ICONS[line[-1]])
    else:
        choose_action(state, place, 0)


def choose_action(state: State, place: i64, _extra: i64) -> None:
    """SAM-T4: exactly one action; over Kiai at this moment, or under SAM-N8, it is Pass."""
    if not state.raiders:
        return
    banned = state.banned
    if state.track[place] > state.kiai[place] or (banned and banned & MUST_PASS):
        _pass(state, place, "must-pass")
        return
    _offer_actions(state, place)
    if banned and banned & NO_SUPPORT:
        state.choices = _NO_SUPPORT


def _offer_actions(state: State, place: i64) -> None:
    """Fight, Pass, or support any other in the round if the own token is at hand (SAM-T8)."""
    state.asked = _ASKED[place]
    if state.seats > 1:
        state.actor = place
    else:
        state.actor = 0
    bit: i64 = state.bit[place]
    if state.away & bit:
        state.choices = _NO_SUPPORT
    else:
        state.choices = _ACTIONS[state.in_play - state.passed - bit]


def acted(state: State, place: i64, _extra: i64, action: i64) -> None:
    """Nothing else is pending, so that a turn ends at once with Support or Pass."""
    if action == FIGHT:
        state.fights = 1
        if (state.in_play | state.borrowed[place]) & _KIKUCHIYO:
            state.pending.append(_FIGHT_AGAIN[place])
        draw(state, place, TO_FIGHT)
        return
    if action == PASS:
        _pass(state, place, "passes")
    else:  # SAM-T8: the own token, which is at hand, to another, the top Raider unseen to the Intruders
        to: i64 = state.where[action - SUPPORT]
        bit: i64 = state.bit[place]
        state.away |= bit
        state.lent[to] |= bit
        if state.events is not None:
            tell(state, "supports", place, to)
        send_unseen(state)
    end_turn(state, place, 0)


def again(state: State, place: i64, _extra: i64) -> None:
    """Kikuchiyo may Fight twice in his turn, if a Raider is left (SAM-T11)."""
    if state.raiders and talents(state, place) & _KIKUCHIYO:
        state.ask(AGAIN, place, 0, _AGAIN)


def fights_again(state: State, place: i64, _extra: i64, action: i64) -> None:
    if action == FIGHT:
        state.fights = 2
        if state.events is not None:
            tell(state, "fights-again", place)
        draw(state, place, TO_FIGHT)


def _pass(state: State, place: i64, event: str) -> None:
    """SAM-T10"""
    leave_ring(state, place)
    state.last_active = place
    if state.events is not None:
        tell(state, event, place)


def end_turn(state: State, place: i64, _extra: i64) -> None:
    """Tokens go back (SAM-T9); then the round ends (SAM-E1), or the next samurai has his turn (SAM-T0)."""
    lent = state.lent[place]
    if lent:
        state.lent[place] = 0
        state.away ^= lent
        state.idle = 0
    place = FOLLOWING[state.ring][place]
    if place == NOWHERE or not state.raiders:
        end_round(state)
        return
    if state.absent:
        begin_turn(state, place, 0)
        return
    state.turn = place
    state.banned = state.fights = 0
    if state.line[place]:
        last_card(state, place, 0)
    else:  # nothing comes before the action, and nothing forbids any
        _offer_actions(state, place)
