"""Seats: how they are taken, moved to another device, left to a bot and taken back; spectators."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from pathlib import Path

import httpx

from tests.web.test_playing import TWO_SEATS, two_at_a_table
from tests.web.test_spectators import a_table, look, sent_to
from tests.web.visitor import Server, Visitor, buttons, hidden
from zashiki.store import hash_of
from zashiki.tables.seats import person_seat
from zashiki.tables.service import Manners
from zashiki.web.app import create_app
from zashiki.web.services import Services
from zashiki.web.settings import Settings


def seat_link(visitor: Visitor, table: str, seat: int = 0) -> str:
    """A new secret link for the visitor's seat."""
    page = visitor.post(f"/t/{table}/seat-link", seat=seat).text
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


def lost(visitor: Visitor, path: str, **form: object) -> None:
    """Posts a form whose answer never arrives: nothing of it, cookies included, reaches the browser."""
    with httpx.Client(base_url=visitor.server.address, cookies=visitor.client.cookies) as line:
        assert line.post(path, data={key: str(value) for key, value in form.items()}).status_code == 303


def test_who_is_not_told_that_they_have_joined_asks_again(ann: Visitor, bob: Visitor) -> None:
    """Also one who has never been here before."""
    table = ann.open_table(**TWO_SEATS)
    invitation = "/join/" + ann.get(f"/t/{table}/share").text.split("/join/")[1].split('"')[0]
    bob.get(invitation)
    lost(bob, invitation, seat=1, name="Bob")
    answer = bob.post(invitation, seat=1, name="Bob")
    assert answer.status_code == 200
    assert str(answer.url).endswith(f"/t/{table}")
    assert 'id="choice"' in answer.text


def test_who_only_looks_at_a_seat_link_takes_nothing(ann: Visitor, bob: Visitor) -> None:
    """Programs that show a preview of a link ask for it by GET or by HEAD."""
    table = ann.open_table(**TWO_SEATS)
    link = seat_link(ann, table)
    assert bob.client.head(link).status_code == 200
    assert bob.get(link).status_code == 200
    assert 'id="choice"' in ann.get(f"/t/{table}").text, "the seat is still hers"
    assert 'id="choice"' in bob.post(link).text, "the link still works"
    assert bob.client.head("/new/lanterns").status_code == 200, "nor is anything wrong with a form"


class MovesSeat:
    """A limit that is asked at a busy database: meanwhile the seat goes to another device."""

    def __init__(self, services: Services, table: str, seat: int) -> None:
        self._services = services
        self._table = table
        self._seat = seat

    async def allows(self, _name: str) -> bool:
        before = (await self._services.tables.live(self._table)).seats[self._seat]
        if before.owner != "cid":
            moved = person_seat(self._seat, "cid", "Cid")
            await self._services.tables.change_seat(self._table, before, moved)
        return True


async def test_a_form_that_was_on_its_way_when_its_seat_moved_does_nothing(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path, bot_processes=0))
    browser = httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://127.0.0.1", follow_redirects=True
    )
    async with app.router.lifespan_context(app), browser:
        opened = await browser.post("/new/seven-ronin", data={"seat-0": "me", "seat-1": "open"})
        table, services = opened.url.path.split("/")[2], app.state.services
        page = (await browser.get(f"/t/{table}")).text
        length = (await services.tables.live(table)).length
        services.limits.choices = MovesSeat(services, table, 0)
        form = {**hidden(page), "action": next(iter(buttons(page).values()))}
        assert (await browser.post(f"/t/{table}/choose", data=form)).status_code == 409
        assert (await services.tables.live(table)).length == length


def test_who_is_not_told_that_a_seat_has_moved_has_it(ann: Visitor, bob: Visitor) -> None:
    table = ann.open_table(**TWO_SEATS)
    link = seat_link(ann, table)
    bob.get(link)
    lost(bob, link)
    assert 'id="choice"' in bob.get(f"/t/{table}").text


def test_a_seat_moves_to_another_device_once(ann: Visitor, server: Server) -> None:
    table = ann.open_table(**TWO_SEATS)
    link = seat_link(ann, table)
    phone, thief = Visitor(server), Visitor(server)
    assert "Your seat" in phone.get(link).text
    moved = phone.post(link)
    assert set(buttons(moved.text)) == {"left", "right"}
    assert "You are watching" in ann.get(f"/t/{table}").text
    assert thief.get(link).status_code == 404
    assert seat_link(phone, table) != link


def test_a_new_link_replaces_the_one_before(ann: Visitor, server: Server) -> None:
    table = ann.open_table(**TWO_SEATS)
    first, second = seat_link(ann, table), seat_link(ann, table)
    phone = Visitor(server)
    assert phone.get(first).status_code == 404
    assert phone.get(second).status_code == 200


def test_a_seat_link_is_told_once_and_kept_as_a_hash(ann: Visitor, server: Server) -> None:
    table = ann.open_table(**TWO_SEATS)
    secret = seat_link(ann, table).removeprefix("/seat/")
    assert "/seat/" not in ann.get(f"/t/{table}/share").text
    database = sqlite3.connect(server.data / "tables.db")
    kept = database.execute("SELECT link_hash FROM seats WHERE table_id = ?", (table,)).fetchall()
    database.close()
    assert [hash_of(secret)] == [link for (link,) in kept if link]
    files = [file.read_bytes() for file in server.data.glob("tables.db*")]
    assert not any(secret.encode() in content for content in files)
    assert Visitor(server).get(f"/seat/{hash_of(secret)}").status_code == 404


def test_secret_links_are_made_by_their_owner_alone(ann: Visitor, bob: Visitor, server: Server) -> None:
    table = two_at_a_table(ann, bob)
    assert seat_link(ann, table, 0) != seat_link(bob, table, 1)
    for visitor, seat in ((ann, 1), (bob, 0), (Visitor(server), 0), (ann, 7), (ann, -1)):
        refused = visitor.post(f"/t/{table}/seat-link", seat=seat)
        assert refused.status_code in (400, 403)
        assert "/seat/" not in refused.text


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


def version_of(server: Server, table: str) -> int:
    database = sqlite3.connect(server.data / "tables.db")
    found = database.execute("SELECT version FROM tables WHERE id = ?", (table,)).fetchone()[0]
    database.close()
    return int(found)


def test_a_seat_that_is_so_already_is_left_alone(ann: Visitor, server: Server) -> None:
    table = ann.open_table(**TWO_SEATS)
    before = version_of(server, table)
    for _ in range(5):
        assert ann.post(f"/t/{table}/take-back", seat=0).status_code == 200
    assert version_of(server, table) == before, "nothing was written, and no page is drawn anew"


async def test_a_page_that_waits_learns_when_a_bot_may_play_on(tmp_path: Path) -> None:
    """Nothing happens at the table meanwhile: the offer comes by itself, and only to who sits there."""
    async with a_table(tmp_path, Manners(absent_after=8)) as (services, channels, table):
        _, ann = await look(services, channels, table, "ann")
        _, guest = await look(services, channels, table)
        assert "Let a bot play on" not in "".join(sent_to(ann))
        async with asyncio.timeout(60):
            while "Let a bot play on" not in "".join(sent_to(ann)):
                await asyncio.sleep(0.1)
        assert "Let a bot play on" not in "".join(sent_to(guest))


def test_a_free_seat_can_be_given_to_a_bot(ann: Visitor) -> None:
    table = ann.open_table(**TWO_SEATS)
    assert "bot, villager" in ann.post(f"/t/{table}/fill", seat=1).text
    assert ann.post(f"/t/{table}/fill", seat=0).status_code == 403


def test_nobody_is_told_to_be_away_from_a_page_being_read(ann: Visitor, bob: Visitor) -> None:
    """Without scripts there is no live connection; to the others one who has none is away."""
    table = two_at_a_table(ann, bob)
    assert re.findall(r'id="away-(\d)">away<', ann.get(f"/t/{table}").text) == ["1"]
    assert re.findall(r'id="away-(\d)">away<', Visitor(ann.server).get(f"/t/{table}").text) == ["0", "1"]
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
