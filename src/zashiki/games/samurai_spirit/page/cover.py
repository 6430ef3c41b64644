"""The cover of Samurai Spirit on the home page."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from zashiki.brush.templates import picture


@cache
def cover() -> Markup:
    return picture(__package__, "cover.html")
