"""Setup: samurai, levels, the rules for two and solo games."""

from __future__ import annotations

import pytest

from tests.games.samurai_spirit.table import do, in_turn, may, odds_of, safe, table
from zashiki import CHANCE
from zashiki.games.samurai_spirit import GAME
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.view import SamuraiSpiritView
from zashiki.kernel.options import BadOption


def begun(seats: int, **options: object) -> SamuraiSpiritView:
    state = GAME.start(seats=seats, **options)
    while state.actors() == (CHANCE,):
        state.apply(CHANCE, state.legal(CHANCE)[0])
    view: SamuraiSpiritView = state.view(0)
    return view


@pytest.mark.parametrize(
    ("level", "barricades", "raiders", "penalties", "bonuses"),
    [
        ("easy", 7, 24, False, True),
        ("normal", 6, 28, False, True),
        ("hard", 5, 28, True, True),
        ("heroic", 4, 28, True, False),
    ],
)
def test_s1_levels(level: str, barricades: int, raiders: int, penalties: bool, bonuses: bool) -> None:
    view = begun(4, level=level)
    assert (view.barricades, view.raiders) == (barricades, raiders)
    assert (view.farmstead_penalties, view.family_bonuses) == (penalties, bonuses)
    assert (view.farmsteads, len(view.families)) == (6, 3)


@pytest.mark.parametrize(("level", "newcomers"), [("easy", 3), ("normal", 4), ("hard", 4), ("heroic", 4)])
@pytest.mark.parametrize("round_", [2, 3])
def test_s1_newcomers(level: str, newcomers: int, round_: int) -> None:
    """SAM-S1, SAM-E4: Lieutenants join in round 2, Bosses in round 3, fewer by one at the easy level."""
    names = " ".join(NAMES[:4])
    last = "card-1-13" if round_ == 2 else "card-5-4"
    state = table(names, level=level, round=round_ - 1, raiders=[last], boards=safe(names))
    do(state, "fight")
    view = state.view(0)
    assert view.round == round_
    assert view.raiders == 13 + newcomers


def test_s1_worked_example_for_five() -> None:
    """The setup for five: 7 Barricades, 35 Raiders, empty stacks of discards and Intruders."""
    view = begun(5)
    assert (view.barricades, view.raiders, view.discard, view.intruders) == (7, 35, (), ())


def test_s2_samurai_and_first_player_are_drawn() -> None:
    state = GAME.start(seats=3)
    assert odds_of(state) == {f"deal>{name}": 1 for name in NAMES}
    do(state, "deal>kyuzo", "deal>daisuke")
    assert "deal>kyuzo" not in may(state)
    do(state, "deal>gorobei")
    assert odds_of(state) == {"begin>daisuke": 1, "begin>gorobei": 1, "begin>kyuzo": 1}
    do(state, "begin>gorobei")
    assert in_turn(state) == "gorobei"
    view = state.view(2)
    assert view.actors == (2,)
    assert [samurai.name for samurai in view.samurai] == ["kyuzo", "daisuke", "gorobei"]
    assert all(
        (samurai.animal, samurai.wound, samurai.track, samurai.token_at) == (False, False, 0, samurai.place)
        for samurai in view.samurai
    )


def test_s2_samurai_may_be_chosen() -> None:
    state = GAME.start(seats=3, samurai="kikuchiyo,heihachi,kanbei")
    assert may(state) == ["begin>heihachi", "begin>kanbei", "begin>kikuchiyo"]
    with pytest.raises(BadOption):
        GAME.start(seats=4, samurai="kikuchiyo,heihachi,kanbei")


def test_s3_tokens_of_the_absent_lie_beside_the_village() -> None:
    state = do(GAME.start(seats=2, samurai="kyuzo,heihachi"), "begin>kyuzo")
    view = state.view(0)
    assert view.two_player_rules
    assert view.absent_tokens == ("daisuke", "gorobei", "kanbei", "kikuchiyo", "katsushiro")
    assert view.step == "tokens"


def test_s4_solo_with_two_or_three_samurai() -> None:
    """SAM-S4: one seat plays them all, by the rules of two."""
    for options, count in (({}, 2), ({"solo_samurai": "3"}, 3), ({"samurai": "kyuzo,kanbei,daisuke"}, 3)):
        view = begun(1, **options)
        assert len(view.samurai) == count
        assert view.two_player_rules
        assert len(view.absent_tokens) == 7 - count
        assert {samurai.seat for samurai in view.samurai} == {0}
        assert view.raiders == 7 * count
    with pytest.raises(BadOption):
        GAME.start(seats=1, samurai="kyuzo,kanbei,daisuke,gorobei")


def test_s4_the_rules_of_two_as_a_variant() -> None:
    assert begun(6, two_player_rules=True).absent_tokens != ()
    assert begun(6).absent_tokens == ()
    assert not begun(6).two_player_rules
    with pytest.raises(BadOption):
        GAME.start(seats=7, two_player_rules=True)


def test_a_solo_player_chooses_for_every_samurai() -> None:
    state: State = do(GAME.start(seats=1, samurai="kyuzo,heihachi"), "begin>heihachi", "enough", "pass")
    assert in_turn(state) == "kyuzo"
    assert state.actors() == (0,)
