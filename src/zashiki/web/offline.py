"""What the service worker keeps in the browser: per game its rulebook and the steps of its lesson."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec

from zashiki.kernel.contract import Game
from zashiki.kernel.parts import Rulebook
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import has_part, names, package
from zashiki.web.drawing.static_files import STATIC, version
from zashiki.web.lessons import answers, has_lesson, lesson, moment

WORKER: Final = STATIC / "worker.js"
PAGES: Final = (".py", ".html", ".po", ".md", ".toml", ".svg")
"""What pages are made from, beside the static files."""


class Kept(msgspec.Struct, frozen=True):
    """The pages of a game that can be read offline, and for each step that asks the choice that goes on."""

    pages: list[str]
    answers: dict[str, str]


@cache
def program_version() -> str:
    """It changes with any file that pages are made from, so another program never shows kept pages of this one."""
    found = blake2b(version().encode(), digest_size=6)
    for name in ("zashiki", *sorted(map(package, names()))):
        folder = Path(str(files(name)))
        for file in sorted(folder.rglob("*")):
            if file.suffix in PAGES:
                found.update(f"{file.relative_to(folder)}\0".encode() + file.read_bytes())
    return found.hexdigest()


@cache
def readable() -> dict[str, Kept]:
    """Of every game that has something to read."""
    kept = {name: _kept(find_game(name)) for name in sorted(names())}
    return {name: one for name, one in kept.items() if one.pages}


def _kept(game: Game) -> Kept:
    pages = [f"/rules/{game.id}"] if has_part(game, Rulebook) else []
    found: dict[str, str] = {}
    for number, step in enumerate(lesson(game.id).step if has_lesson(game.id) else [], 1):
        address = f"/learn/{game.id}/{number}"
        pages.append(address)
        if step.ask:
            now = moment(game.id, number, [])
            expected = answers(game, now.state, now.lesson.seat, step)
            found[address] = str(game.action(expected[0]))
    return Kept(pages, found)


@cache
def worker() -> str:
    """The script of the service worker, with what it has to know."""
    fonts = sorted(f"/static/{version()}/fonts/{file.name}" for file in STATIC.glob("fonts/*.woff2"))
    facts = {"VERSION": program_version(), "FONTS": fonts, "GAMES": readable()}
    lines = [f"const {name} = {msgspec.json.encode(value).decode()};\n" for name, value in facts.items()]
    return "".join(lines) + WORKER.read_text(encoding="utf-8")
