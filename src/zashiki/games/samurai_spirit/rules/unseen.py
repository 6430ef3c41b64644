"""Cards that nobody has seen: which may be where, and the exact odds of the next one.

Unseen places come in lots, unseen cards in classes. Lot 0 is the box, class 0 the cards that may lie in it;
the last lot is the stack with what left it unseen since the last shuffle; one between holds Intruders that
left the stack before a later shuffle. A card of class j may lie in lot j or a later one, and every way to lay
them out is as likely as any other. So the lots can be filled in order, each from what the earlier ones left.
"""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from functools import cache
from math import comb, gcd
from typing import TYPE_CHECKING, Final

from zashiki.games.samurai_spirit.rules import village
from zashiki.games.samurai_spirit.rules.cards import (
    BITS,
    COUNT,
    DOLLS,
    OF_KIND,
    SIZE_OF_KIND,
    card_list,
    nth_card,
    weighed_card,
)
from zashiki.games.samurai_spirit.rules.marks import NO_CHOICES, NOBODY
from zashiki.kernel.chance import EVEN_ODDS

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.samurai_spirit.rules.state import State

ONES: Final = EVEN_ODDS
_NO_WEIGHTS: Final = [0] * COUNT
_HIDDEN: Final = [[-2] * count for count in range(COUNT + 1)]
"""So many unseen Intruders of the second lot, the stack as long as none is kept apart from it."""
_PLUNDERERS: Final = OF_KIND[0].bit_count()
_WITH_DOLL: Final = DOLLS.bit_count()
_WITHOUT: Final = _PLUNDERERS - _WITH_DOLL


def open_round(state: State, kind: i64, count: i64) -> None:
    """The cards in the game and `count` newcomers of a kind are shuffled into a new stack (SAM-S1, SAM-E4)."""
    state.raiders = count
    if state.round:  # cards have been seen
        state.raiders += state.used.bit_count()
        state.intruders = []
        state.discard = []
    state.classes = [OF_KIND[kind], state.used]
    state.lots = [SIZE_OF_KIND[kind] - count, state.raiders]
    state.dealt = NO_CHOICES
    state.top = state.bottom = ()
    state.reshuffled = 0


def next_raider(state: State) -> int:
    """The top Raider if it is known, else NOBODY."""
    if state.top:
        return state.top[-1]
    if state.bottom and len(state.bottom) == state.raiders:
        return state.bottom[0]
    return NOBODY


def take_raider(state: State, card: i64) -> None:
    """The top Raider, known or just drawn, is no longer one of those that are known, or of those that are not."""
    if state.top:
        state.top = state.top[:-1]
    elif state.bottom and len(state.bottom) == state.raiders:
        state.bottom = state.bottom[1:]
    else:
        show_card(state, card, len(state.lots) - 1)


def show_intruder(state: State, card: i64) -> None:
    """The top Intruder is turned up and leaves the stack."""
    hidden: i64 = state.intruders.pop()
    if hidden < 0:
        show_card(state, card, -1 - hidden)


def show_card(state: State, card: i64, lot: i64) -> None:
    """A card that nobody had seen turns out to lie in a place of that lot."""
    bit = BITS[card]
    state.used |= bit
    dealt = state.dealt
    if dealt:
        dealt = dealt.copy()
        del dealt[bisect_left(dealt, card)]
        state.dealt = dealt
    lots, classes = state.lots, state.classes
    lots[lot] = lots[lot] - 1  # compiled, an assignment in place is slower
    cards = classes[lot]
    while not cards & bit:
        lot -= 1
        cards = classes[lot]
    classes[lot] = cards ^ bit


def send_unseen(state: State) -> None:
    """The top Raider goes unseen on the Intruders; a known one stays known. If it was the last one, nobody drew it (SAM-E4)."""
    if state.top:
        state.intruders.append(state.top[-1])
        state.top = state.top[:-1]
    elif state.bottom and len(state.bottom) == state.raiders:
        state.intruders.append(state.bottom[0])
        state.bottom = state.bottom[1:]
    else:
        state.intruders.append(-len(state.lots))
    state.raiders -= 1
    if not state.raiders:
        state.last_active = state.turn


def send_all(state: State) -> None:
    """The rest of the Raiders goes on top of the Intruders (SAM-E1)."""
    unknown = state.raiders - len(state.top) - len(state.bottom)
    if state.bottom:
        state.intruders += state.bottom[::-1]
    if unknown:
        lots: i64 = len(state.lots)
        state.intruders += _HIDDEN[unknown] if lots == 2 else [-lots] * unknown
    if state.top:
        state.intruders += state.top
    state.top = state.bottom = ()
    state.raiders = 0


def shuffle_in(state: State, card: int) -> None:
    """A known card is shuffled into the Raiders, whose known cards become unknown again (SAM-N9)."""
    known = 1 << card
    for other in state.top + state.bottom:
        known |= 1 << other
    state.top = state.bottom = ()
    state.dealt = NO_CHOICES
    state.raiders += 1
    lot = len(state.lots) - 1
    left_behind = state.intruders.count(-1 - lot)
    if left_behind:
        state.lots[lot] = left_behind
        state.lots.append(state.raiders)
        state.classes.append(known)
    else:
        state.lots[lot] = state.raiders
        state.classes[lot] |= known


def deal_from(state: State, lot: int) -> tuple[list[int], list[int]]:
    """The cards that may lie in a place of a lot, with their odds."""
    maybe = state.classes[0]
    sure = state.classes[1]
    if lot == 1 and not (state.two_player_rules and state.round == 1 and maybe):
        if not sure or not maybe or not state.lots[0]:
            dealt = state.dealt or list_unseen(state)
            return dealt, ONES[len(dealt)]
        count = maybe.bit_count()
        share = count - state.lots[0]
        if share and sure < maybe & -maybe:
            dealt = state.dealt or list_unseen(state)
            return dealt, [count] * (len(dealt) - count) + [share] * count
    return _weighed(_class_weights(state, lot))


def list_unseen(state: State) -> list[int]:
    """The cards of the first two classes, ascending. While there are no others the list is kept: the next one is the same without
    the card that is drawn, which takes a fifth of the time of a new list."""
    dealt = card_list(state.classes[0] | state.classes[1])
    if len(state.classes) == 2:
        state.dealt = dealt
    return dealt


def draw_from(state: State, lot: i64, number: i64, shift: int) -> i64:
    """What `deal_from` deals to whoever throws `number` of `1 << shift`, without its lists."""
    maybe = state.classes[0]
    sure = state.classes[1]
    in_box: i64 = state.lots[0]
    dolls_matter = state.round == 1 and state.two_player_rules
    if len(state.lots) == 2 and not (maybe and (dolls_matter or (sure and in_box))):
        places = in_box + state.lots[1]  # as many as there are cards for them
        return nth_card(maybe | sure, number * places >> shift)
    groups = _class_weights(state, lot)
    total = 0
    for cards, weight in groups:
        total += cards.bit_count() * weight
    return weighed_card(groups, int(number) * total >> shift)


def _weighed(groups: list[tuple[int, int]]) -> tuple[list[int], list[int]]:
    """Groups of cards and the weight of each card in them, as two lists in ascending order of the cards."""
    divisor = 0
    for cards, weight in groups:
        if cards:
            divisor = gcd(divisor, weight)
    by_card = _NO_WEIGHTS[:]  # quicker than a dict
    together = 0
    for cards, weight in groups:
        if cards and weight:
            together |= cards
            share = weight // divisor
            for card in card_list(cards):
                by_card[card] = share
    dealt = card_list(together)
    return dealt, [by_card[card] for card in dealt]


def _class_weights(state: State, lot: int) -> list[tuple[int, int]]:
    """Class by class the weight of one of its cards to lie in a given place of the lot."""
    classes = state.classes
    if lot == 1 and state.round == 1 and state.two_player_rules and _all_dealt(state):
        return _doll_weights(classes[0], classes[1], classes[1].bit_count(), state.lots[1])
    pool = 0
    weights: list[int] = []
    reach = 1
    for index in range(lot):
        pool += classes[index].bit_count()
        weights.append(reach)
        places = int(state.lots[index])  # the weights of many lots are more than a machine's number holds
        if pool:
            reach *= pool
            weights = [weight * (pool - places) for weight in weights]
        pool -= places
    weights.append(reach)
    return [(classes[index], weights[index]) for index in range(lot + 1)]


def _all_dealt(state: State) -> bool:
    """Whether every Plunderer that the level deals is on the table (a position may have fewer)."""
    return _PLUNDERERS - state.lots[0] == village.plunderers(state.level, state.count)


def _doll_weights(maybe: int, sure: int, sure_count: int, places: int) -> list[tuple[int, int]]:
    """SAM-S3: at least two dolls among the Plunderers makes a doll likelier than another card."""
    dolls = maybe & DOLLS
    others = maybe & ~DOLLS
    for_sure, per_doll, per_other = _doll_shares(dolls.bit_count(), others.bit_count(), places - sure_count)
    return [(sure, for_sure), (dolls, per_doll), (others, per_other)]


@cache
def _doll_shares(dolls: int, others: int, unseen: int) -> tuple[int, int, int]:
    """The weights of a card that lies there for sure, of an unseen doll and of another unseen card, by how many of these there are."""
    dealt = _PLUNDERERS - dolls - others + unseen
    expected = expected_dolls(dealt, _WITH_DOLL - dolls, _WITHOUT - others)
    numerator, denominator = expected.numerator, expected.denominator
    weights = (
        denominator * max(dolls, 1) * max(others, 1),
        numerator * max(others, 1),
        (unseen * denominator - numerator) * max(dolls, 1),
    )
    divisor = gcd(*weights)
    return weights[0] // divisor, weights[1] // divisor, weights[2] // divisor


@cache
def expected_dolls(dealt: int, dolls: int, others: int) -> Fraction:
    """How many dolls the unseen Plunderers should hold, `dolls` and `others` having been seen (SAM-S3)."""
    total = Fraction(0)
    weighed = Fraction(0)
    for count, chance in enumerate(doll_chances(dealt)):
        if chance and dolls <= count <= dealt - others:
            ways = comb(_WITH_DOLL - dolls, count - dolls) * comb(_WITHOUT - others, dealt - count - others)
            likelihood = chance * ways / (comb(_WITH_DOLL, count) * comb(_WITHOUT, dealt - count))
            total += likelihood
            weighed += likelihood * (count - dolls)
    return weighed / total


@cache
def doll_chances(dealt: int) -> tuple[Fraction, ...]:
    """The chance of each number of dolls among the Plunderers once SAM-S3 is content.

    Too few: they are set aside, others drawn from the unused; if those are too few, all are shuffled again.
    """
    chances = [Fraction(0)] * (dealt + 1)
    set_aside = {_WITH_DOLL: Fraction(1)}  # dolls left among the unused -> chance to come to this draw
    left = _PLUNDERERS
    while left >= dealt:
        drawn: dict[int, Fraction] = {}
        for dolls, chance in set_aside.items():
            for count in range(min(dolls, dealt) + 1):
                likely = chance * Fraction(
                    comb(dolls, count) * comb(left - dolls, dealt - count), comb(left, dealt)
                )
                if count >= village.DOLLS_NEEDED:
                    chances[count] += likely
                elif likely:
                    drawn[dolls - count] = drawn.get(dolls - count, Fraction(0)) + likely
        set_aside = drawn
        left -= dealt
    content = sum(chances)
    return tuple(chance / content for chance in chances)
