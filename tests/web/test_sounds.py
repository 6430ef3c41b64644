"""Sounds: those of the pages are the house's, those of a game lie in its folder and are served from there."""

from __future__ import annotations

import re

from tests.web.visitor import Visitor
from zashiki.kernel.sounds import SHARED, read_sounds


def recipes_of(page: str) -> list[str]:
    """The addresses from which a table's page takes its sounds."""
    found = re.search(r'data-recipes="([^"]*)"', page)
    assert found is not None
    return found[1].split()


def test_the_sounds_that_every_game_may_name_are_those_of_the_pages() -> None:
    house = read_sounds("zashiki.web")
    assert set(house) == SHARED
    assert all(house.values())


def test_a_table_takes_the_sounds_of_its_game_from_the_games_folder(ann: Visitor) -> None:
    house, own = recipes_of(ann.post("/play/lanterns").text)
    assert house.endswith("/sounds.json")
    assert own.endswith("/games/lanterns/sounds.json")
    answers = [ann.get(address) for address in (house, own)]
    assert all("immutable" in answer.headers["cache-control"] for answer in answers)
    shared, gust = (answer.json() for answer in answers)
    assert "turn" in shared
    assert "gust" not in shared
    assert gust["gust"][0]["band"] == 500


def test_each_game_of_ours_sounds_like_itself(ann: Visitor) -> None:
    played = []
    for game in ("seven-ronin", "samurai-spirit", "shinobi"):
        own = ann.get(recipes_of(ann.post(f"/play/{game}").text)[1]).json()
        assert {"place", "reveal", "wound"} <= set(own), game
        played += [str(own["wound"]), str(own["reveal"])]
    assert len(set(played)) == len(played)
