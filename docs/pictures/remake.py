"""Draws the README's pictures of the pages anew: `./zashiki setup test`, then `.venv/bin/python docs/pictures/remake.py`."""

from __future__ import annotations

import base64
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, sync_playwright

HERE: Final = Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent))

from tests.browser.conftest import CHROMIUM, SWITCHES  # noqa: E402
from tests.browser.stage import Stage  # noqa: E402
from tests.web.visitor import Server  # noqa: E402

TABLES: Final = {"seven-ronin": "attack-more", "samurai-spirit": "penalty", "shinobi": "second-order"}
PHONES: Final = (
    ("seven-ronin", "attack-more", "en", "light"),
    ("samurai-spirit", "fight", "fr", "light"),
    ("shinobi", "second-order", "pl", "dark"),
)


def shot(browser: Browser, stage: Stage, path: str, language: str, scheme: str, *, phone: bool) -> bytes:
    context = browser.new_context(
        base_url=stage.person.server.address,
        viewport={"width": 360, "height": 740} if phone else {"width": 1440, "height": 900},
        device_scale_factor=1 if phone else 0.8,
        locale=language,
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    stage.enter(page)
    page.goto(path)
    page.evaluate("document.fonts.ready")
    page.wait_for_function("document.getAnimations().every((one) => one.playState !== 'running')")
    picture = page.screenshot()
    context.close()
    return picture


def side_by_side(browser: Browser, pictures: list[bytes]) -> bytes:
    page = browser.new_page(viewport={"width": 1128, "height": 740})
    images = "".join(
        f'<img src="data:image/png;base64,{base64.b64encode(one).decode()}">' for one in pictures
    )
    page.set_content(f'<body style="margin:0;display:flex;gap:24px;background:#d9ccb0">{images}</body>')
    picture = page.screenshot()
    page.close()
    return picture


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as data,
        Server(Path(data), toys=None) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        stage = Stage(server)
        places = {game: f"/t/{stage.tables(game)[kind]}" for game, kind in TABLES.items()}
        (HERE / "home.png").write_bytes(shot(browser, Stage(server), "/", "en", "light", phone=False))
        for game, place in places.items():
            (HERE / f"{game}.png").write_bytes(shot(browser, stage, place, "en", "light", phone=False))
        phones = [
            shot(browser, stage, f"/t/{stage.tables(game)[kind]}", language, scheme, phone=True)
            for game, kind, language, scheme in PHONES
        ]
        (HERE / "phone.png").write_bytes(side_by_side(browser, phones))
        browser.close()


if __name__ == "__main__":
    main()
