"""Every page: no sideways scrolling, nothing that axe objects to, in three languages, narrow and wide, day and night."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_games import GAMES, choices_made, wait_for_the_next, wait_for_turn_or_end

LANGUAGES = ("en", "pl", "fr")
WIDTHS = ((360, 740), (1440, 900))


def check(page: Page, name: str, pictures: Path) -> None:
    """The page fits its window and axe finds nothing wrong."""
    page.screenshot(path=pictures / f"{name}.png", full_page=True)
    widths = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1], f"{name} scrolls sideways: {widths}"
    found = Axe().run(page)
    assert found.violations_count == 0, f"{name}: {found.generate_report()}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), WIDTHS)
def test_still_pages(visit: Open, pictures: Path, language: str, width: int, height: int) -> None:
    page = visit(width, height, language)
    label = f"{language}-{width}"
    paths = [f"/{kind}/{game}" for kind in ("new", "rules", "learn") for game in GAMES]
    for path in ("/", *paths):
        name = path.strip("/").replace("/", "-") or "home"
        page.goto(path)
        assert page.locator("html").get_attribute("lang") == language
        check(page, f"{name}-{label}", pictures)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), WIDTHS)
def test_tables(visit: Open, pictures: Path, game: str, language: str, width: int, height: int) -> None:
    page = visit(width, height, language, color_scheme="dark" if language == "fr" else "light")
    page.goto("/")
    page.locator(f"#{game} form button").click()
    for number in range(8):
        if not wait_for_turn_or_end(page):
            break
        if number in (0, 7):
            check(page, f"table-{game}-{number}-{language}-{width}", pictures)
        made = choices_made(page)
        page.keyboard.press("1")
        wait_for_the_next(page, made)


@pytest.mark.parametrize(("width", "height"), WIDTHS)
def test_around_a_table(visit: Open, pictures: Path, width: int, height: int) -> None:
    page = visit(width, height)
    page.goto("/new/seven-ronin")
    page.locator("select[name=seat-1]").select_option("open")
    page.locator("form.new-form button.go").click()
    check(page, f"share-{width}", pictures)
    invitation = page.locator("input.share-address").first.input_value()
    guest = visit(width, height)
    guest.goto(re.sub(r"^https?://[^/]+", "", invitation))
    check(guest, f"join-{width}", pictures)
    page.locator("a.button.go").click()
    check(page, f"table-with-talk-{width}", pictures)
    page.goto(page.url + "/why")
    check(page, f"why-{width}", pictures)


@pytest.mark.parametrize(("width", "height"), WIDTHS)
@pytest.mark.parametrize("game", GAMES)
def test_a_replay_is_stepped_through(visit: Open, pictures: Path, game: str, width: int, height: int) -> None:
    page, chance = visit(width, height), Random(3)
    page.goto("/")
    page.locator(f"#{game} form button").click()
    while wait_for_turn_or_end(page):
        made = choices_made(page)
        keys = page.eval_on_selector_all("#choice button[data-key]", "all => all.map(one => one.dataset.key)")
        page.keyboard.press(chance.choice(keys))
        wait_for_the_next(page, made)
    check(page, f"result-{game}-{width}", pictures)
    page.locator(".result a[href$='/0']").click()
    page.wait_for_url(re.compile(r"/g/\w+/0$"))
    for number in range(1, 4):
        page.keyboard.press("ArrowRight")
        page.wait_for_url(re.compile(rf"/g/\w+/{number}$"))
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(re.compile(r"/g/\w+/2$"))
    check(page, f"replay-{game}-{width}", pictures)
    page.keyboard.press("End")
    expect(page.locator("#replay a[rel=next]")).to_have_count(0)
