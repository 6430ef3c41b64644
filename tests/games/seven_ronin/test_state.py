"""The state as the contract wants it: copies, keys, and no choice for those who have no seat."""

from __future__ import annotations

import subprocess
import sys
from inspect import isdatadescriptor
from random import Random

import msgspec
import pytest

from tests.games.seven_ronin.table import EVERYBODY, attacks, defends, set_up
from zashiki import Refused
from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.board import standard_board
from zashiki.games.seven_ronin.rules.actions import ACTIONS
from zashiki.games.seven_ronin.rules.pieces import ATTACKER, DEFENDER, EDITIONS, PLANNING
from zashiki.games.seven_ronin.rules.state import State
from zashiki.testing import in_words

NO_SEATS = (-3, -2, -1, 2, 99)


def random_states(seed: int) -> list[State]:
    """Every moment of a random game."""
    random, state = Random(seed), GAME.start(edition=EDITIONS[seed % 3])
    states = [state.copy()]
    while state.actors():
        seat = random.choice(state.actors())
        state.apply(seat, random.choice(state.legal(seat)))
        states.append(state.copy())
    return states


FIELDS = [name for name, value in vars(State).items() if isdatadescriptor(value)]
NEVER_CHANGED = ("choices", "revealed")
"""Lists that give way to others, so that copies share them."""


def test_a_copy_has_every_field_and_shares_no_list_that_changes() -> None:
    assert len(FIELDS) == 36  # two of them follow from the others
    for state in random_states(3):
        state.events = []
        twin = state.copy()
        for name in FIELDS:
            mine, copied = getattr(state, name), getattr(twin, name)
            assert copied == (None if name == "events" else mine), name
            assert copied is not mine or not isinstance(mine, list) or name in NEVER_CHANGED, name


def everything_in(state: State) -> str:
    return repr([state.reveal, *(getattr(state, name) for name in FIELDS)])


def test_nothing_changes_in_a_state_while_its_copy_is_played_on() -> None:
    random = Random(8)
    for state in random_states(3):
        before = everything_in(state)
        twin = state.copy()
        while actors := twin.actors():
            seat = random.choice(actors)
            twin.apply(seat, random.choice(twin.legal(seat)))
        assert everything_in(state) == before


@pytest.mark.parametrize("seed", range(12))
def test_a_key_is_that_of_the_copy_and_every_choice_changes_it(seed: int) -> None:
    states = random_states(seed)
    keys = [state.key() for state in states]
    assert [state.copy().key() for state in states] == keys
    assert len(set(keys)) == len(keys)
    for state in states:
        for seat in state.actors():
            following = set()
            for action in state.legal(seat):
                twin = state.copy()
                twin.apply(seat, action)
                following.add(twin.key())
            assert state.key() not in following


def test_the_same_position_has_the_same_key_by_whatever_way() -> None:
    orders = (["ninja>well", "ninja>inn"], ["ninja>inn", "ninja>well"])
    keys = set()
    for order in orders:
        state = GAME.start()
        attacks(state, *order)
        keys.add(state.key())
    assert len(keys) == 1
    keys = set()
    for strike, shoot in (("strike", "shoot"), ("shoot", "strike")):
        state = set_up(phase="abilities", ninja={"field-2": 2}, places=EVERYBODY)
        defends(state, strike, shoot)
        keys.add(state.key())
    assert len(keys) == 1


def test_what_no_longer_matters_is_not_in_the_key() -> None:
    """When he fell, which deployment was revealed, and which abilities were used in a step that is over."""
    early, late = (set_up(round=5, fallen={"yumi": number}) for number in (2, 4))
    assert early.key() == late.key()
    facts = {"phase": "areas", "ninja": {"well": 1}, "places": {**EVERYBODY}}
    used, unused = set_up(**facts, used_ronin=["taiko"]), set_up(**facts)
    assert used.key() == unused.key()
    heard = set_up(**facts)
    heard.events = []
    attacks(heard, "done")
    attacks(unused, "done")
    assert heard.key() == unused.key()


def test_edition_and_board_are_in_the_key() -> None:
    other = msgspec.structs.replace(standard_board(), threat=(4,) * 8)
    keys = {GAME.start(edition=edition, board=board).key() for edition in EDITIONS for board in (None, other)}
    assert len(keys) == 6
    assert GAME.start(board=standard_board()).key() == GAME.start().key()


def test_an_imagined_state_without_secrets_has_the_same_key() -> None:
    for seed in range(6):
        for state in random_states(seed):
            if state.actors() and state.phase != PLANNING:
                assert GAME.imagine(state.view(state.actors()[0]), Random(1)).key() == state.key()


def test_a_key_is_short_and_the_same_in_another_process() -> None:
    told = "import zashiki; print(zashiki.game('seven-ronin').start(edition='pl-2013').key().hex())"
    run = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True, timeout=60)
    key = GAME.start(edition="pl-2013").key()
    assert run.stdout.strip() == key.hex()
    assert len(key) == 16


@pytest.mark.parametrize("seat", NO_SEATS)
def test_who_has_no_seat_has_no_choice_at_any_time(seat: int) -> None:
    states = random_states(5)
    for state in (states[0], states[len(states) // 2], states[-1]):
        before = state.key()
        assert state.legal(seat) == []
        for action in range(-1, ACTIONS + 1):
            refusal = state.why_not(seat, action)
            assert refusal is not None
            assert refusal.rule
            in_words(refusal)
            with pytest.raises(Refused):
                state.apply(seat, action)
        assert state.key() == before


def test_the_game_says_which_rules_can_be_played() -> None:
    assert GAME.versions[-1] == GAME.rules
    assert GAME.under("1").start().legal(ATTACKER) == GAME.start().legal(ATTACKER)
    assert GAME.start().legal(DEFENDER)
    with pytest.raises(KeyError):
        GAME.under("0")
