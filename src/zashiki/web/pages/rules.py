"""The rulebook of a game, with its search."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.contract import Game
from zashiki.kernel.parts import MissingPart
from zashiki.web.drawing.wording import game_name
from zashiki.web.errors import game_or_error, page_error
from zashiki.web.pages.balance import balance_kept
from zashiki.web.requests.visitors import words_of
from zashiki.web.rulebooks import text as rulebooks
from zashiki.web.rulebooks.search import Found, search
from zashiki.web.rulebooks.text import RenderedRulebook
from zashiki.web.services import services_of

LONGEST_QUESTION: Final = 80


class RulesPage(msgspec.Struct, frozen=True):
    game: Game
    game_name: str
    book: RenderedRulebook
    question: str
    found: list[Found]
    has_balance: bool


async def rules(request: Request) -> Response:
    words = words_of(request)
    game = game_or_error(request.path_params["game"])
    try:
        book = rulebooks.render(game.id, words.language)
    except (MissingPart, FileNotFoundError):
        raise page_error(404, "web.rules.missing") from None
    question = request.query_params.get("q", "")[:LONGEST_QUESTION].strip()
    found = await run_in_threadpool(search, game.id, words.language, question)
    page = RulesPage(game, game_name(game, words), book, question, found, balance_kept(game.id) is not None)
    return services_of(request).page(request, "rules.html", page)


ROUTES: Final = [Route("/rules/{game}", rules)]
