"""A hint in the browser: asked for by key, marked on the board, gone with the choice."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.stage import Stage
from tests.browser.test_pages import check, dressed

SECONDS = 60_000
UNDER_THE_HINT = """() => {
  const hint = document.querySelector("#hint").getBoundingClientRect();
  return [...document.querySelectorAll(".play [data-hinted]")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left < hint.right && right > hint.left && top < hint.bottom && bottom > hint.top;
  }).map((one) => one.id || one.className);
}"""


@pytest.mark.parametrize(
    ("game", "kind", "language", "width", "theme"),
    [
        ("seven-ronin", "attack", "en", 1440, "light"),
        ("samurai-spirit", "action", "pl", 360, "dark"),
        ("shinobi", "second-order", "fr", 360, "light"),
    ],
)
def test_a_hint_by_key_marks_its_place_on_the_board(
    visit: Open, stage: Stage, pictures: Path, game: str, kind: str, language: str, width: int, theme: str
) -> None:
    page = dressed(visit, language, width, theme)
    tables = stage.tables(game)
    stage.enter(page)
    page.goto(f"/t/{tables[kind]}")
    page.wait_for_selector("body[data-live=on]")
    expect(page.locator("#hint-ask button")).to_be_visible(timeout=SECONDS)
    page.keyboard.press("v")
    expect(page.locator("#hint.hint")).to_be_visible(timeout=SECONDS)
    expect(page.locator("#table [data-hinted]")).not_to_have_count(0)
    if width > 700:
        assert page.evaluate(UNDER_THE_HINT) == []
    check(page, f"hint-{game}-{language}-{width}-{theme}", pictures)
    page.locator("#hint > summary").press("Enter")
    expect(page.locator("#hint .hint-best")).to_be_hidden()
