"""The pictures of docs/gallery.md: each game at four moments in four sizes, and every staged moment as a film strip."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Page
from studio import HERE, Look, Studio, settled

from tests.browser.stage import played
from zashiki.kernel.contract import CHANCE
from zashiki.words import LANGUAGES

FOLDER: Final = HERE / "gallery"
SIZES: Final = ((1440, 900), (1366, 768), (1024, 768), (360, 740))
MIDDLE: Final = {"seven-ronin": "abilities", "samurai-spirit": "fight", "shinobi": "third-order"}
STAGED: Final = {
    "seven-ronin": "ron.event.reveal",
    "samurai-spirit": "sam.event.round-over",
    "shinobi": "shi.story.clan",
}
STRIPS: Final = {
    "seven-ronin-reveal": ("seven-ronin", "ron.event.reveal"),
    "seven-ronin-wounds": ("seven-ronin", "ron.event.wounds"),
    "samurai-spirit-intruder": ("samurai-spirit", "sam.event.intruder"),
    "samurai-spirit-round-end": ("samurai-spirit", "sam.event.round-over"),
    "shinobi-attack": ("shinobi", "shi.event.attacked"),
    "shinobi-reveal": ("shinobi", "shi.story.clan"),
}
VISION: Final = ("protanopia", "deuteranopia", "tritanopia")
CELL, FRAME, SEEN = 330, 250, 280
"""How high the pictures are on the sheets of moments, of film strips and of colour blindness."""
MOST_STEPS: Final = 16
THEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")


def look(row: int, column: int) -> Look:
    """Every size, with themes and languages mixed."""
    width, height = SIZES[column]
    return Look(
        width, height, LANGUAGES[(row + column) % len(LANGUAGES)], THEMES[(row + column) % len(THEMES)]
    )


def first_decision(studio: Studio, game: str) -> str:
    entries = played(game)[0].entries
    number = next(at for at, entry in enumerate(entries) if entry.seat != CHANCE)
    return studio.stage.go_on(game, number, entries[number].seat)


def tell(page: Page, table: str, action: int) -> None:
    """Makes a choice and waits until its story is told."""
    page.goto(f"/t/{table}")
    page.locator("body[data-live=on]").wait_for(state="attached")
    page.locator(f"#choose-{action}").evaluate("button => button.click()")
    page.locator("body[data-story] #story").wait_for()


def step_on(page: Page) -> None:
    count = page.locator(".story-count").text_content()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "count => !('story' in document.body.dataset) || document.querySelector('.story-count').textContent !== count",
        arg=count,
    )


def moments(studio: Studio, game: str) -> list[list[bytes]]:
    """A row each for the first decision, the middle, a staged moment and the end, in all sizes."""
    stage = studio.stage
    quiet = [first_decision(studio, game), stage.tables(game)[MIDDLE[game]], stage.result(game)]
    rows: list[list[bytes]] = [[], [], [], []]
    for column in range(len(SIZES)):
        for row, table in zip((0, 1, 3), quiet, strict=True):
            with studio.page(look(row, column)) as page:
                page.goto(f"/t/{table}")
                rows[row].append(settled(page))
        table, action = stage.before(game, STAGED[game])
        with studio.page(look(2, column), stories=True) as page:
            tell(page, table, action)
            step_on(page)
            rows[2].append(settled(page))
    return rows


def film(studio: Studio, game: str, event: str) -> list[bytes]:
    """A picture of each step of a staged moment, and one of the page after it."""
    table, action = studio.stage.before(game, event)
    with studio.page(Look(1024, 768), stories=True) as page:
        tell(page, table, action)
        pictures: list[bytes] = []
        while page.locator("body[data-story]").count() and len(pictures) < MOST_STEPS:
            pictures.append(settled(page))
            step_on(page)
        return [*pictures, settled(page)]


def seen_by_the_colour_blind(studio: Studio) -> list[list[bytes]]:
    rows = []
    for game, kind in MIDDLE.items():
        table = studio.stage.tables(game)[kind]
        with studio.page(Look(1440, 900)) as page:
            page.goto(f"/t/{table}")
            session, row = page.context.new_cdp_session(page), []
            for deficiency in VISION:
                session.send("Emulation.setEmulatedVisionDeficiency", {"type": deficiency})
                row.append(settled(page))
            rows.append(row)
    return rows


def make(studio: Studio, folder: Path = FOLDER) -> None:
    """All sheets anew; what was there is removed."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for game in MIDDLE:
        studio.sheet(folder / f"{game}.webp", moments(studio, game), CELL)
    for name, (game, event) in STRIPS.items():
        studio.sheet(folder / f"film-{name}.webp", [film(studio, game, event)], FRAME, columns=5)
    studio.sheet(folder / "colour-blindness.webp", seen_by_the_colour_blind(studio), SEEN)
