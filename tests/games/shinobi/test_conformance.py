"""Random games for every number of seats, until everything has occurred; counts of choice sequences."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.games.shinobi.oracle import allowed
from tests.games.shinobi.tables import SHINOBI, play, table
from zashiki import CHANCE
from zashiki.games.shinobi.cards import KINDS
from zashiki.games.shinobi.rules.actions import MOVE, NINJA_ON, SKIP
from zashiki.games.shinobi.rules.state import State
from zashiki.testing import conform, exhaust, perft, pick_chance

EVENTS = {
    "shi.event.clan",
    "shi.event.first-player",
    "shi.event.drew",
    "shi.event.deck-ran-out",
    "shi.event.deployed",
    "shi.event.reinforced",
    "shi.event.moved",
    "shi.event.ninja",
    "shi.event.ninja-wiped-out",
    "shi.event.attacked",
    "shi.event.wiped-out",
    "shi.event.third-skipped",
}
ENDS = {f"shi.end.{name}{tie}" for name in ("most", "neutral") for tie in ("", "-tie", "-shared")}
SKIPPED = {f"shi.event.{name}" for name in ("first-skipped", "first-skipped-no-army", "second-skipped")}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_random_games_keep_to_the_contract(seats: int, seed: int) -> None:
    conform(SHINOBI, seats, {}, seed)


def test_random_games_bring_every_event_and_every_end() -> None:
    exhaust(SHINOBI, [(3, {}), (4, {}), (5, {})], EVENTS | ENDS, games=1_000)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_legal_choices_are_those_that_the_rules_allow(seats: int) -> None:
    """SHI-O1 to SHI-O5, rulings 1, 2, 4 and 5: the same choices worked out twice."""
    for state in _moments(seats, range(20)):
        seat = state.actors()[0]
        view = state.view(seat)
        assert {SHINOBI.name(action) for action in view.legal} == allowed(view)


def _moments(seats: int, seeds: range) -> Iterator[State]:
    """Every moment of random games in which a seat chooses."""
    for seed in seeds:
        random = Random(seed)
        state = SHINOBI.start(seats=seats)
        while state.actors():
            if state.actors() == (CHANCE,):
                state.apply(CHANCE, pick_chance(state, random))
                continue
            yield state
            state.apply(state.actors()[0], random.choice(state.legal(state.actors()[0])))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_no_card_is_lost_and_none_appears(seats: int) -> None:
    """SHI-S1: hands, deck, provinces and what is out of the game are always 11 of each clan and 3 ninja."""
    for state in _moments(seats, range(5)):
        hands = [state.view(seat).hand or () for seat in range(seats)]
        for kind, copies in enumerate((11, 11, 11, 11, 11, 3)):
            on_table = 0 if KINDS[kind] == "ninja" else state.view(None).totals[kind]
            held = sum(hand[kind] for hand in hands)
            assert held + state.deck[kind] + on_table + state.out[kind] == copies


def test_whole_games_in_which_every_order_is_skipped_for_want_of_a_choice() -> None:
    """The first player gets two ninja, the third is the last card, and all troops gather in his province.

    In his last turn he holds three ninja: he skips the first order at will or for want of an army elsewhere,
    and the second with nothing left to move.
    """
    seen: set[str] = set()
    for seed in range(200):
        seen |= _gathering(seed)
        if seen >= SKIPPED:
            return
    raise AssertionError(f"never occurred: {SKIPPED - seen}")


def _gathering(seed: int) -> set[str]:
    random = Random(seed)
    state = SHINOBI.start(seats=3)
    state.events = []
    play(state, "* clan-oda", "* clan-mori", "* clan-hojo", "* first-0", "* draw-ninja", "* draw-ninja")
    while state.actors():
        actor = state.actors()[0]
        action = _gathering_draw(state, random) if actor == CHANCE else _gathering_choice(state, random)
        state.apply(actor, action)
    return {event.message.key for event in state.events}


def _gathering_draw(state: State, random: Random) -> int:
    """The third ninja stays in the deck to the last."""
    outcomes = [action for action in state.legal(CHANCE) if SHINOBI.name(action) != "draw-ninja"]
    return random.choice(outcomes) if outcomes else state.legal(CHANCE)[0]


def _gathering_choice(state: State, random: Random) -> int:
    """As few cards as possible outside the first province; one card drawn a turn, two at the very end."""
    seat = state.actors()[0]
    legal = state.legal(seat)
    if legal[-1] == SKIP:
        return random.choice(legal)
    if seat == 0 and state.deck_size == 1 and state.view(0).phase == "second-order":
        legal = [action for action in legal if action < NINJA_ON]
    elif seat == 0 or state.deck_size:
        legal = [action for action in legal if not NINJA_ON <= action < MOVE]
        legal = [action for action in legal if action >= MOVE] or legal
    return min(legal, key=lambda action: (_outside(state, action), random.random()))


def _outside(state: State, action: int) -> int:
    """Cards outside the first province after the choice."""
    after = state.copy()
    after.apply(state.actors()[0], action)
    return sum(map(sum, after.view(None).provinces[1:]))


def test_counts_of_choice_sequences_from_the_deal() -> None:
    """5 clans, 4 left, 3 left, 3 seats; then six kinds of cards as long as there are three ninja."""
    state = SHINOBI.start(seats=3)
    assert [perft(state, depth) for depth in range(1, 7)] == [5, 20, 60, 180, 1_080, 6_480]


def test_counts_of_choice_sequences_from_a_hand_counted_position() -> None:
    """Oda and a ninja in hand, one Mori in each other province.

    First order: Oda to either province (2) or the ninja on either Mori (2). Second order after Oda: three
    armies elsewhere, two goals each; after the ninja: Oda at home, or one army, two goals.
    """
    hands: list[dict[str, int]] = [{"oda": 1, "ninja": 1}, {}, {}]
    state = table({}, {"mori": 1}, {"mori": 1}, hands=hands, deck={}, turns_left=3)
    assert perft(state, 1) == 4
    assert perft(state, 2) == 2 * 6 + 2 * 3


@pytest.mark.parametrize(
    ("seats", "counts"),
    [(3, [9, 79, 213, 1_050, 7_272]), (4, [13, 198, 433, 2_598, 18_108]), (5, [17, 403, 962, 5_916, 53_789])],
)
def test_counts_of_choice_sequences_in_the_middle_of_a_game(seats: int, counts: list[int]) -> None:
    provinces = [{"oda": 2, "mori": 1}, {"takeda": 2, "oda": 1}, {"hojo": 1}, {"uesugi": 1}, {"mori": 2}]
    hands = [{"oda": 1, "mori": 1, "ninja": 1, "hojo": 1}] + [{"takeda": 2, "uesugi": 2}] * 4
    state = table(*provinces[:seats], hands=hands[:seats])
    assert [perft(state, depth) for depth in range(1, 6)] == counts


def test_every_action_has_its_own_name() -> None:
    names = [SHINOBI.name(action) for action in range(SHINOBI.facts.actions)]
    assert len(set(names)) == len(names)
    assert [SHINOBI.action(name) for name in names] == list(range(len(names)))
