"""What a visitor does around the games: switches, links to copy, files to drop, talk; browsers that forbid some of it."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.stage import Stage, played
from tests.browser.test_feel import put
from tests.browser.test_games import GAMES, choices_made, type_a_choice, wait_for_the_next
from tests.browser.test_pages import reach
from tests.web.visitor import Server

DROP = """(text) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], "game.zashiki"));
  document.querySelector("h1").dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }));
}"""
KEEPS_NOTHING = """for (const shelf of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, shelf, { get() { throw new DOMException("denied", "SecurityError"); } });"""
ONLY_SEEMS_TO_NOTIFY = """
  window.tried = 0;
  window.Notification = class {
    static permission = "granted";
    constructor() { window.tried += 1; throw new TypeError("Illegal constructor"); }
  };
  Object.defineProperty(document, "hidden", { get: () => true });"""


def switch_language(page: Page, language: str) -> None:
    page.locator("details.menu summary").first.click()
    page.locator(f"button[name=lang][value={language}]").click()
    expect(page.locator("html")).to_have_attribute("lang", language)


def sit_down(page: Page, game: str = "seven-ronin") -> None:
    page.goto("/")
    page.locator(f"#{game} form button").click()
    page.locator("body[data-live=on]").wait_for(state="attached")


def test_the_language_switch_keeps_the_moment_of_a_replay(visit: Open, stage: Stage) -> None:
    page = visit()
    page.goto(f"/g/{stage.replay('shinobi')}/0?as=1")
    for number in (1, 2):
        page.keyboard.press("ArrowRight")
        reach(page, number)
    switch_language(page, "fr")
    expect(page).to_have_url(re.compile(r"/2\?as=1$"))


def test_the_language_switch_keeps_the_place_in_the_rulebook(visit: Open) -> None:
    page = visit()
    page.goto("/rules/shinobi#SHI-O3")
    switch_language(page, "pl")
    expect(page).to_have_url(re.compile(r"/rules/shinobi#SHI-O3$"))


def test_a_record_dropped_anywhere_on_the_home_page_is_opened(visit: Open) -> None:
    page = visit()
    page.goto("/")
    page.evaluate(DROP, played("shinobi")[0].write())
    page.wait_for_url(re.compile(r"/g/\w+/0$"))
    expect(page.locator("#replay")).to_be_visible()


@pytest.mark.parametrize("host", ["127.0.0.1", "lan.example"])
def test_links_are_copied_with_and_without_a_certificate(visit: Open, server: Server, host: str) -> None:
    page = visit(address=f"http://{host}:{urlsplit(server.address).port}")
    sit_down(page)
    page.goto(f"{urlsplit(page.url).path}/share")
    page.locator("[data-copy]").first.click()
    expect(page.locator("[data-copy]").first).to_have_text("Copied")


def test_a_line_that_came_too_fast_is_not_lost(visit: Open) -> None:
    page = visit(expects_trouble=True)
    page.goto("/new/seven-ronin")
    page.locator("select[name=seat-1]").select_option("open")
    page.locator("form.new-form button.go").click()
    page.locator("a.button.go").click()
    for number in range(1, 6):
        page.locator("#chat-text").fill(f"line {number}")
        page.locator("#chat-text").press("Enter")
        expect(page.locator("#chat-lines li")).to_have_count(number)
        expect(page.locator("#chat-text")).to_have_value("")
    page.locator("#chat-text").fill("one more")
    page.locator("#chat-text").press("Enter")
    expect(page.locator(".why-note")).to_contain_text("a little fast")
    expect(page.locator("#chat-text")).to_have_value("one more")


def test_a_browser_that_keeps_nothing_plays_on(visit: Open) -> None:
    page = visit()
    page.add_init_script(KEEPS_NOTHING)
    sit_down(page)
    made = choices_made(page)
    type_a_choice(page)
    wait_for_the_next(page, made)
    page.locator("[data-sound-menu] > summary").click()
    page.locator("[data-sound]").click()
    expect(page.locator("[data-sound]")).to_have_attribute("aria-pressed", "true")


def test_a_browser_that_only_seems_to_notify_plays_on(visit: Open) -> None:
    page = visit()
    page.add_init_script(ONLY_SEEMS_TO_NOTIFY)
    sit_down(page, "shinobi")
    while not page.evaluate("window.tried"):
        page.locator("#status[data-turn=yes]").wait_for(state="attached")
        made = choices_made(page)
        type_a_choice(page)
        wait_for_the_next(page, made)
    page.locator("#status[data-turn=yes]").wait_for(state="attached")
    made = choices_made(page)
    type_a_choice(page)
    wait_for_the_next(page, made)


def test_a_file_that_is_too_large_gets_a_page(visit: Open, tmp_path: Path) -> None:
    page, file = visit(expects_trouble=True), tmp_path / "large.zashiki"
    file.write_bytes(b"x" * 3_000_000)
    page.goto("/")
    page.locator("#record").set_input_files(file)
    page.locator(".upload button").click()
    expect(page.get_by_role("heading", name="too large")).to_be_visible()


def test_with_reduced_motion_the_screen_is_gone_at_once(visit: Open, stage: Stage) -> None:
    """The panels of the reveal do not wait for each other."""
    page = visit()
    page.goto(f"/g/{stage.replay('seven-ronin')}/{played('seven-ronin')[1]['abilities'][0]}")
    delays = page.evaluate(
        "[...document.querySelectorAll('.unveil i')].map((fold) => getComputedStyle(fold).animationDelay)"
    )
    assert delays == ["0s"] * 4


@pytest.mark.parametrize("how", ["escape", "elsewhere"])
def test_an_open_menu_closes_by_escape_and_when_something_else_is_turned_to(visit: Open, how: str) -> None:
    page = visit()
    page.goto("/")
    menu = page.locator("details.menu").first
    menu.locator("summary").click()
    expect(menu).to_have_attribute("open", "")
    if how == "escape":
        page.keyboard.press("Escape")
    else:
        page.locator("h1").click()
    expect(menu).not_to_have_attribute("open", "")


def test_with_colours_of_the_readers_own_the_current_step_stands_out(visit: Open) -> None:
    page = visit(forced_colors="active")
    sit_down(page, "samurai-spirit")
    colours = page.locator(".steps li").evaluate_all(
        "all => all.map((one) => [one.classList.contains('now'), getComputedStyle(one).backgroundColor])"
    )
    now = {colour for current, colour in colours if current}
    assert len(now) == 1
    assert now.isdisjoint(colour for current, colour in colours if not current)


CUT_OFF = """() => [...document.querySelectorAll(".seat-who select")].filter((select) => select.checkVisibility()).flatMap((select) => {
  const all = [...select.options].map((option) => option.cloneNode(true));
  const room = select.offsetWidth;
  select.style.cssText = "width: auto; position: fixed";
  const cut = all.filter((option) => {
    select.replaceChildren(option);
    return select.offsetWidth > room;
  });
  select.replaceChildren(...all);
  select.removeAttribute("style");
  return cut.map((option) => option.textContent);
})"""


@pytest.mark.parametrize("language", ["en-GB", "pl-PL", "fr-FR"])
def test_who_may_sit_at_a_new_table_is_not_cut_off(visit: Open, language: str) -> None:
    page = visit(language=language)
    for game in GAMES:
        page.goto(f"/new/{game}")
        page.locator("[data-add], .seat-card").first.wait_for()
        for width in (1440, 800, 360):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(CUT_OFF) == [], f"{game} {width}"


ROOM_FOR_WORDS = """field => {
  const { paddingLeft, paddingRight, fontWeight, fontSize, fontFamily } = getComputedStyle(field);
  const brush = document.createElement("canvas").getContext("2d");
  brush.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  return field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - brush.measureText(field.placeholder).width;
}"""


@pytest.mark.parametrize("language", ["en-GB", "pl-PL", "fr-FR"])
def test_what_may_be_asked_of_the_rules_is_not_cut_off(visit: Open, language: str) -> None:
    page = visit(language=language)
    page.goto("/rules/shinobi")
    for width in (1440, 900, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.locator("#q").evaluate(ROOM_FOR_WORDS) >= 0


def test_the_buttons_of_a_replay_take_two_lines_at_most_on_a_phone(visit: Open, stage: Stage) -> None:
    page = visit(360, 740, language="pl-PL")
    page.goto(f"/g/{stage.replay('samurai-spirit')}/40")
    buttons = page.locator("#prompt > .row > a.button")
    assert buttons.count() > 4
    assert max(buttons.evaluate_all("all => all.map(one => one.offsetHeight)")) <= 50


def test_who_passes_the_device_on_can_read_what_happened_on_a_phone(visit: Open) -> None:
    page = visit(360, 740)
    page.goto("/new/seven-ronin")
    page.locator("select[name=seat-1]").select_option("screen")
    page.locator("form.new-form button.go").click()
    page.wait_for_url("**/t/**")
    page.get_by_role("link", name="Show").first.click()
    page.locator("body[data-live=on]").wait_for(state="attached")
    put(page, "well")
    page.get_by_role("button", name="Seal the plan").click()
    expect(page.locator("#prompt > a.button")).to_be_visible()
    boxes = [page.locator(one).bounding_box() for one in ("#heard", "#what", "#prompt > a.button")]
    heard, what, onward = (box for box in boxes if box is not None)
    assert heard["width"] >= 200
    assert heard["y"] + heard["height"] <= what["y"]
    assert what["y"] + what["height"] <= onward["y"]
    assert onward["y"] + onward["height"] <= 740
