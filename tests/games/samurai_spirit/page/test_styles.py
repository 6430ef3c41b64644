"""The style sheets of the board: short, scoped to it, with colours by name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import zashiki
from zashiki.games.samurai_spirit.page import STYLES

ROOT = Path(zashiki.__file__).parent
GAME = ROOT / "games" / "samurai_spirit"
STATIC = GAME / "static"
TEXT = 4.5


def _sheet(name: str) -> str:
    return re.sub(r"/\*.*?\*/", "", (STATIC / name).read_text(encoding="utf-8"), flags=re.DOTALL)


def _outermost(css: str) -> list[str]:
    """What stands before the braces of the outermost rules; of a media query, before those within."""
    found, depth, start = [], 0, 0
    for index, sign in enumerate(css):
        if sign == "{":
            if depth == 0:
                found.append(css[start:index].strip())
            depth += 1
        elif sign == "}":
            depth -= 1
            start = index + 1 if depth == 0 else start
            if depth == 0 and found[-1].startswith("@media"):
                query = found.pop()
                body = css[css.index(query) + len(query) :]
                found += _outermost(body[body.index("{") + 1 : _end(body)])
    return found


def _end(body: str) -> int:
    depth = 0
    for index, sign in enumerate(body):
        depth += (sign == "{") - (sign == "}")
        if sign == "}" and depth == 0:
            return index
    raise ValueError(body)


def test_every_sheet_is_listed_and_short() -> None:
    assert sorted(STYLES) == sorted(file.name for file in STATIC.glob("*.css"))
    for name in STYLES:
        assert len((STATIC / name).read_text(encoding="utf-8").splitlines()) <= 300


@pytest.mark.parametrize("name", [name for name in STYLES if name != "tokens.css"])
def test_every_rule_is_scoped_to_the_board(name: str) -> None:
    for rule in _outermost(_sheet(name)):
        assert re.match(
            r":where\(\.sam(, \.flights)?\)$|@keyframes sam-|\.table:has\((\.sam|:where\(\.sam\) )", rule
        )


def test_only_the_tokens_name_colours() -> None:
    for name in STYLES:
        assert bool(re.findall(r"#[0-9a-fA-F]{3,8}\b", _sheet(name))) == (name == "tokens.css")


def test_every_token_in_use_is_defined() -> None:
    shared = "".join(sheet.read_text("utf-8") for sheet in (ROOT / "web" / "static").glob("*.css"))
    own = "".join(map(_sheet, STYLES))
    defined = set(re.findall(r"--([\w-]+):", shared + own))
    drawings = [*GAME.glob("art/*.svg"), *GAME.glob("rulebook/*.svg"), *GAME.glob("page/templates/*.html")]
    texts = own + "".join(file.read_text(encoding="utf-8") for file in drawings)
    assert set(re.findall(r"var\(--([\w-]+)\)", texts)) <= defined


def test_values_can_be_read_on_their_shields() -> None:
    on_ink = re.search(r"--on-ink: (#\w{6});", (ROOT / "web/static/tokens.css").read_text("utf-8"))
    shields = re.findall(r"--v\d: light-dark\((#\w{6}), (#\w{6})\)", _sheet("tokens.css"))
    assert on_ink is not None
    assert len(shields) == 6
    for colour in {colour for pair in shields for colour in pair}:
        assert _contrast(on_ink[1], colour) >= TEXT


def _contrast(one: str, other: str) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
