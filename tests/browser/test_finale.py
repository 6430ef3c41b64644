"""The end of a game fills the board: all of it is in sight at every size, and the board can be looked at beneath."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.stage import Stage
from tests.browser.test_games import GAMES

SIZES = ((1440, 900), (1366, 768), (1024, 768), (360, 740))
OUT_OF_SIGHT = """() => [...document.querySelectorAll("#what, .finale-scene, .finale-story li, .next-steps .button")].filter((one) => {
  const { top, left, bottom, right } = one.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth || !one.closest(".bar").contains(document.elementFromPoint(x, y));
}).map((one) => one.textContent.trim())"""


@pytest.mark.parametrize("game", GAMES)
def test_the_end_is_in_sight_without_scrolling_at_every_size(visit: Open, stage: Stage, game: str) -> None:
    table = stage.result(game)
    page = visit(language="fr-FR")
    stage.enter(page)
    page.goto(f"/t/{table}")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".finale")).to_be_visible()
        assert page.locator(".next-steps .button").count() == 5
        assert page.evaluate(OUT_OF_SIGHT) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_board_can_be_looked_at_beneath_the_end(visit: Open, stage: Stage) -> None:
    table = stage.result("shinobi")
    page = visit()
    stage.enter(page)
    page.goto(f"/t/{table}")
    page.locator("#see-board").focus()
    page.keyboard.press("Space")
    expect(page.locator(".finale")).to_be_hidden()
    expect(page.locator(".next-steps .button.go")).to_be_visible()
    assert page.evaluate("document.elementFromPoint(innerWidth / 2, innerHeight / 3).closest('.bar')") is None
    page.locator("label[for=see-board]").click()
    expect(page.locator(".finale")).to_be_visible()


OUT_OF_THE_BAR = """() => {
  const bar = document.querySelector("#bar").getBoundingClientRect();
  return [...document.querySelectorAll(".next-steps .button")].filter((one) => {
    const { top, left, bottom, right } = one.getBoundingClientRect();
    return top < bar.top || left < 0 || bottom > Math.min(bar.bottom, innerHeight) || right > innerWidth;
  }).map((one) => one.textContent.trim());
}"""


@pytest.mark.parametrize("language", ["en-GB", "pl-PL", "fr-FR"])
@pytest.mark.parametrize("game", GAMES)
def test_the_next_steps_lie_in_the_bar_while_the_board_is_looked_at(
    visit: Open, stage: Stage, game: str, language: str
) -> None:
    table = stage.result(game)
    page = visit(language=language)
    stage.enter(page)
    page.goto(f"/t/{table}")
    page.locator("label[for=see-board]").click()
    for width, height in (*SIZES, (900, 700), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OUT_OF_THE_BAR) == [], f"{width}x{height}"
