"""A board alone on a page that is one text, with its styles and drawings inside: for pictures made without a server."""

from __future__ import annotations

from markupsafe import escape

from zashiki.brush.regions import Drawings
from zashiki.kernel.contract import Game, View
from zashiki.web.drawing import art
from zashiki.web.drawing.faces import aliases_of_guests
from zashiki.web.drawing.game_pages import board
from zashiki.web.drawing.static_files import STATIC
from zashiki.web.drawing.style_sheets import sheet
from zashiki.words import Words


def board_page(game: Game, view: View, words: Words) -> str:
    """What the viewer sees of the board, under a header that names the game; no choices, nothing else of a table."""
    names = ("shared", "table", f"board-{game.id}")
    styles = "".join(text for name in names if (text := sheet(name)))
    styles = styles.replace('url("fonts/', f'url("{(STATIC / "fonts").as_uri()}/')
    drawn = Drawings().whole(board(game, view, ""), words)
    return (
        f'<!doctype html><html lang="{words.language}"><head><meta charset="utf-8"><style>{styles}</style></head>'
        f'<body class="at-table">{art.sprite(game.id)}{aliases_of_guests()}'
        f'<header class="top"><span class="home"><b>{escape(words.say(f"{game.prefix}.name"))}</b></span></header>'
        f'<main><div class="table">{drawn}</div></main></body></html>'
    )
