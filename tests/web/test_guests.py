"""What guests meet around a table: inviting, joining, leaving, and who else is there."""

from __future__ import annotations

import re

import pytest

from tests.web.test_playing import TWO_SEATS, two_at_a_table
from tests.web.visitor import Server, Visitor, table_of


def invitation_of(page: str) -> str:
    return page.split("/join/")[1].split('"')[0]


def test_inviting_asks_for_the_game_and_the_number_and_makes_a_table_with_free_seats(ann: Visitor) -> None:
    assert 'href="/invite"' in ann.get("/").text
    page = ann.get("/invite").text
    assert re.findall(r'name="table" value="(shinobi \d)"', page) == ["shinobi 3", "shinobi 4", "shinobi 5"]
    assert "samurai-spirit 1" not in page, "nobody invites to a game alone"
    shared = ann.post("/invite", table="shinobi 4", name="Ann")
    assert shared.url.path.endswith("/share")
    assert shared.text.count('<span class="tag">free</span>') == 3
    assert "Waiting for 3 more." in shared.text
    for bad in ("shinobi 9", "shinobi", "shinobi x", "lanterns 99999999999"):
        assert ann.post("/invite", table=bad).status_code == 400
    assert ann.post("/invite", table="chess 2").status_code == 404


def test_the_page_of_links_says_who_has_joined_and_lets_bots_take_the_rest(
    ann: Visitor, bob: Visitor
) -> None:
    shared = ann.post("/invite", table="shinobi 3", name="Ann")
    table = shared.url.path.split("/")[2]
    bob.post(f"/join/{invitation_of(shared.text)}", seat=1, name="Bob")
    page = ann.get(f"/t/{table}/share").text
    assert 'data-joined="Player 2: Bob has joined."' in page
    assert 'data-missing="1"' in page
    filled = ann.post(f"/t/{table}/fill", seat=2, next="share")
    assert filled.url.path == f"/t/{table}/share"
    assert "Everybody is here." in filled.text
    assert 'data-missing="0"' in filled.text


def test_play_now_seats_a_beginner_on_the_side_of_the_lesson(ann: Visitor) -> None:
    assert "Deploy your ronin" in ann.post("/play/seven-ronin").text


def test_the_lesson_is_offered_where_a_guest_joins_and_at_the_table(ann: Visitor, bob: Visitor) -> None:
    shared = ann.post("/invite", table="seven-ronin 2", name="Ann")
    joining = bob.get(f"/join/{invitation_of(shared.text)}").text
    assert 'href="/learn/seven-ronin"' in joining
    assert 'href="/learn/seven-ronin"' in ann.get(shared.url.path.removesuffix("/share")).text


def test_running_games_come_first_for_who_has_some(ann: Visitor, server: Server) -> None:
    table = ann.open_table(**TWO_SEATS)
    page = ann.get("/").text
    assert page.index(f"/t/{table}") < page.index('class="hero"')
    empty = Visitor(server).get("/").text
    assert empty.index('class="hero"') < empty.index('id="resume"')


def test_a_table_can_be_left_and_a_bot_plays_on_for_the_others(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    assert f"/t/{table}/leave" in ann.get("/").text
    assert "A bot takes your seat" in ann.get(f"/t/{table}/leave").text
    assert f"/t/{table}" in ann.get("/").text, "asking changes nothing"
    assert ann.post(f"/t/{table}/leave").url.path == "/"
    assert f"/t/{table}" not in ann.get("/").text
    assert "bot, " in bob.get(f"/t/{table}").text
    assert ann.get(f"/t/{table}/leave").status_code == 403
    assert f"/t/{table}" in bob.get("/").text


def test_a_game_against_bots_stops_when_its_person_leaves(ann: Visitor) -> None:
    table = table_of(ann.post("/play/lanterns"))
    assert "The game stops here" in ann.get(f"/t/{table}/leave").text
    ann.post(f"/t/{table}/leave")
    assert f"/t/{table}" not in ann.get("/").text
    page = ann.get(f"/t/{table}").text
    assert ">free</span>" in page
    assert 'id="choice"' not in page, "they only watch now"


def test_a_finished_game_is_removed_from_ones_own_list_alone(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    for player in (ann, bob):
        player.choose(table, "right")
        player.choose(table, "ready")
    ann.choose(table, "bow")
    assert f"/g/{table}/0" in ann.get("/mine/ended").text
    assert "Remove this game from your list?" in ann.get(f"/t/{table}/leave").text
    ann.post(f"/t/{table}/leave")
    assert f"/g/{table}/0" not in ann.get("/mine/ended").text
    assert f"/g/{table}/0" in bob.get("/mine/ended").text
    assert "Ann" in bob.get(f"/g/{table}/0").text


def test_the_others_and_whether_they_are_away_are_in_the_header(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    header = ann.get(f"/t/{table}").text.split("</header>")[0]
    assert '<span class="mate-name">Bob</span>' in header
    assert 'id="mark-1">away</span>' in header
    with ann.tab(table) as tab, bob.tab(table):
        tab.until('id="mark-1" hidden')


@pytest.mark.parametrize(
    ("company", "kinds"),
    [("bots", ["me", "bot-villager", "bot-villager"]), ("friends", ["me", "open", "open"]), ("screen", ["me", "screen", "screen"])],
)  # fmt: skip
def test_the_form_of_a_new_table_begins_with_the_company_asked_for(
    ann: Visitor, company: str, kinds: list[str]
) -> None:
    page = ann.get(f"/new/shinobi?with={company}").text
    chosen = re.findall(r'<option value="([^"]+)" selected', page.split('class="ring"')[1].split("</ol>")[0])
    assert chosen[:3] == kinds
    assert chosen[4:] == ["none"]


def test_a_folded_part_of_the_form_says_what_is_chosen_in_it(ann: Visitor) -> None:
    page = ann.get("/new/seven-ronin").text
    assert '<span class="brief" data-summary>Edition: English, 2015</span>' in page
    assert "a bot takes over after 10 minutes · chat" in page
    assert '<details class="panel fold" data-fold>' in page, "nothing is open"
