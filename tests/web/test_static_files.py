"""Static files, shared and of the games: cached by browsers for ever, at an address that changes with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.visitor import Visitor
from zashiki.kernel.parts import Page
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.web.drawing import game_pages, static_files


def version_of(page: str) -> str:
    found = re.search(r"/static/([0-9a-f]+)/", page)
    assert found is not None
    return found[1]


def test_every_static_file_of_a_page_is_there_and_kept_for_good(ann: Visitor) -> None:
    page = ann.get("/").text
    addresses = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert len(addresses) >= 5
    for address in addresses:
        answer = ann.get(address)
        assert answer.status_code == 200, address
        assert "immutable" in answer.headers["cache-control"], address


def test_a_page_of_an_earlier_version_gets_the_file_as_it_is_now_but_does_not_keep_it(ann: Visitor) -> None:
    answer = ann.get("/static/0123456789ab/elements.css")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"


def test_a_missing_static_file_is_not_kept(ann: Visitor) -> None:
    address = re.findall(r'href="(/static/[^"]+)sheet-shared.css"', ann.get("/").text)[0]
    for missing in ("no-such-file.css", "sheet-nothing.css", "sheet-board-chess.css", "sheet-.css"):
        answer = ann.get(address + missing)
        assert answer.status_code == 404
        assert "immutable" not in answer.headers.get("cache-control", "")


def test_the_sheets_of_a_page_hold_every_sheet_of_their_folder(ann: Visitor) -> None:
    """Each is sent in one of the sheets that pages link, or linked by itself."""
    page = ann.get("/").text
    sent = "".join(
        ann.get(f"/static/{version_of(page)}/sheet-{name}.css").text for name in ("shared", "table")
    )
    alone = (
        "analysis", "balance", "explorer", "home", "lesson", "lights", "new-table", "puzzles", "rules", "variations",
    )  # fmt: skip
    for file in static_files.STATIC.glob("*.css"):
        assert file.stem in alone or file.read_text(encoding="utf-8") in sent, file.name
    for game in names():
        board = ann.get(f"/static/{version_of(page)}/sheet-board-{game}.css").text
        for file in static_files.game_folder(game).glob("*.css"):
            assert file.name == "lights.css" or file.read_text(encoding="utf-8") in board, file


@pytest.mark.parametrize("game", names())
def test_every_sheet_of_a_table_is_there_and_kept_for_good(ann: Visitor, game: str) -> None:
    sheets = re.findall(r'rel="stylesheet" href="(/static/[^"]+)"', ann.post(f"/play/{game}").text)
    assert len(sheets) == 3
    for sheet in sheets:
        answer = ann.get(sheet)
        assert answer.status_code == 200, sheet
        assert answer.headers["content-type"].startswith("text/css"), sheet
        assert "immutable" in answer.headers["cache-control"], sheet


def test_a_game_has_static_files_of_its_own(ann: Visitor) -> None:
    version = version_of(ann.get("/").text)
    current, earlier = (
        ann.get(f"/static/{one}/games/shinobi/lights.css") for one in (version, "0123456789ab")
    )
    assert ":--lit" in current.text
    assert "immutable" in current.headers["cache-control"]
    assert earlier.text == current.text
    assert earlier.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        "chess/lights.css",
        "shinobi/no-such.css",
        "shinobi/%2e%2e/__init__.py",
        "shinobi/%2e%2e/%2e%2e/__init__.py",
        "shinobi/",
    ],
)
def test_nothing_but_the_static_files_of_a_game_is_served(ann: Visitor, path: str) -> None:
    answer = ann.get(f"/static/{version_of(ann.get('/').text)}/games/{path}")
    assert answer.status_code == 404
    assert "immutable" not in answer.headers.get("cache-control", "")


@pytest.fixture
def styled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Shinobi with two style sheets of its own."""
    monkeypatch.setattr(find_game("shinobi").part(Page), "STYLES", ("tokens.css", "board.css"), raising=False)
    game_pages.style_sheets.cache_clear()
    game_pages.token_sheets.cache_clear()
    yield
    game_pages.style_sheets.cache_clear()
    game_pages.token_sheets.cache_clear()


@pytest.mark.usefixtures("styled")
def test_a_table_links_the_sheets_of_its_game_and_other_pages_its_colours_alone() -> None:
    assert game_pages.style_sheets("shinobi") == ("games/shinobi/tokens.css", "games/shinobi/board.css")
    assert "games/shinobi/tokens.css" in game_pages.token_sheets()
    assert "games/shinobi/board.css" not in game_pages.token_sheets()


def test_the_version_changes_with_every_file_and_its_name(tmp_path: Path) -> None:
    assert static_files.game_folder("shinobi") in static_files.folders()
    shared, game = tmp_path / "shared", tmp_path / "game"
    versions = []
    for folder in (shared, game):
        folder.mkdir()
        versions.append(static_files.digest([shared, game]))
        (folder / "one.css").write_text("a {}", encoding="utf-8")
        versions.append(static_files.digest([shared, game]))
        (folder / "one.css").write_text("b {}", encoding="utf-8")
        versions.append(static_files.digest([shared, game]))
        (folder / "one.css").rename(folder / "two.css")
        versions.append(static_files.digest([shared, game]))
    assert len(set(versions)) == len(versions) - 1, "an empty folder adds nothing"
