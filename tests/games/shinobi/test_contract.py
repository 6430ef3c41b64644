"""What programs rely on beyond the rules: keys, seats that are none, versions, parts, levels."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest

from tests.games.shinobi.tables import SHINOBI, play, table
from zashiki import CHANCE, Refused
from zashiki.games.shinobi.rules.state import State
from zashiki.kernel.bots import Budget
from zashiki.kernel.parts import Bots, Lesson, Rulebook, Terminal
from zashiki.testing import choose

NO_SEATS = (-99, -3, -2, 5, 6, 99)


def moments(seats: int, seed: int) -> Iterator[State]:
    """Every moment of a random game, the end included."""
    random = Random(seed)
    state = SHINOBI.start(seats=seats)
    yield state
    while state.actors():
        state.apply(*choose(state, random))
        yield state


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_copy_has_the_same_key_and_any_choice_another(seats: int) -> None:
    for state in moments(seats, seats):
        before = state.key()
        assert 12 <= len(before) <= 16
        assert state.copy().key() == before
        for seat in state.actors():
            for action in state.legal(seat):
                after = state.copy()
                after.apply(seat, action)
                assert after.key() != before
        assert state.key() == before


def test_keys_of_one_game_are_all_different() -> None:
    keys = [state.key() for state in moments(4, 7)]
    assert len(set(keys)) == len(keys)


def test_choices_that_lead_to_the_same_table_have_the_same_key() -> None:
    """Player 1 attacks the same army with either of two; what is drawn in another order is the same hand."""
    provinces: list[dict[str, int]] = [{"oda": 3, "mori": 3}, {"hojo": 2}, {}]
    attacks = [play(table(*provinces, order=3), f"0 {clan}*hojo-1") for clan in ("oda", "mori")]
    assert attacks[0].key() == attacks[1].key()
    hands: list[dict[str, int]] = [{"oda": 2}, {"mori": 2}, {}]
    draws = []
    for first, second in (("uesugi", "ninja"), ("ninja", "uesugi")):
        state = table({}, {}, {}, hands=hands)
        draws.append(play(state, "0 oda>1", "0 oda>0", f"* draw-{first}", f"* draw-{second}").key())
    assert draws[0] == draws[1]


def test_what_others_may_not_see_and_what_protects_is_in_the_key() -> None:
    tables = [
        table({}, {"oda": 1}, {}, order=3, protected=protected, clans=clans)
        for clans in (["oda", "mori", "hojo"], ["oda", "hojo", "mori"])
        for protected in ([], ["oda-1"])
    ]
    keys = {state.key() for state in tables}
    assert len({state.phase for state in tables}) == 1
    assert len(keys) == 2, "who serves whom counts; protection no longer does once the attack is past"
    attackers = [
        table({"mori": 3}, {"oda": 1}, {"hojo": 1}, order=3, protected=protected)
        for protected in ([], ["oda-1"])
    ]
    assert attackers[0].key() != attackers[1].key()


def test_a_key_is_the_same_in_every_process() -> None:
    code = "import zashiki; print(zashiki.game('shinobi').start(seats=3).key().hex())"
    elsewhere = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert elsewhere.stdout.strip() == SHINOBI.start(seats=3).key().hex()


@pytest.mark.parametrize("seats", [3, 5])
def test_seats_that_are_none_may_not_choose_at_any_time(seats: int) -> None:
    for number, state in enumerate(moments(seats, 1)):
        if number % 20 and state.actors():
            continue
        for seat in (*NO_SEATS, *range(seats, 5)):
            refuses_all(state, seat)
        for seat in (CHANCE, *range(seats)):
            if seat not in state.actors():
                refuses_all(state, seat)


def refuses_all(state: State, seat: int) -> None:
    before = state.key()
    assert state.legal(seat) == []
    for action in (-1, 0, 60, 200, 300, 301, 306, 311, SHINOBI.facts.actions):
        refusal = state.why_not(seat, action)
        assert refusal is not None
        assert refusal.rule
        with pytest.raises(Refused):
            state.apply(seat, action)
    assert state.key() == before


def test_the_rules_have_one_version() -> None:
    assert SHINOBI.versions == (SHINOBI.rules,)
    assert SHINOBI.under(SHINOBI.rules) is SHINOBI
    with pytest.raises(KeyError):
        SHINOBI.under("0")


def test_the_parts_are_found() -> None:
    assert SHINOBI.part(Lesson).seats == 3
    assert "SHI-S1" in SHINOBI.part(Rulebook).text("pl")
    assert callable(SHINOBI.part(Terminal).draw)
    assert list(SHINOBI.part(Bots).LEVELS) == ["random", "novice", "villager", "warrior", "master"]


@pytest.mark.parametrize("level", ["random", "novice", "villager"])
def test_the_same_seed_gives_the_same_choices(level: str) -> None:
    games = [_choices_of(level, seed) for seed in (1, 1, 2)]
    assert games[0] == games[1]
    assert games[0] != games[2]


def _choices_of(level: str, seed: int) -> list[int]:
    state, random = SHINOBI.start(seats=3), Random(0)
    bots = [SHINOBI.part(Bots).LEVELS[level].seated(seat, seed) for seat in range(3)]
    chosen: list[int] = []
    while state.actors():
        seat = state.actors()[0]
        if seat == CHANCE:
            state.apply(*choose(state, random))
            continue
        view = state.view(seat)
        decision = bots[seat].decide(view, Budget())
        assert decision.action in view.legal
        chosen.append(decision.action)
        state.apply(seat, decision.action)
    return chosen
