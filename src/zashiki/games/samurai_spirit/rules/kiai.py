"""The Kiai effects (SAM-K1). Each part is a step of its own: optional, and done as far as possible."""

from __future__ import annotations

from typing import Final

from zashiki.games.samurai_spirit.rules.actions import (
    ATTACK,
    CARD,
    DECLINE,
    DEFEND,
    GIVE,
    HEAL,
    KIAI,
    LEND,
    TAKE,
    of_samurai,
)
from zashiki.games.samurai_spirit.rules.chronicle import OVERRUN
from zashiki.games.samurai_spirit.rules.combat_line import add_to_line, drop_first, take_last
from zashiki.games.samurai_spirit.rules.fight import TO_LOOK, TO_SCATTER, defend, may_defend, put_down
from zashiki.games.samurai_spirit.rules.harm import add_barricade, heal, lose_barricade
from zashiki.games.samurai_spirit.rules.hooks import tell
from zashiki.games.samurai_spirit.rules.marks import NOBODY
from zashiki.games.samurai_spirit.rules.reach import PARTS, check_kiai
from zashiki.games.samurai_spirit.rules.round_end import TO_DISCARD
from zashiki.games.samurai_spirit.rules.samurai import MEMBERS
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.rules.steps import (
    ARRANGE,
    DRAW,
    KIAI_BARRICADE,
    KIAI_END,
    KIAI_HEAL,
    KIAI_LEND,
    KIAI_LOOK,
    KIAI_MOVE,
    KIAI_REMOVE,
    KIAI_REPEL,
    KIAI_SCATTER,
    LEND_TO,
    MOVE_TO,
    PLACE,
    TURN_UP,
    kind_of,
)
from zashiki.games.samurai_spirit.rules.tokens import holder_of, move_token

IDLE_TOKENS: Final = 2
"""The version of the rules from which on ruling 14 holds: what Kyuzo takes for himself in his turn gives nothing in it."""

_USE_OR_NOT: Final = [KIAI, DECLINE]
_SIDES: Final = [ATTACK, DEFEND]
_GIVE: Final = of_samurai(GIVE)
_LEND: Final = of_samurai(LEND)
_TAKE_OR_NOT: Final = [[DECLINE, *take] for take in of_samurai(TAKE)]
_HEAL_OR_NOT: Final = [[DECLINE, *healing] for healing in of_samurai(HEAL)]
_LEND_OR_NOT: Final = [[DECLINE, *lend] for lend in _LEND]


def in_round(state: State) -> int:
    """Those who have not passed, as a mask of samurai."""
    return state.in_play & ~state.passed


def with_line(state: State) -> int:
    """Whose last card can be taken: a line, and not passed; as a mask of samurai."""
    mask = 0
    for who in MEMBERS[in_round(state)]:
        if state.line[state.where[who]]:
            mask |= 1 << who
    return mask


def _tell_use(state: State, place: int) -> None:
    """The effect, once: the second of two uses or parts only tells what it does."""
    side = 1 if state.animal & state.bit[place] else 0
    if len(PARTS[state.who[place]][side]) == 2 and kind_of(state.pending[-1]) == KIAI_END:
        return
    tell(state, "kiai-used", place, side)


# Heihachi, and Kyuzo's animal side: a Barricade


def barricade(state: State, place: int, _extra: int) -> None:
    if state.barricades < state.barricades_start:
        state.ask(KIAI_BARRICADE, place, 0, _USE_OR_NOT)


def barricade_chosen(state: State, place: int, _extra: int, action: int) -> None:
    if action == KIAI:
        if state.events is not None:
            _tell_use(state, place)
        add_barricade(state)


# Heihachi's animal side: a Wound of anyone


def heal_anyone(state: State, place: int, _extra: int) -> None:
    if state.wounded:
        state.ask(KIAI_HEAL, place, 0, _HEAL_OR_NOT[state.wounded])


def heal_chosen(state: State, place: int, _extra: int, action: int) -> None:
    if action != DECLINE:
        if state.events is not None:
            _tell_use(state, place)
        heal(state, state.where[action - HEAL])


# Gorobei: Raiders to the discard pile


def scatter(state: State, place: int, cards: int) -> None:
    if state.raiders:
        state.ask(KIAI_SCATTER, place, cards, _USE_OR_NOT)


def scatter_chosen(state: State, place: int, cards: int, action: int) -> None:
    if action == KIAI:
        if state.events is not None:
            _tell_use(state, place)
        for _ in range(min(cards, state.raiders)):
            state.push(DRAW, place, TO_SCATTER)


# Kanbei: Intruders to the discard pile


def repel(state: State, place: int, cards: int) -> None:
    if state.intruders:
        state.ask(KIAI_REPEL, place, cards, _USE_OR_NOT)


def repel_chosen(state: State, place: int, cards: int, action: int) -> None:
    if action == KIAI:
        if state.events is not None:
            _tell_use(state, place)
        for _ in range(min(cards, len(state.intruders))):
            state.push(TURN_UP, place, TO_DISCARD)


# Katsushiro: Raiders turned up and put back in any order


def look(state: State, place: int, cards: int) -> None:
    if state.raiders:
        state.ask(KIAI_LOOK, place, cards, _USE_OR_NOT)


def look_chosen(state: State, place: int, cards: int, action: int) -> None:
    if action == KIAI:
        if state.events is not None:
            _tell_use(state, place)
        state.push(ARRANGE, place)
        for _ in range(min(cards, state.raiders)):
            state.push(DRAW, place, TO_LOOK)


def arrange(state: State, place: int, _extra: int) -> None:
    """The one to be drawn last is put back first."""
    if len(state.arranging) > 1:
        state.ask(ARRANGE, place, 0, sorted(CARD + card for card in state.arranging))
    else:
        _put_back(state, place, state.arranging[0])


def arranged(state: State, place: int, _extra: int, action: int) -> None:
    _put_back(state, place, action - CARD)
    state.push(ARRANGE, place)


def _put_back(state: State, place: int, card: int) -> None:
    state.arranging = tuple(other for other in state.arranging if other != card)
    state.top += (card,)
    state.raiders += 1
    if state.events is not None:
        tell(state, "put-back", place, card)


# Kikuchiyo: the last card of any line to the discard pile


def remove(state: State, place: int, _extra: int) -> None:
    lines = with_line(state)
    if lines:
        state.ask(KIAI_REMOVE, place, 0, _TAKE_OR_NOT[lines])


def removed(state: State, place: int, _extra: int, action: int) -> None:
    if action == DECLINE:
        _skip_second_use(state)
        return
    target = state.where[action - TAKE]
    card = take_last(state, target)
    state.discard.append(card)
    if state.events is not None:
        _tell_use(state, place)
        tell(state, "removed", target, card)
    check_kiai(state, target)


def _skip_second_use(state: State) -> None:
    """Who declines the first of two uses in a row declines both."""
    if state.pending[-1] == state.asked:
        state.pending.pop()


# Daisuke: the last card of any line to any samurai


def move(state: State, place: int, _extra: int) -> None:
    lines = with_line(state)
    if lines:
        state.ask(KIAI_MOVE, place, 0, _TAKE_OR_NOT[lines])


def move_from(state: State, place: int, _extra: int, action: int) -> None:
    if action == DECLINE:
        _skip_second_use(state)
        return
    state.push(MOVE_TO, place, state.where[action - TAKE])


def move_to(state: State, place: int, source: int) -> None:
    """To anyone not passed, himself and the one it comes from included."""
    state.ask(MOVE_TO, place, source, _GIVE[in_round(state)])


def moved_to(state: State, place: int, source: int, action: int) -> None:
    receiver = state.where[action - GIVE]
    state.card = take_last(state, source)
    if state.events is not None:
        _tell_use(state, place)
        tell(state, "moved", source, state.card, receiver)
    state.push(PLACE, receiver, source)


def place_moved(state: State, place: int, source: int) -> None:
    """The receiver chooses the side, under SAM-T6 and SAM-N4."""
    if may_defend(state, place, state.card):
        state.ask(PLACE, place, source, _SIDES)
    else:
        placed(state, place, source, ATTACK)


def placed(state: State, place: int, source: int, action: int) -> None:
    """Both tracks follow: a Barricade if the receiver is above Kiai, then the giver's Kiai, then his."""
    if action == DEFEND:
        defend(state, place)
        check_kiai(state, source)
        return
    card = put_down(state)
    add_to_line(state, place, card)
    if state.events is not None:
        tell(state, "attacks", place, card, state.track[place])
    check_kiai(state, place)
    check_kiai(state, source)
    if state.track[place] > state.kiai[place]:
        lose_barricade(state, OVERRUN, place)


# Kyuzo: any token in play to any samurai


def lend(state: State, place: int, _extra: int) -> None:
    """The token of any samurai in play, wherever it lies, if someone else in the round could have it."""
    inside = in_round(state)
    tokens = 0
    for owner in range(state.count):
        if inside & ~state.bit[holder_of(state, owner)]:
            tokens |= state.bit[owner]
    if tokens:
        state.ask(KIAI_LEND, place, 0, _LEND_OR_NOT[tokens])


def lend_chosen(state: State, place: int, _extra: int, action: int) -> None:
    if action != DECLINE:
        state.token = action - LEND
        state.push(LEND_TO, place)


def lend_to(state: State, place: int, _extra: int) -> None:
    holder = holder_of(state, state.where[state.token])
    state.ask(LEND_TO, place, 0, _GIVE[in_round(state) & ~state.bit[holder]])


def lent(state: State, place: int, _extra: int, action: int) -> None:
    """A token that he takes for himself in his own turn gives him nothing in it (ruling 14)."""
    owner = state.where[state.token]
    receiver = state.where[action - GIVE]
    state.token = NOBODY
    move_token(state, owner, receiver)
    state.idle &= ~state.bit[owner]
    if state.rules >= IDLE_TOKENS and receiver == place == state.turn != owner:
        state.idle |= state.bit[owner]
    if state.events is not None:
        _tell_use(state, place)
        tell(state, "token-moved", owner, receiver)


# The end of every Kiai


def end_kiai(state: State, place: int, _extra: int) -> None:
    """SAM-K1: in any case the first card of the line, if there is one, goes to the discard pile."""
    if state.line[place]:
        card = drop_first(state, place)
        if state.events is not None:
            tell(state, "kiai-end", place, card)
    state.in_kiai &= ~state.bit[place]
    check_kiai(state, place)
