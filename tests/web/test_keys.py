"""Signing keys: a new one signs, older ones are believed until they are forgotten, and people keep their seats."""

from __future__ import annotations

from pathlib import Path

import httpx

from tests.terminal.desk import run
from zashiki.store.keys import rotate_key, signing_keys
from zashiki.web.app import create_app
from zashiki.web.settings import Settings

HERE = "http://127.0.0.1"


async def visit(data: Path, cookies: httpx.Cookies, path: str = "/") -> str:
    """A page of a server that starts for this visit; the cookies are those of one browser."""
    app = create_app(Settings(data=data, bot_processes=0))
    browser = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE, follow_redirects=True)
    async with app.router.lifespan_context(app), browser:
        browser.cookies = cookies
        answer = await (
            browser.get(path) if path.startswith("/t/") or path == "/" else browser.post(f"/{path}")
        )
        cookies.update(browser.cookies)
        return answer.text if path.startswith("/t/") else str(answer.url.path)


def seated(page: str) -> bool:
    return "You are watching" not in page


async def test_people_keep_their_seats_when_the_key_changes_and_are_signed_anew_by_coming(
    tmp_path: Path,
) -> None:
    ann = httpx.Cookies()
    table = await visit(tmp_path, ann, "play/seven-ronin")
    first = ann["zashiki"]
    assert rotate_key(tmp_path) == 2
    assert seated(await visit(tmp_path, ann, table))
    second = ann["zashiki"]
    assert second != first
    assert seated(await visit(tmp_path, ann, table))
    assert ann["zashiki"] == second, "once is enough"


async def test_a_forgotten_key_is_not_believed(tmp_path: Path) -> None:
    ann, bob = httpx.Cookies(), httpx.Cookies()
    hers, his = [await visit(tmp_path, person, "play/seven-ronin") for person in (ann, bob)]
    rotate_key(tmp_path)
    await visit(tmp_path, ann)
    newest = signing_keys(tmp_path)[0]
    (tmp_path / "secret").write_text(newest, encoding="ascii")
    assert seated(await visit(tmp_path, ann, hers)), "she came in time"
    assert not seated(await visit(tmp_path, bob, his))
    assert rotate_key(tmp_path, forget=True) == 1
    assert not seated(await visit(tmp_path, ann, hers))


def test_the_command_changes_the_key_of_a_data_folder(tmp_path: Path) -> None:
    before = signing_keys(tmp_path)
    ended = run(tmp_path, "rotate-key", "--data", str(tmp_path))
    assert "believed: 2" in ended.stdout, ended.stderr
    assert signing_keys(tmp_path)[1:] == before
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
    assert run(tmp_path, "rotate-key", "--data", str(tmp_path / "nowhere")).returncode == 2


def test_a_file_of_blank_lines_holds_no_key(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("\n \n", encoding="latin-1")
    (key,) = signing_keys(tmp_path)
    assert len(key) == 64


def test_keys_that_can_not_be_read_are_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "data" / "secret").mkdir(parents=True)
    for command in (["serve", "--no-open"], ["rotate-key"]):
        ended = run(tmp_path, *command, "--data", str(tmp_path / "data"))
        assert (ended.returncode, str(tmp_path / "data") in ended.stderr) == (2, True), ended.stderr
        assert "Traceback" not in ended.stderr
    assert [file.name for file in (tmp_path / "data").glob("secret*")] == ["secret"]
