"""Whether anything on a board lies under the prompt, at every step of whole games in Chromium.

Every game with every number of players in every language is played by chance against bots; each page is measured in windows of four sizes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import msgspec

from benchmarks.pages import chromium, find_chromium, served
from zashiki.kernel.registry import game as find_game
from zashiki.words import LANGUAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SIZES: Final = ((1440, 900), (1366, 768), (1024, 768), (360, 740))
PHONE: Final = 700
"""So wide is a phone at most."""
LONG_NAME: Final = "Bartholomew Featherstone"
PATIENCE: Final = 20_000.0
MOST_CHOICES: Final = 1500
MEASURE: Final = (Path(__file__).parent / "boxes.js").read_text(encoding="utf-8").split("\n", 1)[1]
SEE_BOARD: Final = "() => document.querySelector('#see-board:not(:checked)')?.click()"
"""At the end of a game the board can be looked at beneath its last page."""
NEXT: Final = "#choice input[name=made]:not([value='{}']), #table .result"


class Measured(msgspec.Struct, frozen=True):
    """The page of a table in a window of some size."""

    width: int
    height: int
    faults: tuple[str, ...]
    room: int  # the height of the prompt
    choosable: int  # places on the board that can be chosen
    hidden: int  # those among them that have to be scrolled to


def measured(page: Page) -> Iterator[Measured]:
    """The page as it is, in windows of every size."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(MEASURE, {"phone": width <= PHONE})
        yield Measured(width, height, **{**found, "faults": tuple(found["faults"])})


def measure(games: list[str], seed: int) -> dict[str, Any]:
    """Whole games of each, with every number of players and in every language; raises NoBrowser."""
    executable = find_chromium()
    with ExitStack() as stack:
        serving = ("zashiki", "serve", "--no-open", "--bot-pause", "0", "--tables-an-hour", "0", "--data")
        address = stack.enter_context(served(*serving, stack.enter_context(TemporaryDirectory())))
        browser = stack.enter_context(chromium(executable))
        played = [
            _whole_game(browser, address, game, seats, own, language, Random(seed))
            for game in games
            for seats in find_game(game).facts.seats
            for own in _sides(seats)
            for language in LANGUAGES
        ]
    return {"sizes": [f"{width}x{height}" for width, height in SIZES], "games": played}


def _sides(seats: int) -> tuple[int, ...]:
    """The seats to play from: two may be two sides, more are alike."""
    return (0, 1) if seats == 2 else (0,)


def _whole_game(
    browser: Browser, address: str, game: str, seats: int, own: int, language: str, chance: Random
) -> dict[str, Any]:
    """One person, by chance, against bots: what was measured at each of their decisions and at the end."""
    page = _sit_down(browser, address, game, seats, own, language)
    steps, faults, hidden = 0, Counter[str](), Counter[str]()
    for _ in range(MOST_CHOICES):
        page.locator("#status[data-turn=yes], #table .result").first.wait_for(state="attached")
        steps += 1
        page.evaluate(SEE_BOARD)
        for one in measured(page):
            size = f"{one.width}x{one.height}"
            faults.update(f"{size} {fault}" for fault in one.faults)
            hidden[size] += one.hidden
        if page.locator("#table .result").count():
            break
        made = page.locator("#choice input[name=made]").input_value()
        actions = page.eval_on_selector_all("#choice button[name=action]", "all => all.map(one => one.id)")
        page.evaluate("(id) => document.getElementById(id).click()", chance.choice(actions))
        page.locator(NEXT.format(made)).first.wait_for(state="attached")
    page.context.close()
    return {
        "game": game,
        "seats": seats,
        "seat": own,
        "language": language,
        "steps": steps,
        "faults": dict(faults.most_common()),
        "to_scroll_to": dict(hidden),
    }


def _sit_down(browser: Browser, address: str, game: str, seats: int, own: int, language: str) -> Page:
    """A table against bots, for somebody with a long name who has switched stories off."""
    context = browser.new_context(
        base_url=address, locale=language, reduced_motion="reduce", service_workers="block"
    )
    context.add_cookies([{"name": "stories", "value": "off", "url": address}])
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    form: dict[str, str | float | bool] = {"name": LONG_NAME}
    for seat in range(seats):
        form[f"seat-{seat}"] = "me" if seat == own else "bot-novice"
    page.goto(page.request.post(f"/new/{game}", form=form).url)
    page.locator("body[data-live=on]").wait_for(state="attached")
    return page
