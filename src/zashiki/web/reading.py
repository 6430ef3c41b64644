"""Pages to read: the rulebooks with their search."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.messages import say
from zashiki.web import rulebook
from zashiki.web.house import Turned, game_or_turned, house_of, words_of

LONGEST_QUESTION: Final = 80


async def rules(request: Request) -> Response:
    house, words = house_of(request), words_of(request)
    game = game_or_turned(request.path_params["game"])
    try:
        book = rulebook.render(game.id, words.language)
    except FileNotFoundError:
        raise Turned(404, say("web.rules.missing"), say("web.rules.missing.advice")) from None
    question = request.query_params.get("q", "")[:LONGEST_QUESTION].strip()
    return house.page(
        request,
        "rules.html",
        game=game,
        game_name=words.say(f"{game.prefix}.name"),
        book=book,
        question=question,
        found=rulebook.search(book, question),
    )


ROUTES: Final = [Route("/rules/{game}", rules)]
