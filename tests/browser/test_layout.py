"""The prompt covers nothing of the board: every number of players, in windows of every size, the languages in turns."""

from __future__ import annotations

import re
from functools import cache
from itertools import product

import pytest
from playwright.sync_api import Page

from benchmarks.layout import LONG_NAME, measured
from tests.browser.conftest import Open
from tests.browser.stage import villagers_game
from tests.browser.test_feel import open_game
from tests.web.visitor import Server, Visitor, table_of
from zashiki.kernel.record import Record
from zashiki.kernel.registry import game as find_game
from zashiki.words import LANGUAGES

TABLES = [
    ("seven-ronin", 2),
    *(("samurai-spirit", n) for n in range(1, 8)),
    *(("shinobi", n) for n in (3, 4, 5)),
]
SEED = 5
MOMENTS = 2
"""Decisions looked at for each number of players and language; other ones in each language."""


@cache
def decisions(game: str, seats: int) -> tuple[Record, list[tuple[int, int]]]:
    """A whole game of bots, and of each kind of decision one: after how many entries, by whom."""
    record, found = Record(find_game(game), seats=seats), dict[str, tuple[int, int]]()
    for key, length, seat in villagers_game(record):
        found[key] = (length, seat)
    return record, list(found.values())


def sit_at(page: Page, server: Server, game: str, seats: int, language: str) -> list[str]:
    """The tables of some decisions, for somebody with a long name whose browser the page's becomes."""
    person = Visitor(server, language)
    record, moments = decisions(game, seats)
    person.open_table(game, name=LONG_NAME, **{"seat-0": "me", "seat-1": "open", "seat-2": "open"})
    opened = person.client.post("/records", files={"record": ("game.zashiki", record.write().encode())})
    replay = re.search(r"/g/([a-z0-9]+)/0", str(opened.url))
    assert replay is not None
    first = LANGUAGES.index(language)
    chosen = [moments[(first + index * len(LANGUAGES)) % len(moments)] for index in range(MOMENTS)]
    tables = [
        table_of(person.post(f"/g/{replay[1]}/{number}/continue", seat=seat))
        for number, seat in dict.fromkeys(chosen)
    ]
    page.context.add_cookies(
        [
            {"name": one.name, "value": one.value or "", "url": server.address}
            for one in person.client.cookies.jar
        ]
    )
    return tables


@pytest.mark.parametrize(
    ("game", "seats", "language"), [(*table, language) for table, language in product(TABLES, LANGUAGES)]
)
def test_nothing_lies_under_the_prompt(
    visit: Open, server: Server, game: str, seats: int, language: str
) -> None:
    page = visit(language=language)
    for table in sit_at(page, server, game, seats, language):
        page.goto(f"/t/{table}")
        page.locator("body[data-live=on]").wait_for(state="attached")
        for one in measured(page):
            assert one.faults == (), f"/t/{table} {one.width}x{one.height} of {game} with {seats}"


def test_the_prompt_keeps_its_height_while_the_news_change(visit: Open) -> None:
    page = visit(360, 740)
    open_game(page, "seven-ronin")
    heights = page.evaluate(
        """() => {
          const bar = document.querySelector("#bar");
          const before = bar.offsetHeight;
          document.querySelector("#heard").insertAdjacentHTML("beforeend", "<ol class='news'>" + "<li><span>something has happened at this table</span></li>".repeat(9) + "</ol>");
          return [before, bar.offsetHeight, document.querySelector("main").getBoundingClientRect().bottom, bar.getBoundingClientRect().top];
        }"""
    )
    assert heights[0] == heights[1]
    assert heights[2] == heights[3]
