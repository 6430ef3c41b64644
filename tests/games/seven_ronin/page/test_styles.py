"""The style sheets of 7 Ronin: kept inside its board, drawn in its colours, which keep the contrast that text needs."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from zashiki.games.seven_ronin.page import STYLES
from zashiki.games.seven_ronin.rules.pieces import RONIN

STATIC = files("zashiki.games.seven_ronin").joinpath("static")
SHARED = files("zashiki.web").joinpath("static", "tokens.css").read_text(encoding="utf-8")
TOKEN = re.compile(r"--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));")
BOARD = re.compile(r"\.ron(?![\w-])")
BESIDE_THE_BOARD = {".ron-secrets"}


def sheet(name: str) -> str:
    return STATIC.joinpath(name).read_text(encoding="utf-8")


def selectors(text: str) -> list[str]:
    """Those of all rules, without the steps of animations."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"@keyframes [\w-]+ \{(?:[^{}]*\{[^{}]*\})*\s*\}", "", text)
    found = [found.strip() for found in re.findall(r"([^{};]+)\{", text)]
    return [part for rule in found if not rule.startswith("@") for part in parts(rule)]


def parts(rule: str) -> list[str]:
    """The selectors of a list: its commas stand outside of all brackets."""
    found, depth = [""], 0
    for sign in rule:
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and depth == 0:
            found.append("")
        else:
            found[-1] += sign
    return [one.strip() for one in found]


def test_the_page_names_every_sheet() -> None:
    assert sorted(STYLES) == sorted(file.name for file in STATIC.iterdir() if file.name.endswith(".css"))


@pytest.mark.parametrize("name", STYLES)
def test_a_sheet_is_short_enough_to_be_read(name: str) -> None:
    assert sheet(name).count("\n") < 500


@pytest.mark.parametrize("name", STYLES[1:])
def test_every_rule_is_kept_inside_the_board(name: str) -> None:
    rules = selectors(sheet(name))
    assert rules
    for rule in rules:
        assert BOARD.search(rule) or rule in BESIDE_THE_BOARD, rule


def test_only_the_tokens_name_colours() -> None:
    assert STYLES[0] == "tokens.css"
    for name in STYLES[1:]:
        assert not re.findall(r"#[0-9a-fA-F]{3,8}\b(?!\")", sheet(name)), name


def test_every_token_in_use_is_defined_once() -> None:
    own = re.findall(r"--([\w-]+):", sheet("tokens.css"))
    house = re.findall(r"--([\w-]+):", SHARED)
    assert not set(own) & set(house)
    local = {one for name in STYLES for one in re.findall(r"--([\w-]+):", sheet(name))}
    around = files("zashiki.web").joinpath("static")
    local |= {
        one
        for file in around.iterdir()
        if file.name.endswith(".css")
        for one in re.findall(r"--([\w-]+):", file.read_text(encoding="utf-8"))
    }
    used: set[str] = set()
    package = files("zashiki.games.seven_ronin")
    for folder in ("static", "art", "page/templates"):
        for file in package.joinpath(folder).iterdir():
            used |= set(re.findall(r"var\(--([\w-]+)\)", file.read_text(encoding="utf-8")))
    assert used <= local | set(house)


def luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("ronin", RONIN)
def test_the_name_on_the_tag_of_a_ronin_can_be_read(ronin: str) -> None:
    tokens = {name: (day or both, night or both) for name, day, night, both in TOKEN.findall(sheet("tokens.css") + SHARED)}  # fmt: skip
    for time in (0, 1):
        dark, light = sorted(luminance(tokens[name][time]) for name in ("on-ink", f"c-{ronin}"))
        assert (light + 0.05) / (dark + 0.05) >= 4.5
