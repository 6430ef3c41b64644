"""Staged moments: told step by step with the board of each step, before anything of the next decision is shown."""

from __future__ import annotations

import re
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.stage import Stage, played
from tests.browser.test_feel import open_game, put
from zashiki.kernel.timeline import Timeline
from zashiki.web.drawing.replay_steps import steps_of

LISTEN = """() => {
  window.heard = [];
  const ear = document.getElementById("ear");
  new MutationObserver(() => window.heard.push(ear.textContent)).observe(ear, { childList: true, characterData: true, subtree: true });
}"""
SEEN_WHILE_ASKED = """
  const asked = window.fetch;
  window.fetch = (address, ...more) => {
    if (String(address).includes("/story?")) window.seen = getComputedStyle(document.getElementById("play")).visibility;
    return asked(address, ...more);
  };
"""
SLOW_STORIES = """
  window.asked = window.answered = 0;
  const ask = window.fetch;
  window.fetch = async (address, ...more) => {
    if (!String(address).includes("/story?")) return ask(address, ...more);
    window.asked += 1;
    if (window.asked > 1 || window.answered) await new Promise((go) => setTimeout(go, 300));
    const answer = await ask(address, ...more);
    window.answered += 1;
    return answer;
  };
"""
AT_LAST_STEP = "(([at, all]) => at === all)(document.querySelector('.story-count').textContent.split(' / '))"
TWO_KEYS = """() => {
  window.answered = 0;
  for (let at = 0; at < 2; at += 1) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
}"""
PIECES = "play => [play.textContent, ...[...play.querySelectorAll('[id]')].map(one => one.id)]"


def seal(page: Page) -> None:
    """A plan of 7 Ronin against a bot, sealed: the reveal is told."""
    open_game(page, "seven-ronin")
    page.evaluate(LISTEN)
    put(page, "well", "inn")
    expect(page.locator("#log")).to_contain_text("The Defender has sealed the plan.")
    page.get_by_role("button", name="Seal the plan").click()
    expect(page.locator("#story")).to_be_visible()


def line(page: Page) -> str:
    return page.locator(".story-line span").inner_text().strip()


def steer(page: Page, name: str) -> None:
    page.locator(f"[data-steer={name}]").click()


def all_steps(page: Page) -> list[str]:
    """Presses the button of the next step until the story is over; gives its lines."""
    lines = [line(page)]
    while True:
        count = page.locator(".story-count").inner_text()
        steer(page, "next")
        page.wait_for_function(
            "count => !('story' in document.body.dataset) || document.querySelector('.story-count').textContent !== count",
            arg=count,
        )
        if not page.evaluate("'story' in document.body.dataset"):
            return lines
        lines.append(line(page))


def test_a_reveal_is_told_step_by_step_before_the_next_decision_is_shown(visit: Open) -> None:
    page = visit(stories=True)
    seal(page)
    asked = page.locator("#what").inner_text
    before = page.locator("#what").text_content()
    expect(page.locator("#prompt")).to_be_hidden()
    expect(page.locator("#choice")).to_be_hidden()
    assert line(page).startswith("Reveal: 2 new ninja")
    expect(page.locator(".tokens .token")).to_have_count(7)
    expect(page.locator("#rounds .past, .rounds .past")).to_have_count(0)
    page.wait_for_timeout(700)  # the bot has long answered: its answer waits
    assert page.locator("#what").text_content() == before
    assert page.locator(".play [data-action]").count() == 0
    lines = all_steps(page)
    expect(page.locator("#prompt")).to_be_visible()
    page.wait_for_function("before => document.getElementById('what').textContent !== before", arg=before)
    assert asked()
    heard = [text for text in page.evaluate("window.heard") if text]
    assert [text for text in heard if text in lines] == lines
    assert len(set(lines)) == len(lines)


def test_a_card_that_was_opened_on_the_board_does_not_disturb_a_story(visit: Open) -> None:
    """Its place is a style that no page may bring along; the browser would complain, and the test fail."""
    page = visit(stories=True)
    open_game(page, "seven-ronin")
    put(page, "well", "inn")
    page.locator(".play .about").first.click()
    expect(page.locator(".play [popover]:popover-open[style]")).to_be_visible()
    page.keyboard.press("Escape")
    assert page.locator(".play [style]").count()
    page.get_by_role("button", name="Seal the plan").click()
    expect(page.locator("#story")).to_be_visible()
    assert len(all_steps(page)) > 1


def test_a_story_goes_back_one_step_with_its_board(visit: Open) -> None:
    page = visit(stories=True)
    seal(page)
    first, board = line(page), page.locator("#play").evaluate(PIECES)
    steer(page, "next")
    page.wait_for_function("() => document.querySelector('.story-count').textContent.startsWith('2')")
    second = line(page)
    assert second != first
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => document.querySelector('.story-count').textContent.startsWith('1')")
    assert line(page) == first
    assert page.locator("#play").evaluate(PIECES) == board
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.story-count').textContent.startsWith('2')")
    assert line(page) == second


def test_who_hurries_at_the_last_step_is_told_what_comes_after_it_once(visit: Open) -> None:
    """Two keys while the steps that came meanwhile are on their way."""
    page = visit(stories=True)
    page.add_init_script(SLOW_STORIES)
    seal(page)
    page.wait_for_timeout(700)  # the bot has answered, mostly with something that is told too
    while not page.evaluate(AT_LAST_STEP):
        count = page.locator(".story-count").inner_text()
        steer(page, "next")
        expect(page.locator(".story-count")).not_to_have_text(count)
    page.evaluate("window.asked = 0")
    page.evaluate(TWO_KEYS)
    page.wait_for_function(
        "() => window.answered === window.asked && (window.asked || !('story' in document.body.dataset))"
    )
    assert page.evaluate("window.asked") <= 1


def test_a_skipped_story_leaves_the_table_as_it_is_now(visit: Open) -> None:
    page = visit(stories=True)
    seal(page)
    while page.locator("body[data-story]").count():
        page.keyboard.press("Escape")  # the bot goes on, and what it does is a story again
        page.locator("body[data-story], #status[data-turn=yes]").first.wait_for(state="attached")
    expect(page.locator("#choice")).to_be_visible()
    expect(page.locator("#play")).not_to_contain_text("Planning behind the screen")  # the bot seals its plan
    shown = page.locator("#play").evaluate("play => play.textContent")
    page.reload()
    page.locator("body[data-live=on]").wait_for(state="attached")
    assert page.locator("#play").evaluate("play => play.textContent") == shown
    assert page.locator("body[data-story]").count() == 0


def test_a_story_that_a_reload_breaks_off_is_told_on(visit: Open) -> None:
    page = visit(stories=True)
    seal(page)
    first = line(page)
    page.reload()
    expect(page.locator("#story")).to_be_visible()
    assert line(page) != first
    all_steps(page)
    expect(page.locator("#prompt")).to_be_visible()


def test_after_a_reload_the_later_board_waits_until_the_story_is_told(visit: Open) -> None:
    page = visit(stories=True)
    seal(page)
    page.add_init_script(SEEN_WHILE_ASKED)
    page.reload()
    expect(page.locator("#story")).to_be_visible()
    assert page.evaluate("window.seen") == "hidden"
    expect(page.locator("#play")).to_be_visible()


def test_stories_are_switched_off_for_good(visit: Open) -> None:
    page = visit(stories=True)
    seal(page)
    steer(page, "off")
    expect(page.locator("#story")).to_be_hidden()
    page.wait_for_function(
        "() => document.querySelector('button[name=stories]').getAttribute('aria-pressed') === 'false'"
    )
    page.reload()
    page.locator("body[data-live=on][data-stories=off]").wait_for(state="attached")
    expect(page.locator("#prompt")).to_be_visible()


def test_a_story_plays_by_itself_at_the_speed_that_was_chosen_last(visit: Open) -> None:
    page = visit(stories=True, motion="no-preference")
    seal(page)
    expect(page.locator("[data-steer=pause]")).to_be_visible()
    for speed in ("2×", "4×"):
        steer(page, "speed")
        expect(page.locator("[data-steer=speed] b")).to_have_text(speed)
    expect(page.locator("#story")).to_be_hidden()
    expect(page.locator("#prompt")).to_be_visible()
    assert page.evaluate("localStorage.getItem('story-speed')") == "4"


def test_a_paused_story_waits(visit: Open) -> None:
    page = visit(stories=True, motion="no-preference")
    seal(page)
    steer(page, "pause")
    page.clock.install()
    page.clock.run_for(60_000)
    expect(page.locator("#story")).to_be_visible()
    expect(page.locator("[data-steer=pause]")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(
    ("game", "event"), [("samurai-spirit", "sam.event.round-over"), ("shinobi", "shi.story.clan")]
)
def test_the_end_of_a_round_and_of_a_game_is_told_before_anything_else(
    visit: Open, stage: Stage, game: str, event: str
) -> None:
    page = visit(stories=True)
    table, action = stage.before(game, event)
    stage.enter(page)
    page.goto(f"/t/{table}")
    page.locator("body[data-live=on]").wait_for(state="attached")
    page.locator(f"#choose-{action}").evaluate("button => button.click()")
    page.locator("body[data-story]").wait_for(state="attached")
    expect(page.locator("#choice")).to_be_hidden()
    expect(page.locator("#table .result")).to_have_count(0)
    assert all(all_steps(page))
    page.locator("#status[data-turn=yes], #table .result").first.wait_for(state="attached")


SAY_THE_LAST = """last => {
  document.querySelector("#story .more").hidden = last;
  document.querySelector("#story .done").hidden = !last;
}"""


@pytest.mark.parametrize(
    ("language", "seals"), [("en-GB", "Seal the plan"), ("pl-PL", "Zatwierdź plan"), ("fr-FR", "Sceller")]
)
def test_the_bar_of_a_story_fits_a_phone(visit: Open, language: str, seals: str) -> None:
    page = visit(360, 740, stories=True, language=language, has_touch=True, motion="no-preference")
    page.goto("/new/seven-ronin")
    page.locator("form.new-form button.go").click()
    page.locator("body[data-live=on]").wait_for(state="attached")
    put(page, "well", "inn")
    page.get_by_role("button", name=seals).click()
    expect(page.locator("#story")).to_be_visible()
    steer(page, "pause")
    for asked in ("#what", "#choice", "#prompt .row"):
        expect(page.locator(asked)).to_be_hidden()
    for width, last in product((360, 320), (False, True)):
        page.set_viewport_size({"width": width, "height": 740})
        page.evaluate(SAY_THE_LAST, last)
        for button in page.locator(".story-steer .button:visible").all():
            box = button.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert min(box["width"], box["height"]) > 39.9  # a button moves back from where it was pressed
            assert button.evaluate("one => one.scrollWidth <= one.clientWidth + 1")


def test_a_replay_plays_by_itself_and_tells_its_staged_steps(visit: Open, stage: Stage) -> None:
    page = visit(stories=True, motion="no-preference")
    reveal = played("seven-ronin")[1]["abilities"][0]
    steps = steps_of(Timeline(played("seven-ronin")[0].copy()), each=False)
    before = next(stop for stop in steps.stops if steps.is_staged(stop, steps.forward(stop) or 0))
    assert before < reveal
    page.goto(f"/g/{stage.replay('seven-ronin')}/{before}")
    page.evaluate("localStorage.setItem('story-speed', '4')")
    page.reload()
    page.locator("[data-autoplay]").click()
    expect(page.locator("#story")).to_be_visible()
    expect(page.locator(".replay-steps")).to_be_hidden()
    page.wait_for_url(re.compile(rf"/{steps.forward(before)}$"))
    expect(page.locator("[data-autoplay]")).to_have_attribute("aria-pressed", "true")
    page.wait_for_url(re.compile(rf"/{steps.forward(steps.forward(before) or 0)}$"))
    page.keyboard.press("Escape")
