"""How soon a click shows, beside a bare page that swaps as many bytes, and how much a first visit loads.

A real server, a real Chromium, two people at a table of 7 Ronin. Table and floor are clicked in turns, so that a busy
moment of the machine weighs on both.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from benchmarks.floor import FIRST_SIZE
from zashiki.kernel.contract import State
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.words import LANGUAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

ROOT: Final = Path(__file__).parent.parent
GAME: Final = "seven-ronin"
MOST_LOADED: Final = 200 * 1024
"""Bytes, compressed, that a first visit may load."""
WINDOW: Final[ViewportSize] = {"width": 1440, "height": 900}
PAUSE: Final = 30.0  # milliseconds before each click, for what the last one still has to do
PATIENCE: Final = 20_000.0
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
SWITCHES: Final = ("--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")

WATCH: Final = """([selector, property]) => {
  const read = () => document.querySelector(selector)?.[property];
  const before = read();
  window.benchChanged = new Promise((resolve, reject) => {
    const observer = new MutationObserver(() => {
      const now = performance.timeOrigin + performance.now();
      if (read() === before) return;
      observer.disconnect();
      resolve(now);
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    setTimeout(() => reject(new Error("nothing has changed")), 20000);
  });
}"""
CLICK: Final = """(selector) => {
  const button = document.querySelector(selector);
  const now = performance.timeOrigin + performance.now();
  button.click();
  return now;
}"""
CHANGED: Final = "() => window.benchChanged"
SIZE: Final = "() => new TextEncoder().encode(document.querySelector('#table').outerHTML).length"
SET_SIZES: Final = """([answered, sent]) => {
  document.querySelector("input[name=answered]").value = answered;
  document.querySelector("input[name=sent]").value = sent;
}"""


class NoBrowser(Exception):
    """What drives the browser, or the browser itself, is not installed."""

    def __init__(self, missing: str) -> None:
        super().__init__(missing)
        self.missing = missing


class Took(NamedTuple):
    """Milliseconds from a click to the changed page, in the own tab and in the other, where it shows there."""

    own: float
    other: float | None


def measure(samples: int, seed: int) -> dict[str, Any]:
    """All figures, with at least so many clicks that the other tab shows too; raises NoBrowser."""
    executable = find_chromium()
    with ExitStack() as stack:
        serving = ("zashiki", "serve", "--no-open", "--bot-pause", "0", "--data")
        table = stack.enter_context(served(*serving, stack.enter_context(TemporaryDirectory())))
        floor = stack.enter_context(served("benchmarks.floor"))
        browser = stack.enter_context(chromium(executable))
        return {
            "browser": f"Chromium {browser.version}",
            **_clicks(browser, table, floor, samples, Random(seed)),
            "first_load": {"at_most_bytes": MOST_LOADED, "pages": list(_first_loads(browser, table))},
        }


def find_chromium() -> str:
    """The machine's own Chromium; raises NoBrowser."""
    if find_spec("playwright") is None:
        raise NoBrowser("playwright")
    found = os.environ.get("ZASHIKI_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise NoBrowser("chromium")
    return found


@contextmanager
def chromium(executable: str) -> Iterator[Browser]:
    """A browser without a window, which ends with the block."""
    from playwright.sync_api import sync_playwright

    switches = [*SWITCHES, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=switches)
        yield browser
        browser.close()


@contextmanager
def served(*module: str) -> Iterator[str]:
    """The address of a server in a process of its own, which ends with the block."""
    command = [sys.executable, "-m", *module]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
        assert server.stdout is not None
        try:
            address = re.search(r"(http://\S+)/ ", server.stdout.readline())
            assert address is not None, f"{module[0]} did not start"
            yield address[1]
        finally:
            _stop(server)


def _stop(server: subprocess.Popen[str]) -> None:
    server.terminate()
    try:
        server.wait(timeout=PATIENCE / 1000)
    except subprocess.TimeoutExpired:
        server.kill()


def _clicks(browser: Browser, table: str, floor: str, samples: int, chance: Random) -> dict[str, Any]:
    """Clicks table and floor in turns, as often as it takes."""
    game, bare = _Table(browser, table, chance), _Floor(browser, floor)
    game.click(), bare.click((FIRST_SIZE, FIRST_SIZE))
    rows: list[tuple[Took, Took]] = []
    sizes: list[tuple[int, int]] = []
    while sum(took.other is not None for took, _ in rows) < samples:
        took = game.click()
        sizes.append(game.sizes())
        rows.append((took, bare.click(sizes[-1])))
    seen = [(took.other, floor.other) for took, floor in rows if took.other is not None and floor.other]
    return {
        "click_to_change_ms": {
            "own_tab": _figures([(took.own, floor.own) for took, floor in rows]),
            "other_tab": _figures(seen),
        },
        "fragment_bytes": {
            "answer": round(median(own for own, _ in sizes)),
            "push": round(median(other for _, other in sizes)),
        },
    }


def _figures(pairs: list[tuple[float, float]]) -> dict[str, Any]:
    table, floor = zip(*pairs, strict=True)
    figures = {"table": _spread(table), "floor": _spread(floor)}
    ratios = {key: round(figures["table"][key] / figures["floor"][key], 2) for key in ("median", "p95")}
    return {"samples": len(pairs), **figures, "ratio": ratios}


def _spread(times: Sequence[float]) -> dict[str, float]:
    return {
        "median": round(median(times), 1),
        "p95": round(quantiles(times, n=20, method="inclusive")[-1], 1),
    }


def _tab(browser: Browser, address: str, language: str = "en") -> Page:
    """A window of one more person, who has switched stories off: they would hold back the change that is measured."""
    context = browser.new_context(base_url=address, viewport=WINDOW, locale=language, service_workers="block")
    context.add_cookies([{"name": "stories", "value": "off", "url": address}])
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def _timed(own: Page, button: str, watched: str, other: Page | None) -> Took:
    """Clicks a button; `watched` is what changes in the own tab."""
    own.wait_for_timeout(PAUSE)
    own.evaluate(WATCH, [watched, "outerHTML"])
    if other is not None:
        other.evaluate(WATCH, ["#table", "innerHTML"])
    clicked = own.evaluate(CLICK, button)
    took = own.evaluate(CHANGED) - clicked
    return Took(took, None if other is None else other.evaluate(CHANGED) - clicked)


class _Table:
    """Two people, each in a window of their own, who play at random."""

    def __init__(self, browser: Browser, address: str, chance: Random) -> None:
        self._pages = (_tab(browser, address), _tab(browser, address))
        self._chance = chance
        self._state = self._sit_down()
        self._last: tuple[Page, Page] = self._pages

    def _sit_down(self) -> State:
        host, guest = self._pages
        host.goto(f"/new/{GAME}")
        host.locator("select[name=seat-1]").select_option("open")
        host.locator("form.new-form button.go").click()
        link = host.locator("input.share-address").first.input_value()
        host.locator("main a.button.go").click()
        guest.goto(link)
        guest.locator("button[name=seat]").first.click()
        for page in self._pages:
            page.locator("body[data-live=on]").wait_for(state="attached")
        return find_game(GAME).start(seats=2)

    def click(self) -> Took:
        """One choice of one of them; the other's page is watched where the choice shows there."""
        if not self._state.actors():
            self._state = self._sit_down()
        seat = self._chance.choice(self._state.actors())
        action = self._chance.choice(self._state.legal(seat))
        before = msgspec.msgpack.encode(self._state.view(1 - seat))
        self._state.apply(seat, action)
        shows = msgspec.msgpack.encode(self._state.view(1 - seat)) != before
        own, other = self._last = (self._pages[seat], self._pages[1 - seat])
        return _timed(own, f"#choose-{action}", "#choice input[name=made]", other if shows else None)

    def sizes(self) -> tuple[int, int]:
        """The bytes of the fragments that the two tabs show."""
        own, other = self._last
        return own.evaluate(SIZE), other.evaluate(SIZE)


class _Floor:
    """The bare page, and another tab that watches it."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._own, self._other = _tab(browser, address), _tab(browser, address)
        for page in (self._own, self._other):
            with page.expect_websocket():
                page.goto("/")

    def click(self, sizes: tuple[int, int]) -> Took:
        self._own.evaluate(SET_SIZES, sizes)
        return _timed(self._own, "#click button", "#made", self._other)


def _first_loads(browser: Browser, address: str) -> Iterator[dict[str, Any]]:
    """Home and a table of each game in each language, with nothing kept from before."""
    for language in LANGUAGES:
        yield {"page": "home", "language": language, **_first_load(browser, address, language, None)}
        for game in names():
            yield {"page": game, "language": language, **_first_load(browser, address, language, game)}


def _first_load(browser: Browser, address: str, language: str, game: str | None) -> dict[str, int]:
    page = _tab(browser, address, language)
    path = "/" if game is None else page.request.post(f"/play/{game}").url
    network = page.context.new_cdp_session(page)
    loaded: list[int] = []
    pushed: list[int] = []
    network.on("Network.loadingFinished", lambda event: loaded.append(int(event["encodedDataLength"])))
    network.on("Network.webSocketFrameReceived", lambda event: pushed.append(_deflated(event)))
    network.send("Network.enable")
    page.goto(path, wait_until="networkidle")
    if game is not None:
        page.locator("body[data-live=on]").wait_for(state="attached")
    page.context.close()
    return {"requests": len(loaded), "bytes": sum(loaded) + sum(pushed[:1])}


def _deflated(frame: dict[str, Any]) -> int:
    """The bytes of a message on its way; the browser tells only how many it is unpacked to."""
    return len(zlib.compress(frame["response"]["payloadData"].encode()))
