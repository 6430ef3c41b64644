"""Random games held to the contract, and played until everything in the rules has occurred; pinned counts."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.samurai_spirit.table import table
from zashiki import Event, Message, State
from zashiki.games.samurai_spirit import GAME
from zashiki.games.samurai_spirit.bot import choose
from zashiki.games.samurai_spirit.names import CARD_WORDS
from zashiki.games.samurai_spirit.rules.cards import PENALTIES
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.games.samurai_spirit.rules.village import BACKS, FAMILIES, LEVELS
from zashiki.games.samurai_spirit.view import FACES, SamuraiSpiritView
from zashiki.testing import conform, exhaust, perft


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", GAME.facts.seats)
def test_random_games_keep_the_contract(seats: int, level: str) -> None:
    conform(GAME, seats, {"level": level}, seed=seats)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", range(3, 7))
def test_the_variant_keeps_the_contract(seats: int, level: str) -> None:
    conform(GAME, seats, {"level": level, "two_player_rules": True}, seed=seats)


@pytest.mark.parametrize("level", LEVELS)
def test_three_solo_samurai_keep_the_contract(level: str) -> None:
    conform(GAME, 1, {"level": level, "solo_samurai": "3"}, seed=3)


def test_chosen_samurai_keep_the_contract() -> None:
    for seed in range(4):
        conform(GAME, 4, {"samurai": Random(seed).sample(NAMES, 4)}, seed)


def mostly_sensible(state: State, seat: int, legal: list[int], random: Random) -> int:
    """The bot's choice, or any: so that games reach their last round and still go astray."""
    view = state.view(seat)
    assert isinstance(view, SamuraiSpiritView)
    return choose(view, random) if random.random() < 0.85 else random.choice(legal)


WANTED = {
    *(f"sam.event.penalty.{penalty}" for penalty in PENALTIES),
    *(f"sam.event.talent.{name}" for name in NAMES),
    *(f"sam.event.kiai.{name}.{side}" for name in NAMES for side in ("human", "animal")),
    *(f"sam.event.back.{back}" for back in BACKS),
    *(f"sam.event.bonus.{family}" for family in FAMILIES),
    *(f"sam.end.{end}" for end in ("victory", "death", "farmsteads", "families")),
    "sam.event.token.heihachi",
    "sam.event.token.daisuke",
    "sam.event.call",
    "sam.event.must-pass",
    "sam.event.round-over.passed",
    "sam.event.round-over.raiders",
    "sam.event.reshuffled",
    "sam.event.dropped",
}


def test_everything_in_the_rules_occurs() -> None:
    setups = [(seats, {"level": level}) for level in ("hard", "easy", "normal") for seats in (2, 3, 4, 7)]
    exhaust(GAME, setups, WANTED, games=600, pick=mostly_sensible)


def test_every_card_is_drawn() -> None:
    def drawn(event: Event) -> str:
        card = event.message.args.get("card")
        if event.message.key != "sam.event.draws" or not isinstance(card, Message):
            return event.message.key
        return "/".join(face.name for face in FACES if CARD_WORDS[face.card] is card)

    exhaust(
        GAME, [(2, {"level": "easy"})], {face.name for face in FACES}, 200, pick=mostly_sensible, sign=drawn
    )


@pytest.mark.parametrize(("depth", "count"), [(1, 4), (2, 18), (3, 66), (4, 236), (5, 942), (6, 3331)])
def test_counts_from_a_small_position(depth: int, count: int) -> None:
    """Three samurai with seven known cards in an unknown order."""
    unseen = ["card-1-7", "card-2-2", "card-2-7", "card-3-6", "card-3-11", "card-4-3", "card-4-6"]
    boards = {"kyuzo": {"line": ["card-4-11", "card-2-13"]}, "katsushiro": {"line": ["card-4-5", "card-3-7"]}}
    state = table("kyuzo katsushiro heihachi", raiders=7, unseen=unseen, boards=boards)
    assert perft(state, depth) == count


def test_counts_from_the_start_of_four() -> None:
    """Who begins; 5 choices; then 52 cards after a Fight, 5 choices after each Support, 4 after a Pass."""
    state = GAME.start(seats=4, samurai=NAMES[:4])
    assert [perft(state, depth) for depth in (1, 2, 3)] == [4, 4 * 5, 4 * (52 + 3 * 5 + 4)]
