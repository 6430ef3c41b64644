"""Templates: what a page shows is one or several structs, whose fields the template reads by name."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from zashiki.brush.macros import macro_environment
from zashiki.web.drawing import art, game_pages
from zashiki.web.drawing.static_files import version
from zashiki.web.drawing.wording import rule_link
from zashiki.words import Words

HTMX: Final = '{"includeIndicatorCSS": false}'


class Frame(msgspec.Struct, frozen=True):
    """What every page has around its content."""

    here: str  # the address of the page, where the forms of the header come back to
    theme: str
    shortcuts: bool
    stories: bool


class Renderer:
    """The Jinja environment of the server."""

    def __init__(self) -> None:
        self._templates = macro_environment("zashiki.web")
        self._templates.globals.update(
            art=art,
            game_pages=game_pages,
            htmx_config=HTMX,
            rule_link=rule_link,
            static=f"/static/{version()}",
        )

    def render(self, template: str, words: Words, *content: msgspec.Struct) -> str:
        """The template filled with the fields of all these structs."""
        fields: dict[str, Any] = {}
        for shown in content:
            fields.update((name, getattr(shown, name)) for name in shown.__struct_fields__)
        return self._templates.get_template(template).render(words=words, t=words.say, **fields)
