"""Film strips of the staged moments, one picture a step: `.venv/bin/python docs/pictures/film_strips.py [FOLDER]`.

They are left in `build/film-strips`, at the width of a desk and of a phone: to be looked at after a change of stories.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

HERE: Final = Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent))

from tests.browser.conftest import CHROMIUM, SWITCHES  # noqa: E402
from tests.browser.stage import Stage  # noqa: E402
from tests.web.visitor import Server  # noqa: E402

STRIPS: Final = {
    "seven-ronin-reveal": ("seven-ronin", "ron.event.reveal"),
    "samurai-spirit-round-end": ("samurai-spirit", "sam.event.round-over"),
    "shinobi-reveal": ("shinobi", "shi.story.clan"),
}
SIZES: Final = {"desk": (1440, 900, 3), "phone": (360, 740, 7)}
MOST_STEPS: Final = 42


def steps(page: Page) -> list[bytes]:
    """A picture of each step, and one of the page after the story."""
    pictures: list[bytes] = []
    while page.locator("body[data-story]").count() and len(pictures) < MOST_STEPS:
        page.wait_for_timeout(400)
        pictures.append(page.screenshot())
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(200)
    page.wait_for_timeout(400)
    return [*pictures, page.screenshot()]


def strip(browser: Browser, pictures: list[bytes], columns: int) -> bytes:
    page = browser.new_page(viewport={"width": 1600, "height": 900})
    images = "".join(
        f'<img style="width:100%" src="data:image/png;base64,{base64.b64encode(one).decode()}">'
        for one in pictures
    )
    grid = f"margin:8px;display:grid;grid-template-columns:repeat({columns},1fr);gap:8px;background:#d9ccb0"
    page.set_content(f'<body style="{grid}">{images}</body>')
    picture = page.screenshot(full_page=True)
    page.close()
    return picture


def film(browser: Browser, stage: Stage, game: str, event: str, size: str) -> bytes:
    width, height, columns = SIZES[size]
    context = browser.new_context(
        base_url=stage.person.server.address,
        viewport={"width": width, "height": height},
        locale="en",
        reduced_motion="reduce",
    )
    page = context.new_page()
    table, action = stage.before(game, event)
    stage.enter(page)
    page.goto(f"/t/{table}")
    page.locator("body[data-live=on]").wait_for(state="attached")
    page.locator(f"#choose-{action}").evaluate("button => button.click()")
    page.locator("body[data-story]").wait_for(state="attached")
    pictures = steps(page)
    context.close()
    return strip(browser, pictures, columns)


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        Server(Path(data), toys=None) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        stage = Stage(server)
        for name, (game, event) in STRIPS.items():
            for size in SIZES:
                (folder / f"{name}-{size}.png").write_bytes(film(browser, stage, game, event, size))
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("build/film-strips"))
