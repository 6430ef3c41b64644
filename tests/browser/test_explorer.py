"""The explorer, the puzzles and the figures of who wins in the browser: by keyboard, on a phone and on a wide screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open, quiet_server
from tests.browser.stage import Stage
from tests.browser.test_games import GAMES
from tests.browser.test_pages import check, dressed
from tests.web.test_explorer import wait_for
from tests.web.visitor import Server
from zashiki.kernel.registry import game as find_game
from zashiki.study.puzzles import puzzles_kept

LOOKS = [("pl", 360, "dark"), ("en", 1440, "light")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own: the explorer shows the games that other tests have ended, too."""
    with quiet_server(tmp_path_factory.mktemp("explorer")) as running:
        yield running


@pytest.fixture(scope="module")
def stage(server: Server) -> Stage:
    return Stage(server)


def press(page: Page, selector: str, address: str) -> None:
    """Goes where a link or a button leads, by the keyboard."""
    page.locator(selector).first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(address), wait_until="load")


@pytest.mark.parametrize(("language", "width", "theme"), LOOKS)
def test_the_explorer_by_keyboard(
    visit: Open, stage: Stage, pictures: Path, language: str, width: int, theme: str
) -> None:
    replay, label = stage.replay("seven-ronin"), f"{language}-{width}-{theme}"
    wait_for(stage.person, replay)
    page = dressed(visit, language, width, theme)
    stage.enter(page)
    page.goto(f"/g/{replay}/0")
    press(page, "a[href^='/explore?at=']", r"/explore\?at=")
    expect(page.locator(".explorer tbody .range").first).to_be_visible()
    check(page, f"explorer-position-{label}", pictures)
    page.locator(".explorer-search summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#f-side")).to_be_visible()
    page.locator("#f-side").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#f-side")).to_have_value("0")
    press(page, ".explorer-go button", r"side=0")
    expect(page.locator(".explorer tbody tr")).to_have_count(2)
    page.goto("/explore?game=seven-ronin&side=0")
    check(page, f"explorer-plans-{label}", pictures)
    press(page, ".explorer tbody th a", r"plan=ninja")
    press(page, ".explorer .tables a", rf"/g/{replay}/0")
    page.goto("/explore")
    check(page, f"explorer-{label}", pictures)
    page.locator("#f-player").fill("Nobody")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/explore\?player=Nobody$"), wait_until="load")
    expect(page.locator(".explorer .tables")).to_have_count(0)
    check(page, f"explorer-nothing-{label}", pictures)


def test_a_puzzle_is_solved_by_keyboard(visit: Open, pictures: Path) -> None:
    puzzle = puzzles_kept("samurai-spirit").puzzles[0]
    page = dressed(visit, "pl", 360, "dark")
    page.goto("/puzzles")
    check(page, "puzzles-pl-360-dark", pictures)
    address = f"/puzzles/samurai-spirit/{puzzle.name}"
    press(page, f"a[href='{address}']", address)
    check(page, "puzzle-pl-360-dark", pictures)
    best = find_game("samurai-spirit").action(puzzle.best)
    press(page, f"button[name=action][value='{best}']", rf"action={best}$")
    expect(page.locator(".puzzle-right")).to_be_visible()
    check(page, "puzzle-solved-pl-360-dark", pictures)


IN_SIGHT = """one => {
  const { top, bottom, left, right } = one.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight && one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}"""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("width", "height"), [(360, 740), (1440, 900)])
def test_what_a_puzzle_asks_and_says_is_seen_without_scrolling(
    visit: Open, game: str, width: int, height: int
) -> None:
    puzzle = puzzles_kept(game).puzzles[0]
    page = visit(width, height, language="fr-FR", java_script_enabled=False)
    best, address = find_game(game).action(puzzle.best), f"/puzzles/{game}/{puzzle.name}"
    other = next(action for name, _ in puzzle.values if (action := find_game(game).action(name)) != best)
    for query, said in (("", ""), (f"?action={other}", ".refusal"), (f"?action={best}", ".puzzle-right")):
        page.goto(address + query)
        for one in filter(None, ("#what", said)):
            assert page.locator(one).evaluate(IN_SIGHT), one
        page.mouse.wheel(0, 5000)
        page.wait_for_timeout(100)
        assert page.locator("#what").evaluate(IN_SIGHT)


def test_who_wins_is_reached_by_keyboard_and_numbers_are_those_of_the_language(
    visit: Open, pictures: Path
) -> None:
    page = dressed(visit, "pl", 360, "dark")
    page.goto("/rules/samurai-spirit")
    press(page, "a[href='/rules/samurai-spirit/balance']", "/balance$")
    check(page, "balance-pl-360-dark", pictures)
    expect(page.locator(".balance > p").first).to_contain_text(re.compile(r"\d\u00a0\d{3} gier"))
