"""Sounds: those of the pages are the house's, those of a game lie in its folder and are served from there."""

from __future__ import annotations

import re

from tests.web.test_playing import two_at_a_table
from tests.web.visitor import Server, Visitor, buttons
from zashiki.kernel.registry import names
from zashiki.kernel.sounds import SHARED, read_sounds
from zashiki.web.drawing import static_files

LARGEST = 100 * 1024


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


def test_sound_is_light() -> None:
    folders = [static_files.STATIC, *(static_files.game_folder(game) for game in names())]
    files = [file for folder in folders for file in folder.glob("sound*.js*")]
    assert len(files) >= 5
    assert sum(file.stat().st_size for file in files) < LARGEST


def test_who_has_no_scripts_is_offered_no_sound(ann: Visitor) -> None:
    page = ann.post("/play/lanterns").text
    assert re.search(r"<details [^>]*data-sound-menu hidden>", page)
    assert page.count("data-sound ") == 1


def test_the_menu_of_the_sound_speaks_each_language(server: Server) -> None:
    for language, on, volume in (
        ("en", "Sound on", "Volume"),
        ("pl", "Dźwięk włączony", "Głośność"),
        ("fr", "Son activé", "Volume"),
    ):
        page = Visitor(server, language).post("/play/lanterns").text
        menu = page.split("data-sound-menu")[1].split("</details>")[0]
        assert on in menu
        assert volume in menu


def test_the_page_knows_how_it_ended_for_whoever_looks(ann: Visitor, bob: Visitor, server: Server) -> None:
    """Both stay alight, and Ann alone boasts."""
    table = two_at_a_table(ann, bob)
    watcher = Visitor(server)
    assert 'data-outcome=""' in watcher.get(f"/t/{table}").text
    while 'data-outcome=""' in watcher.get(f"/t/{table}").text:
        for visitor, wishes in ((ann, ("right", "ready", "boast")), (bob, ("right", "ready", "bow"))):
            for wish in wishes:
                if wish in buttons(visitor.get(f"/t/{table}").text):
                    visitor.choose(table, wish)
    for visitor, outcome in ((ann, "won"), (bob, "lost"), (watcher, "won")):
        assert f'data-outcome="{outcome}"' in visitor.get(f"/t/{table}").text
