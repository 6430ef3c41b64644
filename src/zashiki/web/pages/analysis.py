"""Where a finished game was lost, and what to play instead: started by one button, kept with the game."""

from __future__ import annotations

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.contract import Game
from zashiki.store import Table
from zashiki.study.summary import SeatSummary
from zashiki.tables import LiveTable
from zashiki.web.analyses import Standing, Whole
from zashiki.web.drawing.analysis_graph import Band, Graph, bands_of, graph_of
from zashiki.web.drawing.analysis_words import DecisionText, decision_text, points_text
from zashiki.web.drawing.replay_steps import steps_of
from zashiki.web.drawing.wording import game_name, seat_text, with_nicknames
from zashiki.web.errors import page_error
from zashiki.web.pages.replay import finished
from zashiki.web.requests.addresses import see_other
from zashiki.web.requests.networks import network_of
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import services_of
from zashiki.words import Words
from zashiki.words.numbers import is_told, share


class SeatText(msgspec.Struct, frozen=True):
    seat: int
    name: str
    accuracy: str
    counts: list[tuple[str, int]]
    changes: list[tuple[str, str]]  # what changed the chance, and by how much
    moments: list[DecisionText]


class Guesses(msgspec.Struct, frozen=True):
    """What spectators could guess about one seat."""

    name: str
    truth: str
    final: str
    bands: list[Band]


class AnalysisPage(msgspec.Struct, frozen=True):
    table: Table
    game: Game
    game_name: str
    standing: Standing
    by: str
    graph: Graph | None
    lines: list[str]  # whose chances the lines of the graph are
    seats: list[SeatText]
    decisions: list[DecisionText]
    guesses: list[Guesses]
    things: list[str]


async def analysis(request: Request) -> Response:
    services, live = services_of(request), await finished(request)
    words = with_nicknames(live, words_of(request))
    whole = await services.analyses.whole(live)
    standing = await services.analyses.standing(live)
    page = AnalysisPage(
        live.table, live.game, game_name(live.game, words), standing, "", None, [], [], [], [], []
    )
    if whole is not None:
        page = _filled(page, live, whole, words)
    return services.page(request, "analysis.html", page)


def _filled(page: AnalysisPage, live: LiveTable, whole: Whole, words: Words) -> AnalysisPage:
    found, together = whole.analysis, live.game.facts.cooperative
    names = [seat_text(live, seat, words, "named") for seat in range(live.record.seats)]
    texts = {one.valuation.number: decision_text(whole, one, names, words) for one in found.decisions}
    steps = steps_of(live.timeline, each=False)
    things = [words(thing) for thing in whole.work.study.guesses()]
    return msgspec.structs.replace(
        page,
        by=words.say(f"web.analysis.by-{found.by}"),
        graph=graph_of(found, steps, live.length, together, words.language),
        lines=[words.say("web.analysis.team")] if together else names,
        seats=[_seat(one, names[one.seat], texts, words) for one in found.seats if one.decisions],
        decisions=[texts[one.valuation.number] for one in found.decisions if one.mark != "good"],
        guesses=_guesses(live, whole, names, things, words),
        things=things,
    )


def _seat(one: SeatSummary, name: str, texts: dict[int, DecisionText], words: Words) -> SeatText:
    balance = one.balance
    changes = {
        "own": balance.own,
        "cards": balance.cards,
        "reveals": balance.reveals,
        "others": balance.others,
    }
    return SeatText(
        seat=one.seat,
        name=name,
        accuracy=share(one.accuracy, words.language),
        counts=[(words.say(f"web.analysis.mark-{mark}"), count) for mark, count in one.marks.items()],
        changes=[
            (words.say(f"web.analysis.{cause}"), points_text(by, words))
            for cause, by in changes.items()
            if is_told(by)
        ],
        moments=[texts[number] for number in one.moments],
    )


def _guesses(
    live: LiveTable, whole: Whole, names: list[str], things: list[str], words: Words
) -> list[Guesses]:
    found = whole.analysis
    if not found.guesses:
        return []
    told = []
    for seat, name in enumerate(names):
        truth = found.hidden[seat]
        likely = found.guesses[-1][1][seat][truth]
        told.append(
            Guesses(name, things[truth], share(likely, words.language), bands_of(found, seat, live.length))
        )
    return told


async def begin(request: Request) -> Response:
    """Starts the analysis, or goes on with it."""
    services, live = services_of(request), await finished(request)
    standing = await services.analyses.standing(live)
    if not standing.wanted and not standing.complete:
        visitor = services.visitors.visitor_of(request).id
        if not await services.limits.allow_analysis(visitor, network_of(request)):
            raise page_error(429, "web.variation.slow", f"/g/{live.id}/analysis")
    await services.analyses.want(live)
    return see_other(f"/g/{live.id}/analysis")


async def cancel(request: Request) -> Response:
    live = await finished(request)
    await services_of(request).analyses.cancel(live.id)
    return see_other(f"/g/{live.id}/analysis")


ROUTES: Final = [
    Route("/g/{table}/analysis", analysis),
    Route("/g/{table}/analysis", begin, methods=["POST"]),
    Route("/g/{table}/analysis/cancel", cancel, methods=["POST"]),
]
