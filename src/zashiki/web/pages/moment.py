"""A past moment of a running table, as this viewer saw it."""

from __future__ import annotations

from typing import Final

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.contract import Game
from zashiki.web.errors import page_error
from zashiki.web.game_pages import board
from zashiki.web.seeing import sight
from zashiki.web.services import services_of
from zashiki.web.visitors import words_of
from zashiki.web.wording import LogRow, game_name, log_rows, with_nicknames


class MomentPage(msgspec.Struct, frozen=True):
    game: Game
    game_name: str
    board: Markup
    log: list[LogRow]  # of this moment
    whole_log: list[LogRow]
    prompt: str
    number: int
    last: int
    base: str
    query: str
    link: str


async def moment(request: Request) -> Response:
    seen = sight(request, request.query_params.get("as"))
    play = seen.play
    words = with_nicknames(play, seen.seats, words_of(request))
    number, last = request.path_params["number"], len(play.moments(seen.seat))
    if number > last:
        raise page_error(404, "web.no-moment", seen.address)
    state, lines = play.at_moment(seen.seat, number)
    view = msgspec.structs.replace(state.view(seen.seat), legal=[])
    page = MomentPage(
        game=play.game,
        game_name=game_name(play.game, words),
        board=board(play.game, view, words, lambda _action: None),
        log=log_rows(lines, play.game, words),
        whole_log=log_rows(play.log(seen.seat), play.game, words),
        prompt=words(view.prompt),
        number=number,
        last=last,
        base=f"/t/{play.table.id}/moment",
        query=f"?as={seen.asked}" if seen.asked else "",
        link=seen.address,
    )
    return services_of(request).page(request, "moment.html", page)


ROUTES: Final = [Route("/t/{table}/moment/{number:number}", moment)]
