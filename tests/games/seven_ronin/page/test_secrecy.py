"""What one side alone may see is in regions that name its seat, and in no other."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.seven_ronin.page.drawing import LINKS, SEATS, WORDS, Elements, moments, page, regions
from tests.games.seven_ronin.table import attacks, defends
from zashiki.brush.regions import Drawings
from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.page import board, secrets
from zashiki.games.seven_ronin.rules.state import State
from zashiki.kernel.parts import Region
from zashiki.words import LANGUAGES, Words


def shared(state: State, seat: int | None) -> dict[str, object]:
    """The inputs of the regions that name no seat."""
    root = board(state.view(seat), LINKS)
    return {region.name: region.inputs for region in regions(root) if region.seat is None}


@pytest.mark.parametrize("seed", range(3))
def test_regions_without_a_seat_hold_no_secret(seed: int) -> None:
    """Whatever the other side may have planned, they are the same."""
    chance, hidden = Random(seed), 0
    for state in moments(seed, every=6):
        for seat in (0, 1):
            view = state.view(seat)
            imagined = GAME.imagine(view, chance)
            other = 1 - seat
            assert shared(imagined, other) == shared(state, other)
            hidden += imagined.view(other) != state.view(other)
    assert hidden > 10


@pytest.mark.parametrize("seed", range(3))
def test_what_a_seat_is_sent_does_not_depend_on_what_it_may_not_see(seed: int) -> None:
    chance, hidden = Random(seed), 0
    for state in moments(seed + 3, every=6):
        for seat in SEATS:
            imagined = GAME.imagine(state.view(seat), chance)
            drawn = page(state, seat)
            assert len(drawn) > 20_000
            assert page(imagined, seat) == drawn
            hidden += any(imagined.view(other) != state.view(other) for other in (0, 1))
    assert hidden > 10


def test_a_plan_is_in_regions_of_its_own_seat() -> None:
    """RON-P10: a plan is its own side's alone, until the reveal."""
    state = GAME.start()
    empty = {seat: board(state.view(seat), LINKS) for seat in (0, 1)}
    attacks(state, "ninja>granary")
    defends(state, "hayai>shrine")
    for seat in (0, 1):
        before = {region.name: region for region in regions(empty[seat])}
        root = board(state.view(seat), LINKS)
        changed = [region for region in regions(root) if region.inputs != before[region.name].inputs]
        assert changed
        assert {region.seat for region in changed} == {seat}


def drawn(region: Region | None, language: str = "en") -> str:
    return Drawings().whole(region, Words(language)) if region is not None else ""


def test_the_plans_of_both_sides_for_a_replay_with_all_open() -> None:
    state = GAME.start()
    assert secrets(state.view(0)) is None
    attacks(state, "ninja>granary", "ninja>granary", "ninja>inn")
    defends(state, "hayai>shrine")
    attack, defence = drawn(secrets(state.view(0))), drawn(secrets(state.view(1)))
    assert "Granary: 2" in attack
    assert "Inn: 1" in attack
    assert "Hayai" not in attack
    assert "Hayai: Shrine" in defence
    assert "Inn" not in defence
    assert secrets(state.view(None)) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_secrets_are_one_element_that_names_its_seat(language: str) -> None:
    """They stand on one page with a board and with each other."""
    found = 0
    for state in moments(9, every=8):
        on_board = Elements(page(state, None)).ids
        for seat in (0, 1):
            region = secrets(state.view(seat))
            if region is not None:
                elements = Elements(drawn(region, language))
                assert elements.ids == [region.name] == [f"secrets-{seat}"]
                assert [element.get("id") for element in elements.outermost] == elements.ids
                assert region.seat == seat
                assert region.name not in on_board
                found += 1
    assert found > 4


def test_words_are_those_of_the_reader() -> None:
    state = GAME.start()
    for language in LANGUAGES:
        words = Words(language)
        text = Drawings().whole(board(state.view(0), LINKS), words)
        assert words.say("ron.page.area.well") in text
    assert WORDS.language == "en"
