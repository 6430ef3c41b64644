"""Why a choice is refused: the rule and its figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from zashiki.games.samurai_spirit.names import CARD_WORDS, SAMURAI_WORDS
from zashiki.games.samurai_spirit.prompts import prompt
from zashiki.games.samurai_spirit.rules.actions import (
    CALL,
    DEFEND,
    DISCARD,
    GIVE,
    HAND,
    HEAL,
    IGNORE,
    LEND,
    PASS,
    SUPPORT,
    TAKE,
    UNDER,
)
from zashiki.games.samurai_spirit.rules.cards import NO_SYMBOL, PENALTIES, SYMBOL, SYMBOLS, VALUE
from zashiki.games.samurai_spirit.rules.marks import NO_CARD, NO_SUPPORT, NO_TALENT, NOWHERE
from zashiki.games.samurai_spirit.rules.penalties import card_with_icons
from zashiki.games.samurai_spirit.rules.samurai import GOROBEI, KATSUSHIRO, KYUZO, NAMES
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.rules.steps import (
    ACTION,
    ICON,
    KIAI_HEAL,
    KIAI_LEND,
    KIAI_MOVE,
    KIAI_REMOVE,
    LEND_TO,
    MOVE_TO,
    PLAY,
    TOKENS,
    extra_of,
    kind_of,
    place_of,
)
from zashiki.games.samurai_spirit.rules.talents import neighbours, talents
from zashiki.games.samurai_spirit.rules.tokens import holder_of
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.messages import Message, say

Reason = Callable[[State, int, int, int], Message | None]


def why_not(state: State, seat: int, action: int) -> Message | None:
    if action in state.legal(seat):
        return None
    if state.end:
        return say("sam.refuse.over", "SAM-E3")
    place = place_of(state.asked)
    if seat != state.actor:
        if state.actor == CHANCE:
            return say("sam.refuse.chance", "SAM-S2")
        return say("sam.refuse.not-yours", "SAM-T0", who=SAMURAI_WORDS[state.who[place]])
    if seat != CHANCE:
        reason = _REASONS.get(kind_of(state.asked))
        refusal = reason(state, place, extra_of(state.asked), action) if reason is not None else None
        if refusal is not None:
            return refusal
    return say("sam.refuse.now", "SAM-T0", prompt=prompt(state, seat))


def _named(action: int, first: int) -> int:
    """Which samurai the action of a group names, or -1 if it is not in that group."""
    return action - first if first <= action < first + len(NAMES) else -1


def _who(who: int) -> Message:
    return SAMURAI_WORDS[who]


def _out(state: State, who: int) -> Message | None:
    """A samurai that nothing can be done to: absent, or passed (SAM-T10)."""
    if state.where[who] == NOWHERE:
        return say("sam.refuse.absent", "SAM-S2", who=_who(who))
    if state.passed >> who & 1:
        return say("sam.refuse.passed", "SAM-T10", who=_who(who))
    return None


def _action(state: State, place: int, _extra: int, action: int) -> Message | None:
    """SAM-T8"""
    to = _named(action, SUPPORT)
    if to < 0:
        return None
    if state.banned & NO_SUPPORT:
        return say("sam.refuse.no-support", "SAM-N5")
    holder = holder_of(state, place)
    if holder != place:
        return say("sam.refuse.token-away", "SAM-T8", who=_who(state.who[holder]))
    if state.where[to] == place:
        return say("sam.refuse.self", "SAM-T8")
    return _out(state, to)


def _tokens(state: State, _place: int, _extra: int, action: int) -> Message | None:
    """SAM-T1"""
    who = _named(action, CALL)
    if who < 0:
        return None
    key = "present" if state.in_play >> who & 1 else "token-spent"
    return say(f"sam.refuse.{key}", "SAM-T1", who=_who(who))


def _idle(state: State, place: int, talent: int) -> Message | None:
    """Ruling 14: the token of the talent lies there, taken in this very turn."""
    if place == state.turn and state.idle >> talent & 1:
        return say("sam.refuse.token-idle", "SAM-T9", who=_who(talent))
    return None


def _icon(state: State, place: int, extra: int, action: int) -> Message | None:
    """SAM-T2"""
    card = card_with_icons(extra)
    if not IGNORE <= action < IGNORE + len(PENALTIES):
        return None
    if state.banned & NO_TALENT:
        return say("sam.refuse.no-talent", "SAM-N10")
    needed = GOROBEI + (VALUE[card] & 1)
    lacking = say("sam.refuse.cannot-ignore", "SAM-T11", value=VALUE[card], who=_who(needed))
    return _idle(state, place, needed) or lacking


def _play(state: State, place: int, _extra: int, action: int) -> Message | None:
    """SAM-T5, SAM-T6, SAM-T11"""
    if action == DEFEND:
        return _defence(state, place)
    to = _named(action, HAND)
    if to < 0 and action not in (DISCARD, UNDER):
        return say("sam.refuse.card-first", "SAM-T5", card=CARD_WORDS[state.card]) if action == PASS else None
    if state.second:
        return say("sam.refuse.must-keep", "SAM-T11", card=CARD_WORDS[state.card])
    if place == state.turn and state.banned & NO_TALENT:
        return say("sam.refuse.no-talent", "SAM-N10")
    needed = VALUE[state.card] & 1 if to >= 0 else KYUZO if action == DISCARD else KATSUSHIRO
    if not talents(state, place) >> needed & 1:
        lacking = say("sam.refuse.talent", "SAM-T11", value=VALUE[state.card], who=_who(needed))
        return _idle(state, place, needed) or lacking
    if to < 0:
        return say("sam.refuse.not-in-line", "SAM-T11", value=VALUE[state.card])
    return _hand(state, place, to)


def _defence(state: State, place: int) -> Message:
    symbol = SYMBOL[state.card]
    if symbol == NO_SYMBOL:
        return say("sam.refuse.no-symbol", "SAM-T6", card=CARD_WORDS[state.card])
    if state.left[place * 3 + symbol] != NO_CARD:
        return say("sam.refuse.has-symbol", "SAM-T6", symbol=say(f"sam.symbol.{SYMBOLS[symbol]}"))
    return say("sam.refuse.no-defend", "SAM-N4")


def _hand(state: State, place: int, to: int) -> Message | None:
    out = _out(state, to)
    if out is not None:
        return out
    if not neighbours(state, place) >> to & 1:
        return say("sam.refuse.not-neighbour", "SAM-T11", who=_who(to))
    return say("sam.refuse.handed-before", "SAM-T11", card=CARD_WORDS[state.card])


def _take(state: State, _place: int, _extra: int, action: int) -> Message | None:
    who = _named(action, TAKE)
    if who < 0:
        return None
    return _out(state, who) or say("sam.refuse.no-line", "SAM-K1", who=_who(who))


def _give(state: State, _place: int, _extra: int, action: int) -> Message | None:
    who = _named(action, GIVE)
    if who < 0:
        return None
    return _out(state, who) or say("sam.refuse.has-token", "SAM-T9", who=_who(who))


def _heal(state: State, _place: int, _extra: int, action: int) -> Message | None:
    who = _named(action, HEAL)
    if who < 0:
        return None
    if state.where[who] == NOWHERE:
        return _out(state, who)
    return say("sam.refuse.not-wounded", "SAM-K3", who=_who(who))


def _lend(state: State, _place: int, _extra: int, action: int) -> Message | None:
    who = _named(action, LEND)
    if who < 0:
        return None
    if state.where[who] == NOWHERE:
        return _out(state, who)
    return say("sam.refuse.nobody-else", "SAM-T9", who=_who(who))


_REASONS: Final[dict[int, Reason]] = {
    ACTION: _action,
    TOKENS: _tokens,
    ICON: _icon,
    PLAY: _play,
    KIAI_MOVE: _take,
    KIAI_REMOVE: _take,
    MOVE_TO: _give,
    LEND_TO: _give,
    KIAI_HEAL: _heal,
    KIAI_LEND: _lend,
}
