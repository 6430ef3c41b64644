"""The rulebooks as pages."""

from __future__ import annotations

import re

import pytest

from tests.web.visitor import Server, Visitor
from zashiki.kernel.registry import names


@pytest.mark.parametrize("game", [name for name in names() if name != "lanterns"])
@pytest.mark.parametrize("language", ["en", "pl", "fr"])
def test_rulebooks_can_be_read_and_searched(server: Server, game: str, language: str) -> None:
    visitor = Visitor(server, language)
    page = visitor.get(f"/rules/{game}")
    assert page.status_code == 200
    anchors = re.findall(r'id="([A-Z]{3}-[A-Z]\d+)"', page.text)
    assert len(anchors) > 10
    found = visitor.get(f"/rules/{game}?q={anchors[3]}").text
    assert f'href="#{anchors[3]}"><span class="rule-id">{anchors[3]}</span>' in found
