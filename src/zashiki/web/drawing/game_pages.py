"""What a game brings for its page: board, secrets, choices on the board, style sheets, sounds."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec
from markupsafe import Markup

from zashiki.brush.templates import template
from zashiki.kernel.contract import Game, View
from zashiki.kernel.parts import Finale, Page, Region
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import has_part, names
from zashiki.web.drawing.static_files import game_folder

TOKENS: Final = "tokens.css"
"""The sheet with a game's colours."""
SOUNDS: Final = "sounds.json"
"""The recipes of sounds, of the house and of a game."""
_draw_plain: Final = template("zashiki.web", "regions/plain_board.html")


class Field(msgspec.Struct, frozen=True):
    """One fact of a view, for a game that brings no drawing."""

    name: str
    value: str


@cache
def _page(game: str) -> Page | None:
    found = find_game(game)
    return found.part(Page) if has_part(found, Page) else None


def has_page(game: str) -> bool:
    """Whether a game brings its own drawing; a game of another package may not."""
    return game in names() and _page(game) is not None


def board(game: Game, view: View, links: str) -> Region:
    """The game's own drawing of a view; a list of its fields for a game that brings none."""
    page = _page(game.id)
    return _plain_board("play", view) if page is None else page.board(view, links)


def finale_of(game: Game, view: View) -> Finale | None:
    """The game's own page of how it ended; None while it goes on, and for a game that brings none."""
    page = _page(game.id)
    return None if page is None or view.result is None else page.finale(view)


def secrets_of(game: Game, view: View) -> Region | None:
    """The game's own drawing of what the seat of this view alone knows; None when it knows nothing alone."""
    page = _page(game.id)
    return _plain_board(f"secrets-{view.seat}", view) if page is None else page.secrets(view)


def _plain_board(name: str, view: View) -> Region:
    """Every field of a view as text."""
    fields = tuple(
        Field(field, str(value))
        for field, value in msgspec.to_builtins(view, str_keys=True).items()
        if field not in ("legal", "prompt", "result")
    )
    return Region(name, _draw_plain, (name, fields), seat=view.seat)


def on_board(game: Game, view: View) -> frozenset[int]:
    """The legal actions of the view that can be chosen on the board itself."""
    page = _page(game.id)
    return frozenset() if page is None else page.on_board(view)


def keys_of(game: Game, action: int) -> str:
    """What is typed for a choice; empty for nothing."""
    page = _page(game.id)
    return "" if page is None else page.keys(action)


def cover(game: str) -> Markup:
    """The drawn cover of a game; empty for one that brings none."""
    page = _page(game)
    return Markup("") if page is None else page.cover()


def emblem_name(game: str) -> str:
    """The drawing that stands for a game; empty for one that brings none."""
    page = _page(game) if game in names() else None
    return "" if page is None else page.EMBLEM


@cache
def style_sheets(game: str) -> tuple[str, ...]:
    """The game's style sheets in order, as addresses below `/static/<version>/`."""
    page = _page(game)
    return () if page is None else tuple(f"games/{game}/{sheet}" for sheet in page.STYLES)


@cache
def token_sheets() -> tuple[str, ...]:
    """The sheets with the colours of all games, for pages that show covers, emblems or diagrams but no board."""
    sheets = [sheet for game in names() for sheet in style_sheets(game)]
    return tuple(sheet for sheet in sheets if sheet.endswith(f"/{TOKENS}"))


@cache
def sounds(game: str) -> tuple[str, ...]:
    """Where the sounds of a table are, as addresses below `/static/<version>/`: those of the house, then the game's."""
    own = (f"games/{game}/{SOUNDS}",) if (game_folder(game) / SOUNDS).is_file() else ()
    return (SOUNDS, *own)
