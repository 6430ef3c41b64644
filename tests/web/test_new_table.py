"""A new table: its options, its limits, its return match."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tests.web.test_playing import TWO_SEATS, two_at_a_table
from tests.web.test_replay import finished_game
from tests.web.visitor import Server, Visitor, table_of


def test_the_options_of_the_form_reach_the_game(ann: Visitor) -> None:
    form = ann.get("/new/lanterns").text
    assert 'name="option-rounds"' in form
    assert "How many rounds are played." in form
    response = ann.post("/new/lanterns", **{"seat-0": "me", "seat-1": "bot-random", "seat-2": "bot-random",
        "option-rounds": "3", "option-storm": "yes", "option-colours-0": "green", "option-scroll": "calm\nsea"})  # fmt: skip
    table = table_of(response)
    assert "Player 3" in response.text
    database = sqlite3.connect(ann.server.data / "tables.db")
    header = database.execute("SELECT header FROM tables WHERE id = ?", (table,)).fetchone()[0]
    assert header.splitlines()[3:8] == [
        "seats 3", "option rounds 3", "option storm yes", "option colours green", "option scroll calm|sea",
    ]  # fmt: skip


def test_the_levels_of_bots_are_shown_with_a_face_and_a_sentence_and_can_be_chosen(ann: Visitor) -> None:
    form = ann.get("/new/samurai-spirit").text
    for level in ("novice", "villager", "warrior", "master"):
        assert f'<option value="bot-{level}"' in form
        assert f'href="#level-{level}"' in form
        assert f'<symbol id="level-{level}"' in form
        assert f"<b>{level}</b>" in form
    assert "Searches as deep as two seconds allow." in form
    assert "bot-random" not in form
    response = ann.post(
        "/new/samurai-spirit", **{"seat-0": "me", "seat-1": "bot-master", "seat-2": "bot-novice"}
    )
    table_of(response)
    assert "bot, master" in response.text


def test_an_impossible_option_comes_back_with_the_reason_and_what_was_filled_in(ann: Visitor) -> None:
    bad = ann.post(
        "/new/lanterns", **{"seat-0": "me", "seat-1": "open", "option-scroll": "thunder", "name": "Ann"}
    )
    assert bad.status_code == 422
    assert "no thunder in the poem" in bad.text
    assert 'value="Ann"' in bad.text
    lonely = ann.post("/new/lanterns", **{"seat-0": "me"})
    assert lonely.status_code == 422


def test_one_visitor_opens_so_many_tables_an_hour(data: Path) -> None:
    with Server(data, tables_an_hour=3) as server:
        ann, bob, cid = Visitor(server), Visitor(server), Visitor(server)
        for _ in range(2):
            assert ann.post("/play/lanterns").status_code == 200
        assert ann.post("/new/lanterns", **TWO_SEATS).status_code == 200
        assert ann.post("/new/lanterns", **{"seat-0": "me"}).status_code == 422
        assert ann.post("/play/lanterns").status_code == 200
        late = ann.post("/new/lanterns", **TWO_SEATS)
        assert late.status_code == 429
        assert "You have opened many tables" in late.text
        assert ann.get("/").text.count('class="mine"') == 4
        assert bob.post("/play/lanterns").status_code == 200
        assert cid.post("/play/lanterns").status_code == 200
        assert Visitor(server).post("/play/lanterns").status_code == 429


def test_the_return_match_swaps_sides_and_keeps_people_and_options(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    assert ann.post(f"/t/{table}/again").status_code == 409
    for player in (ann, bob):
        player.choose(table, "right")
        player.choose(table, "ready")
    ann.choose(table, "bow")
    match = ann.post(f"/t/{table}/again")
    assert "Player 2: Ann" in match.text
    assert "Player 1: Bob" in match.text
    assert f"/t/{table_of(match)}" in bob.get("/").text


def test_both_players_find_the_return_match_and_there_is_only_one(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    for player in (ann, bob):
        player.choose(table, "right")
        player.choose(table, "ready")
    ann.choose(table, "bow")
    assert "return match" not in bob.get(f"/t/{table}").text
    with bob.watch(table) as socket:
        match = table_of(ann.post(f"/t/{table}/again"))
        while f"/t/{match}" not in (pushed := str(socket.recv(timeout=10))):
            pass
    assert "The return match is open." in pushed
    assert table_of(bob.post(f"/t/{table}/again")) == match
    assert "Player 1: Bob" in bob.get(f"/t/{match}").text


def test_in_a_return_match_the_seat_of_who_has_left_stands_free(
    ann: Visitor, bob: Visitor, server: Server
) -> None:
    table = finished_game(ann, bob)
    assert bob.post(f"/t/{table}/leave").status_code == 200
    match = table_of(ann.post(f"/t/{table}/again"))
    invitation = ann.get(f"/t/{match}/share").text.split("/join/")[1].split('"')[0]
    cid = Visitor(server)
    assert 'id="choice"' in cid.post(f"/join/{invitation}", seat=0, name="Cid").text
