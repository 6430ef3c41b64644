"""Makes the icons of the installed program from their drawings: `python -m tests.icons`, with Chromium."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import CHROMIUM, SWITCHES
from zashiki.web.drawing.static_files import STATIC

FOLDER = STATIC / "icons"
DRAWINGS = {"icon": STATIC / "brand.svg", "maskable": FOLDER / "maskable.svg"}
SIZES = {"icon": (192, 512), "maskable": (180, 192, 512)}
"""The widths of each drawing; 180 is that of the home screen of a phone that reads no manifest."""


def files() -> dict[Path, tuple[Path, int]]:
    """Every picture, with its drawing and its width."""
    return {
        FOLDER / f"{name}-{size}.png": (DRAWINGS[name], size)
        for name, sizes in SIZES.items()
        for size in sizes
    }


def draw(browser: Browser, drawing: str, size: int) -> bytes:
    """The drawing as a PNG; what it leaves free stays transparent."""
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(f'<body style="margin:0;display:grid">{drawing}</body>')
    picture = page.screenshot(omit_background=True)
    page.close()
    return picture


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        for file, (drawing, size) in files().items():
            file.write_bytes(draw(browser, drawing.read_text(encoding="utf-8"), size))
        browser.close()


if __name__ == "__main__":
    main()
