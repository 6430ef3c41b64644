"""The penalty of the last card in the line, at the start of a turn (SAM-T2, SAM-T3, SAM-N1 to SAM-N11)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from zashiki.games.samurai_spirit.actions import DROP, IGNORE, SUFFER
from zashiki.games.samurai_spirit.cards import ICONS, PENALTIES, VALUE
from zashiki.games.samurai_spirit.cards import WORDS as CARD_WORDS
from zashiki.games.samurai_spirit.ends import IMPOSSIBLE, PENALTY
from zashiki.games.samurai_spirit.fight import BY_LEFT_ARROW, BY_RIGHT_ARROW, draw
from zashiki.games.samurai_spirit.harm import lose_barricade, wound
from zashiki.games.samurai_spirit.samurai import GOROBEI, NAMES
from zashiki.games.samurai_spirit.state import (
    DROP_LEFT,
    ICON,
    MUST_PASS,
    NO_CARD,
    NO_DEFEND,
    NO_SUPPORT,
    NO_TALENT,
    RESHUFFLE,
    State,
    chosen,
    outcomes,
    step,
)
from zashiki.games.samurai_spirit.talents import may_ignore
from zashiki.games.samurai_spirit.unseen import send_unseen, shuffle_in
from zashiki.kernel.messages import say

_FIRST: Final = 1  # of the two icons a card may have
_SECOND: Final = 2
MOST_RETURNS: Final = 30
"""Cards that SAM-N9 brings back in one round."""


def rule_of(icon: int) -> str:
    """The rule of a penalty: SAM-N1 to SAM-N11."""
    return f"SAM-N{icon + 1}"


def suffer(state: State, place: int, card: int) -> None:
    """SAM-T2: all icons of the card."""
    _icon(state, place, card << 2 | (_FIRST | _SECOND if len(ICONS[card]) == 2 else _FIRST))


@step(ICON)
def _icon(state: State, place: int, extra: int) -> None:
    """Two icons in the order of choice, each of which a talent may ignore; none once the stack is empty."""
    if not state.raiders:
        return
    choices = icon_choices(extra, may_ignore(state, place, extra >> 2))
    if len(choices) == 1:
        _chosen_icon(state, place, extra, choices[0])
    else:
        state.ask(ICON, place, extra, choices)


@cache
def icon_choices(extra: int, ignorable: bool) -> list[int]:
    icons = sorted({icon for position, icon in enumerate(ICONS[extra >> 2]) if extra >> position & 1})
    return [SUFFER + icon for icon in icons] + [IGNORE + icon for icon in icons if ignorable]


@chosen(ICON)
def _chosen_icon(state: State, place: int, extra: int, action: int) -> None:
    card = extra >> 2
    ignored = action >= IGNORE
    icon = action - (IGNORE if ignored else SUFFER)
    position = _FIRST if extra & _FIRST and ICONS[card][0] == icon else _SECOND
    rest = extra ^ position
    if rest & (_FIRST | _SECOND):
        state.push(ICON, place, rest)
    if ignored:
        if state.events is not None:
            state.tell(
                f"talent.{NAMES[GOROBEI + (VALUE[card] & 1)]}",
                "SAM-T11",
                place,
                penalty=say(f"sam.penalty.{PENALTIES[icon]}"),
            )
        return
    if state.events is not None:
        state.tell(f"penalty.{PENALTIES[icon]}", rule_of(icon), place, card=CARD_WORDS[card])
    _SUFFERED[icon](state, place)


def _barricade(state: State, place: int) -> None:
    """SAM-N1"""
    lose_barricade(state, PENALTY, place)


def _wound(state: State, place: int) -> None:
    """SAM-N2"""
    wound(state, place, PENALTY)


def _intruder(state: State, _place: int) -> None:
    """SAM-N3"""
    move_unseen(state)


def move_unseen(state: State) -> None:
    """The top Raider goes unseen to the Intruders; if it was the last one, nobody drew it (SAM-E4)."""
    send_unseen(state)
    if not state.raiders:
        state.last_active = state.turn


def _no_defend(state: State, _place: int) -> None:
    """SAM-N4"""
    state.banned |= NO_DEFEND


def _no_support(state: State, _place: int) -> None:
    """SAM-N5"""
    state.banned |= NO_SUPPORT


def _left_draws(state: State, place: int) -> None:
    """SAM-N6"""
    _arrow(state, place, (place + 1) % state.count, BY_LEFT_ARROW)


def _right_draws(state: State, place: int) -> None:
    """SAM-N7"""
    _arrow(state, place, (place - 1) % state.count, BY_RIGHT_ARROW)


def _arrow(state: State, place: int, neighbour: int, purpose: int) -> None:
    """A neighbour draws a Raider into his line, without talents; impossible if he has passed."""
    if state.passed & state.bit[neighbour]:
        _impossible(state, place)
    else:
        draw(state, neighbour, purpose)


def _must_pass(state: State, _place: int) -> None:
    """SAM-N8"""
    state.banned |= MUST_PASS


def _discard_to_raiders(state: State, place: int) -> None:
    """SAM-N9; a round that draws and discards the same cards for ever is ended by the limit."""
    if state.reshuffled == MOST_RETURNS:
        if state.events is not None:
            state.tell("no-more-returns", "SAM-N9", place, n=MOST_RETURNS)
    elif state.discard:
        state.push(RESHUFFLE, place)
    else:
        _impossible(state, place)


def _no_talent(state: State, _place: int) -> None:
    """SAM-N10"""
    state.banned |= NO_TALENT


def _lose_left_card(state: State, place: int) -> None:
    """SAM-N11"""
    if any(card != NO_CARD for card in state.left[place * 3 : place * 3 + 3]):
        state.push(DROP_LEFT, place)
    else:
        _impossible(state, place)


def _impossible(state: State, place: int) -> None:
    """SAM-T3: a Wound instead."""
    wound(state, place, IMPOSSIBLE)


_SUFFERED: Final[tuple[Callable[[State, int], None], ...]] = (
    _barricade,
    _wound,
    _intruder,
    _no_defend,
    _no_support,
    _left_draws,
    _right_draws,
    _must_pass,
    _discard_to_raiders,
    _no_talent,
    _lose_left_card,
)


@step(RESHUFFLE)
def _reshuffle(state: State, place: int, _extra: int) -> None:
    state.ask_chance(RESHUFFLE, place)


@outcomes(RESHUFFLE)
def _any_discard(state: State, _place: int, _extra: int) -> tuple[list[int], list[int]]:
    return sorted(state.discard), [1] * len(state.discard)


@chosen(RESHUFFLE)
def _reshuffled(state: State, place: int, _extra: int, card: int) -> None:
    """SAM-N9: a random discard is shuffled into the Raiders."""
    state.discard.remove(card)
    state.reshuffled += 1
    shuffle_in(state, card)
    if state.events is not None:
        state.tell("reshuffled", "SAM-N9", place, card=CARD_WORDS[card])


@step(DROP_LEFT)
def _drop_left(state: State, place: int, _extra: int) -> None:
    choices = [DROP + symbol for symbol in range(3) if state.left[place * 3 + symbol] != NO_CARD]
    if len(choices) == 1:
        _dropped(state, place, 0, choices[0])
    else:
        state.ask(DROP_LEFT, place, 0, choices)


@chosen(DROP_LEFT)
def _dropped(state: State, place: int, _extra: int, action: int) -> None:
    """SAM-N11: a card of the left side, of the player's choice."""
    spot = place * 3 + action - DROP
    card = state.left[spot]
    state.left[spot] = NO_CARD
    state.discard.append(card)
    if state.events is not None:
        state.tell("dropped", "SAM-N11", place, card=CARD_WORDS[card])
