"""Seats: how they are taken, moved to another device, left to a bot and taken back; chat and spectators."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

from tests.web.test_playing import TWO_SEATS, two_at_a_table
from tests.web.visitor import Server, Visitor, buttons, log_of, table_of


def seat_link(page: str) -> str:
    found = re.search(r"/seat/[a-z0-9]+", page)
    assert found is not None
    return found[0]


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


def test_an_impossible_option_comes_back_with_the_reason_and_what_was_filled_in(ann: Visitor) -> None:
    bad = ann.post(
        "/new/lanterns", **{"seat-0": "me", "seat-1": "open", "option-scroll": "thunder", "name": "Ann"}
    )
    assert bad.status_code == 422
    assert "no thunder in the poem" in bad.text
    assert 'value="Ann"' in bad.text
    lonely = ann.post("/new/lanterns", **{"seat-0": "me"})
    assert lonely.status_code == 422


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
    assert "bot, sensible" in ann.post(f"/t/{table}/fill", seat=1).text
    assert ann.post(f"/t/{table}/fill", seat=0).status_code == 403


def test_nobody_is_told_to_be_away_from_a_page_being_read(ann: Visitor, bob: Visitor) -> None:
    """Without scripts there is no live connection; to the others one who has none is away."""
    table = two_at_a_table(ann, bob)
    assert ann.get(f"/t/{table}").text.count(">away<") == 1
    assert Visitor(ann.server).get(f"/t/{table}").text.count(">away<") == 2
    with bob.watch(table) as socket:
        socket.recv(timeout=10)
        assert ">away<" not in ann.get(f"/t/{table}").text


def test_people_at_the_table_talk_and_others_listen(ann: Visitor, bob: Visitor) -> None:
    table = ann.open_table(**TWO_SEATS, chat="yes")
    with bob.watch(table) as socket:
        ann.post(f"/t/{table}/chat", text="good <b>evening</b>")
        while "good &lt;b&gt;evening&lt;/b&gt;" not in str(socket.recv(timeout=10)):
            pass
    assert bob.post(f"/t/{table}/chat", text="me too").status_code == 403
    long = ann.post(f"/t/{table}/chat", text="x" * 5000)
    assert "x" * 300 in long.text
    assert "x" * 301 not in long.text


def test_talk_has_a_pace(ann: Visitor) -> None:
    table = ann.open_table(**TWO_SEATS, chat="yes")
    answers = [ann.post(f"/t/{table}/chat", text=f"line {number}").status_code for number in range(6)]
    assert answers == [200] * 5 + [429]


def test_a_table_of_bots_is_silent(ann: Visitor) -> None:
    table = ann.open_table(**{"seat-0": "me", "seat-1": "bot-random", "chat": "yes"})
    assert ann.post(f"/t/{table}/chat", text="hello").status_code == 403


def test_the_table_says_how_many_watch(ann: Visitor, bob: Visitor) -> None:
    table = ann.open_table(**TWO_SEATS)
    with ann.watch(table) as socket:
        socket.recv(timeout=10)
        with bob.watch(table):
            while "1 person is watching" not in str(socket.recv(timeout=10)):
                pass
        while "0 people are watching" not in str(socket.recv(timeout=10)):
            pass


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


def three_at_shinobi(ann: Visitor, bob: Visitor, ann_is: str, bob_is: str) -> str:
    seats = {"seat-0": "me", "seat-1": "open", "seat-2": "bot-random", "name": ann_is}
    table = ann.open_table("shinobi", **seats)
    invitation = ann.get(f"/t/{table}/share").text.split("/join/")[1].split('"')[0]
    assert bob.post(f"/join/{invitation}", seat=1, name=bob_is).status_code == 200
    return table


def test_people_are_called_by_their_nicknames_on_the_board_and_in_the_log(ann: Visitor, bob: Visitor) -> None:
    table = three_at_shinobi(ann, bob, "Ania", "<i>Bob")
    page = ann.get(f"/t/{table}").text
    assert '<p class="name" id="player-1"><b class="d">&lt;i&gt;Bob</b>' in page
    assert "<i>Bob" not in page
    assert "Player 2: &lt;i&gt;Bob" in page
    log = log_of(page)
    assert any(line.startswith("Ania draws ") for line in log)
    assert "<i>Bob draws a card." in log
    assert "Player 3 draws a card." in log


def test_a_nickname_that_two_have_or_that_is_anothers_place_names_nobody(ann: Visitor, bob: Visitor) -> None:
    same = log_of(ann.get(f"/t/{three_at_shinobi(ann, bob, 'Ania', 'Ania')}").text)
    assert "Player 2 draws a card." in same
    assert not any("Ania" in line for line in same)
    disguised = log_of(bob.get(f"/t/{three_at_shinobi(ann, bob, 'Ania', 'Player 3')}").text)
    assert "Ania draws a card." in disguised
    assert any(line.startswith("Player 2 draws") for line in disguised)


def test_a_samurai_carries_the_nickname_of_who_plays_him(ann: Visitor, bob: Visitor) -> None:
    table = ann.open_table("samurai-spirit", **{"seat-0": "me", "seat-1": "open", "seat-2": "bot-random", "name": "Ania"})  # fmt: skip
    invitation = ann.get(f"/t/{table}/share").text.split("/join/")[1].split('"')[0]
    assert bob.post(f"/join/{invitation}", seat=1, name="<i>Bob").status_code == 200
    tags = re.findall(r'<h2>[^<]*<span class="tag">(.*?)</span></h2>', ann.get(f"/t/{table}").text)
    assert sorted(tags) == ["&lt;i&gt;Bob", "you"]
