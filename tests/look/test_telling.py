"""What an event looks and sounds like, where it took place, and what moves: every table names what there is."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.look.test_pages import Page
from zashiki.brush.regions import Drawings
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE, State
from zashiki.kernel.messages import Message
from zashiki.kernel.registry import game as find_game
from zashiki.web.drawing import event_looks
from zashiki.web.drawing.game_pages import board
from zashiki.words import Words

GAMES = ("seven-ronin", "samurai-spirit", "shinobi")


def told_in(game: str, seed: int) -> Iterator[tuple[Message, State]]:
    """Everything that a random game tells, each with the state it leads to."""
    chance, state = Random(seed), find_game(game).start()
    while actors := state.actors():
        state.events = []
        if actors == (CHANCE,):
            state.apply(CHANCE, draw_outcome(state, chance))
        else:
            seat = chance.choice(actors)
            state.apply(seat, chance.choice(state.legal(seat)))
        for event in state.events:
            yield event.message, state


@pytest.mark.parametrize("game", GAMES)
def test_what_is_told_is_lit_at_places_that_the_page_has(game: str) -> None:
    words, lit = Words("en"), set()
    for number, (message, state) in enumerate(told_in(game, 5)):
        places = event_looks.places(find_game(game), message).split()
        lit.update(places)
        if places and number % 7 == 0:
            view = state.view(0)
            page = Page(Drawings().whole(board(find_game(game), view, ""), words))
            assert set(places) <= set(page.ids), message
    assert len(lit) > 5


@pytest.mark.parametrize("game", GAMES)
def test_most_of_what_is_told_is_heard(game: str) -> None:
    keys = {message.key for message, _ in told_in(game, 6)}
    heard = {key for key in keys if event_looks.look(game, key).sound}
    assert len(heard) > len(keys) / 2


def test_a_combat_is_staged_and_a_plan_is_not() -> None:
    assert event_looks.look("seven-ronin", "ron.event.reveal-ninja").staged
    assert event_looks.look("seven-ronin", "ron.event.wounds").staged
    assert not event_looks.look("seven-ronin", "ron.event.put-ninja").staged
    assert not event_looks.look("seven-ronin", "ron.event.ready").staged


def test_dealing_to_others_is_not_told_line_by_line() -> None:
    assert not event_looks.look("shinobi", "shi.event.drew-hidden").told
    assert event_looks.look("shinobi", "shi.event.drew").told


@pytest.mark.parametrize(("seat", "screens"), [(0, 1), (1, 1), (None, 2)])
def test_who_watches_sees_both_screens(seat: int | None, screens: int) -> None:
    view = find_game("seven-ronin").start().view(seat)
    drawn = Drawings().whole(board(find_game("seven-ronin"), view, ""), Words("en"))
    assert drawn.count('class="byobu"') == screens
