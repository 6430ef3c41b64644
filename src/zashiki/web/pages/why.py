"""Why a choice can't be made now: one choice, or all of them."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.contract import Game, View
from zashiki.web.drawing.wording import with_nicknames
from zashiki.web.requests.addresses import see_other
from zashiki.web.requests.sight import Sight, sight, why_not
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import services_of
from zashiki.words import Words


class Reason(msgspec.Struct, frozen=True):
    """A reason and the choices that it refuses."""

    reason: str
    rule: str
    labels: list[str]


class WhyPage(msgspec.Struct, frozen=True):
    game: Game
    reasons: list[Reason]
    link: str


async def why(request: Request) -> Response:
    """One choice, as a note for the board or as a page; a choice that can be made is explained."""
    seen = await sight(request, request.query_params.get("as"))
    words = with_nicknames(seen.live, words_of(request))
    game, action = seen.live.game, request.path_params["action"]
    reason = why_not(seen, action) or game.help(seen.live.state.view(seen.seat), action)
    page = WhyPage(game, [Reason(words(reason), reason.rule, [])], seen.address)
    template = "parts/why_note.html" if "hx-request" in request.headers else "why.html"
    return services_of(request).page(request, template, page)


async def why_all(request: Request) -> Response:
    """Every choice of the game that can't be made now, by reason."""
    seen = await sight(request, request.query_params.get("as"))
    words = with_nicknames(seen.live, words_of(request))
    if seen.seat is None:
        return see_other(seen.address)
    return services_of(request).page(
        request, "why.html", WhyPage(seen.live.game, _reasons(seen, words), seen.address)
    )


def _reasons(seen: Sight, words: Words) -> list[Reason]:
    """The reasons that refuse the fewest choices come first."""
    game, view = seen.live.game, seen.live.state.view(seen.seat)
    found: dict[tuple[str, str], list[str]] = {}
    for action in range(game.facts.actions):
        refusal = why_not(seen, action)
        if refusal is not None and words.has(game.label(view, action).key):
            found.setdefault((words(refusal), refusal.rule), []).append(_label(game, view, action, words))
    reasons = [Reason(reason, rule, labels) for (reason, rule), labels in found.items()]
    return sorted(reasons, key=lambda reason: len(reason.labels))


def _label(game: Game, view: View, action: int, words: Words) -> str:
    """A choice in words; its name where the label needs figures that only a legal choice has."""
    try:
        return words(game.label(view, action))
    except KeyError:
        return game.name(action)


ROUTES: Final = [
    Route("/t/{table}/why", why_all),
    Route("/t/{table}/why/{action:number}", why),
]
