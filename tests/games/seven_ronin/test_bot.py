"""The villager: better than chance on either side, takes what is there, sees what threatens, is never predictable."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.games.seven_ronin.table import alone, attacks, deploy_ninja, end, lives, set_up
from zashiki.games.seven_ronin import GAME, bot
from zashiki.games.seven_ronin.bot.plans import choose_plan
from zashiki.games.seven_ronin.imagine import known
from zashiki.games.seven_ronin.rules.actions import READY
from zashiki.games.seven_ronin.rules.pieces import ATTACKER, DEFENDER, EDITIONS, PLANNING
from zashiki.games.seven_ronin.rules.state import State
from zashiki.games.seven_ronin.view import RoninGameView
from zashiki.kernel.bots import Bot, Budget, Decision

Player = Callable[[RoninGameView, Random], int]


def by_chance(view: RoninGameView, chance: Random) -> int:
    return chance.choice(view.legal)


def play(state: State, attacker: Player, defender: Player, chance: Random) -> int:
    """The winner."""
    while state.actors():
        seat = state.actors()[0]
        state.apply(seat, (attacker, defender)[seat](state.view(seat), chance))
    result = state.result()
    assert result is not None
    return result.winners[0]


def wins(side: int, games: int) -> int:
    players = (bot.choose, by_chance) if side == ATTACKER else (by_chance, bot.choose)
    return sum(
        play(GAME.start(edition=EDITIONS[seed % 3]), *players, Random(seed)) == side for seed in range(games)
    )


def test_it_beats_chance_as_attacker() -> None:
    assert wins(ATTACKER, 20) >= 17


def test_it_beats_chance_as_defender() -> None:
    assert wins(DEFENDER, 20) >= 17


def test_it_takes_a_victory_by_the_passage_and_the_inn() -> None:
    state = set_up(
        phase="areas",
        round=3,
        ninja={"passage": 1, "burial-grounds": 1, "field-3": 1},
        wounds={"yumi": 2},
        **alone(yumi="inn", kabe="granary", taiko="well", hayai="shrine"),
    )
    for seed in range(5):
        twin = state.copy()
        chance = Random(seed)
        while twin.actors() == (ATTACKER,):
            twin.apply(ATTACKER, bot.choose(twin.view(ATTACKER), chance))
        assert end(twin) == "RON-X2"


def test_it_fells_the_last_ronin_at_the_well() -> None:
    state = set_up(
        phase="areas",
        round=3,
        ninja={"well": 1, "granary": 1, "shrine": 1},
        wounds={"yumi": 2},
        **alone(yumi="inn"),
    )
    twin = state.copy()
    while twin.actors() == (ATTACKER,):
        twin.apply(ATTACKER, bot.choose(twin.view(ATTACKER), Random(1)))
    assert end(twin) == "RON-X1"


def test_hayai_rides_to_break_the_fifth_area() -> None:
    held = ["field-2", "field-3", "passage", "animal-pen"]
    state = set_up(
        phase="abilities",
        round=3,
        ninja=dict.fromkeys(held, 1),
        **alone(hayai="inn", kabe="well", yumi="shrine"),
    )
    attacker_wins = state.copy()
    attacker_wins.apply(DEFENDER, GAME.action("done"))
    attacks(attacker_wins, "done")
    assert end(attacker_wins) == "RON-X2"
    for seed in range(5):
        twin = state.copy()
        play_on = Random(seed)
        while twin.actors() == (DEFENDER,):
            twin.apply(DEFENDER, bot.choose(twin.view(DEFENDER), play_on))
        while twin.actors() == (ATTACKER,):
            twin.apply(ATTACKER, bot.choose(twin.view(ATTACKER), play_on))
        assert end(twin) != "RON-X2"


def test_it_divides_wounds_so_that_both_live() -> None:
    state = set_up(
        phase="wounds", ninja={"well": 3}, wounds={"musashi": 2}, **alone(musashi="well", tasuke="well")
    )
    state.apply(DEFENDER, bot.choose(state.view(DEFENDER), Random(2)))
    assert lives(state, "musashi")
    assert lives(state, "tasuke")


def test_its_plans_differ_from_one_game_to_the_next() -> None:
    for seat in (ATTACKER, DEFENDER):
        plans = set()
        for seed in range(8):
            state = GAME.start()
            chance = Random(seed)
            while seat in state.actors():
                state.apply(seat, bot.choose(state.view(seat), chance))
            plans.add((tuple(state.plan), tuple(state.place)))
        assert len(plans) > 4


def test_it_finds_a_plan_when_only_the_green_can_bring_the_minimum() -> None:
    state = set_up(edition="pl-2013", round=8)
    attacks(state, "ninja>well", "ninja>inn", "ninja>watchtower", "ninja>shrine", *["ninja>field-3"] * 3)
    assert bot.choose(state.view(ATTACKER), Random(1)) == GAME.action("ninja>green")
    state = set_up(edition="pl-2013", round=8, reserves=8)
    for seat in (ATTACKER, DEFENDER):
        while seat in state.actors() and state.view(None).phase == "planning":
            state.apply(seat, bot.choose(state.view(seat), Random(3)))
    assert state.view(None).phase != "planning"


def test_the_same_view_and_chance_give_the_same_choice() -> None:
    state = GAME.start()
    deploy_ninja(state, granary=2)
    choices = {bot.choose(state.view(DEFENDER), Random(9)) for _ in range(3)}
    assert len(choices) == 1


def seated(seat: int, seed: int) -> Bot:
    return bot.LEVELS["villager"].seated(seat, seed)


def decide(state: State, player: Bot, seat: int) -> Decision:
    """The player decides and its choice is made."""
    decision = player.decide(state.view(seat), Budget())
    state.apply(seat, decision.action)
    return decision


def chosen(*players: Bot) -> list[int]:
    """All choices of a whole game."""
    state, choices = GAME.start(), []
    while state.actors():
        seat = state.actors()[0]
        choices.append(decide(state, players[seat], seat).action)
    return choices


def test_the_levels_from_the_weakest() -> None:
    assert list(bot.LEVELS) == ["random", "novice", "villager", "warrior", "master"]


@pytest.mark.parametrize("seat", [ATTACKER, DEFENDER])
@pytest.mark.parametrize("seed", range(4))
def test_a_plan_is_decided_once_and_carried_out(seat: int, seed: int) -> None:
    """With the same chance, the plan of one decision is the deployment that it seals in the end."""
    state = set_up(round=3, ninja={"well": 1, "green": 1}, wounds={"kabe": 2})
    plan, policy = choose_plan(known(state.view(seat)), seat, Random(seed))
    player = seated(seat, seed)
    decisions = [decide(state, player, seat) for _ in plan]
    assert [decision.action for decision in decisions] == plan
    assert decisions[0].policy == policy
    assert [decision.policy for decision in decisions[1:]] == [{action: 1.0} for action in plan[1:]]
    assert decide(state, player, seat).action == READY


def test_the_next_round_has_a_plan_of_its_own() -> None:
    """Its first step is weighed among several, the others follow from it."""
    players = (seated(ATTACKER, 5), seated(DEFENDER, 6))
    state = GAME.start()
    decided: dict[tuple[int, int], int] = {}
    while state.actors():
        seat = state.actors()[0]
        planning, when = state.phase == PLANNING, (state.round, seat)
        if planning and len(decide(state, players[seat], seat).policy) > 1:
            decided[when] = decided.get(when, 0) + 1
        elif not planning:
            decide(state, players[seat], seat)
    assert set(decided.values()) == {1}
    assert len(decided) >= 2


@pytest.mark.parametrize("seat", [ATTACKER, DEFENDER])
def test_it_decides_anew_from_the_markers_that_lie(seat: int) -> None:
    """After an undo, after a restart, and when it takes over from a person."""
    start = set_up(round=6, ninja={"well": 1, "green": 1})
    state = start.copy()
    player = seated(seat, 3)
    decide(state, player, seat)
    once = state.copy()
    decide(state, player, seat)
    for again in (once, start.copy()):
        for other in (player, seated(seat, 8)):
            twin = again.copy()
            while seat in twin.actors():
                assert decide(twin, other, seat).action in range(GAME.facts.actions)
            assert twin.ready == 1 << seat


def test_the_same_seed_gives_the_same_choices() -> None:
    games = [chosen(seated(ATTACKER, seed), seated(DEFENDER, 2)) for seed in (1, 1, 3)]
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_the_policy_of_every_decision_is_over_legal_choices_and_no_value_is_made_up() -> None:
    state, players = GAME.start(), (seated(ATTACKER, 1), seated(DEFENDER, 2))
    while state.actors():
        seat = state.actors()[0]
        legal = state.legal(seat)
        decision = decide(state, players[seat], seat)
        assert set(decision.policy) <= set(legal)
        assert decision.policy[decision.action] > 0
        assert sum(decision.policy.values()) == pytest.approx(1)
        assert decision.value is None
