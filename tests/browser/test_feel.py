"""How a table feels: what happened is told and can be skipped, pieces move, markers are taken back where they stand."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_games import choices_made, type_a_choice, wait_for_the_next

COUNT_FLIGHTS = """() => {
  window.flown = 0;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node.classList?.contains("flying")) window.flown += 1;
  }).observe(document.body, { subtree: true, childList: true });
}"""
LONGEST_LINE = 1700
"""Milliseconds that the longest line of news stays."""

NOT_DRAWN = """() => [...document.querySelectorAll("svg, svg *")].filter((one) => !(one instanceof SVGElement)).map((one) => one.outerHTML)"""
MOVE_THE_PICTURES = """async () => {
  const page = new DOMParser().parseFromString(document.getElementById("table").outerHTML, "text/html");
  for (const picture of page.querySelectorAll("svg:has([id])")) {
    const frame = page.createElement("figure");
    picture.replaceWith(frame);
    frame.append(picture);
  }
  const text = page.getElementById("table").outerHTML;
  await htmx.swap({ sourceElement: document.getElementById("live"), target: "#table", swap: "outerMorph", text, transition: false });
  return document.querySelectorAll("#table figure > svg").length;
}"""
ALL_SHOWN = """() => {
  const lines = [...document.querySelectorAll("#news li")];
  return lines.length > 1 && lines.every((line) => line.checkVisibility());
}"""


def open_game(page: Page, game: str) -> None:
    """From the first seat, against bots."""
    page.goto(f"/new/{game}")
    page.locator("form.new-form button.go").click()
    page.locator("#status[data-turn=yes]").wait_for(state="attached")
    page.locator("body[data-live=on]").wait_for(state="attached")


def put(page: Page, *areas: str) -> None:
    for area in areas:
        made = choices_made(page)
        page.locator(f"#area-{area} .spot").dispatch_event("click")
        wait_for_the_next(page, made)


def end_a_turn_of_shinobi(page: Page) -> None:
    """Gives orders until the bots have had their turns and the own one has come again."""
    open_game(page, "shinobi")
    turn = page.locator("#choice input[name=turn]").input_value()
    while page.locator("#choice input[name=turn]").input_value() == turn:
        made = choices_made(page)
        type_a_choice(page)
        wait_for_the_next(page, made)
    page.locator("#status[data-turn=yes]").wait_for(state="attached")


def come_back(page: Page) -> None:
    """As one who has not looked since: everything since the last choice is still to be told. The clock stands still."""
    page.evaluate("sessionStorage.clear()")
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.reload()
    page.locator("body[data-telling]").wait_for(state="attached")


def test_the_moves_of_bots_are_told_one_by_one_and_can_be_skipped(visit: Open) -> None:
    page = visit(motion="no-preference")
    end_a_turn_of_shinobi(page)
    come_back(page)
    first = page.locator("#news .now").get_attribute("id")
    expect(page.locator("#news li:visible")).to_have_count(1)
    page.clock.run_for(LONGEST_LINE)
    page.locator(f"#news .now:not(#{first})").wait_for()
    expect(page.locator("[data-skip]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-skip]")).to_be_hidden()
    expect(page.locator("#news li:visible")).to_have_count(1)
    expect(page.locator("#news li:last-child")).to_be_visible()
    page.locator("label[for=all-news]").click()
    expect(page.locator("#news li:visible")).to_have_count(page.locator("#news li").count())


ROOM_BESIDE = """label => {
  label.lastChild.textContent = "15";
  const words = document.createRange();
  words.selectNode(label.lastChild);
  const sign = label.querySelector("svg").getBoundingClientRect();
  const own = label.getBoundingClientRect();
  return Math.min(sign.left - own.left, own.right - words.getBoundingClientRect().right);
}"""


def test_the_list_of_news_closes_like_a_menu_and_its_button_holds_two_digits(visit: Open) -> None:
    page = visit(motion="no-preference")
    end_a_turn_of_shinobi(page)
    page.keyboard.press("Escape")
    lines, switch = page.locator("#news li"), page.locator("label[for=all-news]")
    ways: list[Callable[[], None]] = [
        lambda: page.keyboard.press("Escape"),
        lambda: page.mouse.click(700, 8),
        lambda: switch.click(),
    ]
    for close in ways:
        switch.click()
        expect(page.locator("#news li:visible")).to_have_count(lines.count())
        lines.first.click()
        expect(page.locator("#news li:visible")).to_have_count(lines.count())
        close()
        expect(page.locator("#news li:visible")).to_have_count(1)
    assert switch.evaluate(ROOM_BESIDE) >= 6


def test_what_was_told_is_not_told_again_after_a_reload(visit: Open) -> None:
    page = visit(motion="no-preference")
    end_a_turn_of_shinobi(page)
    come_back(page)
    page.keyboard.press("Escape")
    page.reload()
    page.locator("body[data-live=on]").wait_for(state="attached")
    assert page.locator("body[data-telling]").count() == 0


def test_reduced_motion_tells_everything_at_once_and_nothing_flies(visit: Open) -> None:
    page = visit()
    open_game(page, "seven-ronin")
    page.evaluate(COUNT_FLIGHTS)
    put(page, "well", "field-3")
    made = choices_made(page)
    page.get_by_role("button", name="Seal the plan").click()
    wait_for_the_next(page, made)
    page.wait_for_function(ALL_SHOWN)
    assert page.locator("body[data-telling]").count() == 0
    assert page.evaluate("window.flown") == 0


def test_without_scripts_the_news_are_a_plain_list(visit: Open) -> None:
    page = visit(java_script_enabled=False)
    page.goto("/")
    page.locator("#samurai-spirit form button").click()
    page.wait_for_url("**/t/*", wait_until="load")
    lines = page.locator("#news li")
    assert lines.count() > 0
    expect(page.locator("#news li:visible")).to_have_count(lines.count())
    expect(page.locator("[data-skip]")).to_be_hidden()


def test_a_ninja_flies_from_the_reserves_and_any_input_ends_the_flight(visit: Open) -> None:
    page = visit(motion="no-preference")
    open_game(page, "seven-ronin")
    page.evaluate(COUNT_FLIGHTS)
    put(page, "well")
    page.wait_for_function("() => window.flown > 0")
    page.keyboard.press("Shift")
    expect(page.locator(".flights .flying")).to_have_count(0)


def test_any_marker_is_taken_back_by_mouse(visit: Open) -> None:
    page = visit(motion="no-preference")
    open_game(page, "seven-ronin")
    put(page, "well", "inn", "field-3")
    page.locator("#area-well .marker").click()
    expect(page.locator("#plan-well-0")).to_have_count(0)
    expect(page.locator("#plan-inn-0")).to_have_count(1)
    expect(page.locator("#plan-field-3-0")).to_have_count(1)


def test_any_marker_is_taken_back_by_keyboard(visit: Open) -> None:
    page = visit()
    open_game(page, "seven-ronin")
    put(page, "well", "inn")
    page.locator("#area-well .marker").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#plan-well-0")).to_have_count(0)
    expect(page.locator("#plan-inn-0")).to_have_count(1)


def test_a_ronin_is_taken_back_without_the_others(visit: Open) -> None:
    page = visit()
    page.goto("/new/seven-ronin")
    page.locator("select[name=seat-0]").select_option("bot-villager")
    page.locator("select[name=seat-1]").select_option("me")
    page.locator("form.new-form button.go").click()
    page.locator("body[data-live=on]").wait_for(state="attached")
    for _ in range(2):
        made = choices_made(page)
        type_a_choice(page)
        wait_for_the_next(page, made)
    placed = page.locator(".token").evaluate_all("all => all.map(one => one.id)")
    assert len(placed) == 2
    page.locator(".aim .marker").first.click()
    expect(page.locator(f"#{placed[0]}")).to_have_count(0)
    expect(page.locator(f"#{placed[1]}")).to_have_count(1)


def test_the_focus_stays_at_its_place_after_a_choice(visit: Open) -> None:
    page = visit()
    open_game(page, "seven-ronin")
    made = choices_made(page)
    page.locator("#area-field-3 .spot").focus()
    page.keyboard.press("Enter")
    wait_for_the_next(page, made)
    page.wait_for_function("() => document.activeElement.closest('.place')?.id === 'area-field-3'")


def test_whoever_plays_by_keys_sees_them_on_the_board(visit: Open) -> None:
    page = visit()
    open_game(page, "seven-ronin")
    assert page.locator(".play [data-hint]").count() == 0
    page.keyboard.press("Tab")
    key = page.wait_for_function("() => document.querySelector('#area-well .spot').dataset.hint").json_value()
    made = choices_made(page)
    page.keyboard.press(str(key).lower())
    wait_for_the_next(page, made)
    expect(page.locator("#plan-well-0")).to_have_count(1)


def test_the_title_and_the_icon_say_whose_turn_it_is(visit: Open) -> None:
    page = visit()
    open_game(page, "seven-ronin")
    expect(page).to_have_title("Your turn · 7 Ronin")
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile(r"/brand-turn\.svg$"))


@pytest.mark.parametrize("game", ["seven-ronin", "samurai-spirit"])
def test_a_picture_drawn_at_another_place_is_still_a_picture(visit: Open, game: str) -> None:
    """The morph builds anew what holds pieces it knows; what it builds inside a picture must be drawn as one."""
    page = visit()
    open_game(page, game)
    assert page.evaluate(MOVE_THE_PICTURES) > 0
    assert page.evaluate(NOT_DRAWN) == []


@pytest.mark.parametrize("how", ["hover", "focus", "click"])
def test_a_place_that_is_not_allowed_says_why_and_by_which_rule(visit: Open, how: str) -> None:
    page = visit()
    open_game(page, "seven-ronin")
    put(page, "well")
    place = page.locator("#area-well [data-why]")
    if how == "focus":
        page.keyboard.press("Tab")
    getattr(place, how)()
    note = page.locator(".why-note")
    expect(note).to_contain_text("Well")
    expect(note.get_by_role("link", name="RON-P2")).to_have_attribute("href", "/rules/seven-ronin#RON-P2")
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    assert choices_made(page) == "1"


def test_a_line_of_the_log_leads_to_its_moment_and_back(visit: Open) -> None:
    page = visit()
    open_game(page, "seven-ronin")
    put(page, "well", "inn")
    page.locator("ol.log a", has_text="Well").first.click()
    expect(page.locator("#prompt .what")).to_contain_text("Well")
    expect(page.locator("#plan-well-0")).to_have_count(1)
    expect(page.locator("#plan-inn-0")).to_have_count(0)
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator("#plan-inn-0")).to_have_count(1)
