"""Templates escape what they are given, whatever it is."""

from __future__ import annotations

import pytest
from markupsafe import Markup, escape

from zashiki.brush.templates import environment, escaped

HOSTILE = """<script>alert("x" & 'y')</script>"""


class Hostile(str):  # noqa: SLOT000 (a plain kind of text)
    """Text of a kind of its own."""


class Drawn:
    def __html__(self) -> str:
        return "<b>drawn</b>"


VALUES = [
    "plain", "", "<", ">", "&", '"', "'", HOSTILE, Hostile(HOSTILE), Markup("<i>&amp;</i>"), Drawn(), 7, -1, 2.5,
    True, None, [HOSTILE],
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_is_escaped_as_markupsafe_does(value: object) -> None:
    assert str(escaped(value)) == str(escape(value))


@pytest.mark.parametrize("package", ["zashiki.web", "zashiki.brush", "zashiki.games.shinobi.page"])
def test_templates_and_their_macros_escape(package: str) -> None:
    source = "{% macro draw(it) %}<p title='{{ it }}'>{{ it }}</p>{% endmacro %}{{ draw(it) }}{{ it }}"
    safe = escape(HOSTILE)
    drawn = environment(package).from_string(source).render(it=HOSTILE)
    assert drawn == f"<p title='{safe}'>{safe}</p>{safe}"
