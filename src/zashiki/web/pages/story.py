"""What happened at a table as a story, for the page to tell step by step; as the viewer saw it, instant by instant."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.timeline import Glimpse
from zashiki.tables.description import MOST_NEWS
from zashiki.web.drawing.stories import story
from zashiki.web.drawing.wording import lines_for, with_nicknames
from zashiki.web.errors import page_error
from zashiki.web.requests.addresses import number_of
from zashiki.web.requests.sight import sight
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import services_of


async def table_story(request: Request) -> Response:
    """Of the viewer's moments after one and up to another; with `place`, the rest of the first is told too."""
    seen = await sight(request, request.query_params.get("as"))
    live, timeline = seen.live, seen.live.timeline
    told = timeline.told(seen.seat)
    after, until = asked(request, len(told))
    place = number_of(request.query_params.get("place", ""))
    first = max(after - 1, until - MOST_NEWS, 0)
    moments = {one.number: one.moment for one in told[first:until]}
    glimpses = timeline.glimpses(seen.seat, min(moments, default=1) - 1, max(moments, default=0))
    untold = (one for one in glimpses if _comes_after(moments[one.number], one.place, after, place))

    def name(glimpse: Glimpse) -> str:
        return f"news-{moments[glimpse.number]}-{glimpse.place}"

    words = with_nicknames(live, words_of(request))
    lines = lines_for(live, words, seen.seat, seen.viewer.mine)
    return answer(story(services_of(request), live.game, words, lines, untold, name, seen.viewer.mine))


def _comes_after(moment: int, place: int, after: int, last: int | None) -> bool:
    """Without a last place the whole moment was told."""
    return moment > after or (moment == after and last is not None and place > last)


def asked(request: Request, last: int) -> tuple[int, int]:
    """The two numbers of the query, within the game as it is now: an undo may have made it shorter."""
    after, until = (number_of(request.query_params.get(name, "")) for name in ("after", "until"))
    if after is None or until is None:
        raise page_error(404, "web.no-moment")
    return min(after, last), min(until, last)


def answer(told: msgspec.Struct) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(msgspec.json.encode(told), media_type="application/json", headers=headers)


ROUTES: Final = [Route("/t/{table}/story", table_story)]
