"""The warrior and the master of Shinobi: what they see ahead, what they conclude from orders, what they keep to."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from tests.games.shinobi.tables import SHINOBI
from zashiki import CHANCE
from zashiki.bots.players import Players
from zashiki.games.shinobi.bot import LEVELS
from zashiki.games.shinobi.bot.endings import is_over, shares
from zashiki.games.shinobi.bot.net import LARGEST, LAYERS, Net, load_net, rows_of
from zashiki.games.shinobi.bot.searching import NET, Searching
from zashiki.games.shinobi.bot.villager import moment_of
from zashiki.games.shinobi.bot.witness import Witness
from zashiki.games.shinobi.rules import facts, quick
from zashiki.games.shinobi.rules.actions import MOVE, NINJA_ON
from zashiki.games.shinobi.rules.ahead import Ways
from zashiki.games.shinobi.rules.cards import NINJA
from zashiki.games.shinobi.rules.ending import ending
from zashiki.games.shinobi.rules.phases import THIRD_ORDER
from zashiki.games.shinobi.rules.state import State
from zashiki.games.shinobi.rules.traces import NOTHING, SIZE, traces
from zashiki.kernel.bots import Budget, Decision
from zashiki.kernel.record import Record
from zashiki.kernel.timeline import Timeline
from zashiki.search.belief import Belief, all_deals
from zashiki.study.matches import Match, Player, play_deal
from zashiki.study.versions import version_of
from zashiki.testing import pick_chance

SEATS = [3, 4, 5]
EVEN = [0.0] * 5
NOBODY_KNOWN = [0] * (facts.PLACES * facts.PLACES)


def positions(seats: int, seed: int) -> Iterator[State]:
    """Those of a game of villagers in which someone has a choice."""
    chance, state, dice = Random(seed), SHINOBI.start(seats=seats), seed * 2 + 1
    while state.actors():
        if state.actors()[0] == CHANCE:
            state.apply(CHANCE, pick_chance(state, chance))
            continue
        yield state.copy()
        action, dice = quick.villager_choice(state, dice)
        state.apply(state.turn, action)


def decided(level: str, state: State, budget: Budget, seed: int = 1) -> Decision:
    seat = state.actors()[0]
    return LEVELS[level].seated(seat, seed).decide(state.view(seat), budget)


@pytest.mark.parametrize("seats", SEATS)
def test_the_ways_to_finish_a_turn_are_those_of_the_rules(seats: int) -> None:
    """Every way, given order by order, leads to the position that was seen ahead; following leaves nothing behind."""
    met = 0
    for state in list(positions(seats, seed=seats))[::9]:
        seat, first = state.turn, state.choices[-1]
        ways = Ways(state, seat, NOBODY_KNOWN, [], EVEN)
        ways.follow(first)
        for way, row in list(zip(ways.actions, ways.rows, strict=True))[:40]:
            after = state.copy()
            for action in way:
                if after.turns == state.turns and action in after.legal(seat):
                    before = after.copy()
                    after.apply(seat, action)
            assert after.turns != state.turns or after.actor != seat
            assert row[facts.ARMIES :][:5] == _own_province(after, seat)
            assert row[facts.HELD : facts.UNSEEN] == _own_hand(before, seat, way)
            met += 1
        again = len(ways.rows)
        ways.follow(first)
        assert ways.rows[:again] == ways.rows[again:]
    assert met > 30


def _own_province(state: State, seat: int) -> bytes:
    own = state.clans[seat]
    return bytes(state.strength[seat * 5 + (own + clan) % 5] for clan in range(5))


def _own_hand(before: State, seat: int, way: tuple[int, ...]) -> bytes:
    """The hand before cards are drawn: that of the moment before the last order, less what the order takes."""
    own, hand = before.clans[seat], before.hands[seat * 6 : seat * 6 + 6]
    last = next(action for action in reversed(way) if action in before.legal(seat))
    if last < NINJA_ON:
        hand[last % 5] -= 1
    elif last < MOVE:
        hand[NINJA] -= 1
    return bytes([*(hand[(own + clan) % 5] for clan in range(5)), hand[NINJA]])


@pytest.mark.parametrize("seats", SEATS)
def test_the_net_gives_chances_whatever_else_is_in_the_batch(seats: int) -> None:
    net = load_net(NET)
    rows = rows_of([facts.pack(state, state.turn, 51, NOBODY_KNOWN) for state in positions(seats, seed=1)])
    values = net.values(rows)
    assert ((values > 0) & (values < 1)).all()
    alone = np.concatenate([net.values(rows[index : index + 1]) for index in range(len(rows))])
    assert values == pytest.approx(alone, abs=1e-5)
    assert len(net.traces) == SIZE + 1
    assert net.traces[NOTHING] == 0.0


@pytest.mark.parametrize("seats", SEATS)
def test_e2_e3_the_end_is_valued_exactly(seats: int) -> None:
    """The mean over all deals of the share of the victory, as the rules give it."""
    chance = Random(seats)
    for seed in range(6):
        state = list(positions(seats, seed))[-1]
        seat, own = state.turn, state.clans[state.turn]
        while state.actor == seat:
            state.apply(seat, chance.choice(state.choices))
        deals = all_deals(seats, 5)
        weights = (deals[:, seat] == own) * np.linspace(1, 2, len(deals))
        weights /= weights.sum()
        expected = 0.0
        for deal, weight in zip(deals.tolist(), weights.tolist(), strict=True):
            state.clans = deal
            winners = ending(state).winners
            expected += weight * (seat in winners) / len(winners)
        state.clans = [own if other == seat else -1 for other in range(seats)]
        row = rows_of([facts.pack(state, seat, 0, NOBODY_KNOWN)])
        assert is_over(row).all()
        relative = (np.roll(deals, -seat, 1) - own) % 5
        assert shares(row, relative, weights)[0] == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("seats", SEATS)
def test_a_quick_villager_weighs_choices_as_a_villager_does(seats: int) -> None:
    for state in list(positions(seats, seed=4))[::5]:
        slow, fast = moment_of(state.view(state.turn), state.turn), quick.moment_of(state)
        for action in state.choices:
            for clan in range(5):
                assert fast.worth(clan, action) == slow.worth(clan, action)


def test_what_is_told_gives_the_same_evidence_as_the_open_table() -> None:
    """A witness that hears the game alone weighs every order as one who saw the positions."""
    table = [Random(3).uniform(-1, 1) for _ in range(SIZE + 1)]
    for seats in SEATS:
        timeline = Timeline(Record(SHINOBI, seats))
        players = Players(timeline, dict.fromkeys(range(seats), "villager"), Random(seats))
        seen = Belief(seats, 5)
        while actors := timeline.state.actors():
            state = timeline.state.copy()
            assert isinstance(state, State)
            players.act(actors[0])
            if actors[0] != CHANCE:
                action = timeline.record.entries[-1].action
                attacks = state.choices if state.phase == THIRD_ORDER else []
                seen.add(actors[0], [table[trace] for trace in traces(state, action, attacks)])
        witness = Witness(table)
        for told in timeline.told(0):
            witness.observe(told)
        assert witness.belief(seats).evidence == pytest.approx(seen.evidence)


def test_orders_give_villagers_away() -> None:
    """After games of villagers the true deal is far more likely than one of all."""
    table = load_net(NET).traces
    likely = []
    for seed in range(12):
        belief, chance = Belief(4, 5), Random(seed)
        state, dice = SHINOBI.start(seats=4), seed * 2 + 1
        while state.actors():
            if state.actors()[0] == CHANCE:
                state.apply(CHANCE, pick_chance(state, chance))
                continue
            seat = state.turn
            action, dice = quick.villager_choice(state, dice)
            attacks = state.choices if state.phase == THIRD_ORDER else []
            belief.add(seat, [table[trace] for trace in traces(state, action, attacks)])
            state.apply(seat, action)
        likely.append(belief.weights()[(belief.deals == state.clans).all(1)][0])
    assert sum(likely) / len(likely) > 20 / len(all_deals(4, 5))


@pytest.mark.parametrize("level", ["warrior", "master"])
def test_the_same_nodes_and_seed_give_the_same_choices(level: str) -> None:
    for state in list(positions(4, seed=3))[::20]:
        first, second = (decided(level, state, Budget(nodes=2000)) for _ in range(2))
        assert first == second
        assert first.value is not None
        assert 0 <= first.value <= 1
        assert first.action in state.choices


def test_a_level_keeps_to_the_budget_it_is_given() -> None:
    warrior, master = LEVELS["warrior"], LEVELS["master"]
    assert isinstance(warrior, Searching)
    assert isinstance(master, Searching)
    assert (warrior.seconds, master.seconds) == (0.2, 2.0)
    assert warrior.within(Budget()) == Budget(0.2)
    assert warrior.within(Budget(5.0)) == Budget(0.2), "a warrior answers at once"
    assert master.within(Budget()) == Budget(2.0)
    assert master.within(Budget(0.2)) == Budget(0.2)
    assert master.within(Budget(None, 50)) == Budget(None, 50)


@pytest.mark.parametrize("seats", SEATS)
def test_the_bound_that_keeps_numbers_finite_is_far_from_what_the_net_says(seats: int) -> None:
    """So it changes no bit of a value."""
    states = [state for seed in range(4) for state in positions(seats, seed)]
    rows = rows_of([facts.pack(state, seat, 51, NOBODY_KNOWN) for state in states for seat in range(seats)])
    values = load_net(NET).values(rows).astype(np.float64)
    logits = np.log(values) - np.log1p(-values)
    assert np.abs(logits).max() < LARGEST / 4


def test_a_net_that_has_learned_nothing_yet_gives_numbers() -> None:
    chance = np.random.default_rng(3)
    with np.load(NET) as stored:
        weights = {name: chance.normal(size=stored[name].shape).astype(np.float32) for name in LAYERS}
    rows = rows_of([facts.pack(state, state.turn, 51, NOBODY_KNOWN) for state in positions(3, seed=1)])
    with np.errstate(over="raise"):
        values = Net(weights).values(rows)
    assert 0 < values.min() < 1e-30


@pytest.mark.parametrize("level", ["warrior", "master"])
def test_one_among_villagers_wins_far_more_than_its_share(level: str) -> None:
    players, version = (Player(level), Player("villager")), version_of(SHINOBI)
    match = Match("shinobi", 3, {}, players, 5, Budget(nodes=300), version)
    rates = [play_deal(match, False, deal).rates for deal in range(8)]
    assert sum(rate[0] for rate in rates) / len(rates) > 1.4 / 3
