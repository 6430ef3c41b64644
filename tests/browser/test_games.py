"""Whole games of each kind through the page, by mouse and by keyboard alone."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, Position, expect

from tests.browser.conftest import Open

GAMES = ("seven-ronin", "samurai-spirit", "shinobi")
MOST_CHOICES = 1500


def wait_for_turn_or_end(page: Page) -> bool:
    """True when there is something to choose, False when the game is over."""
    page.locator("#status[data-turn=yes], #table .result").first.wait_for(state="attached")
    return page.locator("#table .result").count() == 0


def choices_made(page: Page) -> str:
    """How many choices the seat has made, once the page is live."""
    page.locator("body[data-live=on]").wait_for(state="attached")
    return page.locator("#choice input[name=made]").input_value()


def wait_for_the_next(page: Page, made: str) -> None:
    """Waits until one more choice has been made, or the game is over."""
    page.locator(f"#choice input[name=made]:not([value='{made}']), #table .result").first.wait_for(
        state="attached"
    )


def type_a_choice(page: Page, chance: Random | None = None) -> None:
    """Types the keys of the first choice, or of one by chance."""
    keys = page.eval_on_selector_all("#choice button[data-key]", "all => all.map(one => one.dataset.key)")
    page.keyboard.type(chance.choice(keys) if chance else keys[0])


def nothing_lost(page: Page) -> bool:
    """Whether all that stands in a picture is drawn: an element of HTML in there would be nothing to see."""
    return bool(
        page.evaluate("[...document.querySelectorAll('svg, svg *')].every(one => one instanceof SVGElement)")
    )


def click_one(page: Page, selector: str, chance: Random, *, whatever_lies_above: bool = False) -> bool:
    """Clicks one of what the selector finds, above its middle, where no marker stands; False if there is nothing."""
    page.mouse.move(1, 1)  # off what was clicked last: a note on why it takes no more would lie in the way
    found = page.locator(selector)
    count = found.count()
    if count:
        one = found.nth(chance.randrange(count))
        box = one.bounding_box()
        assert box is not None
        place: Position = {"x": box["width"] / 2, "y": box["height"] / 4}
        one.click(position=place, force=whatever_lies_above)
    return count > 0


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_mouse(visit: Open, game: str) -> None:
    """Real clicks on what can be seen: a piece to be picked, places on the board, else the listed choices."""
    page, chance = visit(), Random(7)
    page.goto("/")
    page.locator(f"#{game} form button").click()
    for _ in range(MOST_CHOICES):
        if not wait_for_turn_or_end(page):
            break
        made = choices_made(page)
        click_one(page, ".play label.pick:visible", chance, whatever_lies_above=True)
        if not click_one(page, ".play [data-action]:visible", chance):
            assert click_one(page, "#choice button[name=action]:visible", chance)
        wait_for_the_next(page, made)
        assert nothing_lost(page)
    expect(page.locator("#table .result")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keyboard_alone(visit: Open, game: str) -> None:
    page, chance = visit(), Random(11)
    page.goto("/")
    page.locator(f"#{game} form button").focus()
    page.keyboard.press("Enter")
    for _ in range(MOST_CHOICES):
        if not wait_for_turn_or_end(page):
            break
        made = choices_made(page)
        type_a_choice(page, chance)
        wait_for_the_next(page, made)
        assert nothing_lost(page)
    expect(page.locator("#table .result")).to_be_visible()
