"""How a server starts: where it keeps its tables, where others reach it, and what it says when it can't."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from pathlib import Path

import httpx
import pytest

from tests.terminal.desk import run
from tests.web.starting import keys_of
from tests.web.visitor import Server, Visitor
from zashiki.store import SQLiteStore, TooNew
from zashiki.store.keys import signing_keys
from zashiki.web.app import create_app
from zashiki.web.settings import Settings

SERVERS = 4
ROUNDS = 250


def serve(home: Path, data: Path, *more: str) -> str:
    """What a server says that can't start."""
    ended = run(home, "serve", "--no-open", "--data", str(data), *more)
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr
    return str(ended.stderr)


def test_a_data_folder_that_can_not_be_used_is_named(tmp_path: Path) -> None:
    taken = tmp_path / "file"
    taken.write_text("not a folder", encoding="utf-8")
    assert f"Can’t keep tables in {taken}" in serve(tmp_path, taken)


def test_a_file_that_holds_no_tables_is_left_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "tables.db").write_text("a letter to grandmother, " * 40, encoding="utf-8")
    assert f"Can’t keep tables in {data}" in serve(tmp_path, data)
    assert (data / "tables.db").read_text(encoding="utf-8").startswith("a letter")


@pytest.mark.parametrize(
    ("language", "taken", "damaged", "foreign"),
    [
        ("en", "something of that name is already there", "is damaged", "this device has no such address"),
        ("pl", "coś o tej nazwie już tam jest", "jest uszkodzony", "to urządzenie nie ma takiego adresu"),
        ("fr", "ce nom est déjà pris", "est endommagé", "cet appareil n’a pas cette adresse"),
    ],
)
def test_why_a_server_can_not_start_is_told_in_the_language(
    tmp_path: Path, language: str, taken: str, damaged: str, foreign: str
) -> None:
    file = tmp_path / "file"
    file.touch()
    assert taken in serve(tmp_path, file, "--lang", language)
    (tmp_path / "tables.db").write_text("a letter to grandmother, " * 40, encoding="utf-8")
    assert damaged in serve(tmp_path, tmp_path, "--lang", language)
    assert foreign in serve(tmp_path, tmp_path / "data", "--host", "203.0.113.9", "--lang", language)


def test_tables_of_a_newer_program_are_left_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    newer = sqlite3.connect(data / "tables.db")
    newer.execute("PRAGMA user_version = 9999")
    newer.close()
    assert "newer version of this program" in serve(tmp_path, data)
    with pytest.raises(TooNew):
        SQLiteStore(data / "tables.db")


def test_a_second_server_on_one_folder_is_refused_and_told_where_the_first_is(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Server(data) as first:
        said = serve(tmp_path, data)
        assert f"A server already runs on {data}: {first.address}/" in said
        assert "--database" in said
        first.kill()
    with Server(data) as second:
        assert Visitor(second).get("/healthz").json()["ok"], "a server that was killed holds nothing"


def test_an_address_that_is_not_ours_is_named(tmp_path: Path) -> None:
    assert "Can’t listen on 203.0.113.9" in serve(tmp_path, tmp_path / "data", "--host", "203.0.113.9")


@pytest.mark.parametrize("left_empty", [False, True])
def test_servers_that_start_at_once_over_one_folder_sign_with_one_key(
    tmp_path: Path, left_empty: bool
) -> None:
    folders = [tmp_path / str(number) for number in range(ROUNDS)]
    for folder in folders:
        folder.mkdir()
        if left_empty:
            (folder / "secret").touch(mode=0o600)
    keys = keys_of(SERVERS, folders)
    for folder, signed in zip(folders, zip(*keys, strict=True), strict=True):
        assert len(set(signed)) == 1
        assert len(signed[0]) == 64
        assert [file.name for file in folder.iterdir()] == ["secret"]
        assert stat.S_IMODE((folder / "secret").stat().st_mode) == 0o600


def test_a_key_that_a_power_cut_left_empty_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "secret").touch()
    keys = signing_keys(tmp_path)
    assert [len(key) for key in keys] == [64]
    assert signing_keys(tmp_path) == keys


async def page_to_share(settings: Settings, host: str) -> str:
    """The page with the links of a new table, as one who came by this address gets it."""
    app = create_app(settings)
    visitor = httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url=f"http://{host}", follow_redirects=True
    )
    async with app.router.lifespan_context(app), visitor:
        table = (await visitor.post("/play/seven-ronin")).url.path
        return (await visitor.get(f"{table}/share")).text


@pytest.mark.parametrize(
    ("known", "host", "link", "only_here"),
    [
        ("http://192.0.2.7:8080", "127.0.0.1:8080", "http://192.0.2.7:8080/t/", False),
        ("http://192.0.2.7:8080", "play.example", "http://play.example/t/", False),
        ("", "127.0.0.1:8080", "http://127.0.0.1:8080/t/", True),
    ],
)
def test_links_to_share_lead_where_others_reach_the_server(
    tmp_path: Path, known: str, host: str, link: str, only_here: bool
) -> None:
    page = asyncio.run(
        page_to_share(
            Settings(data=tmp_path, bot_processes=0, address=known, allowed_hosts=("play.example",)), host
        )
    )
    assert f'value="{link}' in page
    assert ("can be reached from this device only" in page) == only_here
