"""The penalty of the last card in the line, at the start of a turn (SAM-T2, SAM-T3, SAM-N1 to SAM-N11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from zashiki.games.samurai_spirit.rules.actions import DROP, IGNORE, SUFFER
from zashiki.games.samurai_spirit.rules.cards import ICONS
from zashiki.games.samurai_spirit.rules.chronicle import IMPOSSIBLE, PENALTY
from zashiki.games.samurai_spirit.rules.fight import BY_LEFT_ARROW, BY_RIGHT_ARROW, draw
from zashiki.games.samurai_spirit.rules.harm import lose_barricade, wound
from zashiki.games.samurai_spirit.rules.hooks import tell
from zashiki.games.samurai_spirit.rules.marks import MUST_PASS, NO_CARD, NO_DEFEND, NO_SUPPORT, NO_TALENT
from zashiki.games.samurai_spirit.rules.steps import DROP_LEFT, ICON, RESHUFFLE
from zashiki.games.samurai_spirit.rules.talents import may_ignore
from zashiki.games.samurai_spirit.rules.unseen import send_unseen, shuffle_in

if TYPE_CHECKING:
    from zashiki.games.samurai_spirit.rules.state import State

# What the extra of an ICON step says: which of the card's two icons are still to be applied, and the card.
_FIRST: Final = 1
_SECOND: Final = 2
_CARD_SHIFT: Final = 2
MOST_RETURNS: Final = 30
"""Cards that SAM-N9 brings back in one round."""


def card_with_icons(extra: int) -> int:
    """The card of an ICON step."""
    return extra >> _CARD_SHIFT


def icons_left(extra: int) -> list[int]:
    """The icons of an ICON step that are still to be applied, in the order they are printed."""
    return [icon for position, icon in enumerate(ICONS[card_with_icons(extra)]) if extra >> position & 1]


def _icon_choices(extra: int, ignorable: bool) -> list[int]:
    icons = sorted(set(icons_left(extra)))
    return [SUFFER + icon for icon in icons] + [IGNORE + icon for icon in icons if ignorable]


_ALL_ICONS: Final = [
    card << _CARD_SHIFT | (_FIRST | _SECOND if len(icons) == 2 else _FIRST)
    for card, icons in enumerate(ICONS)
]
"""By card: the extra of its ICON step while no icon has been applied."""
_SUFFERED_ONLY: Final = [_icon_choices(extra, False) for extra in range(len(ICONS) << _CARD_SHIFT)]
_BOTH: Final = [_icon_choices(extra, True) for extra in range(len(ICONS) << _CARD_SHIFT)]
"""By extra: the choices of an ICON step."""


def suffer(state: State, place: int, card: int) -> None:
    """SAM-T2: all icons of the card."""
    suffer_icon(state, place, _ALL_ICONS[card])


def suffer_icon(state: State, place: int, extra: int) -> None:
    """Two icons in the order of choice, each of which a talent may ignore; none once the stack is empty."""
    if not state.raiders:
        return
    choices = (_BOTH if may_ignore(state, place, extra >> _CARD_SHIFT) else _SUFFERED_ONLY)[extra]
    if len(choices) == 1:
        icon_chosen(state, place, extra, choices[0])
    else:
        state.ask(ICON, place, extra, choices)


def icon_chosen(state: State, place: int, extra: int, action: int) -> None:
    card = card_with_icons(extra)
    ignored = action >= IGNORE
    icon = action - (IGNORE if ignored else SUFFER)
    position = _FIRST if extra & _FIRST and ICONS[card][0] == icon else _SECOND
    rest = extra ^ position
    if rest & (_FIRST | _SECOND):
        state.push(ICON, place, rest)
    if ignored:
        if state.events is not None:
            tell(state, "ignores", place, card, icon)
        return
    if state.events is not None:
        tell(state, "suffers", place, card, icon)
    _SUFFERED[icon](state, place)


def _barricade(state: State, place: int) -> None:
    """SAM-N1"""
    lose_barricade(state, PENALTY, place)


def _wound(state: State, place: int) -> None:
    """SAM-N2"""
    wound(state, place, PENALTY)


def _intruder(state: State, _place: int) -> None:
    """SAM-N3"""
    send_unseen(state)


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
            tell(state, "no-more-returns", place)
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


def reshuffle(state: State, place: int, _extra: int) -> None:
    state.ask_chance(RESHUFFLE, place)


def any_discard(state: State) -> tuple[list[int], list[int]]:
    return sorted(state.discard), [1] * len(state.discard)


def reshuffled(state: State, place: int, _extra: int, card: int) -> None:
    """SAM-N9: a random discard is shuffled into the Raiders."""
    state.discard.remove(card)
    state.reshuffled += 1
    shuffle_in(state, card)
    if state.events is not None:
        tell(state, "reshuffled", place, card)


def drop_left(state: State, place: int, _extra: int) -> None:
    choices = [DROP + symbol for symbol in range(3) if state.left[place * 3 + symbol] != NO_CARD]
    if len(choices) == 1:
        dropped(state, place, 0, choices[0])
    else:
        state.ask(DROP_LEFT, place, 0, choices)


def dropped(state: State, place: int, _extra: int, action: int) -> None:
    """SAM-N11: a card of the left side, of the player's choice."""
    spot = place * 3 + action - DROP
    card = state.left[spot]
    state.left = state.left.copy()
    state.left[spot] = NO_CARD
    state.discard.append(card)
    if state.events is not None:
        tell(state, "dropped", place, card)
