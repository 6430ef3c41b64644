"""What holds at every moment of every game."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.seven_ronin.table import markers, set_up
from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.board import Board, standard_board
from zashiki.games.seven_ronin.rules.pieces import AREAS, CAMP, EDITIONS, GREEN, PLANNING, RONIN, TASUKE
from zashiki.games.seven_ronin.rules.state import State

boards = st.builds(
    Board,
    threat=st.lists(st.integers(1, 10), min_size=8, max_size=8).map(tuple),
    minimum=st.lists(st.integers(0, 20), min_size=8, max_size=8).map(tuple),
    casualties=st.sets(st.integers(1, 8)).map(lambda rounds: tuple(sorted(rounds))),
    ring=st.permutations(AREAS).map(tuple),
    limit=st.fixed_dictionaries({area: st.integers(1, 5) for area in AREAS}),
    vitality=st.fixed_dictionaries({ronin: st.integers(1, 9) for ronin in RONIN}),
)


def check(state: State) -> None:
    assert markers(state) == 50
    assert min(state.reserves, state.supply, *state.ninja, *state.wounds, *state.plan) >= 0
    assert state.beset == sum(1 << area for area in range(10) if state.ninja[area])
    vitality = state.village.vitality
    for ronin in range(7):
        living = state.alive >> ronin & 1
        assert state.wounds[ronin] < vitality[ronin] if living else state.wounds[ronin] == 0
        assert (state.place[ronin] > CAMP) == (not living)
    for place in range(11):
        there = [ronin for ronin in range(7) if state.place[ronin] == place]
        assert len(there) < 2 or (len(there) == 2 and TASUKE in there and place != GREEN)
    if state.phase == PLANNING:
        check_plan(state)
    elif GREEN in state.place:
        assert state.ninja[GREEN] == 0


def check_plan(state: State) -> None:
    """RON-P1 to RON-P5, counted anew."""
    village = state.village
    assert sum(1 for area in range(10) if state.plan[area]) <= village.threat[state.round]
    over = sum(max(0, state.plan[area] - village.limit[area]) for area in range(10))
    assert over <= state.ninja[GREEN]
    assert state.plan[GREEN] <= 1
    assert sum(state.plan) == state.put <= state.reserves
    if state.ready & 1:
        assert state.put >= min(village.minimum[state.round], state.needed)


@settings(max_examples=60, deadline=None)
@given(st.none() | boards, st.sampled_from(EDITIONS), st.integers(0, 2**32))
def test_every_moment_of_random_games_on_any_board(board: Board | None, edition: str, seed: int) -> None:
    random = Random(seed)
    state = GAME.start(board=board, edition=edition)
    choices = 0
    while state.actors():
        check(state)
        seat = random.choice(state.actors())
        state.apply(seat, random.choice(state.legal(seat)))
        choices += 1
    check(state)
    assert choices <= GAME.facts.longest


def most_by_trying(
    limits: list[int], attacked: frozenset[int], threat: int, bonus: int, reserves: int
) -> int:
    """The most that can be deployed once some areas are attacked, by trying all ways to choose the others."""
    if len(attacked) == threat:
        return min(reserves, sum(limits[area] for area in attacked) + bonus + 1)
    return max(
        most_by_trying(limits, attacked | {area}, threat, bonus, reserves)
        for area in range(10)
        if area not in attacked
    )


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 4), st.integers(0, 3), st.integers(0, 30))
def test_ruling_12_is_exact(seed: int, threat: int, bonus: int, reserves: int) -> None:
    """An area is open exactly if the minimum can still be met with it."""
    random = Random(seed)
    standard = standard_board()
    board = Board(
        threat=(threat,) * 8,
        minimum=(random.randint(0, 16),) * 8,
        casualties=(),
        ring=standard.ring,
        limit={area: random.randint(1, 4) for area in AREAS},
        vitality=standard.vitality,
    )
    ninja = {"green": bonus} if bonus else {"well": 1}
    state = set_up(round=4, board=board, reserves=reserves, ninja=ninja)
    limits = state.village.limit
    needed = min(board.minimum[0], most_by_trying(limits, frozenset(), threat, bonus, reserves))
    assert state.needed == needed
    while state.legal(0) != [11]:
        attacked = frozenset(area for area in range(10) if state.plan[area])
        if len(attacked) < threat and state.put < reserves:
            for area in set(range(10)) - attacked:
                reachable = most_by_trying(limits, attacked | {area}, threat, bonus, reserves) >= needed
                assert (area in state.legal(0)) == reachable
        assert (11 in state.legal(0)) == (state.put >= needed)
        puts = [action for action in state.legal(0) if action < 11]
        if not puts:
            break
        state.apply(0, random.choice(puts))
