"""The page of 7 Ronin: what only it shows."""

from __future__ import annotations

import re

import pytest

import zashiki
from zashiki.kernel.registry import part
from zashiki.words import LANGUAGES, Words

PAGE = part("seven-ronin", "page")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_planner_reads_on_each_place_what_its_area_does(seat: int, language: str) -> None:
    words = Words(language)
    view = zashiki.game("seven-ronin").start().view(seat)
    board = str(PAGE.board(view, words, lambda _action: "/why"))
    for name in ("well", "granary", "shrine"):
        ability = words.say(f"ron.page.ability.{name}")
        assert re.search(rf'<button class="spot[^>]*title="[^"]*\({re.escape(ability)}\)"', board)
