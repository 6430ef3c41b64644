"""Home, and the lists of one's own tables."""

from __future__ import annotations

import re

from tests.web.test_playing import TWO_SEATS, two_at_a_table
from tests.web.visitor import Server, Visitor


def test_home_shows_the_games_and_my_tables_with_my_turn_first(ann: Visitor, bob: Visitor) -> None:
    mine = ann.open_table(**TWO_SEATS)
    waiting = two_at_a_table(ann, bob)
    ann.choose(waiting, "left")
    ann.choose(waiting, "ready")
    page = ann.get("/").text
    assert "Lanterns" in page
    assert page.index(f"/t/{mine}") < page.index(f"/t/{waiting}")
    assert f"/t/{mine}" not in bob.get("/").text


def test_listed_tables_can_be_watched_from_home(ann: Visitor, server: Server) -> None:
    shown, hidden_one = ann.open_table(**TWO_SEATS, listed="yes"), ann.open_table(**TWO_SEATS)
    page = Visitor(server).get("/").text
    assert f"/t/{shown}" in page
    assert f"/t/{hidden_one}" not in page


def test_every_own_game_can_be_reached_however_many_there_are(ann: Visitor) -> None:
    tables = [ann.open_table(**{"seat-0": "me", "seat-1": "open"}) for _ in range(31)]
    home = ann.get("/").text
    assert "All of them (31)" in home
    pages = [ann.get(f"/mine/running{query}").text for query in ("", "?page=2")]
    listed = [re.findall(r'href="/t/([a-z0-9]+)"', page) for page in pages]
    assert sorted(listed[0] + listed[1]) == sorted(tables)
    assert "Page 2 of 2" in pages[1]
    for odd in ("0", "3", "x", "9" * 50):
        assert ann.get(f"/mine/running?page={odd}").status_code == 200
    assert "There is nothing here yet." in ann.get("/mine/ended").text


def test_what_is_for_all_games_stands_beside_them(ann: Visitor) -> None:
    page = ann.get("/").text
    games = page[page.index('<section class="games"') : page.index("</section>", page.index('class="games"'))]
    for address in ("/puzzles/today", "/explore"):
        assert f'href="{address}"' in page
        assert f'href="{address}"' not in games
