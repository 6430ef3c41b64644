"""The picture at the top of the home page."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from zashiki.brush.templates import SHARED, picture


@cache
def hero() -> Markup:
    return picture(SHARED, "hero.html")
