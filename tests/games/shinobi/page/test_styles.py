"""The style sheets of Shinobi: all are listed, short, and kept to its board."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from zashiki.games.shinobi import page

STATIC = files("zashiki.games.shinobi") / "static"
OF_LESSONS = "lights.css"
"""What is lit and dimmed in a lesson; linked there alone."""
OWN = re.compile(
    r"\.shi\b|:where\(\.shi\b|\.reveal\b|\.shi-secrets\b|^\.table:has\(> \.bar \.result\) \.told$"
)


def outermost_selectors(sheet: str) -> list[str]:
    """The selectors of a sheet that lie in no other rule; those within @media count as outermost."""
    text = re.sub(r"/\*.*?\*/|@keyframes [\w-]+ \{(?:[^{}]*\{[^{}]*\})*\s*\}", "", sheet, flags=re.DOTALL)
    found, depth, start, media = [], 0, 0, 0
    for at, sign in enumerate(text):
        if sign == "{":
            head = text[start:at].strip()
            if head.startswith("@media"):
                media = 1
            elif depth == media:
                found += [one.strip() for one in re.split(r",(?![^()]*\))", head)]
            depth += 1
        elif sign == "}":
            depth -= 1
            media = media if depth else 0
        if sign in "{};":
            start = at + 1
    return found


def test_the_sheets_are_those_in_the_folder() -> None:
    found = {file.name for file in STATIC.iterdir() if file.name.endswith(".css")}
    assert {*page.STYLES, OF_LESSONS} == found


@pytest.mark.parametrize("name", page.STYLES)
def test_a_sheet_is_short_and_kept_to_the_board(name: str) -> None:
    sheet = (STATIC / name).read_text(encoding="utf-8")
    assert sheet.count("\n") <= 500
    selectors = outermost_selectors(sheet)
    assert selectors
    if name != "tokens.css":
        assert [one for one in selectors if not OWN.search(one)] == []
