"""What an earlier version has kept opens and goes on: records, a server's data folder, games saved in a terminal."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import zashiki
from tests.terminal.desk import run
from tests.web.visitor import Server, Visitor, buttons, hidden

FIXTURES = Path(__file__).parent / "fixtures"
EXPECTED: dict[str, dict[str, Any]] = json.loads((FIXTURES / "expected.json").read_text(encoding="utf-8"))
TABLES = EXPECTED["tables"]
RUNNING = [name for name, table in TABLES.items() if not table["ended"]]
FINISHED = [name for name, table in TABLES.items() if table["ended"]]
ANNS_TURN = [
    name
    for name in RUNNING
    if any(TABLES[name]["seats"][seat]["person"] == "ann" for seat in TABLES[name]["actors"])
]


def assert_as_expected(record: zashiki.Record, expected: dict[str, Any]) -> None:
    """The record holds the expected game and leads to the expected state."""
    game, state = record.game, record.fold()
    assert (game.id, game.rules) == (expected["game"], expected["rules"])
    assert len(record.entries) == expected["entries"]
    assert state.actors() == tuple(expected["actors"])
    legal = {str(seat): sorted(map(game.name, state.legal(seat))) for seat in state.actors()}
    assert legal == expected["legal"]
    assert result_of(state) == expected["result"]


def result_of(state: zashiki.State) -> dict[str, Any] | None:
    result = state.result()
    if result is None:
        return None
    return {
        "winners": list(result.winners),
        "end": result.end.key,
        "rule": result.end.rule,
        "score": result.score,
        "returns": list(result.returns),
    }


# Records


@pytest.mark.parametrize("name", EXPECTED["records"])
def test_a_record_leads_where_it_led(name: str) -> None:
    text = (FIXTURES / "records" / f"{name}.zashiki").read_text(encoding="utf-8")
    record = zashiki.read(text)
    assert_as_expected(record, EXPECTED["records"][name])
    assert record.seats == EXPECTED["records"][name]["seats"]
    assert record.write() == text


def test_every_file_is_expected_and_every_expected_file_is_there() -> None:
    for folder in ("records", "terminal"):
        assert {file.stem for file in (FIXTURES / folder).iterdir()} == set(EXPECTED[folder])


# A server's data folder


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("fixtures") / "data"
    shutil.copytree(FIXTURES / "data", data)
    with Server(data, toys=None) as running:
        yield running


def person(server: Server, name: str) -> Visitor:
    """One of the people of the data folder, known by the cookie that the earlier version signed."""
    visitor = Visitor(server)
    visitor.client.cookies.set("zashiki", EXPECTED["people"][name], domain="127.0.0.1", path="/")
    return visitor


@pytest.mark.parametrize("name", TABLES)
def test_every_table_opens_for_its_people_and_for_a_spectator(server: Server, name: str) -> None:
    address = f"/t/{TABLES[name]['id']}"
    for visitor in (person(server, "ann"), person(server, "bob"), Visitor(server)):
        assert visitor.get(address).status_code == 200


@pytest.mark.parametrize("name", FINISHED)
def test_every_finished_table_is_replayed_and_its_record_is_unchanged(server: Server, name: str) -> None:
    table = TABLES[name]
    visitor, replay = Visitor(server), f"/g/{table['id']}"
    for moment in (0, table["entries"] // 2, table["entries"]):
        for eyes in ("", "?as=0", "?as=all"):
            assert visitor.get(f"{replay}/{moment}{eyes}").status_code == 200
    assert_as_expected(zashiki.read(visitor.get(f"{replay}/record").text), table)


@pytest.mark.parametrize("name", ANNS_TURN)
def test_a_running_table_goes_on_under_the_rules_it_began_with(server: Server, name: str) -> None:
    table = TABLES[name]
    ann, game = person(server, "ann"), zashiki.game(table["game"])
    seat = next(seat for seat in table["actors"] if table["seats"][seat]["person"] == "ann")
    page = ann.get(f"/t/{table['id']}?as={seat}").text
    offered = buttons(page)
    assert sorted(map(game.name, offered.values())) == table["legal"][str(seat)]
    chosen = next(iter(offered.values()))
    after = ann.post(f"/t/{table['id']}/choose", action=chosen, **hidden(page))
    assert after.status_code == 200
    assert after.text != page


def test_people_are_still_known_and_find_their_tables(server: Server) -> None:
    ann, bob = person(server, "ann"), person(server, "bob")
    assert TABLES["seven-ronin-running"]["id"] in ann.get("/mine/running").text
    assert TABLES["seven-ronin-running"]["id"] not in bob.get("/mine/running").text
    assert TABLES["shinobi-return-match"]["id"] in bob.get("/mine/running").text


def test_chat_return_match_stand_in_and_list_are_kept(server: Server) -> None:
    ann, bob = person(server, "ann"), person(server, "bob")
    talk = bob.get(f"/t/{TABLES['seven-ronin-chat-undo']['id']}").text
    assert "Good evening!" in talk
    assert "Dobry wieczór, &lt;b&gt;Ann&lt;/b&gt;" in talk
    assert TABLES["shinobi-return-match"]["id"] in ann.get(f"/t/{TABLES['shinobi-finished-chat']['id']}").text
    assert "A bot plays on for you" in bob.get(f"/t/{TABLES['samurai-spirit-stand-in']['id']}").text
    listed = {name for name, table in TABLES.items() if table["listed"]}
    watched = Visitor(server).get("/").text
    assert all(TABLES[name]["id"] in watched for name in listed)


def test_an_open_seat_is_taken_by_the_invitation_of_then(server: Server) -> None:
    table = TABLES["seven-ronin-nobody-came"]["id"]
    share = person(server, "ann").get(f"/t/{table}/share").text
    invitation = share.split("/join/")[1].split('"')[0]
    guest = Visitor(server)
    assert guest.post(f"/join/{invitation}", seat=1, name="Cid").status_code == 200
    assert buttons(guest.get(f"/t/{table}").text)


# Games saved in a terminal


@pytest.mark.parametrize("name", EXPECTED["terminal"])
def test_a_game_saved_in_a_terminal_goes_on(tmp_path: Path, name: str) -> None:
    expected = EXPECTED["terminal"][name]
    file = tmp_path / f"{name}.zashiki"
    shutil.copy(FIXTURES / "terminal" / f"{name}.zashiki", file)
    assert_as_expected(zashiki.read(file.read_text(encoding="utf-8")), expected)
    choice = expected["legal"][str(expected["actors"][0])][0]
    passes = "\n" if "," in expected["info"]["people"] else ""
    ended = run(tmp_path, "play", "--resume", str(file), typed=f"{passes}{choice}\nq\n")
    assert ended.returncode == 0, ended.stderr
    resumed = zashiki.read(file.read_text(encoding="utf-8"))
    assert len(resumed.entries) > expected["entries"]
    assert resumed.info["people"] == expected["info"]["people"]
    assert resumed.game.rules == expected["rules"]


@pytest.mark.parametrize("command", ["replay", "play --resume"])
def test_a_finished_record_of_then_is_read_by_the_commands(tmp_path: Path, command: str) -> None:
    file = FIXTURES / "records" / "samurai-spirit-kyuzo.zashiki"
    ended = run(tmp_path, *command.split(), str(file), typed="q\n")
    assert "Traceback" not in ended.stderr
    assert ended.returncode == (0 if command == "replay" else 2)
