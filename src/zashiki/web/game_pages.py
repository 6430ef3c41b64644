"""What a game brings for its page: board, secrets, choices on the board, style sheets."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from types import ModuleType
from typing import Final

import msgspec
from markupsafe import Markup

from zashiki.kernel.contract import Game, View
from zashiki.kernel.registry import names, package, part
from zashiki.web.static_files import STATIC
from zashiki.words import Words

TOKENS: Final = "tokens.css"
"""The sheet with a game's colours."""


def has_page(game: str) -> bool:
    """Whether a game brings its own drawing; a game of another package may not."""
    return find_spec(f"{package(game)}.page") is not None


@cache
def _page(game: str) -> ModuleType | None:
    return part(game, "page") if has_page(game) else None


def board(game: Game, view: View, words: Words, links: Callable[[int], str | None]) -> Markup:
    """The game's own drawing of a view; a list of its fields for a game that brings none."""
    page = _page(game.id)
    if page is None:
        return plain_board(view)
    drawn = page.board(view, words, links)
    assert isinstance(drawn, Markup)
    return drawn


def secrets_of(game: Game, view: View, words: Words) -> Markup:
    """The game's own drawing of what the seat of this view alone knows; empty when it knows nothing alone."""
    page = _page(game.id)
    if page is None:
        return plain_board(view)
    drawn = page.secrets(view, words)
    assert isinstance(drawn, Markup)
    return drawn


def plain_board(view: View) -> Markup:
    """Every field of a view as text."""
    rows = Markup("").join(
        Markup("<dt>{}</dt><dd>{}</dd>").format(name, str(value))
        for name, value in msgspec.to_builtins(view, str_keys=True).items()
        if name not in ("legal", "prompt", "result")
    )
    return Markup('<dl class="table-plain">{}</dl>').format(rows)


def on_board(game: Game, view: View) -> frozenset[int]:
    """The legal actions of the view that can be chosen on the board itself."""
    found: Callable[[View], frozenset[int]] | None = getattr(_page(game.id), "on_board", None)
    return frozenset() if found is None else found(view)


@cache
def style_sheets(game: str) -> tuple[str, ...]:
    """The game's style sheets in order, as addresses below `/static/<version>/`."""
    styles: tuple[str, ...] | None = getattr(_page(game), "STYLES", None)
    if styles is not None:
        return tuple(f"games/{game}/{sheet}" for sheet in styles)
    return (f"{game}.css",) if (STATIC / f"{game}.css").is_file() else ()


@cache
def token_sheets() -> tuple[str, ...]:
    """The sheets with the colours of all games, for pages that show covers, emblems or diagrams but no board."""
    sheets = [sheet for game in names() for sheet in style_sheets(game)]
    return tuple(sheet for sheet in sheets if sheet.endswith(f"/{TOKENS}"))
