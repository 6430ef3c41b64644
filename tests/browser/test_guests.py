"""Guests in a real browser: the invitation, talk, rules over the table, and seats around a new table."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.conftest import Open


def invite(host: Page, guest: Page) -> None:
    """Three taps to a table for friends: invite, the game, and the link is there; the page goes on by itself."""
    host.goto("/")
    host.get_by_role("link", name="Invite friends").click()
    host.get_by_label("Your nickname").fill("Ann")
    host.get_by_role("button", name="7 Ronin: a table for 2").click()
    link = host.locator("input.share-address").first.input_value()
    guest.goto(urlsplit(link).path)
    guest.get_by_label("Your nickname").fill("Bob")
    guest.get_by_role("button", name=re.compile("Sit down")).click()
    expect(host.locator("#table")).to_be_visible()
    expect(host.locator("#company")).to_have_text(re.compile("Bob"))


def test_a_line_of_chat_is_noticed_in_the_header_and_in_the_title(visit: Open) -> None:
    ann, bob = visit(), visit(360, 740)
    invite(ann, bob)
    bob.locator("#chat-text").fill("Good evening")
    bob.locator("#chat-text").press("Enter")
    expect(ann.locator("#unread")).to_be_visible()
    expect(ann).to_have_title(re.compile(r"^\(1\) "))
    ann.locator(".company summary").click()
    ann.locator("[data-to-chat]").click()
    expect(ann.locator("#chat-text")).to_be_focused()
    expect(ann.locator("#unread")).to_be_hidden()
    expect(ann).to_have_title(re.compile(r"^[^(]"))
    bob.context.close()
    expect(ann.locator("#mark-0")).to_be_visible()


def test_a_rule_opens_over_the_table_and_its_keys_are_not_those_of_the_table(visit: Open) -> None:
    page = visit()
    page.goto("/new/seven-ronin")
    page.get_by_role("button", name="Open the table").click()
    page.locator("body[data-live=on]").wait_for(state="attached")
    page.locator("#what a").first.click()
    expect(page.locator("#over .asked-for")).to_be_in_viewport()
    made = page.locator("#choice input[name=made]").input_value()
    page.keyboard.press("1")
    page.keyboard.press("Escape")
    expect(page.locator("#over")).to_be_hidden()
    assert page.locator("#choice input[name=made]").input_value() == made
    assert "/rules/" not in page.url


def test_seats_are_added_removed_and_dragged(visit: Open) -> None:
    page = visit()
    page.goto("/new/shinobi?with=friends")
    cards = page.locator(".seat-card:visible")
    expect(cards).to_have_count(4)
    page.get_by_role("button", name="Add a seat").click()
    expect(cards).to_have_count(5)
    for _ in range(2):
        page.get_by_role("button", name=re.compile("^Remove")).last.click()
    expect(cards).to_have_count(3)
    expect(page.get_by_role("button", name=re.compile("^Remove"))).to_have_count(0)
    faces = page.locator(".seat-card:visible .seat-face")
    faces.nth(0).drag_to(faces.nth(2))
    expect(page.locator("select[name=seat-2]")).to_have_value("me")
    expect(page.locator("select[name=seat-0]")).to_have_value("open")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".who-came .seat")).to_have_count(3)
    expect(page.locator("#came-2")).to_contain_text("you")
