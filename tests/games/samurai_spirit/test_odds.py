"""The odds of unseen cards are exact: compared with every way the cards can lie, on small stacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

from tests.games.samurai_spirit.table import do, odds_of, safe, table
from zashiki.games.samurai_spirit import GAME
from zashiki.games.samurai_spirit.rules.cards import (
    COUNT,
    DOLLS,
    OF_KIND,
    card_list,
    card_set,
    nth_card,
    weighed_card,
)
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.rules.unseen import deal_from, doll_chances, draw_from, expected_dolls
from zashiki.games.samurai_spirit.view import FACES

THREE = "kyuzo heihachi daisuke"


def shares(state: State) -> dict[str, Fraction]:
    odds = odds_of(state)
    total = sum(odds.values())
    return {card: Fraction(weight, total) for card, weight in odds.items()}


def counted(cards: Iterator[str]) -> dict[str, Fraction]:
    count = Counter(cards)
    return {card: Fraction(number, count.total()) for card, number in count.items()}


def test_first_round_every_unseen_plunderer_is_as_likely() -> None:
    state = do(GAME.start(seats=4, samurai="kyuzo,heihachi,daisuke,gorobei"), "begin>kyuzo", "fight")
    assert set(odds_of(state).values()) == {1}
    assert len(odds_of(state)) == 52
    do(state, "card-1-13", "fight")
    assert len(odds_of(state)) == 51
    assert "card-1-13" not in odds_of(state)


def test_lieutenants_may_or_may_not_be_in_the_stack() -> None:
    """Two known cards and two of seven Lieutenants, against every draw of Lieutenants and every order."""
    known = ["card-1-7", "card-2-7"]
    lieutenants = [face.name for face in FACES if face.kind == "lieutenant"]
    names = "kyuzo heihachi daisuke"
    state = table(names, round=2, raiders=4, unseen=known)
    do(state, "fight")
    decks = [deck for two in combinations(lieutenants, 2) for deck in permutations([*known, *two])]
    assert shares(state) == counted(deck[0] for deck in decks)
    do(state, "card-5-2", "attack", "fight")
    assert shares(state) == counted(deck[1] for deck in decks if deck[0] == "card-5-2")


def test_hidden_intruders_and_a_card_shuffled_in_later() -> None:
    """SAM-N9: Intruders moved before the shuffle can't be the card shuffled in; those moved after it can."""
    known = ["card-1-8", "card-2-8", "card-3-7"]
    boards = safe(THREE, kyuzo={"line": ["card-6-4"]})
    state = table(
        THREE,
        level="heroic",
        round=3,
        raiders=2,
        intruders=1,
        unseen=known,
        discard=["card-4-13"],
        boards=boards,
    )
    do(state, "suffer-no-defend", "card-4-13", "support>heihachi", "fight")
    before = list(permutations(known))
    lay_outs = [(first, *after) for first, *rest in before for after in permutations([*rest, "card-4-13"])]
    assert shares(state) == counted(lay_out[2] for lay_out in lay_outs)
    do(state, "card-2-8", "attack", "support>kyuzo")
    lay_outs = [lay_out for lay_out in lay_outs if lay_out[2] == "card-2-8"]
    assert len(state.view(None).intruders) == 3
    assert shares(state) == counted(lay_out[3] for lay_out in lay_outs)
    do(state, "card-1-8")
    lay_outs = [lay_out for lay_out in lay_outs if lay_out[3] == "card-1-8"]
    assert shares(state) == counted(lay_out[1] for lay_out in lay_outs)
    do(state, "card-4-13")
    lay_outs = [lay_out for lay_out in lay_outs if lay_out[1] == "card-4-13"]
    assert shares(state) == counted(lay_out[0] for lay_out in lay_outs) == {"card-3-7": Fraction(1)}


def test_an_intruder_moved_before_the_shuffle_is_never_the_card_shuffled_in() -> None:
    boards = {"kyuzo": {"line": ["card-6-4"]}}
    state = table(
        THREE,
        round=3,
        raiders=2,
        intruders=1,
        unseen=["card-1-7", "card-2-7", "card-3-6"],
        discard=["card-4-13"],
        boards=boards,
    )
    do(state, "suffer-no-defend", "card-4-13")
    view = state.view(None)
    assert [len(lot.cards) for lot in view.unseen] == [6, 3, 1]
    assert [lot.places for lot in view.unseen] == [6, 1, 3]
    assert view.intruder_lots == (1,)
    chances = {
        FACES[card].name: Fraction(weight, view.odds_total) for card, weight in enumerate(view.odds) if weight
    }
    assert chances["card-4-13"] == Fraction(1, 3)
    assert chances["card-1-7"] == Fraction(2, 9)


def test_under_the_stack_is_known_until_it_is_shuffled() -> None:
    """SAM-N9, SAM-T11: what Katsushiro put under the stack comes last, unless a shuffle intervenes."""
    names = "katsushiro kyuzo daisuke"
    state = table(names, raiders=3)
    do(state, "fight", "card-3-6", "under", "card-1-7", "attack", "fight")
    assert "card-3-6" not in odds_of(state)
    boards = {"kyuzo": {"line": ["card-6-4"]}}
    state = table(
        names,
        turn="kyuzo",
        round=3,
        raiders=[None, "card-1-7"],
        unseen=["card-2-7"],
        discard=["card-3-6"],
        boards=boards,
    )
    do(state, "suffer-no-defend", "card-3-6", "fight")
    assert odds_of(state) == {"card-1-7": 1, "card-2-7": 1, "card-3-6": 1}


def test_s3_the_number_of_dolls_by_brute_force() -> None:
    """Drawing again until there are two dolls, on the exact chain of draws from the unused cards."""

    def chain(left: int, dolls: int, chance: Fraction, found: dict[int, Fraction]) -> Fraction:
        if left < 14:
            return chance
        again = Fraction(0)
        for count in range(min(dolls, 14) + 1):
            likely = chance * Fraction(comb(dolls, count) * comb(left - dolls, 14 - count), comb(left, 14))
            if count >= 2:
                found[count] = found.get(count, Fraction(0)) + likely
            else:
                again += chain(left - 14, dolls - count, likely, found)
        return again

    found: dict[int, Fraction] = {}
    lost = chain(52, DOLLS.bit_count(), Fraction(1), found)
    chances = doll_chances(14)
    assert {count: chance for count, chance in enumerate(chances) if chance} == {
        count: chance / (1 - lost) for count, chance in found.items()
    }
    assert chances[0] == chances[1] == 0
    assert sum(chances) == 1


def test_s3_odds_follow_the_dolls_that_have_been_seen() -> None:
    """Two dolls are certain: when twelve cards have shown none, the last two are dolls."""
    dolls = [card for card in card_list(OF_KIND[0]) if DOLLS >> card & 1]
    others = [FACES[card].name for card in card_list(OF_KIND[0]) if not DOLLS >> card & 1]
    plain = [name for name in others if FACES[GAME.action(name)].value == 1][:9]
    state = table("kyuzo heihachi", raiders=2, discard=[*plain, *others[-3:]])
    do(state, "enough", "fight")
    assert odds_of(state) == {FACES[card].name: 1 for card in dolls}
    state = table("kyuzo heihachi", raiders=14)
    do(state, "enough", "fight")
    odds = shares(state)
    doll_share = sum(odds[FACES[card].name] for card in dolls)
    assert doll_share == expected_dolls(14, 0, 0) / 14
    assert doll_share > Fraction(len(dolls), 52)


def test_s3_expected_dolls_by_every_order() -> None:
    """The posterior after two cards, against the sum over every number of dolls."""
    chances = doll_chances(12)
    seen_doll_first = sum(chance * Fraction(count, 12) for count, chance in enumerate(chances))
    both = sum(chance * Fraction(count * (count - 1), 12 * 11) for count, chance in enumerate(chances))
    assert expected_dolls(12, 1, 0) / 11 == both / seen_doll_first


def test_a_weighed_card_is_the_one_that_lists_of_cards_and_weights_give() -> None:
    """Every throw, over groups that lie between one another from the first card to the last."""
    groups = [
        (card_set(list(range(0, COUNT, 3))), 5),
        (card_set([1, 55, 56, 64]), 2),
        (card_set([2, 8]), 0),
        (0, 9),
    ]
    weights = {card: weight for cards, weight in groups for card in card_list(cards)}
    expected = [card for card in sorted(weights) for _ in range(weights[card])]
    assert [weighed_card(groups, rest) for rest in range(len(expected))] == expected


def test_cards_of_a_set_are_counted_off_in_ascending_order() -> None:
    cards = [0, 7, 8, 54, 55, 56, 57, 63, 64, 65]
    assert card_list(card_set(cards)) == cards
    assert [nth_card(card_set(cards), index) for index in range(len(cards))] == cards


def test_odds_after_many_shuffles_are_exact_though_their_weights_are_huge() -> None:
    """Twenty-two lots: dice draw what the lists say."""
    state = do(GAME.start(seats=4, samurai="kyuzo,heihachi,daisuke,gorobei"), "begin>kyuzo", "fight")
    later = range(24, COUNT, 2)
    state.classes = [card_set(list(range(24))), *(card_set([card, card + 1]) for card in later)]
    state.lots = [8, *(2 for _ in later[1:]), 18]
    last = len(later)
    dealt, weights = deal_from(state, last)
    assert max(weights) > 2**63
    shift = 29
    for number in range(0, 1 << shift, 1 << 21):
        rest = number * sum(weights) >> shift
        reached = next(index for index in range(len(dealt)) if sum(weights[: index + 1]) > rest)
        assert draw_from(state, last, number, shift) == dealt[reached]
