"""The opening book: plans that can be played, mixes that add up, pictures of both."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

import zashiki
from zashiki.games.seven_ronin.opening import book_of
from zashiki.games.seven_ronin.rules.state import State
from zashiki.kernel.studies import OpeningBook
from zashiki.study.book_words import BookOf, markdown_of, pictures_of
from zashiki.words import LANGUAGES, Words

GAME = zashiki.game("seven-ronin")


def searched() -> OpeningBook:
    state = GAME.start(edition="en-2015")
    assert isinstance(state, State)
    return book_of(state, Random(4), searches=1)


@pytest.fixture(scope="module")
def book() -> OpeningBook:
    return searched()


def test_every_plan_of_the_book_can_be_played(book: OpeningBook) -> None:
    for side in book.sides:
        for plan in side.plans:
            state = GAME.start(edition="en-2015")
            for action in plan.actions:
                state.apply(side.seat, action)
            state.apply(side.seat, GAME.action("ready"))
            assert 0 <= plan.worst <= plan.value + 1e-6


def test_a_mix_says_where_every_marker_goes(book: OpeningBook) -> None:
    attack, defence = book.sides
    for row in defence.cells:
        assert sum(row) == pytest.approx(1, abs=0.01), "a ronin is somewhere"
    for column in zip(*attack.cells, strict=True):
        assert sum(column) <= 1.001
    assert 1 < sum(map(sum, attack.cells)) <= 4.01, "three areas at most in round 1, and the Green"
    assert 0.2 < book.value < 0.8
    assert len(book.replies) == len(attack.plans)
    assert len(book.replies[0]) == len(defence.plans)


def test_the_same_chance_gives_the_same_book(book: OpeningBook) -> None:
    assert searched() == book


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_book_is_drawn_and_told_in_every_language(book: OpeningBook, language: str) -> None:
    words, one = Words(language), BookOf("en-2015", book)
    drawn = pictures_of(GAME, one, words, "edition")
    text = markdown_of(GAME, [one], words, "edition", "command")
    assert len(drawn) == 3
    for name, svg in drawn:
        cells = ElementTree.fromstring(svg).findall("{http://www.w3.org/2000/svg}rect")
        assert len(cells) > 30
        assert f"seven-ronin-book-{name}.svg" in text
