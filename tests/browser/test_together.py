"""Several windows at one table: a link, secret planning, reload, a server that stops in the middle."""

from __future__ import annotations

import re
import time
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE, Open
from tests.browser.test_feel import put
from tests.browser.test_games import choices_made, type_a_choice, wait_for_the_next
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
    type_a_choice(page)
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


def test_a_refusal_stays_while_someone_else_does_something(visit: Open) -> None:
    ann, bob = visit(), visit()
    open_table_by_link(ann, bob)
    put(ann, "well")
    ann.keyboard.press("Tab")  # a pointer would ask again
    ann.locator("#area-well [data-why]").focus()
    note = ann.locator(".why-note")
    expect(note).to_contain_text("Well")
    ann.evaluate(
        "() => document.addEventListener('zashiki:changed', () => document.body.dataset.seen = 'yes')"
    )
    bob.locator("#chat-text").fill("Good evening")
    bob.locator("#chat-form button").click()
    ann.locator("body[data-seen=yes]").wait_for()
    expect(note).to_contain_text("Well")
    put(ann, "inn")
    expect(note).to_have_count(0)


def test_what_explains_a_piece_stays_while_someone_else_does_something(visit: Open) -> None:
    ann, bob = visit(), visit()
    open_table_by_link(ann, bob, "samurai-spirit")
    ann.locator("#table .coin").locator("visible=true").first.dispatch_event("click")
    note = ann.locator(".about-note")
    expect(note).to_be_visible()
    said = note.text_content()
    ann.evaluate(
        "() => document.addEventListener('zashiki:changed', () => document.body.dataset.seen = 'yes')"
    )
    bob.locator("#chat-text").fill("Good evening")
    bob.locator("#chat-form button").click()
    ann.locator("body[data-seen=yes]").wait_for()
    expect(note).to_have_text(said or "?")


def play_by_keys(page: Page, chance: Random) -> None:
    """Chooses as long as it is this page's turn."""
    while page.locator("#status[data-turn=yes]").count():
        made = choices_made(page)
        type_a_choice(page, chance)
        wait_for_the_next(page, made)


def wait_for_a_turn(*pages: Page) -> None:
    """Waits until one of the pages has something to choose, or the game is over."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not any(page.locator("#status[data-turn=yes], #table .result").count() for page in pages):
        assert time.monotonic() < deadline, "nobody is in turn"


def test_two_browsers_play_a_whole_game_and_its_return_match_over_a_link(visit: Open) -> None:
    """Each plan stays behind its screen until both are sealed; the loser's invitation reaches the winner."""
    ann, bob, chance = visit(), visit(360, 740), Random(4)
    open_table_by_link(ann, bob)
    play_by_keys(ann, chance)
    expect(ann.locator("#status")).to_have_attribute("data-turn", "no")
    before = bob.locator(".village").inner_html()
    bob.reload()
    assert bob.locator(".village").inner_html() == before
    while not ann.locator("#table .result").count():
        for player in (bob, ann):
            play_by_keys(player, chance)
        wait_for_a_turn(bob, ann)
    expect(bob.locator("#table .result")).to_be_visible()
    expect(bob.locator("#return-match")).to_have_count(0)
    first = ann.url
    ann.locator(".result form button").click()
    ann.wait_for_url(lambda url: url != first)
    bob.locator("#return-match").click()
    bob.wait_for_url(ann.url)
    expect(bob.locator(".seat.me")).to_contain_text("Attacker")


def test_single_keys_do_nothing_once_they_are_switched_off(visit: Open) -> None:
    page = visit()
    page.goto("/")
    page.locator("#seven-ronin form button").click()
    press_first(page)
    setting = page.get_by_role("button", name="Single-key shortcuts")
    expect(setting).to_have_attribute("aria-pressed", "true")
    setting.click()
    expect(setting).to_have_attribute("aria-pressed", "false")
    assert choices_made(page) == "1"
    type_a_choice(page)
    page.keyboard.press("u")
    page.locator(".play [data-action]:visible").first.press("Enter")
    expect(page.locator("#choice input[name=made]")).to_have_value("2")
    page.reload()
    setting.click()
    expect(setting).to_have_attribute("aria-pressed", "true")
    press_first(page)
    assert choices_made(page) == "3"


def test_two_tabs_of_one_seat_agree(visit: Open) -> None:
    page = visit()
    page.goto("/")
    page.locator("#seven-ronin form button").click()
    page.wait_for_url("**/t/*")
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
        type_a_choice(page)
    with Server(tmp_path / "data", port=urlsplit(server.address).port or 0):
        expect(page.locator("#choice input[name=made]")).to_have_value("2")
        expect(page.locator("#connection")).to_be_hidden()
        page.reload()
        assert choices_made(page) == "2"


def test_a_page_whose_network_was_away_says_so_and_catches_up(visit: Open) -> None:
    """Nothing was chosen meanwhile, and the connection may not have noticed."""
    page = visit(expects_trouble=True)
    page.goto("/")
    page.locator("#seven-ronin form button").click()
    choices_made(page)
    elsewhere = visit(storage_state=page.context.storage_state())
    elsewhere.goto(urlsplit(page.url).path)
    page.context.set_offline(True)
    expect(page.locator("#connection")).to_be_visible()
    press_first(elsewhere)
    page.context.set_offline(False)
    expect(page.locator("#choice input[name=made]")).to_have_value("1")
    expect(page.locator("#connection")).to_be_hidden()
    press_first(page)
    assert choices_made(page) == "2"


def test_a_spectator_sees_the_table_and_chooses_nothing(visit: Open) -> None:
    page, spectator = visit(), visit()
    page.goto("/")
    page.locator("#seven-ronin form button").click()
    page.wait_for_url("**/t/*")
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
