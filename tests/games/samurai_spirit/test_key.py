"""The key of a state: equal for states from which the same games follow, different for all others."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from tests.games.samurai_spirit.table import do, table
from zashiki import CHANCE
from zashiki.games.samurai_spirit import GAME
from zashiki.games.samurai_spirit.bot import choose
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.testing import pick_chance

THREE = "kyuzo heihachi daisuke"


def step(state: State, random: Random) -> None:
    """One choice, mostly a sensible one, so that games last."""
    seat = state.actors()[0]
    if seat == CHANCE:
        state.apply(seat, pick_chance(state, random))
    elif random.random() < 0.8:
        state.apply(seat, choose(state.view(seat), random))
    else:
        state.apply(seat, random.choice(state.legal(seat)))


@pytest.mark.parametrize("rules", GAME.versions)
@pytest.mark.parametrize("seed", range(7))
def test_every_choice_changes_it_and_nothing_else_does(seed: int, rules: str) -> None:
    random = Random(seed)
    game = GAME.under(rules)
    state = game.start(seats=seed + 1, level=("hard", "easy", "heroic")[seed % 3])
    while state.actors():
        key = state.key()
        copy = state.copy()
        copy.events = []
        assert copy.key() == key
        seat = state.actors()[0]
        assert game.imagine(state.view(max(seat, 0)), random).key() == key
        for action in state.legal(seat):
            other = state.copy()
            other.apply(seat, action)
            assert other.key() != key
        assert state.key() == key
        step(state, random)


def test_choices_in_another_order_lead_to_the_same_key() -> None:
    """Two icons that forbid something: the order in which they are applied is forgotten."""
    boards = {"kyuzo": {"line": ["card-6-5"]}, "heihachi": {"wound": True}}
    keys = set()
    for order in (("suffer-wound", "suffer-no-talent"), ("suffer-no-talent", "suffer-wound")):
        state = table(THREE, round=3, raiders=["card-1-7"], boards=boards)
        assert set(order) <= {GAME.name(action) for action in state.legal(0)}
        keys.add(do(state, order[0]).key())
    assert len(keys) == 1


def test_states_with_equal_keys_have_equal_futures() -> None:
    """All sequences of choices from a small position: those that meet in a key offer the same from there on."""
    unseen = ["card-1-7", "card-2-2", "card-2-7", "card-3-6", "card-3-11"]
    boards = {"kyuzo": {"line": ["card-4-11", "card-2-13"]}, "katsushiro": {"line": ["card-4-5", "card-3-7"]}}
    states = [table("kyuzo katsushiro heihachi", raiders=5, unseen=unseen, boards=boards)]
    met = 0
    for _ in range(7):
        found: dict[bytes, list[State]] = {}
        for state in states:
            for seat in state.actors():
                for action in state.legal(seat):
                    other = state.copy()
                    other.apply(seat, action)
                    found.setdefault(other.key(), []).append(other)
        for twins in found.values():
            assert len({(twin.actors(), *future(twin)) for twin in twins}) == 1
            met += len(twins) - 1
        states = [twins[0] for twins in found.values()]
    assert met > 100


def future(state: State) -> tuple[object, ...]:
    """What may come, with its odds, and what each choice leads to."""
    after = []
    for seat in state.actors():
        for action in state.legal(seat):
            other = state.copy()
            other.apply(seat, action)
            after.append((action, other.key()))
    result = state.result()
    return (*after, *state.odds(), None if result is None else result.returns)


def test_the_order_of_the_discard_pile_and_the_losses_do_not_count() -> None:
    one = table(THREE, discard=["card-1-7", "card-2-7"])
    other = table(THREE, discard=["card-2-7", "card-1-7"])
    assert one.key() == other.key()
    boards = {"kyuzo": {"line": ["card-1-1"]}}
    penalty = table(THREE, boards=boards)
    wounded = table(THREE, boards={"kyuzo": {"line": ["card-1-1"], "wound": False}})
    wounded.chronicle.clear()
    assert penalty.chronicle
    assert penalty.key() == wounded.key()


def test_what_matters_counts() -> None:
    keys = [
        table(THREE, **facts).key()
        for facts in (
            {},
            {"rules": "1"},
            {"level": "easy", "raiders": 18},
            {"raiders": 20},
            {"raiders": 20, "intruders": 1},
            {"barricades": 4},
            {"families": ["wound", "barricade"]},
            {"discard": ["card-1-7"]},
            {"turn": "daisuke"},
            {"boards": {"kyuzo": {"wound": True}}},
            {"boards": {"kyuzo": {"animal": True}}},
            {"boards": {"kyuzo": {"token": "daisuke"}}},
            {"boards": {"daisuke": {"passed": True}}},
            {"boards": {"daisuke": {"left": ["card-1-7"]}}},
            {"boards": {"daisuke": {"line": ["card-1-7"]}}},
        )
    ]
    assert len(set(keys)) == len(keys)
    assert {len(key) for key in keys} == {16}


def test_it_is_the_same_in_another_process() -> None:
    code = "import zashiki; print(zashiki.game('samurai-spirit').start(seats=3).key().hex())"
    other = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert other.stdout.strip() == GAME.start(seats=3).key().hex()
