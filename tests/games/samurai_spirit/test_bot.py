"""The villager: sees what anyone at the table would see, and does far better than chance."""

from __future__ import annotations

from random import Random

from tests.games.samurai_spirit.table import do, table
from zashiki import CHANCE
from zashiki.games.samurai_spirit import GAME
from zashiki.games.samurai_spirit.bot import choose
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.testing import pick_chance


def chosen(state: State) -> str:
    return GAME.name(choose(state.view(state.actors()[0]), Random(1)))


def rounds_survived(seats: int, seed: int, sensible: bool) -> int:
    random = Random(seed)
    state = GAME.start(seats=seats, level="easy")
    while state.actors():
        seat = state.actors()[0]
        if seat == CHANCE:
            state.apply(seat, pick_chance(state, random))
        else:
            state.apply(
                seat, choose(state.view(seat), random) if sensible else random.choice(state.legal(seat))
            )
    result = state.result()
    assert result is not None
    return state.round + (1 if result.winners else 0)


def test_it_lasts_longer_than_chance_with_any_number_of_samurai() -> None:
    for seats in GAME.facts.seats:
        sensible = sum(rounds_survived(seats, seed, True) for seed in range(6))
        random = sum(rounds_survived(seats, seed, False) for seed in range(6))
        assert sensible > random + 3, seats


def test_it_defends_the_last_family() -> None:
    state = table("kyuzo heihachi daisuke", families=["wound"], raiders=3)
    assert chosen(do(state, "fight", "card-4-6")) == "defend"


def test_it_ignores_a_penalty_that_hurts() -> None:
    state = table(
        "gorobei kyuzo daisuke", boards={"gorobei": {"line": ["card-2-1"], "animal": True, "wound": True}}
    )
    assert chosen(state) == "ignore-wound"


def test_it_discards_rather_than_goes_above_kiai() -> None:
    boards = {"kyuzo": {"line": ["card-4-3", "card-4-6"], "left": ["card-1-11"]}}
    state = table("kyuzo heihachi daisuke", boards=boards)
    assert chosen(do(state, "fight", "card-4-11")) == "discard"


def test_it_passes_when_all_is_done_and_the_next_card_hurts() -> None:
    boards = {
        "kyuzo": {
            "line": ["card-4-3", "card-2-2", "card-2-11"],
            "left": ["card-1-2", "card-1-11", "card-1-7"],
        }
    }
    state = table("kyuzo heihachi daisuke", raiders=["card-4-13", None, None, None], boards=boards)
    assert chosen(state) == "pass"


def test_it_uses_a_kiai_that_helps() -> None:
    state = table("heihachi kyuzo kanbei", barricades=1, boards={"heihachi": {"line": ["card-4-3"]}})
    assert chosen(do(state, "fight", "card-4-6", "attack")) == "kiai"
