"""A real Chromium on real pages. A test fails on any console error, page error or failed request it did not expect.

`wait_for_function` is given functions: a bare expression is looked at once and then refused by the pages' CSP, so that it
would pass only where it is true at once."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.stage import Stage
from tests.web.visitor import Server

CHROMIUM = os.environ.get("ZASHIKI_CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
SWITCHES = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--host-resolver-rules=MAP lan.example 127.0.0.1",
]  # fmt: skip

PATIENCE = 20_000
"""Milliseconds that a page has to come to what is expected of it; how fast it was decides nothing."""
expect.set_options(timeout=PATIENCE)

Open = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not Path(CHROMIUM).exists():
        pytest.fail(
            "Chromium is not installed; install it, or name its place in ZASHIKI_CHROMIUM", pytrace=False
        )
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield launched
        launched.close()


@contextmanager
def quiet_server(folder: Path) -> Iterator[Server]:
    """A server that says nothing of an error until its end."""
    with Server(folder, toys=None, allowed_host="lan.example") as running:
        yield running
        said = running.interrupt()
    assert running.process.returncode == 0
    assert "ERROR" not in said, said


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with quiet_server(tmp_path_factory.mktemp("browser")) as running:
        yield running


@pytest.fixture(scope="session")
def stage(server: Server) -> Stage:
    return Stage(server)


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Open]:
    """`visit()` gives the page of one more person, with a window and a language of their own, who has switched stories
    off."""
    contexts: list[BrowserContext] = []
    trouble: list[str] = []

    def open_page(
        width: int = 1440,
        height: int = 900,
        language: str = "en-GB",
        address: str = "",
        expects_trouble: bool = False,
        motion: Literal["reduce", "no-preference"] = "reduce",
        stories: bool = False,
        **more: object,
    ) -> Page:
        more.setdefault("service_workers", "block")  # the tests of reading offline allow them
        context = browser.new_context(
            base_url=address or server.address,
            viewport={"width": width, "height": height},
            locale=language,
            reduced_motion=motion,
            **more,  # type: ignore[arg-type]
        )
        context.set_default_timeout(PATIENCE)
        if not stories:
            context.add_cookies([{"name": "stories", "value": "off", "url": address or server.address}])
        contexts.append(context)
        page = context.new_page()
        if expects_trouble:
            return page
        page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: trouble.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert trouble == []


@pytest.fixture(scope="session")
def pictures() -> Path:
    """Where pictures of pages are kept."""
    folder = Path(os.environ.get("ZASHIKI_PICTURES", "build/screenshots"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
