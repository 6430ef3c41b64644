"""What axe does not see: announcements, colours of the reader's own, a page at 400 %, a game played by saying labels."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.stage import Stage
from tests.browser.test_feel import open_game
from tests.browser.test_games import GAMES, choices_made, wait_for_the_next, wait_for_turn_or_end
from tests.browser.test_story import all_steps, seal, steer

AT_400_PERCENT = (320, 256)
"""A window of 1280 x 1024 at 400 %, in CSS pixels."""
MOST_SAID = 400

LISTEN_TO_ALL = """() => {
  window.announced = [];
  const loud = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]";
  const changed = (node) => {
    const region = (node.nodeType === 1 ? node : node.parentElement)?.closest(loud);
    const text = region?.checkVisibility() ? region.textContent.replace(/\\s+/g, " ").trim() : "";
    if (text && window.announced.at(-1) !== text) window.announced.push(text);
  };
  const watcher = new MutationObserver((changes) => changes.forEach(({ target }) => changed(target)));
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
OLD_STYLE = """() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) {
    const style = getComputedStyle(text.parentElement);
    const lining = style.fontVariantNumeric.includes("lining-nums") || style.fontFeatureSettings.includes("lnum");
    if (/[0-9]/.test(text.data) && style.fontFamily.startsWith("Alegreya") && !lining) found.push(text.data);
  }
  return found;
}"""
COVERED = """() => {
  const stays = [...document.querySelectorAll("body *")].filter((one) => ["sticky", "fixed"].includes(getComputedStyle(one).position));
  const boxes = stays.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
  return Math.max(0, ...boxes.map(({ width, height }) => (width * height) / (innerWidth * innerHeight)));
}"""
CAN_BE_SAID = """() => [...document.querySelectorAll("#choice button")].map((button) => {
  const copy = button.cloneNode(true);
  for (const one of copy.querySelectorAll("[aria-hidden=true], .key, .unseen")) one.remove();
  return copy.textContent.replace(/\\s+/g, " ").trim();
})"""


def at_table(page: Page, stage: Stage, game: str, kind: str) -> None:
    table = stage.tables(game)[kind]
    stage.enter(page)
    page.goto(f"/t/{table}")
    page.locator("body[data-live=on]").wait_for(state="attached")


def test_a_story_is_announced_step_by_step_in_order_and_nothing_twice(visit: Open) -> None:
    page = visit(stories=True)
    seal(page)
    page.evaluate(LISTEN_TO_ALL)
    told = all_steps(page)[1:]
    expect(page.locator("#prompt")).to_be_visible()
    announced = page.evaluate("window.announced")
    assert [text for text in announced if text in told] == told
    assert len(told) == len(set(told)) > 1


def test_what_is_left_of_a_skipped_story_is_announced_once(visit: Open) -> None:
    page = visit(stories=True)
    seal(page)
    page.evaluate(LISTEN_TO_ALL)
    steer(page, "skip")
    page.locator("body:not([data-story])").wait_for(state="attached")
    announced = page.evaluate("window.announced")
    assert announced
    assert len(announced) == len(set(announced))


@pytest.mark.parametrize(("game", "kind"), [("seven-ronin", "attack-more"), ("shinobi", "third-order")])
def test_with_colours_of_the_reader_s_own_only_legal_places_have_a_frame(
    visit: Open, stage: Stage, game: str, kind: str
) -> None:
    page = visit(forced_colors="active")
    at_table(page, stage, game, kind)
    edges = "all => all.filter(one => one.checkVisibility()).map(one => getComputedStyle(one).borderTopStyle)"
    assert set(page.locator("#play .why").evaluate_all(edges)) == {"none"}
    assert set(page.locator("#play .spot").evaluate_all(edges)) == {"dashed"}
    now = page.locator(".steps .now").evaluate("one => getComputedStyle(one).backgroundColor")
    other = page.locator(".steps li:not(.now)").first.evaluate("one => getComputedStyle(one).backgroundColor")
    assert now != other


@pytest.mark.parametrize("game", GAMES)
def test_at_400_percent_all_is_read_by_scrolling_down_and_nothing_stays_in_the_way(
    visit: Open, stage: Stage, game: str
) -> None:
    page = visit(*AT_400_PERCENT)
    table, replay = next(iter(stage.tables(game).values())), stage.replay(game)
    stage.enter(page)
    for place in (f"/t/{table}", f"/g/{replay}/60", f"/learn/{game}/1", f"/rules/{game}", "/"):
        page.goto(place)
        assert page.evaluate("document.documentElement.scrollWidth") == AT_400_PERCENT[0], place
        assert page.evaluate(COVERED) < 0.5, place
        assert page.evaluate(OLD_STYLE) == [], place


def test_a_whole_game_by_saying_what_stands_on_the_buttons(visit: Open) -> None:
    """As with voice control: each choice is named by the words that can be read, and no other control answers to them."""
    page, chance = visit(), Random(3)
    open_game(page, "shinobi")
    said = 0
    while wait_for_turn_or_end(page):
        made = choices_made(page)
        folded = page.get_by_role("checkbox", name="Possible moves")
        if folded.count():
            folded.check(force=True)
        label = chance.choice(page.evaluate(CAN_BE_SAID))
        answering = page.get_by_role("button", name=label)
        actions = set(answering.evaluate_all("all => all.map(one => one.value)"))
        assert len(actions) == 1, label
        answering.last.click()
        wait_for_the_next(page, made)
        said += 1
        assert said < MOST_SAID
    assert said > 10
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
