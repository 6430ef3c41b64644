"""A variation in the browser: tried by keyboard, named, commented, opened by its address as another person, copied."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.stage import Stage, played
from tests.browser.test_pages import check, dressed

SECONDS = 60_000
NODE = re.compile(r"/v/[a-z0-9]+/\d+")


def moved(page: Page, before: str) -> str:
    """Waits until another node is shown, and gives its address."""
    page.wait_for_url(lambda address: bool(NODE.search(address)) and address != before, timeout=SECONDS)
    expect(page.locator("#what")).to_be_visible()
    page.wait_for_load_state("load")
    return page.url


def type_choice(page: Page, before: str) -> str:
    """The first choice by its keys."""
    keys = page.locator("#choice [data-key]").first.get_attribute("data-key")
    assert keys
    for key in keys:
        page.keyboard.press(key)
    return moved(page, before)


@pytest.mark.parametrize(
    ("game", "kind", "language", "width", "theme"),
    [
        ("shinobi", "second-order", "en", 360, "dark"),
        ("samurai-spirit", "action", "pl", 1440, "light"),
        ("seven-ronin", "attack", "fr", 360, "light"),
    ],
)
def test_a_variation_is_tried_by_keyboard_named_shared_and_copied(
    visit: Open, stage: Stage, pictures: Path, game: str, kind: str, language: str, width: int, theme: str
) -> None:
    label = f"{game}-{language}-{width}-{theme}"
    page = dressed(visit, language, width, theme)
    number, seat = played(game)[1][kind]
    page.goto(f"/g/{stage.replay(game)}/{number}?as={seat}")
    expect(page.locator("#try")).to_be_attached()
    page.keyboard.press("t")
    first = moved(page, "")
    expect(page.locator(".variation-worth .played")).to_have_count(1)
    check(page, f"variation-begun-{label}", pictures)
    tried = type_choice(page, first)
    valued = 0 if game == "seven-ronin" else 1  # a plan is valued when it is sealed
    expect(page.locator(".variation-worth .tried")).to_have_count(1)
    expect(page.locator(".variation-worth .tried .chances")).to_have_count(valued)
    page.locator("#note-name").fill("Another <way>")
    page.locator("#note-comment").fill("First line\nsecond line")
    page.locator("#note-comment").press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".variation-name")).to_have_text("Another <way>", timeout=SECONDS)
    expect(page.locator(".variation-tree [aria-current=step]")).to_have_count(1)
    page.wait_for_load_state("load")
    check(page, f"variation-{label}", pictures)

    other = dressed(visit, language, width, theme)
    other.goto(tried)
    expect(other.locator(".variation-comment")).to_have_text("First line\nsecond line")
    expect(other.locator("#choice")).to_have_count(0)
    other.locator("form[action$='/copy'] button").focus()
    other.keyboard.press("Enter")
    copied = moved(other, tried)
    expect(other.locator("#note-name")).to_have_value("Another <way>")
    assert copied != tried
    other.keyboard.press("u")
    moved(other, copied)
    expect(other.locator("#choice")).to_have_count(1)


def test_a_choice_on_the_board_makes_a_branch(visit: Open, stage: Stage) -> None:
    page = visit(1440, 900)
    number, seat = played("samurai-spirit")[1]["action"]
    page.goto(f"/g/{stage.replay('samurai-spirit')}/{number}?as={seat}")
    page.locator("#try").click()
    first = moved(page, "")
    for place in (0, -1):
        page.goto(first)
        page.locator(".play [data-action]:visible").nth(place).click()
        moved(page, first)
    expect(page.locator(".variation-line .variation-line")).to_have_count(1)
    expect(page.locator(".variation-line > .tried")).to_have_count(2)
