"""The drawings: every file is one symbol, every id occurs once, and a page gets all it uses."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import zashiki
from zashiki.kernel.parts import Page
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names, package
from zashiki.web.drawing import art, event_looks

FOLDERS = (art.SHARED, *(package(name) for name in names()))
FONTS = Path(zashiki.__file__).parent / "web" / "static" / "fonts"


def test_ids_are_unique() -> None:
    ids = re.findall(r"\bid=\"([^\"]+)\"", "".join(art.every_drawing().values()))
    assert len(ids) == len(set(ids)) > 60


@pytest.mark.parametrize("folder", FOLDERS)
def test_drawings_use_tokens_and_parse(folder: str) -> None:
    drawn = art.drawings(folder)
    assert drawn
    for name, drawing in drawn.items():
        ElementTree.fromstring(f"<svg>{drawing}</svg>")
        colours = re.findall(r"(?:fill|stroke|stop-color)=\"([^\"]+)\"", drawing)
        assert all(
            colour.startswith(("var(--", "url(#")) or colour in ("none", "currentColor") for colour in colours
        ), name


@pytest.mark.parametrize("game", names())
def test_a_sprite_holds_whatever_its_drawings_use(game: str) -> None:
    sprite = str(art.sprite(game))
    ids = set(re.findall(r"\bid=\"([^\"]+)\"", sprite))
    assert set(re.findall(r"(?:href=\"#|url\(#)([\w-]+)", sprite)) <= ids


def test_the_home_sprite_holds_hero_and_covers() -> None:
    ids = set(re.findall(r"\bid=\"([^\"]+)\"", str(art.home_sprite())))
    pictures = str(art.hero()) + "".join(str(art.cover(game)) + str(art.emblem(game)) for game in names())
    assert set(re.findall(r"(?:href=\"#|url\(#)([\w-]+)", pictures)) <= ids


@pytest.mark.parametrize("game", names())
def test_drawings_of_a_game_stay_small(game: str) -> None:
    assert sum(len(drawing) for drawing in art.drawings(package(game)).values()) < 60_000


def test_fonts_are_the_published_ones() -> None:
    rows = (row.split() for row in (FONTS / "SHA256SUMS").read_text(encoding="utf-8").splitlines())
    sums = {name: digest for digest, name in rows}
    found = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in FONTS.glob("*.woff2")}
    assert found == sums


@pytest.mark.parametrize("game", names())
def test_the_log_has_signs_that_the_sprite_holds(game: str) -> None:
    ids = set(re.findall(r"\bid=\"([^\"]+)\"", str(art.sprite(game))))
    signs = {look.sign for look in find_game(game).part(Page).EVENTS.values()}
    assert signs - {""}
    assert signs - {""} <= ids


def test_an_event_without_a_sign_takes_that_of_the_longest_beginning() -> None:
    assert event_looks.look("seven-ronin", "ron.event.put-ninja").sign == "lock"
    assert event_looks.look("seven-ronin", "ron.event.watchtower-wound").sign == "shuriken"
    assert event_looks.look("seven-ronin", "ron.event.unheard-of").sign == ""
