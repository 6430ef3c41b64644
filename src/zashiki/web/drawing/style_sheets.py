"""Style sheets are written by part and sent together: one sheet for all pages, one for tables, one for each game's board."""

from __future__ import annotations

from functools import cache
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.registry import names
from zashiki.web.drawing.game_pages import style_sheets, token_sheets
from zashiki.web.drawing.static_files import STATIC, caching, game_folder

SHARED: Final = ("tokens", "elements", "controls", "header", "forms", "page", "adapt")
TABLE: Final = (
    "table", "table-bar", "table-motion", "table-prompt", "table-log", "table-seats", "table-chat", "table-why",
    "table-replay", "table-story", "table-sound", "table-pieces", "table-narrow", "table-dock", "table-about",
    "table-finale", "table-company", "table-over", "table-hint",
)  # fmt: skip


@cache
def sheet(name: str) -> str | None:
    """The sheets of a name one after the other: "shared", "table", "colours" of all games, or "board-<game>"."""
    if name in ("shared", "table"):
        parts = SHARED if name == "shared" else TABLE
        return "".join((STATIC / f"{part}.css").read_text(encoding="utf-8") for part in parts)
    game = name.removeprefix("board-")
    if name != "colours" and (game == name or game not in names()):
        return None
    found = token_sheets() if name == "colours" else style_sheets(game)
    return "".join(_of_game(address) for address in found)


def _of_game(address: str) -> str:
    """The text of `games/<game>/<file>`."""
    _games, game, file = address.split("/", 2)
    return (game_folder(game) / file).read_text(encoding="utf-8")


async def style_sheet(request: Request) -> Response:
    text = sheet(request.path_params["name"])
    if text is None:
        raise HTTPException(404)
    headers = {"cache-control": caching(request.path_params["version"])}
    return Response(text, media_type="text/css", headers=headers)


ROUTES: Final = [Route("/static/{version}/sheet-{name}.css", style_sheet)]
