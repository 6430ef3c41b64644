"""Whole games in one call: each game's own rollouts do what those of the kernel do through the contract, bit for bit."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import zashiki
from zashiki.kernel import rollouts as generic
from zashiki.kernel.batches import Batch
from zashiki.kernel.rollouts import (
    ENDED,
    REFUSED,
    Rollouts,
    flat_policy,
    make_dice,
    play_out,
    roll_dice,
    rollouts_of,
)

TABLES = [(name, seats) for name in zashiki.names() for seats in zashiki.game(name).facts.seats]
NO_ACTION = 10**6
tables = pytest.mark.parametrize(("name", "seats"), TABLES)


def own_rollouts(name: str) -> Rollouts:
    found = rollouts_of(zashiki.game(name))
    assert found is not generic
    return found


def uneven_policy(game: zashiki.Game, rollouts: Rollouts) -> list[list[int]]:
    """Weights of which some are nothing."""
    actions, contexts = range(game.facts.actions), range(rollouts.CONTEXTS)
    return [[(5 * action + 3 * row) % 7 for action in actions] for row in contexts]


@tables
def test_a_random_game_is_the_same_through_the_contract(name: str, seats: int) -> None:
    rollouts, dice = own_rollouts(name), make_dice(f"{name} {seats}")
    for _ in range(8):
        own = zashiki.game(name).start(seats=seats)
        other = own.copy()
        played = rollouts.random_game(own, dice)
        assert played == generic.random_game(other, dice)
        assert own.key() == other.key()
        assert not own.actors()
        assert rollouts.winners(own) == generic.winners(other)
        assert rollouts.returns(own) == generic.returns(other)
        dice = played[1]


@tables
def test_many_games_go_on_as_through_the_contract(name: str, seats: int) -> None:
    """Choices that are not legal are refused, and games that are over begin anew."""
    rollouts, random, beginning = own_rollouts(name), Random(seats), zashiki.game(name).start(seats=seats)
    own, other = [beginning] * 12, [beginning] * 12
    mine, theirs = (_begun_batch(zashiki.game(name), 12) for _ in range(2))
    met: list[int] = []
    while met.count(ENDED) < 3:
        if len(met) == 3 * len(own):
            mine.actions[0] = theirs.actions[0] = NO_ACTION
        offered = rollouts.advance(own, beginning, mine)
        assert offered == generic.advance(other, beginning, theirs)
        assert list(mine.legal)[:offered] == list(theirs.legal)[:offered]
        assert [list(block) for block in (mine.turns, mine.seats, mine.dice)] == [
            list(block) for block in (theirs.turns, theirs.seats, theirs.dice)
        ]
        assert [state.key() for state in own] == [state.key() for state in other]
        met += mine.turns
        for index, state in enumerate(own):
            legal = state.legal(mine.turns[index]) if mine.turns[index] >= 0 else [NO_ACTION]
            mine.actions[index] = theirs.actions[index] = random.choice(legal)
    assert {ENDED, REFUSED} <= set(met)


def _begun_batch(game: zashiki.Game, games: int) -> Batch:
    """Of games that begin with the next step."""
    batch = Batch(games, game.facts.actions)
    for index in range(games):
        batch.turns[index] = ENDED
        batch.dice[index] = make_dice(index)
    return batch


@tables
def test_a_playout_by_a_policy_is_the_same_through_the_contract(name: str, seats: int) -> None:
    game = zashiki.game(name)
    rollouts, dice = own_rollouts(name), make_dice(seats)
    policy = uneven_policy(game, rollouts)
    for _ in range(8):
        own = game.start(seats=seats)
        other = own.copy()
        played = rollouts.playout(own, policy, dice)
        assert played == play_out(other, policy, dice, rollouts)
        assert own.key() == other.key()
        dice = played[1]


@tables
def test_playouts_leave_the_state_alone_and_count_the_victories(name: str, seats: int) -> None:
    game = zashiki.game(name)
    rollouts, dice = own_rollouts(name), make_dice(seats)
    state, policy = game.start(seats=seats), uneven_policy(game, own_rollouts(name))
    before = state.key()
    won, after = rollouts.playouts(state, policy, 6, dice)
    assert state.key() == before
    counted: Counter[int] = Counter()
    for _ in range(6):
        twin = state.copy()
        dice = rollouts.playout(twin, policy, dice)[1]
        result = twin.result()
        assert result is not None
        counted.update(result.winners)
    assert (won, after) == ([counted[seat] for seat in range(seats)], dice)


@tables
def test_perft_counts_as_through_the_contract(name: str, seats: int) -> None:
    state = zashiki.game(name).start(seats=seats)
    rollouts, dice = own_rollouts(name), make_dice(9)
    for _ in range(25):
        dice = roll_dice(dice)
        actors = state.actors()
        depths = (0, 1, 2)
        assert [rollouts.perft(state, depth) for depth in depths] == [
            generic.perft(state, depth) for depth in depths
        ]
        if actors:
            legal = state.legal(actors[0])
            state.apply(actors[0], legal[(dice & generic.MASK) * len(legal) >> generic.BITS])


@pytest.mark.parametrize("name", zashiki.names())
def test_a_choice_without_weight_is_not_made_while_another_has_some(name: str) -> None:
    """Only the first of the legal choices has a weight: it is always chosen."""
    game = zashiki.game(name)
    rollouts, state = own_rollouts(name), game.start()
    while zashiki.CHANCE in state.actors():
        state.apply(zashiki.CHANCE, state.legal(zashiki.CHANCE)[0])
    seat = state.actors()[0]
    weights = [0] * game.facts.actions
    weights[state.legal(seat)[0]] = 3
    policy = flat_policy(weights, rollouts.CONTEXTS)
    chosen: list[Any] = []
    for seed in range(20):
        twin = state.copy()
        rollouts.playout(twin, policy, make_dice(seed))
        other = state.copy()
        other.apply(seat, state.legal(seat)[0])
        rollouts.playout(other, policy, roll_dice(make_dice(seed)))
        chosen.append(twin.key() == other.key())
    assert all(chosen)


def test_dice_are_even_and_seeds_lie_far_apart() -> None:
    dice, thrown = make_dice(1), [0] * 6
    for _ in range(60_000):
        dice = roll_dice(dice)
        thrown[(dice & generic.MASK) * 6 >> generic.BITS] += 1
    assert all(abs(times - 10_000) < 400 for times in thrown)
    assert len({make_dice(seed) & generic.MASK for seed in range(100)}) == 100
    assert 0 < make_dice("any") < generic.MULTIPLIER << generic.BITS


def test_the_example_of_the_guide_works(capsys: pytest.CaptureFixture[str]) -> None:
    guide = (Path(__file__).parent.parent.parent / "docs" / "compiling.md").read_text(encoding="utf-8")
    example = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)[-1]
    exec(compile(example, "docs/compiling.md", "exec"), {})
    nodes, *victories, count = re.findall(r"\d+", capsys.readouterr().out)
    assert int(nodes) > 50
    assert sum(map(int, victories)) >= 100
    assert int(count) == 5 * 4 * 3
