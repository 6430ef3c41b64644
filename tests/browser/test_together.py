"""Several windows at one table: a link, secret planning, reload, a server that stops in the middle."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_games import choices_made, wait_for_the_next
from tests.web.visitor import Server


def open_table_by_link(host: Page, guest: Page, game: str = "seven-ronin") -> None:
    """The host opens a table for two and sends the link; the guest sits down."""
    host.goto(f"/new/{game}")
    host.get_by_label("Your nickname").fill("Ann")
    host.locator("select[name=seat-1]").select_option("open")
    host.get_by_role("button", name="Open the table").click()
    link = host.locator("input.share-address").first.input_value()
    host.get_by_role("link", name="To the table").click()
    guest.goto(urlsplit(link).path)
    guest.get_by_label("Your nickname").fill("Bob")
    guest.get_by_role("button", name=re.compile("Sit down")).click()
    expect(host.locator(".seat-list")).to_contain_text("Bob")
    expect(host.locator(".seat-list")).not_to_contain_text("away")


def press_first(page: Page) -> None:
    made = choices_made(page)
    page.keyboard.press("1")
    wait_for_the_next(page, made)


def test_two_browsers_plan_in_secret_over_a_link(visit: Open) -> None:
    ann, bob = visit(), visit(360, 740)
    open_table_by_link(ann, bob)
    before = ann.locator("#table").inner_html()
    for _ in range(3):
        press_first(bob)
    assert ann.locator("#table").inner_html() == before
    bob.reload()
    assert choices_made(bob) == "3"
    press_first(ann)
    assert choices_made(bob) == "3"
    ann.keyboard.press("u")
    expect(ann.locator("#choice input[name=made]")).to_have_value("2")


def test_two_tabs_of_one_seat_agree(visit: Open) -> None:
    page = visit()
    page.goto("/")
    page.locator("#seven-ronin form button").click()
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("#choice")).to_be_visible()
    press_first(page)
    expect(other.locator("#choice input[name=made]")).to_have_value("1")
    press_first(other)
    expect(page.locator("#choice input[name=made]")).to_have_value("2")


def test_a_choice_made_while_the_server_is_away_is_neither_lost_nor_made_twice(
    visit: Open, tmp_path: Path
) -> None:
    with Server(tmp_path / "data") as server:
        page = visit(address=server.address, expects_trouble=True)
        page.goto("/")
        page.locator("#seven-ronin form button").click()
        press_first(page)
        server.kill()
        expect(page.locator("#connection")).to_be_visible()
        page.keyboard.press("1")
    with Server(tmp_path / "data", port=urlsplit(server.address).port or 0):
        expect(page.locator("#choice input[name=made]")).to_have_value("2", timeout=20_000)
        expect(page.locator("#connection")).to_be_hidden()
        page.reload()
        assert choices_made(page) == "2"


def test_a_spectator_sees_the_table_and_chooses_nothing(visit: Open) -> None:
    page, spectator = visit(), visit()
    page.goto("/")
    page.locator("#seven-ronin form button").click()
    spectator.goto(urlsplit(page.url).path)
    expect(spectator.get_by_text("You are watching")).to_be_visible()
    assert spectator.locator("#choice").count() == 0
    assert spectator.locator(".play [data-action]:visible").count() == 0
    expect(page.locator("#watching")).to_contain_text("1 person is watching")


def test_one_screen_is_passed_with_a_cover_between(visit: Open) -> None:
    page = visit()
    page.goto("/new/seven-ronin")
    page.locator("select[name=seat-1]").select_option("screen")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name=re.compile("Pass the device"))).to_be_visible()
    assert page.locator("#table").count() == 0
    page.get_by_role("link", name=re.compile("show me")).click()
    expect(page.locator("#choice")).to_be_attached()
