"""Who wins a game, as many games of bots say: the figures that the game keeps, in the reader's words."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.contract import Game
from zashiki.kernel.registry import package
from zashiki.study.balance_report import Balance
from zashiki.study.balance_words import Section, advice, command_of, how_made, played, sections_of
from zashiki.study.plots import ticks_up_to
from zashiki.web.drawing.wording import game_name
from zashiki.web.errors import game_or_error, page_error
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import services_of

FILE: Final = "balance.json"


class BarRow(msgspec.Struct, frozen=True):
    """A rate with its interval, on a scale of 100."""

    label: str
    rate: str
    interval: str
    games: str
    at: float
    low: float
    high: float


class BarSection(msgspec.Struct, frozen=True):
    title: str
    rows: list[BarRow]
    mean: float | None


class BalancePage(msgspec.Struct, frozen=True):
    game: Game
    game_name: str
    title: str
    played: str
    how: str
    command: str
    advice: str
    sections: list[BarSection]


@cache
def balance_kept(game: str) -> Balance | None:
    """The figures that lie in the game's folder; None if it brings none."""
    file = Path(str(files(package(game)))) / FILE
    return msgspec.json.decode(file.read_bytes(), type=Balance) if file.is_file() else None


async def balance(request: Request) -> Response:
    words = words_of(request)
    game = game_or_error(request.path_params["game"])
    found = balance_kept(game.id)
    if found is None:
        raise page_error(404, "web.balance.missing", f"/rules/{game.id}")
    page = BalancePage(
        game=game,
        game_name=game_name(game, words),
        title=words.say("study.balance.title", game=game_name(game, words)),
        played=played(found, words),
        how=how_made(found, words),
        command=command_of(found),
        advice=advice(found, words),
        sections=[_section(section) for section in sections_of(found, words)],
    )
    return services_of(request).page(request, "balance.html", page)


def _section(section: Section) -> BarSection:
    whole = ticks_up_to(max(line.found.high for line in section.lines))[-1]

    def scaled(rate: float) -> float:
        return round(100 * min(1.0, rate / whole), 1)

    rows = [
        BarRow(
            line.label,
            line.rate,
            line.interval,
            line.games,
            scaled(line.found.rate),
            scaled(line.found.low),
            scaled(line.found.high),
        )
        for line in section.lines
    ]
    return BarSection(section.title, rows, None if section.mean is None else scaled(section.mean))


ROUTES: Final = [Route("/rules/{game}/balance", balance)]
