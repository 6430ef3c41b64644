"""Boards as environments show them: text as in the terminal, a picture as in the browser."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from io import StringIO
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from zashiki.kernel.contract import Game, View
from zashiki.kernel.parts import Terminal
from zashiki.words import Words

RENDER_MODES: Final = ["human", "ansi", "rgb_array"]
METADATA: Final[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 1}
COLUMNS: Final = 80
WIDTH: Final = 1280
HEIGHT: Final = 860
LONGEST_SHOT: Final = 120
"""Seconds that Chromium may take for a picture."""
_BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
_SWITCHES: Final = (
    "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--force-prefers-reduced-motion", "--force-device-scale-factor=1",
)  # fmt: skip


class NoBrowser(RuntimeError):
    """A picture is asked for where there is no Chromium, or where it makes none."""


def render(game: Game, view: View, mode: str) -> str | NDArray[np.uint8] | None:
    """The board in one of RENDER_MODES; "human" prints it."""
    if mode == "rgb_array":
        return draw_page(game, view)
    text = draw_text(game, view)
    if mode == "ansi":
        return text
    print(text)
    return None


def check_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {mode!r}")
    return mode


def draw_text(game: Game, view: View) -> str:
    """As `./zashiki play` draws it, without colours."""
    console = Console(file=StringIO(), width=COLUMNS, color_system=None, highlight=False)
    with console.capture() as capture:
        console.print(game.part(Terminal).draw(view, Words("en")))
    return capture.get()


def draw_page(game: Game, view: View) -> NDArray[np.uint8]:
    """As the page of a table draws it, by Chromium: height, width and three colours."""
    from PIL import Image

    from zashiki.web.drawing.board_page import board_page

    with tempfile.TemporaryDirectory() as folder:
        page, picture = Path(folder) / "board.html", Path(folder) / "board.png"
        page.write_text(board_page(game, view, Words("en")), encoding="utf-8")
        _shoot(page, picture, Path(folder) / "profile")
        with Image.open(picture) as image:
            return np.asarray(image.convert("RGB"), np.uint8).copy()


def find_browser() -> str:
    """Where Chromium is; raises NoBrowser."""
    named = os.environ.get("ZASHIKI_CHROMIUM")
    found = named or next(filter(None, map(shutil.which, _BROWSERS)), None)
    if found is None or not Path(found).exists():
        raise NoBrowser(
            'render_mode="rgb_array" draws the page with Chromium, and there is none: install Chromium, name its place'
            ' in ZASHIKI_CHROMIUM, or take render_mode="ansi"'
        )
    return found


def _shoot(page: Path, picture: Path, profile: Path) -> None:
    command = [find_browser(), *_SWITCHES, f"--user-data-dir={profile}", f"--window-size={WIDTH},{HEIGHT}"]
    command += [f"--screenshot={picture}", page.as_uri()]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONGEST_SHOT)
    if not picture.exists():
        raise NoBrowser(f"Chromium made no picture: {ended.stderr[-500:]}")
