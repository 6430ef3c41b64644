"""What the makers of pictures share: a server with whole games on it, a browser, pages in a size, language and theme."""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

HERE: Final = Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent))

from tests.browser.conftest import CHROMIUM, SWITCHES  # noqa: E402
from tests.browser.stage import Stage  # noqa: E402
from tests.web.visitor import Server  # noqa: E402

PATIENCE: Final = 20_000
QUALITY: Final = 62


class Look(NamedTuple):
    """How somebody sees a page."""

    width: int
    height: int
    language: str = "en"
    theme: Literal["light", "dark"] = "light"
    scale: float = 1


class Studio(NamedTuple):
    browser: Browser
    stage: Stage

    @contextmanager
    def page(self, look: Look, *, stories: bool = False) -> Iterator[Page]:
        """A page of the person on the stage."""
        address = self.stage.person.server.address
        context = self.browser.new_context(
            base_url=address,
            viewport={"width": look.width, "height": look.height},
            device_scale_factor=look.scale,
            locale=look.language,
            color_scheme=look.theme,
            reduced_motion="reduce",
            service_workers="block",
        )
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        self.stage.enter(page)
        if not stories:
            context.add_cookies([{"name": "stories", "value": "off", "url": address}])
        yield page
        context.close()

    def sheet(self, file: Path, rows: list[list[bytes]], height: int, *, columns: int = 0) -> None:
        """Pictures in rows, each so high, as one WebP; with `columns` the rows are broken there instead."""
        cells = [one for row in rows for one in row]
        lines = [cells[at : at + columns] for at in range(0, len(cells), columns)] if columns else rows
        drawn = "".join(f"<div>{''.join(_image(one, height) for one in line)}</div>" for line in lines)
        page = self.browser.new_page(viewport={"width": 4000, "height": 100})
        style = "body{margin:0;padding:8px;width:max-content;background:#d9ccb0}div{display:flex;gap:8px;margin-bottom:8px}"
        page.set_content(f"<!doctype html><style>{style}</style><body>{drawn}</body>")
        page.wait_for_function("() => [...document.images].every((one) => one.complete)")
        box = page.locator("body").bounding_box()
        assert box is not None
        page.set_viewport_size({"width": round(box["width"]), "height": round(box["height"])})
        shot = page.context.new_cdp_session(page).send(
            "Page.captureScreenshot", {"format": "webp", "quality": QUALITY}
        )
        file.write_bytes(base64.b64decode(shot["data"]))
        page.close()


def _image(picture: bytes, height: int) -> str:
    return f'<img height="{height}" src="data:image/png;base64,{base64.b64encode(picture).decode()}">'


def settled(page: Page) -> bytes:
    """The page once nothing moves on it."""
    page.evaluate("document.fonts.ready")
    page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')")
    return page.screenshot()


@contextmanager
def studio() -> Iterator[Studio]:
    with (
        tempfile.TemporaryDirectory() as data,
        Server(Path(data), toys=None) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield Studio(browser, Stage(server))
        browser.close()
