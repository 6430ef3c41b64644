"""An analysis in the browser: begun by keyboard, shown by itself when it is done, its graph leads to the moments."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.stage import Stage
from tests.browser.test_pages import check, dressed

SECONDS = 90_000


@pytest.mark.parametrize(("language", "width", "theme"), [("en", 1440, "light"), ("pl", 360, "dark")])
def test_an_analysis_is_begun_by_keyboard_and_shows_itself(
    visit: Open, stage: Stage, pictures: Path, language: str, width: int, theme: str
) -> None:
    page = dressed(visit, language, width, theme)
    replay = f"/g/{stage.replay('shinobi')}"
    page.goto(f"{replay}/20")
    begin = page.get_by_role("button", name=re.compile("Analyse this|Przeanalizuj"))
    if begin.count():  # the other look may have had it analysed
        begin.focus()
        page.keyboard.press("Enter")
    else:
        page.goto(f"{replay}/analysis")
    expect(page.locator(".graph")).to_be_visible(timeout=SECONDS)
    expect(page.locator(".belief")).to_have_count(4)
    check(page, f"analysis-shinobi-{language}-{width}-{theme}", pictures)
    page.locator(".graph .slice").nth(30).click()
    expect(page).to_have_url(re.compile(rf"{replay}/\d+\?as=all"))
    expect(page.locator(".graph .now")).to_have_count(1)
    check(page, f"replay-analysed-shinobi-{language}-{width}-{theme}", pictures)
