"""Players who hide their clan, and the guesser that says how well they do."""

from __future__ import annotations

from pathlib import Path
from random import Random
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.games.shinobi.test_levels import NOBODY_KNOWN, SEATS, positions
from training.shinobi import guesser
from training.shinobi.hiding import Sitting, by_round, keep, picture, play, rate, text, victories
from zashiki.games.shinobi.bot import LEVELS
from zashiki.games.shinobi.bot.disguise import UNKNOWN, as_if, time_left, usual
from zashiki.games.shinobi.bot.features import Floats
from zashiki.games.shinobi.bot.manner import HIDING, WHOLE, Manner
from zashiki.games.shinobi.bot.net import rows_of
from zashiki.games.shinobi.bot.searching import Searching, master_mind
from zashiki.games.shinobi.bot.thinking import Weighed
from zashiki.games.shinobi.imagine import imagine
from zashiki.games.shinobi.rules import facts
from zashiki.games.shinobi.rules.phases import FIRST_ORDER
from zashiki.games.shinobi.rules.state import State
from zashiki.games.shinobi.rules.traces import SIZE
from zashiki.kernel.bots import Budget, Level
from zashiki.search.belief import Belief
from zashiki.search.budget import Meter

NET_ALONE = HIDING._replace(answers=0, gives=1.0)
PLENTY = 10**6
NOBODY_SUSPECTED = np.full(5, 0.2)


def thought(state: State, manner: Manner, nodes: int = PLENTY, given: float = 0.0) -> dict[int, Weighed]:
    """By choice: the way to finish the turn that is liked most."""
    belief = Belief(state.seats, 5)
    view, meter = state.view(state.turn), Meter(None, nodes)
    return master_mind().weighed(view, belief, manner, meter, Random(1), given)


def weighed(state: State, manner: Manner, nodes: int = PLENTY) -> dict[int, tuple[float, float]]:
    """By choice: how much it is liked, and its value."""
    return {action: (one.liked, one.value) for action, one in thought(state, manner, nodes).items()}


def chosen(state: State, manner: Manner) -> int:
    found = weighed(state, manner)
    return max(found, key=lambda action: found[action])


def first_orders(*seeds: int) -> list[State]:
    """Positions in which a turn begins and much of the deck is left."""
    moments = [state for seed in seeds for state in positions(4, seed)]
    return [state for state in moments if state.phase == FIRST_ORDER and state.deck_size > 20]


def of_another_clan(state: State) -> State:
    """The same position, but the seat in turn serves a clan that nobody else serves."""
    other = state.copy()
    other.clans = state.clans.copy()
    other.clans[state.turn] = next(clan for clan in range(5) if clan not in state.clans)
    return other


@pytest.mark.parametrize("seats", SEATS)
def test_a_position_as_if_the_seat_served_another_clan_is_that_of_one_who_does(seats: int) -> None:
    for state in list(positions(seats, seed=2))[::11]:
        seat, own = state.turn, state.clans[state.turn]
        row = rows_of([facts.pack(state, seat, 0, NOBODY_KNOWN)])
        for shift in range(5):
            other = state.copy()
            other.clans = [(own + shift) % 5 if one == seat else -1 for one in range(seats)]
            believed = list(range(16))
            packed = facts.pack(other, seat, UNKNOWN, believed)
            assert as_if(row, shift, believed)[0].tobytes() == packed


def test_of_ways_of_equal_value_the_one_that_tells_less_is_usual() -> None:
    """The first is good for the first clan alone, the second for all, the third for none."""
    values = np.full((5, 3), 0.5, np.float32)
    values[0, 0] = values[:, 1] = 0.6
    values[:, 2] = 0.3
    likely = np.exp(usual(values, NOBODY_SUSPECTED, 0.02))
    assert likely.sum() == pytest.approx(1)
    assert likely[1] > 0.9 > likely[0] > likely[2]


def test_who_is_known_anyway_gives_nothing_to_hide() -> None:
    """A way that is good for its clan alone is as usual as it is to players of that clan."""
    values = np.full((5, 2), 0.5, np.float32)
    values[0, 0], values[1:, 1] = 0.6, 0.6
    known = np.exp(usual(values, np.eye(5)[0], 0.02))
    assert known[0] > 0.8 > 0.3 > np.exp(usual(values, NOBODY_SUSPECTED, 0.02))[0]


def test_what_costs_much_is_not_given_for_hiding() -> None:
    """Every clan has a way of its own that is far better than any other: then it is taken."""
    likely = usual(np.eye(5, dtype=np.float32), NOBODY_SUSPECTED, 0.02)
    assert np.exp(likely) == pytest.approx(np.full(5, 0.2), abs=1e-6)


def test_the_value_of_a_choice_is_a_winning_chance_however_much_it_hides() -> None:
    state = list(positions(4, seed=6))[10]
    openly = weighed(state, NET_ALONE._replace(hides=0.0))
    hidden = weighed(state, NET_ALONE)
    assert all(liked == value for liked, value in openly.values())
    assert hidden.keys() == openly.keys()
    assert all(0 <= value <= openly[action][1] for action, (_, value) in hidden.items())
    assert any(liked != value for liked, value in hidden.values())


def test_no_more_is_given_in_a_turn_than_may_be() -> None:
    """A player who would give anything to hide takes a way that is nearly the best all the same."""
    lost = dict.fromkeys((0.03, 1.0), 0.0)
    for state in [one for one in positions(4, seed=6) if one.deck_size > 20][::4]:
        best = max(value for _, value in weighed(state, NET_ALONE._replace(hides=0.0)).values())
        for gives in lost:
            found = weighed(state, NET_ALONE._replace(hides=1.0, gives=gives))
            lost[gives] = max(lost[gives], 1 - max(found.values())[1] / best)
    assert lost[0.03] <= 0.03 + 1e-6 < lost[1.0]


def test_no_more_is_given_than_may_be_by_what_imagined_worlds_say() -> None:
    """Worlds correct what the net says of a way: a way that they find much worse is none to hide with, however usual it is."""
    given = dict.fromkeys((0.01, 1.0), 0.0)
    for state in first_orders(6)[::3]:
        for gives in given:
            manner = WHOLE._replace(hides=1.0, gives=gives)
            given[gives] = max(given[gives], max(thought(state, manner, nodes=8000).values()).given)
    assert given[0.01] <= 0.01 < 0.03 < given[1.0]


def test_few_worlds_correct_the_net_less_where_it_is_trusted() -> None:
    moved = dict.fromkeys((0, HIDING.prior), 0.0)
    for state in first_orders(6)[::3]:
        by_net = thought(state, WHOLE._replace(answers=0))
        for prior in moved:
            found = thought(state, WHOLE._replace(prior=prior), nodes=4000)
            moved[prior] += sum(abs(found[action].value - by_net[action].value) for action in found)
    assert 0 < moved[HIDING.prior] < 0.5 * moved[0]


def test_what_one_order_has_given_the_next_does_not_give_again() -> None:
    states = first_orders(6)[::3]
    manner = HIDING._replace(hides=1.0)
    gave = [max(thought(state, manner, nodes=4000).values()).given for state in states]
    again = [max(thought(state, manner, nodes=4000, given=manner.gives).values()).given for state in states]
    assert max(gave) > 0
    assert again == [0.0] * len(states)


def test_a_master_chooses_alike_for_two_clans_more_often_than_one_who_does_not_hide() -> None:
    """It begins its turn with the same order whichever of two clans it serves."""
    states = first_orders(8, 9, 10, 11)[::2]
    open_player = Searching(WHOLE, seconds=2.0)
    openly, hiding = (_chooses_alike(level, states) for level in (open_player, LEVELS["master"]))
    assert len(states) > 30
    assert hiding >= 1.5 * openly > 0


def _chooses_alike(level: Level, states: list[State]) -> int:
    """In how many of these positions players of two clans make the same choice."""
    budget = Budget(nodes=3000)
    choices = [
        {
            level.seated(state.turn, 1).decide(one.view(state.turn), budget).action
            for one in (state, of_another_clan(state))
        }
        for state in states
    ]
    return sum(len(found) == 1 for found in choices)


def test_nothing_is_given_for_hiding_in_the_last_round_nor_without_budget() -> None:
    moments = list(positions(4, seed=6))
    last = [state for state in moments if state.turns_left]
    early = [state for state in moments if state.deck_size > 20]
    assert time_left(rows_of([facts.pack(last[0], 0, 0, NOBODY_KNOWN)])[0]) == 0.0
    assert time_left(rows_of([facts.pack(moments[0], 0, 0, NOBODY_KNOWN)])[0]) == 1.0
    for state in last[::4]:
        assert all(liked == value for liked, value in weighed(state, NET_ALONE).values())
    assert all(liked == value for liked, value in weighed(early[0], NET_ALONE, nodes=1).values())


def test_who_gives_much_to_hide_chooses_alike_whatever_it_serves() -> None:
    """Two clans in the same place: those who hide make the same choice nearly always, those who do not far less often."""
    moments = [state for state in positions(4, seed=8) if state.deck_size > 20][::4]
    alike = dict.fromkeys((0.0, 1.0), 0)
    for state in moments:
        for hides in alike:
            manner = NET_ALONE._replace(hides=hides)
            alike[hides] += chosen(state, manner) == chosen(of_another_clan(state), manner)
    assert len(moments) > 8
    assert alike[0.0] < 0.5 * len(moments) < 0.8 * len(moments) <= alike[1.0]


@pytest.mark.parametrize("price", [0.01, 0.03, 0.1])
def test_the_more_is_given_the_less_is_told(price: float) -> None:
    values = np.random.default_rng(3).normal(0.5, 0.05, (5, 200)).astype(np.float32)
    (told, won), (less, cheaper) = (_policy(values, given) for given in (price, 2 * price))
    assert less < told
    assert cheaper < won


def _policy(values: Floats, price: float) -> tuple[float, float]:
    """What a choice tells, in nats, and what it is worth in the mean, if each clan likes ways as players do."""
    likely = np.exp(usual(values, NOBODY_SUSPECTED, price) + values / price)
    likely /= likely.sum(1, keepdims=True)
    told = float((likely * np.log(likely / likely.mean(0))).sum(1).mean())
    return told, float((likely * values).sum(1).mean())


def test_hiding_sees_nothing_but_the_view() -> None:
    """Other clans, hands and cards to come that fit the view change no choice."""
    for state in list(positions(4, seed=9))[::15]:
        seat = state.turn
        fitting = imagine(state.view(seat), Random(4))
        fitting.clans = [clan if one == seat else -1 for one, clan in enumerate(state.clans)]
        bots = [Searching(HIDING, seconds=2.0).seated(seat, 7) for _ in range(2)]
        choices = [
            bot.decide(one.view(seat), Budget(nodes=4000))
            for bot, one in zip(bots, (state, fitting), strict=True)
        ]
        assert choices[0] == choices[1]


def villagers(games: int, seats: int = 3) -> list[guesser.Watched]:
    sitting = Sitting(LEVELS["villager"], LEVELS["villager"], seats, Budget(), "test")
    return [play(sitting, number).watched for number in range(games)]


def test_a_guesser_learns_to_name_players_whom_it_has_not_met() -> None:
    """It begins with no idea of what orders tell; games that it learned from are not those that it guesses."""
    lines = guesser.cross_named(villagers(30), np.zeros(SIZE + 1))
    found = by_round([line.rounds for line in lines])
    assert len(lines) == 30
    assert found[0]["games"] == 30
    assert found[-2]["rate"] > 0.5
    assert found[-2]["rate"] > found[0]["rate"]
    assert all(line.before_the_last <= 1 for line in lines)


def test_a_guesser_without_an_idea_names_one_clan_in_five() -> None:
    lines = guesser.named(villagers(20), np.zeros(SIZE + 1))
    assert np.mean([line[-1] for line in lines]) < 0.45


def test_the_slope_of_the_surprise_is_that_of_its_curve() -> None:
    told = guesser.Told(villagers(3))
    chance = np.random.default_rng(1)
    table, way = chance.normal(size=(2, SIZE + 1)) * 0.1
    way[SIZE] = 0
    steps = [told.loss(table + step * way)[0] for step in (1e-4, -1e-4)]
    assert told.loss(table)[1] @ way == pytest.approx((steps[0] - steps[1]) / 2e-4, rel=1e-4)


def test_before_the_last_round_nothing_is_seen_of_it() -> None:
    game = villagers(1)[0]
    early = guesser.before_the_last_round(game)
    assert not early.last.any()
    assert len(early.last) + game.last.sum() == len(game.last)
    assert 0 < len(early.last) < len(game.last)


def test_the_same_seed_gives_the_same_game() -> None:
    sitting = Sitting(LEVELS["warrior"], LEVELS["villager"], 3, Budget(nodes=50), "1")
    first, second = play(sitting, 2), play(sitting, 2)
    assert first.won == second.won
    assert first.watched.traces.tolist() == second.watched.traces.tolist()
    assert sum(first.won) == pytest.approx(1)
    assert [seat for seat, level in sitting.seats(2).items() if level is LEVELS["warrior"]] == [2]
    assert victories(sitting, 3, 1)["rate"] == pytest.approx(
        sum(play(sitting, number).won[number] for number in range(3)), abs=0.01
    )


def test_figures_are_told_kept_and_drawn(tmp_path: Path) -> None:
    named = [rate([1.0, 0.5]), rate([1.0, 1.0])]
    line = {
        "player": "master", "players": 4, "nodes": 1, "named": named, "before the last round": named[1],
        "fair shares among villagers": rate([1.0, 0.0]),
    }  # fmt: skip
    assert text(line).startswith("| master | 4 | 2 | 75 [")
    assert "fair shares among villagers: 0.50 [" in text(line)
    kept = tmp_path / "hiding.json"
    keep(kept, line)
    keep(kept, line | {"players": 3})
    again = {name: line[name] for name in ("player", "players", "nodes")} | {"named": named[:1]}
    lines = keep(kept, again)
    assert [one["players"] for one in lines] == [4, 3], "what is measured later joins the line"
    assert lines[0] == line | {"named": named[:1]}
    drawn = ElementTree.fromstring(picture(lines))
    words = ["".join(one.itertext()) for one in drawn.iter()]
    assert {"master, 4 players", "round 1", "75"} <= set(words)
    assert "round 2" not in words, "only rounds that all lines have"
