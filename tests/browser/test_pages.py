"""Every page: no sideways scrolling, nothing that axe objects to, in three languages, narrow and wide, day and night.

A picture of each is kept in build/screenshots.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.stage import Stage, played
from tests.browser.test_games import GAMES
from tests.web.test_older_rules import begin_under_older_rules
from tests.web.visitor import Server
from zashiki.kernel.timeline import Timeline
from zashiki.web.drawing.replay_steps import steps_of

WIDTHS = ((360, 740), (1440, 900))
LOOKS = [
    ("en", 1440, "light"), ("pl", 360, "light"), ("fr", 360, "dark"),
    ("en", 360, "dark"), ("pl", 1440, "dark"), ("fr", 1440, "light"),
]  # fmt: skip
"""Language, width, day or night. The first three have all of each, and so have the last three."""

FEW_LOOKS = [*LOOKS[:3], LOOKS[4]]
ALL_PAGES = os.environ.get("ZASHIKI_PAGES") == "all"
"""Every page of a game in every look; else in three of them, one page in the first three and the next in the others."""

AXE = {"resultTypes": ["violations"], "preload": False}
"""What it finds in order need not be listed; of its rules none that is on reads style sheets or media."""


def check(page: Page, name: str, pictures: Path) -> None:
    """The page does not scroll sideways and axe finds nothing wrong; its picture is kept. A page that has just been turned to is
    loaded first."""
    page.wait_for_load_state()
    page.screenshot(path=pictures / f"{name}.png", full_page=True)
    widths = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1], f"{name} scrolls sideways: {widths}"
    found = Axe().run(page, options=AXE)
    assert found.violations_count == 0, f"{name}: {found.generate_report()}"


def dressed(visit: Open, language: str, width: int, theme: str, **more: object) -> Page:
    return visit(width, dict(WIDTHS)[width], language, color_scheme=theme, **more)


def pages_of(game: str, stage: Stage) -> Iterator[tuple[str, str]]:
    """The name and the address of every page of a game."""
    for kind in ("new", "rules", "learn"):
        yield kind, f"/{kind}/{game}"
    for kind, table in stage.tables(game).items():
        yield f"table-{kind}", f"/t/{table}"
    any_table = next(iter(stage.tables(game).values()))
    yield "why", f"/t/{any_table}/why"
    yield "moment", f"/t/{any_table}/moment/3"
    yield "result", f"/t/{stage.result(game)}"
    length, replay = len(played(game)[0].entries), stage.replay(game)
    yield "replay", f"/g/{replay}/{length // 2}"
    yield "replay-all-open", f"/g/{replay}/{played(game)[1][ALL_OPEN_AT[game]][0]}?as=all"
    yield "replay-end", f"/g/{replay}/{length}?as=1"


ALL_OPEN_AT = {"seven-ronin": "attack-more", "samurai-spirit": "action", "shinobi": "second-order"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("language", "width", "theme"), LOOKS)
def test_pages_of_a_game(
    visit: Open, stage: Stage, pictures: Path, game: str, language: str, width: int, theme: str
) -> None:
    page, half = dressed(visit, language, width, theme), LOOKS.index((language, width, theme)) // 3
    for number, (name, address) in enumerate(pages_of(game, stage)):
        if number % 2 != half and not ALL_PAGES:
            continue
        stage.enter(page)
        page.goto(address)
        expect(page.locator("html")).to_have_attribute("lang", language)
        check(page, f"{game}-{name}-{language}-{width}-{theme}", pictures)


@pytest.mark.parametrize(("language", "width", "theme"), FEW_LOOKS)
def test_pages_around_the_games(
    visit: Open, stage: Stage, pictures: Path, language: str, width: int, theme: str
) -> None:
    page, label = dressed(visit, language, width, theme), f"{language}-{width}-{theme}"
    page.goto("/")
    check(page, f"home-first-{label}", pictures)
    page.goto("/invite")
    check(page, f"invite-{label}", pictures)
    page.goto("/new/seven-ronin")
    page.locator("#name").fill("Ann")
    page.locator("select[name=seat-1]").select_option("open")
    page.locator("form.new-form button.go").click()
    page.wait_for_url("**/share")
    check(page, f"share-{label}", pictures)
    page.locator("form[action$='/seat-link'] button").click()
    expect(page.locator("input.share-address[value*='/seat/']")).to_be_visible()
    addresses = [urlsplit(one.input_value()).path for one in page.locator("input.share-address").all()]
    guest = dressed(visit, language, width, theme)
    for name, path in (("join", addresses[0]), ("seat", addresses[-1])):
        guest.goto(path)
        check(guest, f"{name}-{label}", pictures)
    page.locator("a.button.go").click()
    page.locator("#chat-text").fill("Good evening! Dzień dobry, bonjour.")
    page.locator("#chat-form button").click()
    expect(page.locator("#chat-lines")).to_contain_text("Dzień dobry")
    check(page, f"table-with-talk-{label}", pictures)
    page.locator(".table-extras a[href$='/leave']").click()
    page.wait_for_url("**/leave")
    check(page, f"leave-{label}", pictures)
    page.goto("/new/shinobi")
    for seat in range(1, 4):
        page.locator(f"select[name=seat-{seat}]").select_option("screen")
    page.locator("form.new-form button.go").click()
    page.wait_for_url("**/t/**")
    check(page, f"pass-{label}", pictures)
    for game in GAMES:
        stage.tables(game)
        stage.result(game)
    stage.enter(page)
    page.goto("/")
    check(page, f"home-{label}", pictures)


@pytest.mark.parametrize(("language", "width", "theme"), FEW_LOOKS)
def test_pages_that_say_what_went_wrong(
    visit: Open, stage: Stage, pictures: Path, language: str, width: int, theme: str
) -> None:
    page = dressed(visit, language, width, theme, expects_trouble=True)
    running = next(iter(stage.tables("seven-ronin").values()))
    for name, address, status in (
        ("no-page", "/nothing", 404),
        ("no-table", "/t/nothing", 404),
        ("not-your-seat", f"/t/{running}?as=1", 403),
        ("running", f"/g/{running}/0", 403),
        ("method", f"/t/{running}/choose", 405),
    ):
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == status
        check(page, f"message-{name}-{language}-{width}-{theme}", pictures)


@pytest.mark.parametrize(("language", "width", "theme"), LOOKS[1:3])
def test_the_page_of_a_table_begun_under_older_rules(
    visit: Open, pictures: Path, tmp_path: Path, language: str, width: int, theme: str
) -> None:
    with Server(tmp_path / "data") as server:
        page = dressed(visit, language, width, theme, address=server.address, expects_trouble=True)
        page.goto("/")
        page.locator("#shinobi form button").click()
        page.wait_for_url("**/t/*")
        path = urlsplit(page.url).path
        begin_under_older_rules(server, path.removeprefix("/t/"))
    with Server(tmp_path / "data", port=urlsplit(server.address).port or 0):
        page.goto(path)
        check(page, f"message-older-rules-{language}-{width}-{theme}", pictures)
        with page.expect_download() as kept:
            page.locator("a[download]").click()
        assert (
            Path(kept.value.path()).read_text(encoding="utf-8").startswith("zashiki-record 1\ngame shinobi\n")
        )


def reach(page: Page, moment: int) -> None:
    """Waits until the page has come to a moment: its address, and what it shows."""
    page.wait_for_url(re.compile(rf"/g/\w+/{moment}(\?as=\w+)?$"))
    expect(page.locator("#prompt .label")).to_have_text(re.compile(rf"^Moment {moment} of"))


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_is_stepped_through_by_keys_wheel_slider_and_buttons(
    visit: Open, stage: Stage, game: str
) -> None:
    page, last = visit(), len(played(game)[0].entries)
    stops = steps_of(Timeline(played(game)[0].copy()), each=False).stops
    page.goto(f"/g/{stage.replay(game)}/0")
    for number in stops[1:4]:
        page.keyboard.press("ArrowRight")
        reach(page, number)
    page.keyboard.press("ArrowLeft")
    reach(page, stops[2])
    page.locator(".replay-steps a[rel=next]").click()
    reach(page, stops[3])
    page.locator(".replay-scrub label").hover()
    page.mouse.wheel(0, 100)
    reach(page, stops[4])
    page.locator("#scrub").fill("9")
    reach(page, 9)
    page.locator("#eyes").select_option("1")
    page.wait_for_url(re.compile(r"/9\?as=1$"))
    page.keyboard.press("End")
    reach(page, last)
    expect(page.locator("#replay a[rel=next]")).to_have_count(0)
    page.keyboard.press("Home")
    reach(page, 0)


@pytest.mark.parametrize("game", ["seven-ronin", "shinobi"])
def test_all_open_shows_the_secrets_of_every_seat(visit: Open, stage: Stage, game: str) -> None:
    page, moment = visit(), played(game)[1][ALL_OPEN_AT[game]][0]
    page.goto(f"/g/{stage.replay(game)}/{moment}")
    expect(page.locator("#secrets")).to_have_count(0)
    page.locator("#eyes").select_option("all")
    page.wait_for_url(re.compile(rf"/{moment}\?as=all$"))  # a key before the page is loaded is lost
    expect(page.locator("#secrets h3")).to_have_count(2 if game == "seven-ronin" else 4)
    page.keyboard.press("ArrowRight")
    following = steps_of(Timeline(played(game)[0].copy()), each=False).forward(moment)
    page.wait_for_url(re.compile(rf"/{following}\?as=all$"))
    expect(page.locator("#secrets")).to_be_visible()
