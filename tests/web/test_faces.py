"""Everybody at a table has a face and a name: people, bots by their level, free seats."""

from __future__ import annotations

import re

import pytest

from tests.web.visitor import Visitor
from zashiki.bots import levels
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.tables.bot_names import NAMES, bot_name
from zashiki.web.drawing.art import every_drawing
from zashiki.words import LANGUAGES, Words

BOARD_FACES = re.compile(r'href="#(face-\d)"')
SEATS = {"seat-0": "me", "seat-1": "bot-novice", "seat-2": "bot-villager", "seat-3": "open", "name": "Ania"}


def drawn_as(page: str) -> dict[str, str]:
    """Each face that a page defines, with the drawing that it is."""
    return dict(re.findall(r'<symbol id="(face-\d)"[^>]*><use href="#([\w-]+)"', page))


def test_a_seat_shows_the_face_of_who_sits_there(ann: Visitor) -> None:
    page = ann.get(f"/t/{ann.open_table('shinobi', **SEATS)}").text
    assert drawn_as(page) == {
        "face-0": "guest-1",
        "face-1": "level-novice",
        "face-2": "level-villager",
        "face-3": "guest-free",
    }
    assert "Momo, bot, novice<small>Learns the game" in page
    assert set(BOARD_FACES.findall(page)) == set(drawn_as(page))


@pytest.mark.parametrize("place", ["/t/{}/moment/0", "/learn/shinobi/1"])
def test_a_page_without_a_list_of_seats_knows_the_faces_of_its_board(ann: Visitor, place: str) -> None:
    page = ann.get(place.format(ann.open_table("shinobi", **SEATS))).text
    used = set(BOARD_FACES.findall(page))
    assert used
    assert used <= set(drawn_as(page))
    assert set(drawn_as(page).values()) <= set(every_drawing())


@pytest.mark.parametrize("game", names())
def test_every_level_has_a_face_and_says_how_it_plays(game: str) -> None:
    """In every language, by a name and a sentence."""
    for level in levels(find_game(game)):
        assert f"level-{level}" in every_drawing(), level
        for language in LANGUAGES:
            words = Words(language)
            assert words.has(f"table.level.{level}"), (language, level)
            assert words.has(f"table.level.{level}.about"), (language, level)


def test_no_two_bots_at_a_table_have_the_same_name() -> None:
    most = 7
    called = [bot_name(level, seat) for level in NAMES for seat in range(most)]
    assert len(set(called)) == len(called) == most * len(NAMES)
    assert bot_name("of-another-package", 1) == NAMES["random"][1]
