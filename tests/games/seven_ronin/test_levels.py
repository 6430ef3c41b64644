"""The levels of 7 Ronin: which there are, what they keep to, and that their search finds what is there to be found."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from tests.games.seven_ronin.table import alone, end, set_up
from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.bot import LEVELS
from zashiki.games.seven_ronin.bot.deployments import Deployments, is_legal_attack, is_legal_defence
from zashiki.games.seven_ronin.bot.fights import Fight
from zashiki.games.seven_ronin.bot.net import load_net
from zashiki.games.seven_ronin.bot.searching import NET, Searching, steps_of
from zashiki.games.seven_ronin.rules import facts
from zashiki.games.seven_ronin.rules.actions import READY
from zashiki.games.seven_ronin.rules.ahead import met, outcomes, settle
from zashiki.games.seven_ronin.rules.pieces import ATTACKER, DEFENDER, EDITIONS, PLANNING
from zashiki.games.seven_ronin.rules.rollouts import random_game
from zashiki.games.seven_ronin.rules.state import State
from zashiki.kernel.bots import Budget
from zashiki.kernel.rollouts import make_dice
from zashiki.search.budget import Meter
from zashiki.search.own_turn import search_turn

NAMES = ["random", "novice", "villager", "warrior", "master"]
SEARCHING = ["warrior", "master"]
NET_OF_PLAYERS = load_net(NET)
JUDGEMENTS = NET_OF_PLAYERS.judgements
MANY_NODES = Budget(nodes=20_000)


def planned(seed: int) -> list[State]:
    """The positions of a random game in which both sides plan."""
    chance = Random(seed)
    state, found = GAME.start(edition=EDITIONS[seed % 3]), []
    while state.actors():
        if state.phase == PLANNING and not state.put and not state.ready:
            found.append(state.copy())
        seat = chance.choice(state.actors())
        state.apply(seat, chance.choice(state.legal(seat)))
    return found


def fought_to_the_end(state: State, level: str, seat: int) -> State:
    """A player of that level makes the choices of its side in the fight; the other side needs none."""
    twin = state.copy()
    player = LEVELS[level].seated(seat, 1)
    while twin.actors() == (seat,) and twin.phase != PLANNING:
        twin.apply(seat, player.decide(twin.view(seat), MANY_NODES).action)
    return twin


@pytest.mark.parametrize("seed", range(3))
def test_the_value_of_a_position_is_a_chance_and_the_same_in_any_batch(seed: int) -> None:
    rows = np.frombuffer(b"".join(map(facts.pack, planned(seed))), np.uint8).reshape(-1, facts.ROW)
    values = NET_OF_PLAYERS.values(rows)
    assert ((values > 0) & (values < 1)).all()
    alone_in_batch = np.concatenate([NET_OF_PLAYERS.values(row[None]) for row in rows])
    assert values == pytest.approx(alone_in_batch, abs=1e-5)
    many = NET_OF_PLAYERS.values(np.tile(rows, (60, 1)))
    assert many == pytest.approx(np.tile(values, 60), abs=1e-5)


def test_what_helps_a_side_raises_its_value() -> None:
    """No more than the order: few would doubt these."""
    better_for_the_attacker = [
        set_up(round=4, reserves=25),
        set_up(round=4, reserves=25, ninja={"granary": 2, "well": 1}),
        set_up(
            round=5,
            reserves=15,
            ninja={"granary": 2, "well": 1},
            wounds={"kabe": 5, "hayai": 4, "musashi": 3, "yumi": 2},
        ),
    ]
    rows = b"".join(map(facts.pack, better_for_the_attacker))
    values = NET_OF_PLAYERS.reached((rows, [0] * 3)).tolist()
    assert values == sorted(values)
    assert values[0] + 0.1 < values[2]


def test_a_game_that_is_over_is_worth_its_result() -> None:
    row = facts.pack(GAME.start())
    assert NET_OF_PLAYERS.reached((row * 5, [0, 1, 2, 3, 4])).tolist()[1:] == [1, 1, 0, 0]


@pytest.mark.parametrize("seed", range(6))
def test_plans_and_their_changes_are_legal(seed: int) -> None:
    """As the rules see it: marker by marker, with some of them lying already."""
    chance = Random(seed)
    for state in planned(seed):
        for _ in range(chance.randrange(4)):
            seat = chance.choice((ATTACKER, DEFENDER))
            steps = [step for step in state.legal(seat) if step != READY]
            if steps:
                state.apply(seat, chance.choice(steps))
        planning = Deployments(state, NET_OF_PLAYERS)
        for seat, legal in ((ATTACKER, is_legal_attack), (DEFENDER, is_legal_defence)):
            plan = planning.propose(seat, chance)
            for changed in [plan, *planning.near(seat, plan, 8, chance)]:
                assert legal(state, changed)
                twin = state.copy()
                for step in [*steps_of(state, seat, changed), READY]:
                    twin.apply(seat, step)


@pytest.mark.parametrize("seat", [ATTACKER, DEFENDER])
def test_what_a_villager_is_guessed_to_plan_is_legal(seat: int) -> None:
    state, chance = planned(1)[1], Random(1)
    expected = Deployments(state, NET_OF_PLAYERS).usual(seat, 0.5, chance)
    legal = is_legal_attack if seat == ATTACKER else is_legal_defence
    guessed = expected.guess()
    assert guessed
    assert all(legal(state, plan) for plan in guessed)
    assert (expected.side, expected.weight) == (seat, 0.5)


@pytest.mark.parametrize("seed", range(4))
def test_two_plans_meet_as_they_do_in_the_game(seed: int) -> None:
    chance = Random(seed)
    for state in planned(seed):
        planning = Deployments(state, NET_OF_PLAYERS)
        plans = [planning.propose(seat, chance) for seat in (ATTACKER, DEFENDER)]
        played = state.copy()
        for seat in (ATTACKER, DEFENDER):
            for step in [*steps_of(state, seat, plans[seat]), READY]:
                played.apply(seat, step)
        settle(played, JUDGEMENTS)
        reached = met(state, plans[ATTACKER], plans[DEFENDER], JUDGEMENTS)
        assert reached.key() == played.key()
        assert outcomes(state, [(plans[0], plans[1])], JUDGEMENTS) == (facts.pack(played), [played.end])
        assert reached.end or reached.round == state.round + 1


@pytest.mark.parametrize("seed", range(4))
def test_a_fight_is_played_to_its_end_from_any_moment(seed: int) -> None:
    """`settle` makes legal choices only, or `apply` would refuse them."""
    chance = Random(seed)
    state = GAME.start(edition=EDITIONS[seed % 3])
    settled = 0
    while state.actors():
        if state.phase != PLANNING:
            twin = state.copy()
            settle(twin, JUDGEMENTS)
            assert twin.end or (twin.phase == PLANNING and twin.round == state.round + 1)
            settled += 1
        seat = chance.choice(state.actors())
        state.apply(seat, chance.choice(state.legal(seat)))
    assert settled > 10


@pytest.mark.parametrize("level", SEARCHING)
def test_it_wins_a_fight_that_can_be_won(level: str) -> None:
    """By the Passage and the Inn together: neither alone makes five areas."""
    state = set_up(
        phase="areas",
        round=3,
        reserves=5,
        ninja={"passage": 1, "inn": 1, "field-2": 1},
        **alone(kabe="well", yumi="shrine"),
    )
    assert end(fought_to_the_end(state, level, ATTACKER)) == "RON-X2"


@pytest.mark.parametrize("level", SEARCHING)
def test_hayai_rides_to_break_the_fifth_area(level: str) -> None:
    state = set_up(
        phase="abilities",
        round=3,
        reserves=4,
        ninja=dict.fromkeys(["field-2", "field-3", "passage", "animal-pen"], 1),
        **alone(hayai="inn", kabe="well", yumi="shrine"),
    )
    fought = fought_to_the_end(state, level, DEFENDER)
    fought = fought_to_the_end(fought, "master", ATTACKER)
    assert end(fought) != "RON-X2"


def test_a_search_of_a_whole_fight_is_never_worse_than_the_quick_choice() -> None:
    compared = 0
    for seed in range(12):
        state, chance = GAME.start(), Random(seed)
        while state.actors():
            seat = chance.choice(state.actors())
            if state.phase != PLANNING and len(state.legal(seat)) > 1:
                fight = Fight(NET_OF_PLAYERS, seat, state.round)
                found = search_turn(fight, state, Meter(None, 4000), 64, 4000)
                if found.complete:
                    assert max(found.values.values()) >= fight.values([state.copy()])[0] - 1e-6
                    compared += 1
                break
            state.apply(seat, chance.choice(state.legal(seat)))
    assert compared > 3


@pytest.mark.parametrize("level", SEARCHING)
def test_the_same_nodes_and_seed_give_the_same_choices(level: str) -> None:
    state = set_up(round=4, reserves=20, ninja={"well": 1, "green": 1}, wounds={"kabe": 2})
    for seat in (ATTACKER, DEFENDER):
        decisions = [
            LEVELS[level].seated(seat, seed).decide(state.view(seat), Budget(nodes=400)) for seed in (1, 1, 2)
        ]
        assert decisions[0] == decisions[1]
        assert decisions[0] != decisions[2]
        assert sum(decisions[0].policy.values()) == pytest.approx(1)
        assert decisions[0].policy[decisions[0].action] > 0


@pytest.mark.parametrize("level", SEARCHING)
@pytest.mark.parametrize("seat", [ATTACKER, DEFENDER])
def test_a_plan_is_thought_of_once_and_carried_out(level: str, seat: int) -> None:
    state = set_up(round=6, reserves=20, ninja={"well": 1, "green": 1})
    player = LEVELS[level].seated(seat, 3)
    values = []
    while seat in state.actors() and state.phase == PLANNING:
        decision = player.decide(state.view(seat), Budget(nodes=300))
        values.append(decision.value)
        state.apply(seat, decision.action)
    assert values[0] is not None
    assert values[1:] == [None] * (len(values) - 1)
    assert state.ready == 1 << seat


@pytest.mark.parametrize("level", SEARCHING)
def test_it_goes_on_from_markers_that_lie(level: str) -> None:
    """It takes over from a person, or after an undo."""
    state = set_up(round=6, reserves=20, ninja={"well": 1, "green": 1})
    for seat, steps in ((ATTACKER, ["ninja>inn", "ninja>field-3"]), (DEFENDER, ["kabe>well", "tasuke>well"])):
        for step in steps:
            state.apply(seat, GAME.action(step))
        player = LEVELS[level].seated(seat, 3)
        while seat in state.actors() and state.phase == PLANNING:
            state.apply(seat, player.decide(state.view(seat), Budget(nodes=300)).action)


def test_a_level_keeps_to_the_budget_it_is_given() -> None:
    warrior, master = LEVELS["warrior"], LEVELS["master"]
    assert isinstance(warrior, Searching)
    assert isinstance(master, Searching)
    assert (warrior.seconds, master.seconds) == (0.2, 2.0)
    assert warrior.within(Budget()) == Budget(0.2)
    assert warrior.within(Budget(5.0)) == Budget(0.2), "a warrior answers at once"
    assert warrior.within(Budget(0.05)) == Budget(0.05)
    assert master.within(Budget()) == Budget(2.0)
    assert master.within(Budget(10.0, 50)) == Budget(10.0, 50)
    assert master.within(Budget(None, 50)) == Budget(None, 50)


def test_random_games_pack_into_rows_of_one_length() -> None:
    state = GAME.start()
    random_game(state, make_dice(3))
    assert len(facts.pack(state)) == facts.ROW
