"""What a seat may see, what it is told, and what it may imagine (SHI-S1, ruling 7)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.shinobi.tables import CLANS, SHINOBI, play, table
from zashiki import CHANCE
from zashiki.games.shinobi.cards import KINDS
from zashiki.games.shinobi.rules.state import State
from zashiki.testing import pick_chance

HIDDEN = ("ninja", "oda", "oda", "mori", "hojo", "ninja")


def test_s1_a_seat_sees_its_own_clan_and_hand_and_no_other() -> None:
    state = table({}, {}, {}, hands=[{"oda": 4}, {"mori": 3, "ninja": 1}, {"hojo": 2}])
    view = state.view(1)
    assert (view.clans, view.unserved) == ((None, 3, None), ())
    assert (view.hand, view.hand_sizes) == ((0, 0, 0, 3, 0, 1), (4, 4, 2))
    assert view.unseen == (11, 11, 11, 8, 11, 2)
    spectator = state.view(None)
    assert (spectator.clans, spectator.hand, spectator.legal) == ((None, None, None), None, [])
    assert spectator.unseen == (11, 11, 11, 11, 11, 3)


def test_ruling_7_cards_out_of_the_game_are_public() -> None:
    state = table({}, {}, {}, out={"oda": 2, "ninja": 1}, order=1)
    assert all(state.view(seat).out == (0, 0, 0, 0, 2, 1) for seat in (0, 1, 2, None))


def test_s1_clan_cards_and_drawn_cards_are_told_to_their_seat_alone() -> None:
    state = SHINOBI.start(seats=3)
    state.events = []
    play(state, "* clan-oda", "* clan-mori", "* clan-hojo", "* first-1", "* draw-ninja")
    clan, drawn = state.events[0], state.events[-1]
    assert [event.key if (event := clan.seen_by(seat)) else None for seat in (0, 1, None)] == [
        "shi.event.clan",
        "shi.event.clan-hidden",
        "shi.event.clan-hidden",
    ]
    hidden = drawn.seen_by(0)
    assert hidden is not None
    assert (hidden.key, set(hidden.args)) == ("shi.event.drew-hidden", {"seat"})
    told = drawn.seen_by(1)
    assert told is not None
    assert told.key == "shi.event.drew"


def test_o7_seeing_a_draw_tells_nothing_of_the_card() -> None:
    """Player 2 draws different cards from different decks: Player 1 is told the same, and sees the same."""
    hands: list[dict[str, int]] = [{"oda": 1}, {"mori": 2}, {"hojo": 1}]
    sent = []
    for card in ("uesugi", "ninja"):
        state = table({}, {}, {}, hands=hands, deck={"uesugi": 2, "ninja": 2}, turn=1)
        state.events = []
        play(state, "1 mori>0", "1 mori>1", f"* draw-{card}")
        sent.append(_sent(state, 0))
    assert sent[0] == sent[1]


def _sent(state: State, seat: int | None) -> bytes:
    """All that a viewer is sent: the view, the news since, and why a seat may not choose what it may not choose."""
    seen = [event.seen_by(seat) for event in state.events or []]
    refusals = (
        [] if seat is None else [state.why_not(seat, action) for action in range(SHINOBI.facts.actions)]
    )
    return msgspec.json.encode([state.view(seat), seen, refusals])


@given(seed=st.integers(0, 10_000), seats=st.integers(3, 5), prefix=st.integers(0, 150), data=st.data())
def test_non_interference(seed: int, seats: int, prefix: int, data: st.DataObject) -> None:
    """While the deck lasts, what a seat is sent does not depend on clans, hands or draws it may not see."""
    random = Random(seed)
    state = SHINOBI.start(seats=seats)
    for _ in range(prefix):
        actor = state.actors()[0]
        legal = state.legal(actor)
        twin = state.copy()
        twin.apply(actor, pick_chance(state, random) if actor == CHANCE else random.choice(legal))
        if twin.turns_left:
            break
        state = twin
    seat = data.draw(st.integers(0, seats - 1))
    other = SHINOBI.imagine(state.view(seat), random)
    while not state.turns_left and not other.turns_left:
        state.events, other.events = state.events or [], other.events or []
        assert _sent(state, seat) == _sent(other, seat)
        state.events, other.events = [], []
        actor = state.actors()[0]
        if actor == CHANCE and state.view(None).receiver not in (seat, None):
            state.apply(CHANCE, pick_chance(state, random))
            other.apply(CHANCE, pick_chance(other, random))
            continue
        both = [action for action in state.legal(actor) if action in other.legal(actor)]
        if not both:
            break
        action = random.choice(both)
        state.apply(actor, action)
        other.apply(actor, action)


def test_imagined_deals_are_as_frequent_as_all_deals_that_fit() -> None:
    """Player 2 skips for want of a troop, then draws three; Player 3 does not skip; Player 1 sees that alone.

    Brute force: every order of the six hidden cards, those kept after which Player 1 sees just the same.
    """
    seen = msgspec.json.encode(_hidden_deal(HIDDEN).view(0))
    fits: Counter[str] = Counter()
    for deal in permutations(HIDDEN):
        state = _hidden_deal(deal)
        if msgspec.json.encode(state.view(0)) == seen:
            fits[_hands(state)] += 1
    view = _hidden_deal(HIDDEN).view(0)
    assert view.known_ninja == (0, 1, 0)
    assert (view.phase, view.turn) == ("first-order", 2)
    _compare(fits, Counter(_hands(SHINOBI.imagine(view, Random(seed))) for seed in range(8_000)))


def _hidden_deal(deal: tuple[str, ...]) -> State:
    """Hands of one card for Players 2 and 3, then the deck in the order in which it is drawn."""
    first, last, *deck = deal
    hands: list[dict[str, int]] = [{"takeda": 1}, {first: 1}, {last: 1}]
    state = table({}, {}, {}, hands=hands, deck=dict(Counter(deck)), turn=1)
    for card in deck[:3]:
        if state.actors() == (CHANCE,):
            play(state, f"* draw-{card}")
    return state


def test_imagined_deals_are_as_frequent_to_a_spectator_and_to_the_seat_that_chooses() -> None:
    """Nothing is known of the hands here: brute force is every order of the hidden cards."""
    hands: list[dict[str, int]] = [{"takeda": 1}, {"ninja": 1, "oda": 1}, {"mori": 1}]
    state = table({"oda": 1}, {"hojo": 1}, {}, hands=hands, deck={"oda": 1, "ninja": 1, "hojo": 1})
    for seat, own in ((0, ["takeda"]), (None, [])):
        hidden = HIDDEN if own else (*HIDDEN, "takeda")
        fits: Counter[str] = Counter()
        for order in permutations(hidden):
            deal = [*own, *order]
            fits[f"{deal[:1]} {sorted(deal[1:3])} {deal[3:4]}"] += 1
        view = state.view(seat)
        _compare(fits, Counter(_hands(SHINOBI.imagine(view, Random(seed))) for seed in range(8_000)))


def test_imagined_clans_are_as_frequent_as_all_that_fit() -> None:
    view = table({}, {}, {}).view(0)
    others = [clan for clan in range(5) if clan != 4]
    fits = Counter(str((4, *pair)) for pair in permutations(others, 2))
    imagined = Counter(str(tuple(SHINOBI.imagine(view, Random(seed)).clans)) for seed in range(8_000))
    _compare(fits, imagined)


def _hands(state: State) -> str:
    cards = [
        sorted(
            kind for kind, count in zip(KINDS, state.view(seat).hand or (), strict=True) for _ in range(count)
        )
        for seat in range(3)
    ]
    return " ".join(map(str, cards))


def _compare(expected: Counter[str], found: Counter[str]) -> None:
    """The same outcomes, and each within five standard deviations of its share."""
    assert set(found) == set(expected)
    for outcome, ways in expected.items():
        share = ways / expected.total()
        deviation = (share * (1 - share) / found.total()) ** 0.5
        assert found[outcome] / found.total() == pytest.approx(share, abs=5 * deviation), outcome


def test_imagine_fits_every_moment_of_the_deal() -> None:
    state = SHINOBI.start(seats=5)
    random = Random(3)
    while state.actors() == (CHANCE,):
        for seat in (*range(5), None):
            view = state.view(seat)
            assert msgspec.json.encode(SHINOBI.imagine(view, random).view(seat)) == msgspec.json.encode(view)
        state.apply(CHANCE, pick_chance(state, random))
    assert len(CLANS) == len(set(state.clans))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_s1_clans_stay_secret_to_the_last_choice(seats: int) -> None:
    """Up to the end, the last round included, no seat is sent anything that depends on whom others serve."""
    random = Random(seats)
    state = SHINOBI.start(seats=seats)
    while state.actors():
        actor = state.actors()[0]
        if actor != CHANCE:
            for seat in (*range(seats), None):
                assert _sent(state, seat) == _sent(_with_other_clans(state, seat, random), seat)
        state.events = []
        state.apply(
            actor, pick_chance(state, random) if actor == CHANCE else random.choice(state.legal(actor))
        )
    assert state.view(None).clans == tuple(state.clans)


def _with_other_clans(state: State, seat: int | None, random: Random) -> State:
    """The same moment, but for the clans that the seat may not know; what has been told is told again."""
    twin = state.copy()
    own = None if seat is None else state.clans[seat]
    unseen = [clan for clan in range(5) if clan != own]
    random.shuffle(unseen)
    twin.clans = [unseen.pop() if other != seat else state.clans[other] for other in range(len(state.clans))]
    twin.events = state.events
    return twin
