"""The lessons in a real browser: by keyboard alone, what is lit in sight and never under the note."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_games import GAMES
from tests.browser.test_pages import WIDTHS, check
from zashiki.kernel.registry import game as find_game
from zashiki.web.lessons import lesson

LIGHT = """() => {
  const lights = document.getElementById("table").dataset.lights;
  const boxes = [...document.querySelectorAll(`.play ${lights}`)].map((one) => one.getBoundingClientRect())
    .filter((box) => box.width && box.height);
  const paper = [document.getElementById("note"), document.getElementById("bar")]
    .flatMap((one) => one ? [one.getBoundingClientRect()] : []);
  const over = (box, other) => Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1
    && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1;
  return { places: boxes.length,
    covered: boxes.filter((box) => paper.some((other) => over(box, other))).length,
    hidden: boxes.filter((box) => box.bottom <= 0 || box.top >= innerHeight).length,
    focus: document.activeElement.id };
}"""


def lit(page: Page) -> dict[str, object]:
    """What is lit, once the note has found its place."""
    page.wait_for_load_state()
    found = page.evaluate(LIGHT)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(("width", "height"), WIDTHS)
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_by_keyboard(visit: Open, pictures: Path, game: str, width: int, height: int) -> None:
    page, taught = visit(width, height), lesson(game)
    page.goto(f"/learn/{game}")
    for number, step in enumerate(taught.step, 1):
        expect(page.locator("#note-step")).to_contain_text(f"{number} of {len(taught.step)}")
        seen = lit(page)
        assert seen["focus"] == "note", "the note is read out"
        assert seen["covered"] == 0, f"{step.name}: the note lies over what is lit"
        assert seen["hidden"] == 0, f"{step.name}: what is lit is out of sight"
        assert seen["places"] or step.light[0].startswith("="), step.name
        if number in (1, len(taught.step)) or (step.ask and len(step.ask) == 1 and number % 3 == 0):
            check(page, f"learn-{game}-{number}-{width}", pictures)
            page.reload()
        if step.ask:
            button = page.locator(f"#choose-{find_game(game).action(step.ask[0])}")
            page.keyboard.type(button.get_attribute("data-key") or "")
        elif number < len(taught.step):
            page.keyboard.press("ArrowRight")


def test_a_lesson_with_the_pointer(visit: Open) -> None:
    """Pick the ronin in the list, then the place on the board; a wrong place gets an answer."""
    page = visit()
    page.goto("/learn/seven-ronin/6")
    page.locator("#area-well .spot.for-hayai").click()
    expect(page.locator("#note-refusal")).to_contain_text("Try this: Musashi to Field (3)")
    page.locator("#row-musashi label.pick, #row-musashi input.pick").first.click()
    page.locator("#area-field-3 .spot.for-musashi").click()
    expect(page.locator("#note-step")).to_contain_text("7 of")


@pytest.mark.parametrize(("language", "width", "height"), [("pl", 360, 740), ("fr", 1440, 900)])
@pytest.mark.parametrize("game", GAMES)
def test_longer_languages_fit_by_night(
    visit: Open, pictures: Path, game: str, language: str, width: int, height: int
) -> None:
    page = visit(width, height, language, color_scheme="dark")
    for number, step in enumerate(lesson(game).step, 1):
        page.goto(f"/learn/{game}/{number}")
        seen = lit(page)
        assert (seen["covered"], seen["hidden"]) == (0, 0), f"{language} {step.name}"
    check(page, f"learn-{game}-last-{language}-{width}", pictures)


def test_without_scripts_the_note_stands_above_the_prompt(visit: Open) -> None:
    page = visit(java_script_enabled=False)
    page.goto(
        "/learn/samurai-spirit/4", wait_until="networkidle"
    )  # with the letters that its words are drawn with
    note, bar = page.locator("#note").bounding_box(), page.locator("#bar").bounding_box()
    assert note is not None
    assert bar is not None
    assert note["y"] + note["height"] <= bar["y"] + 1
    page.locator("#stack-raiders button").click()
    expect(page.locator("#note-step")).to_contain_text("5 of")
