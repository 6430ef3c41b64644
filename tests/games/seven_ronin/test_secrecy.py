"""Secret planning: whatever one side has put, the other is shown, told and refused the same, byte for byte."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zashiki import Event
from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.rules.actions import ACTIONS, READY
from zashiki.games.seven_ronin.rules.pieces import ATTACKER, DEFENDER, PLANNING
from zashiki.games.seven_ronin.rules.rounds import largest_attack
from zashiki.games.seven_ronin.rules.state import State

seeds = st.integers(0, 2**32)


def some_planning(seed: int) -> State:
    """The planning phase of some round of a random game."""
    random = Random(seed)
    state = GAME.start(edition=random.choice(("en-2015", "pl-2013", "fr-2014")))
    wanted = random.randint(1, 8)
    last = state.copy()
    while state.actors() and state.round <= wanted:
        if state.phase == PLANNING and state.actors() == (0, 1) and not state.put:
            last = state.copy()
        seat = random.choice(state.actors())
        state.apply(seat, random.choice(state.legal(seat)))
    return last


def put_some(state: State, seat: int, random: Random, seal: bool) -> None:
    """One side plans at random, as far as it likes or to its seal."""
    for _ in range(60 if seal else random.randint(0, 6)):
        legal = state.legal(seat)
        if not seal:
            legal = [action for action in legal if action != READY]
        if not legal:
            return
        action = random.choice(legal)
        state.apply(seat, action)
        if action == READY:
            return


def all_that_reaches(state: State, seat: int) -> bytes:
    view = msgspec.json.encode(state.view(seat))
    refusals = [state.why_not(seat, action) for action in range(ACTIONS)]
    return view + msgspec.json.encode((state.legal(seat), refusals))


def told(events: list[Event] | None, seat: int | None) -> bytes:
    return msgspec.json.encode(
        [event.seen_by(seat) for event in events or [] if event.seen_by(seat) is not None]
    )


@settings(max_examples=60, deadline=None)
@given(seeds, seeds, seeds, st.booleans(), st.sampled_from([ATTACKER, DEFENDER]))
def test_p10_the_other_sides_plan_changes_nothing_for_a_seat(
    game: int, one: int, another: int, seal: bool, seat: int
) -> None:
    start = some_planning(game)
    seen: list[bytes] = []
    for seed in (one, another):
        state = start.copy()
        state.events = []
        put_some(state, 1 - seat, Random(seed), seal)
        secrets = told(state.events, seat) + told(state.events, None)
        put_some(state, seat, Random(7), False)
        seen.append(secrets + all_that_reaches(state, seat) + msgspec.json.encode(state.view(None)))
    assert seen[0] == seen[1]


@settings(max_examples=40, deadline=None)
@given(seeds, seeds, seeds, st.sampled_from([ATTACKER, DEFENDER]))
def test_the_order_of_the_planners_does_not_matter(game: int, one: int, another: int, first: int) -> None:
    states = []
    for order in ((first, 1 - first), (1 - first, first)):
        state = some_planning(game)
        for seat in order:
            put_some(state, seat, Random(one if seat == ATTACKER else another), True)
        states.append(state)
    for view in (ATTACKER, DEFENDER, None):
        assert states[0].view(view) == states[1].view(view)
    assert states[0].undo_barrier == states[1].undo_barrier


@settings(max_examples=40, deadline=None)
@given(seeds, seeds, st.sampled_from([ATTACKER, DEFENDER]))
def test_an_imagined_state_plays_on_like_a_real_one(game: int, plans: int, seat: int) -> None:
    """What the bot searches is a legal position of the same game."""
    state = some_planning(game)
    put_some(state, seat, Random(plans), False)
    imagined = GAME.imagine(state.view(seat), Random(plans))
    assert imagined.view(seat) == state.view(seat)
    random = Random(plans)
    while imagined.actors():
        actor = random.choice(imagined.actors())
        imagined.apply(actor, random.choice(imagined.legal(actor)))
    assert imagined.result() is not None


@pytest.mark.parametrize("ready", [False, True])
@pytest.mark.parametrize("facts", [{"round": 8, "ninja": {"green": 6}}, {"round": 5, "reserves": 6}, {}])
def test_the_largest_and_the_smallest_attack_can_be_imagined(facts: dict[str, Any], ready: bool) -> None:
    state = GAME.position(**facts)
    largest = largest_attack(state)
    if ready:
        put_some(state, ATTACKER, Random(1), True)
    view = state.view(DEFENDER)
    sizes = {GAME.imagine(view, Random(seed)).put for seed in range(2000)}
    assert sizes == set(range(state.needed if ready else 0, largest + 1))


def test_every_area_can_be_imagined_attacked_beyond_its_limit() -> None:
    """Two ninja on the Green let two more in than the limit says (RON-P3)."""
    view = GAME.position(round=3, ninja={"green": 2}).view(DEFENDER)
    limits = [*(seen.limit for seen in view.areas), -1]
    imagined = [GAME.imagine(view, Random(seed)).plan for seed in range(6000)]
    assert [max(plan[place] for plan in imagined) for place in range(11)] == [limit + 2 for limit in limits]
