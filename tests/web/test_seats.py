"""Seats: how they are taken, moved to another device, left to a bot and taken back; spectators."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

from tests.web.test_playing import TWO_SEATS, two_at_a_table
from tests.web.visitor import Server, Visitor, buttons


def seat_link(page: str) -> str:
    found = re.search(r"/seat/[a-z0-9]+", page)
    assert found is not None
    return found[0]


def test_an_invitation_seats_one_person_a_seat(ann: Visitor, bob: Visitor, server: Server) -> None:
    table = ann.open_table(**TWO_SEATS)
    share = ann.get(f"/t/{table}/share").text
    invitation = share.split("/join/")[1].split('"')[0]
    assert "data:image/svg+xml" in share
    assert "Take a seat" in bob.get(f"/join/{invitation}").text
    assert bob.post(f"/join/{invitation}", seat=1, name="Bob").status_code == 200
    late = Visitor(server).post(f"/join/{invitation}", seat=1, name="Cid")
    assert late.status_code == 409
    assert "Bob" in ann.get(f"/t/{table}").text
    assert Visitor(server).post(f"/join/{invitation}", seat=0).status_code == 409


def test_a_seat_moves_to_another_device_once(ann: Visitor, server: Server) -> None:
    table = ann.open_table(**TWO_SEATS)
    link = seat_link(ann.get(f"/t/{table}/share").text)
    phone, thief = Visitor(server), Visitor(server)
    assert "Your seat" in phone.get(link).text
    moved = phone.post(link)
    assert set(buttons(moved.text)) == {"left", "right"}
    assert "You are watching" in ann.get(f"/t/{table}").text
    assert thief.get(link).status_code == 404
    assert seat_link(phone.get(f"/t/{table}/share").text) != link


def test_secret_links_are_shown_to_their_owner_alone(ann: Visitor, bob: Visitor, server: Server) -> None:
    table = two_at_a_table(ann, bob)
    links = {seat_link(player.get(f"/t/{table}/share").text) for player in (ann, bob)}
    assert len(links) == 2
    assert "/seat/" not in Visitor(server).get(f"/t/{table}/share").text


def make_absent(server: Server, table: str, seconds: int) -> None:
    """Moves the table's past back, as if nobody had chosen for a while."""
    database = sqlite3.connect(server.data / "tables.db")
    with database:
        database.execute("UPDATE entries SET at = at - ? WHERE table_id = ?", (seconds, table))
        database.execute("UPDATE tables SET created = created - ? WHERE id = ?", (seconds, table))
    database.close()


def test_a_bot_plays_on_for_an_absent_player_who_takes_the_seat_back(data: Path) -> None:
    with Server(data) as server:
        ann, bob = Visitor(server), Visitor(server)
        table = two_at_a_table(ann, bob, wait="120")
        early = ann.post(f"/t/{table}/stand-in", seat=1)
        assert early.status_code == 409
        assert "before a bot plays on" in early.text
    make_absent(server, table, 130)
    with Server(data) as again:
        ann.move_to(again)
        bob.move_to(again)
        assert "Let a bot play on" in ann.get(f"/t/{table}").text
        assert Visitor(again).post(f"/t/{table}/stand-in", seat=1).status_code == 403
        with ann.watch(table) as socket:
            ann.post(f"/t/{table}/stand-in", seat=1)
            while "Player 2 is ready" not in str(socket.recv(timeout=20)):
                pass
        assert "A bot plays on for you" in bob.get(f"/t/{table}").text
        assert bob.post(f"/t/{table}/take-back", seat=1).status_code == 200
        assert "A bot plays on for you" not in bob.get(f"/t/{table}").text
        assert ann.post(f"/t/{table}/take-back", seat=1).status_code == 403


def test_a_page_that_waits_learns_when_a_bot_may_play_on(data: Path) -> None:
    """Nothing happens at the table meanwhile: the offer comes by itself, and only to who sits there."""
    with Server(data) as server:
        ann, bob = Visitor(server), Visitor(server)
        table = two_at_a_table(ann, bob, wait="120")
    make_absent(server, table, 110)
    with Server(data) as again:
        ann.move_to(again)
        assert "Let a bot play on" not in ann.get(f"/t/{table}").text
        with ann.watch(table) as socket:
            while "Let a bot play on" not in str(socket.recv(timeout=30)):
                pass
        assert "Let a bot play on" not in Visitor(again).get(f"/t/{table}").text


def test_a_free_seat_can_be_given_to_a_bot(ann: Visitor) -> None:
    table = ann.open_table(**TWO_SEATS)
    assert "bot, villager" in ann.post(f"/t/{table}/fill", seat=1).text
    assert ann.post(f"/t/{table}/fill", seat=0).status_code == 403


def test_nobody_is_told_to_be_away_from_a_page_being_read(ann: Visitor, bob: Visitor) -> None:
    """Without scripts there is no live connection; to the others one who has none is away."""
    table = two_at_a_table(ann, bob)
    assert ann.get(f"/t/{table}").text.count(">away<") == 1
    assert Visitor(ann.server).get(f"/t/{table}").text.count(">away<") == 2
    with bob.watch(table) as socket:
        socket.recv(timeout=10)
        assert ">away<" not in ann.get(f"/t/{table}").text


def test_the_table_says_how_many_watch(ann: Visitor, bob: Visitor) -> None:
    table = ann.open_table(**TWO_SEATS)
    with ann.watch(table) as socket:
        socket.recv(timeout=10)
        with bob.watch(table):
            while "1 person is watching" not in str(socket.recv(timeout=10)):
                pass
        while "0 people are watching" not in str(socket.recv(timeout=10)):
            pass
