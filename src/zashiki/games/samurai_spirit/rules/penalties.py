"""The penalty of the last card in the line, at the start of a turn (SAM-T2, SAM-T3, SAM-N1 to SAM-N11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from zashiki.games.samurai_spirit.rules.actions import DROP, IGNORE, SUFFER
from zashiki.games.samurai_spirit.rules.cards import ICONS, PENALTIES, VALUE
from zashiki.games.samurai_spirit.rules.chronicle import IMPOSSIBLE, PENALTY
from zashiki.games.samurai_spirit.rules.fight import BY_LEFT_ARROW, BY_RIGHT_ARROW, draw
from zashiki.games.samurai_spirit.rules.harm import lose_barricade, wound
from zashiki.games.samurai_spirit.rules.hooks import tell
from zashiki.games.samurai_spirit.rules.marks import MUST_PASS, NO_CARD, NO_DEFEND, NO_SUPPORT, NO_TALENT
from zashiki.games.samurai_spirit.rules.samurai import GOROBEI, KANBEI
from zashiki.games.samurai_spirit.rules.steps import DROP_LEFT, ICON, RESHUFFLE, at_each_place
from zashiki.games.samurai_spirit.rules.talents import talents
from zashiki.games.samurai_spirit.rules.unseen import send_unseen, shuffle_in

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.samurai_spirit.rules.state import State

# What the extra of an ICON step says: which of the card's two icons are still to be applied, and the card.
_FIRST: Final = 1
_SECOND: Final = 2
_BOTH_ICONS: Final = 3
_CARD_SHIFT: Final = 2
# The icons that come most often do not go through the table, whose calls cost more when compiled.
_BARRICADE: Final = 0
_WOUND: Final = 1
_INTRUDER: Final = 2
_RESHUFFLE: Final = at_each_place(RESHUFFLE)
MOST_RETURNS: Final = 30
"""Cards that SAM-N9 brings back in one round."""


def card_with_icons(extra: i64) -> i64:
    """The card of an ICON step."""
    return extra >> _CARD_SHIFT


def icons_left(extra: i64) -> list[int]:
    """The icons of an ICON step that are still to be applied, in the order they are printed."""
    return [icon for position, icon in enumerate(ICONS[card_with_icons(extra)]) if extra >> position & 1]


def _icon_choices(extra: i64, ignorable: bool) -> list[int]:
    icons = sorted(set(icons_left(extra)))
    return [SUFFER + icon for icon in icons] + [IGNORE + icon for icon in icons if ignorable]


ALL_ICONS: Final[list[i64]] = [
    card << _CARD_SHIFT | (_BOTH_ICONS if len(icons) == 2 else _FIRST) if icons else 0
    for card, icons in enumerate(ICONS)
]
"""By card: the extra of its ICON step while no icon has been applied; 0: it has none."""
_SUFFERED_ONLY: Final = [_icon_choices(extra, False) for extra in range(len(ICONS) << _CARD_SHIFT)]
_BOTH: Final = [_icon_choices(extra, True) for extra in range(len(ICONS) << _CARD_SHIFT)]
"""By extra: the choices of an ICON step."""
_IGNORER: Final[list[i64]] = [
    1 << (GOROBEI if VALUE[card_with_icons(extra)] % 2 == 0 else KANBEI)
    for extra in range(len(ICONS) << _CARD_SHIFT)
]
"""By extra: whose talent ignores the icons, Gorobei's those of even cards, Kanbei's those of odd ones (SAM-T11)."""


def suffer_icon(state: State, place: i64, extra: i64) -> None:
    """SAM-T2: two icons in the order of choice, each of which a talent may ignore; none once the stack is empty."""
    if not state.raiders:
        return
    choices = (_BOTH if talents(state, place) & _IGNORER[extra] else _SUFFERED_ONLY)[extra]
    if len(choices) == 1:
        icon_chosen(state, place, extra, choices[0])
    else:
        state.ask(ICON, place, extra, choices)


def icon_chosen(state: State, place: i64, extra: i64, action: i64) -> None:
    card = card_with_icons(extra)
    ignored = action >= IGNORE
    icon = action - (IGNORE if ignored else SUFFER)
    if extra & _BOTH_ICONS == _BOTH_ICONS:
        state.push(ICON, place, extra ^ (_FIRST if ICONS[card][0] == icon else _SECOND))
    if ignored:
        if state.events is not None:
            tell(state, "ignores", place, card, icon)
        return
    if state.events is not None:
        tell(state, "suffers", place, card, icon)
    if icon == _BARRICADE:  # SAM-N1
        lose_barricade(state, PENALTY, place)
    elif icon == _WOUND:  # SAM-N2
        wound(state, place, PENALTY)
    elif icon == _INTRUDER:  # SAM-N3
        send_unseen(state)
    else:
        _OTHERS[icon](state, place)


def _no_defend(state: State, _place: i64) -> None:
    """SAM-N4"""
    state.banned |= NO_DEFEND


def _no_support(state: State, _place: i64) -> None:
    """SAM-N5"""
    state.banned |= NO_SUPPORT


def _left_draws(state: State, place: i64) -> None:
    """SAM-N6"""
    _arrow(state, place, (place + 1) % state.count, BY_LEFT_ARROW)


def _right_draws(state: State, place: i64) -> None:
    """SAM-N7"""
    _arrow(state, place, (place - 1) % state.count, BY_RIGHT_ARROW)


def _arrow(state: State, place: i64, neighbour: i64, purpose: i64) -> None:
    """A neighbour draws a Raider into his line, without talents; impossible if he has passed."""
    if state.passed & state.bit[neighbour]:
        _impossible(state, place)
    else:
        draw(state, neighbour, purpose)


def _must_pass(state: State, _place: i64) -> None:
    """SAM-N8"""
    state.banned |= MUST_PASS


def _discard_to_raiders(state: State, place: i64) -> None:
    """SAM-N9; a round that draws and discards the same cards for ever is ended by the limit."""
    if state.reshuffled == MOST_RETURNS:
        if state.events is not None:
            tell(state, "no-more-returns", place)
    elif state.discard:
        state.push(RESHUFFLE, place)
    else:
        _impossible(state, place)


def _no_talent(state: State, _place: i64) -> None:
    """SAM-N10"""
    state.banned |= NO_TALENT


def _lose_left_card(state: State, place: i64) -> None:
    """SAM-N11"""
    if any(card != NO_CARD for card in state.left[place * 3 : place * 3 + 3]):
        state.push(DROP_LEFT, place)
    else:
        _impossible(state, place)


def _impossible(state: State, place: i64) -> None:
    """SAM-T3: a Wound instead."""
    wound(state, place, IMPOSSIBLE)


_OTHERS: Final[dict[int, Callable[[State, int], None]]] = {
    PENALTIES.index("no-defend"): _no_defend,
    PENALTIES.index("no-support"): _no_support,
    PENALTIES.index("left-draws"): _left_draws,
    PENALTIES.index("right-draws"): _right_draws,
    PENALTIES.index("must-pass"): _must_pass,
    PENALTIES.index("discard-to-raiders"): _discard_to_raiders,
    PENALTIES.index("no-talent"): _no_talent,
    PENALTIES.index("lose-left-card"): _lose_left_card,
}


def reshuffle(state: State, place: i64, _extra: i64) -> None:
    state.ask_chance(_RESHUFFLE[place])


def any_discard(state: State) -> tuple[list[int], list[int]]:
    return sorted(state.discard), [1] * len(state.discard)


def reshuffled(state: State, place: i64, _extra: i64, card: i64) -> None:
    """SAM-N9: a random discard is shuffled into the Raiders."""
    state.discard.remove(card)
    state.reshuffled += 1
    shuffle_in(state, card)
    if state.events is not None:
        tell(state, "reshuffled", place, card)


def drop_left(state: State, place: i64, _extra: i64) -> None:
    choices = [DROP + symbol for symbol in range(3) if state.left[place * 3 + symbol] != NO_CARD]
    if len(choices) == 1:
        dropped(state, place, 0, choices[0])
    else:
        state.ask(DROP_LEFT, place, 0, choices)


def dropped(state: State, place: i64, _extra: i64, action: i64) -> None:
    """SAM-N11: a card of the left side, of the player's choice."""
    spot = place * 3 + action - DROP
    card = state.left[spot]
    state.left = state.left.copy()
    state.left[spot] = NO_CARD
    state.discard.append(card)
    if state.events is not None:
        tell(state, "dropped", place, card)
