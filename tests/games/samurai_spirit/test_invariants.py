"""What holds at every moment of every game."""

from __future__ import annotations

from random import Random

import pytest

from zashiki import CHANCE
from zashiki.games.samurai_spirit import GAME
from zashiki.games.samurai_spirit.bot import choose
from zashiki.games.samurai_spirit.rules.marks import NOWHERE
from zashiki.games.samurai_spirit.rules.ring import FOLLOWING, full_ring
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.view import CardFace, SamuraiSpiritView
from zashiki.testing import pick_chance


def shown(view: SamuraiSpiritView) -> list[int]:
    """Every card whose place all know."""
    faces: list[CardFace | None] = [
        *view.raiders_top,
        *view.raiders_under,
        *view.discard,
        *view.arranging,
        view.card,
    ]
    faces += view.intruders
    for samurai in view.samurai:
        faces += [*samurai.line, samurai.hat, samurai.farm, samurai.doll]
    return [face.card for face in faces if face is not None]


def check_ring(state: State, view: SamuraiSpiritView) -> None:
    """Who has passed, in the game and in what is imagined of it."""
    passed = sum(1 << samurai.place for samurai in view.samurai if samurai.passed)
    assert state.ring == full_ring(state.count) + passed
    assert GAME.imagine(view, Random(1)).ring == state.ring


def check(view: SamuraiSpiritView) -> None:
    cards = shown(view) + [card for lot in view.unseen for card in lot.cards]
    assert len(set(cards)) == len(cards), "a card lies in one place"
    assert sum(len(lot.cards) for lot in view.unseen) == sum(lot.places for lot in view.unseen)
    unknown = view.raiders - len(view.raiders_top) - len(view.raiders_under)
    for index, lot in enumerate(view.unseen[1:], 1):
        last = unknown if index == len(view.unseen) - 1 else 0
        assert lot.places == view.intruder_lots.count(index) + last
    assert view.card is not None or not view.handed, "handed tells of a card that waits"
    assert set(view.idle_tokens) <= {name for samurai in view.samurai for name in samurai.tokens}
    assert 0 <= view.barricades <= view.barricades_start
    for samurai in view.samurai:
        assert samurai.track == sum(face.value for face in samurai.line)
        if view.step == "action" and not samurai.passed:
            assert samurai.track != samurai.kiai, "nobody rests on his Kiai value (SAM-K1)"
        holder = view.samurai[samurai.token_at] if view.round else samurai
        assert (samurai.name in holder.tokens) == (samurai.token_at != samurai.place)
    symbols = [(samurai.hat, samurai.farm, samurai.doll) for samurai in view.samurai]
    for left in symbols:
        for face, symbol in zip(left, ("hat", "farm", "doll"), strict=True):
            assert face is None or face.defence == symbol


@pytest.mark.parametrize("seed", range(12))
def test_cards_tracks_and_tokens_always_add_up(seed: int) -> None:
    random = Random(seed)
    state = GAME.start(seats=seed % 7 + 1, level=("hard", "easy", "heroic")[seed % 3])
    while state.actors():
        check(state.view(None))
        check_ring(state, state.view(None))
        seat = state.actors()[0]
        if seat == CHANCE:
            action = pick_chance(state, random)
        elif random.random() < 0.8:
            action = choose(state.view(seat), random)
        else:
            action = random.choice(state.legal(seat))
        state.apply(seat, action)
    check(state.view(None))


def test_t0_the_turn_goes_round_among_those_who_have_not_passed() -> None:
    assert FOLLOWING[full_ring(4)] == [1, 2, 3, 0]
    assert FOLLOWING[full_ring(4) + 0b0010] == [2, 2, 3, 0]
    assert FOLLOWING[full_ring(4) + 0b1101] == [1, 1, 1, 1]
    assert FOLLOWING[full_ring(4) + 0b1111] == [NOWHERE] * 4
    assert FOLLOWING[full_ring(1)] == [0]
