"""A past moment of a running table, as this viewer saw it."""

from __future__ import annotations

from typing import Final

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.contract import Game
from zashiki.web.drawing.faces import aliases_at
from zashiki.web.drawing.game_pages import board
from zashiki.web.drawing.wording import LogRow, game_name, lines_for, log_rows, with_nicknames
from zashiki.web.errors import page_error
from zashiki.web.requests.sight import sight
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import services_of


class MomentPage(msgspec.Struct, frozen=True):
    game: Game
    game_name: str
    board: Markup
    faces: Markup
    log: list[LogRow]  # of this moment
    whole_log: list[LogRow]
    prompt: str
    number: int
    last: int
    base: str
    query: str
    link: str


async def moment(request: Request) -> Response:
    seen = await sight(request, request.query_params.get("as"))
    live = seen.live
    words = with_nicknames(live, words_of(request))
    number, told = request.path_params["number"], live.timeline.told(seen.seat)
    if number > len(told):
        raise page_error(404, "web.no-moment", seen.address)
    state = live.timeline.until(told[number - 1].number if number else 0).state
    view = msgspec.structs.replace(state.view(seen.seat), legal=[])
    lines = lines_for(live, words, seen.seat, seen.viewer.mine)
    rows = [row for one in told for row in log_rows(one, lines)]
    page = MomentPage(
        game=live.game,
        game_name=game_name(live.game, words),
        board=services_of(request).drawn(board(live.game, view, ""), words),
        faces=aliases_at(live),
        log=[row for row in rows if row.moment == number],
        whole_log=rows,
        prompt=words(view.prompt),
        number=number,
        last=len(told),
        base=f"/t/{live.id}/moment",
        query=seen.query,
        link=seen.address,
    )
    return services_of(request).page(request, "moment.html", page)


ROUTES: Final = [Route("/t/{table}/moment/{number:number}", moment)]
