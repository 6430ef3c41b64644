"""What is seen at each event of the last choice: clan cards are turned up one by one, then the winner is known."""

from __future__ import annotations

from random import Random

import pytest

from zashiki.games.shinobi import GAME
from zashiki.games.shinobi.page.ending import Reveal, reveal
from zashiki.games.shinobi.view import ShinobiView
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.record import Record
from zashiki.kernel.timeline import Timeline


def last_choice(seats: int, viewer: int | None) -> list[tuple[str, ShinobiView]]:
    """The events of a random game's last choice, with the view at each."""
    chance, record = Random(seats), Record(GAME, seats)
    state = record.start()
    while actors := state.actors():
        seat = actors[0]
        action = draw_outcome(state, chance) if seat == CHANCE else chance.choice(state.legal(seat))
        record.add(seat, action)
        state.apply(seat, action)
    story = Timeline(record).glimpses(viewer, len(record.entries) - 1, len(record.entries))
    return [(glimpse.message.key, glimpse.view) for glimpse in story]  # type: ignore[misc]


def face_up(view: ShinobiView) -> list[bool]:
    drawn = reveal(view).inputs
    assert isinstance(drawn, Reveal)
    return [bool(card.clan) for card in drawn.cards]


@pytest.mark.parametrize("seats", GAME.facts.seats)
def test_e2_clan_cards_are_turned_up_one_by_one(seats: int) -> None:
    story = [(key, view) for key, view in last_choice(seats, None) if view.phase == "over"]
    shown = [sum(clan is not None for clan in view.clans) + len(view.unserved) for _, view in story]
    assert shown == [1, 2, 3, 4, 5, 5]
    assert [key for key, _ in story] == ["shi.story.clan"] * seats + ["shi.story.unserved"] * (5 - seats) + [
        story[-1][0]
    ]
    assert [view.result is None for _, view in story] == [True] * 5 + [False]
    assert face_up(story[0][1]) == [True, False, False, False, False]
    assert face_up(story[-1][1]) == [True] * 5


def test_one_s_own_clan_is_known_before_it_is_told() -> None:
    first = next(view for _, view in last_choice(3, 2) if view.phase == "over")
    assert [clan is not None for clan in first.clans] == [True, False, True]
