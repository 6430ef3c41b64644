"""Every part of our games keeps to its protocol: page, bots, terminal, lesson, rulebook, features."""

from __future__ import annotations

import pytest

import zashiki
from zashiki.testing import conform_parts

GAMES = ("seven-ronin", "samurai-spirit", "shinobi")


@pytest.mark.parametrize("name", GAMES)
def test_every_part_conforms(name: str) -> None:
    found = conform_parts(zashiki.game(name), seed=3, checks=5)
    assert found == ("Page", "Bots", "Terminal", "Lesson", "Rulebook", "Features")
