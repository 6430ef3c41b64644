"""The colour tokens keep the contrast that text, edges and signs need, by day and by night."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import zashiki

ROOT = Path(zashiki.__file__).parent
SHEETS = [*ROOT.glob("web/static/*.css"), *ROOT.glob("games/*/static/*.css")]
TOKEN_SHEETS = [sheet for sheet in SHEETS if sheet.name == "tokens.css"]
TOKEN = re.compile(r"--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));")
TEXT = 4.5
SIGN = 3.0
RONIN = ("hayai", "kabe", "musashi", "taiko", "tasuke", "yobu", "yumi")
CLANS = ("hojo", "uesugi", "takeda", "mori", "oda")


def _tokens() -> dict[str, tuple[str, str]]:
    found = TOKEN.findall("".join(sheet.read_text(encoding="utf-8") for sheet in TOKEN_SHEETS))
    return {name: (day or both, night or both) for name, day, night, both in found}


def _luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


PAIRS = [
    *((text, paper, TEXT) for text in ("ink", "soft") for paper in ("paper", "raised", "sunk")),
    *((text, "raised", TEXT) for text in ("link", "bad", "good", "warn")),
    ("act-ink", "act", TEXT),
    ("on-ink", "act", TEXT),
    ("on-ink", "indigo", TEXT),
    ("card-ink", "cardp", TEXT),
    ("card-ink", "changed", TEXT),
    ("card-ink", "straw", TEXT),
    ("edge", "raised", SIGN),
    ("edge", "paper", SIGN),
    ("rule", "raised", SIGN),
    ("legal", "raised", SIGN),
    ("legal", "ground", SIGN),
    *(("on-ink", f"c-{name}", TEXT) for name in RONIN),
    *((f"k-{clan}", f"k-{clan}-p", TEXT) for clan in CLANS),
    *(("on-ink", f"k-{clan}-b", TEXT) for clan in CLANS),
]


@pytest.mark.parametrize(("ink", "ground", "least"), PAIRS)
def test_contrast(ink: str, ground: str, least: float) -> None:
    tokens = _tokens()
    for time in (0, 1):
        assert _contrast(tokens[ink][time], tokens[ground][time]) >= least


def test_only_the_tokens_name_colours() -> None:
    for sheet in SHEETS:
        if sheet not in TOKEN_SHEETS:
            assert not re.findall(r"#[0-9a-fA-F]{3,8}\b(?!\")", sheet.read_text(encoding="utf-8")), sheet


def test_every_token_in_use_is_defined_or_has_a_fallback() -> None:
    own = set(re.findall(r"--([\w-]+):", "".join(sheet.read_text("utf-8") for sheet in SHEETS)))
    used: set[str] = set()
    drawn = [*ROOT.glob("**/art/*.svg"), *ROOT.glob("games/*/page/*.py"), *ROOT.glob("**/templates/*.html")]
    for file in [*SHEETS, *drawn]:
        used |= set(re.findall(r"var\(--([\w-]+)\)", file.read_text(encoding="utf-8")))
    assert used <= own
