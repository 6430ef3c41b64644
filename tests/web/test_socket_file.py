"""A server at a socket file: who plays by it, whom it believes, and what it does about a file that is there already."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.terminal.desk import run
from tests.web.test_playing import two_at_a_table
from tests.web.visitor import Server, Visitor


@pytest.fixture
def file() -> Iterator[Path]:
    """The names of socket files are short."""
    with TemporaryDirectory(prefix="zashiki-") as folder:
        yield Path(folder, "socket")


def refused(home: Path, *options: str) -> str:
    """What a server says that can't start with these options."""
    ended = run(home, "serve", "--data", str(home / "other"), *options)
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr
    return str(ended.stderr)


def test_a_game_is_played_by_a_socket_file_which_goes_with_the_server(data: Path, file: Path) -> None:
    with Server(data, file=file) as server:
        ann, bob = Visitor(server), Visitor(server)
        table = two_at_a_table(ann, bob)
        with ann.tab(table) as here, bob.tab(table) as there:
            for tab in (here, there):
                assert "status" not in tab.choose("right"), "it was refused"
                tab.choose("ready")
            here.until("boast")
            here.choose("boast")
            there.until(f"/g/{table}/0")
        assert f"Zashiki is at {file} (Ctrl-C stops it)" in server.said()
        assert "Traceback" not in server.interrupt()
    assert not file.exists()


def test_only_its_user_and_group_reach_a_socket_file(data: Path, file: Path) -> None:
    with Server(data, file=file):
        mode = file.stat().st_mode
    assert stat.S_ISSOCK(mode)
    assert stat.S_IMODE(mode) == 0o660


def test_the_proxy_is_believed_about_https_and_the_visitor_is_not(data: Path, file: Path) -> None:
    """A proxy adds whom it heard from to what that one has said before."""
    with Server(data, file=file, tables_an_hour=1) as server:
        by_https = {"x-forwarded-proto": "https"}
        ann = Visitor(server)
        told = ann.client.post("/lang", data={"lang": "pl"}, headers=by_https, follow_redirects=False)
        assert "secure" in told.headers["set-cookie"].lower()

        def opens(forged: int, network: str) -> int:
            heard = {"x-forwarded-for": f"203.0.113.{forged}, {network}"}
            stranger = Visitor(server)
            return stranger.client.post("/play/lanterns", headers=heard).status_code

        assert opens(1, "192.0.2.1") == 200
        assert opens(2, "192.0.2.1") == 429
        assert opens(2, "198.51.100.7") == 200


def test_what_a_killed_server_left_behind_gives_way(data: Path, file: Path) -> None:
    with Server(data, file=file) as first:
        first.kill()
    assert file.exists()
    with Server(data, file=file) as second:
        assert Visitor(second).get("/healthz").json()["ok"]


def test_a_file_at_which_another_server_listens_is_its_own(tmp_path: Path, data: Path, file: Path) -> None:
    with Server(data, file=file) as first:
        said = refused(tmp_path, "--socket", str(file))
        assert f"Can’t listen at {file}: another program is using it" in said
        assert Visitor(first).get("/healthz").json()["ok"]


def test_a_file_that_is_no_socket_is_left_alone(tmp_path: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_text("to grandmother", encoding="utf-8")
    assert "something of that name is already there" in refused(tmp_path, "--socket", str(letter))
    assert letter.read_text(encoding="utf-8") == "to grandmother"


@pytest.mark.parametrize(
    ("name", "language", "why"),
    [
        ("no/folder", "en", "no such file or folder"),
        ("x" * 200, "pl", "nazwa jest za długa"),
        ("x" * 200, "fr", "le nom est trop long"),
    ],
)
def test_why_a_file_can_not_be_listened_at_is_told(
    tmp_path: Path, name: str, language: str, why: str
) -> None:
    assert why in refused(tmp_path, "--socket", str(tmp_path / name), "--lang", language)


@pytest.mark.parametrize("other", [("--host", "127.0.0.1"), ("--port", "0")])
def test_a_server_listens_at_one_place(tmp_path: Path, file: Path, other: tuple[str, str]) -> None:
    assert "give either --socket or --host and --port" in refused(tmp_path, "--socket", str(file), *other)
    assert not file.exists()
