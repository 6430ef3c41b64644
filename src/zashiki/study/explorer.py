"""The explorer: what is asked for, checked and understood; what was found, with rates and their intervals; and the index kept up to date."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Final

import msgspec

from zashiki.bots import levels
from zashiki.kernel.contract import Game
from zashiki.kernel.messages import Message, say
from zashiki.kernel.options import BadOption, Choice, Flag
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.store import Store
from zashiki.store.exploring import ANYBODY, NOBODY, Explored, Hit, Search, Tallies, Tally, folded
from zashiki.study.moments import VERSION, Task, explored_of, number_of, whole_of
from zashiki.study.scores import interval

PAGE: Final = 20
"""So many games are listed at once."""
SHOWN: Final = 12
"""So many choices are told of, those made most often; of what plans consist, twice as many."""
LONGEST: Final = 200
"""No field of a search is longer, but a choice, which may be a whole plan."""
LONGEST_CHOICE: Final = 1000
MOST_PARTS: Final = 8
LATEST_ROUND: Final = 99
DAY: Final = 24 * 3600.0
BATCH: Final = 50
"""So many tables are taken from the queue at once."""
NO_VERSION: Final = 0
"""No index was ever written under this version."""
OPTION: Final = "o-"
"""Before the name of a game's option: "o-edition"."""
FIELDS: Final = (
    "game", "seats", "result", "player", "level", "from", "to", "at", "choice", "side", "round", "plan", "after",
)  # fmt: skip
VICTORY: Final = "victory"
DEFEAT: Final = "defeat"


class BadSearch(BadOption):
    """A search that can't be understood; `message` says what is wrong and what to write instead."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A search as it was asked for: what the pages and the command say back, and what the index is asked."""

    fields: dict[str, str]  # those that were filled in, as an address has them
    game: Game | None
    search: Search
    plan: tuple[str, ...] = ()  # the choices that a plan has, as records spell them
    since: date | None = None
    until: date | None = None
    after: tuple[int, int] | None = None

    @property
    def by_plan(self) -> bool:
        return bool(self.search.parts)

    @property
    def finds_moments(self) -> bool:
        """Whether moments are found, not whole games."""
        return self.by_plan or self.search.position is not None

    @property
    def counts_seats(self) -> bool:
        """Whether a game may count several times, once for each of its bots."""
        return bool(self.search.level) and not self.search.player and not self.finds_moments


class Rate(msgspec.Struct, frozen=True):
    """How many of so many were won, with Wilson's 95 % interval."""

    times: int
    won: int
    rate: float
    low: float
    high: float


class Row(msgspec.Struct, frozen=True):
    """A choice as records spell it, and how those did who made it. Of whole games: the game, and how those did who sat there."""

    seat: int
    text: str
    seats: int
    found: Rate


class Found(msgspec.Struct, frozen=True):
    """What a search has found."""

    total: Rate
    kinds: int  # how many different choices; the commonest are in the rows
    rows: list[Row]
    parts: list[Row]  # of the plans that were found
    hits: list[Hit]
    after: tuple[int, int] | None  # from where the list goes on


def rate_of(times: int, won: int) -> Rate:
    rate = won / times if times else 0.0
    return Rate(times, won, rate, *interval(rate, times))


def asked_for(fields: Mapping[str, str], viewer: str | None, position: int | None = None) -> Asked:
    """Understands the fields of a form or of a command; raises BadSearch. `position` is that of the field "at"."""
    known = {name: text.strip() for name, text in fields.items() if name in FIELDS or name.startswith(OPTION)}
    given = {name: text for name, text in known.items() if text}
    for name, text in given.items():
        longest = LONGEST_CHOICE if name == "choice" else LONGEST
        if len(text) > longest:
            raise BadSearch(say("study.explore.too-long", field=_field(name), n=longest))
    game = _game(given.get("game", ""))
    since, until = _day(given, "from"), _day(given, "to")
    if since and until and until < since:
        raise BadSearch(say("study.explore.dates", since=since.isoformat(), until=until.isoformat()))
    plan = _plan(game, given.get("plan", ""))
    by_plan = position is None and bool(plan or "side" in given or "round" in given)
    moments = by_plan or position is not None
    search = Search(
        viewer=viewer,
        game=game.id if game else "",
        seats=_seats(game, given.get("seats", "")),
        options=_options(game, given),
        since=_instant(since) if since else None,
        until=_instant(until) + DAY if until else None,
        winner=_winner(game, given.get("result", "")),
        player=folded(given.get("player", "")),
        level=_level(game, given.get("level", "")),
        position=position,
        seat=_number(given, "side", 0, game.facts.seats.stop - 2 if game else 0),
        choice=number_of(game.id, given["choice"]) if game and "choice" in given and moments else None,
        round=_number(given, "round", 1, LATEST_ROUND) or 1,
        whole=whole_of(game.id) if game else 0,
        parts=_parts(game, plan) if by_plan else (),
    )
    after = _key(given.get("after", ""))
    return Asked(fields=given, game=game, search=search, plan=plan, since=since, until=until, after=after)


def _field(name: str) -> Message:
    """What a field is called."""
    return say(f"study.explore.field.{'option' if name.startswith(OPTION) else name}")


def _game(name: str) -> Game | None:
    if name and name not in names():
        raise BadSearch(say("term.error.game", game=name, known=", ".join(names())))
    return find_game(name) if name else None


def _needs_game(game: Game | None) -> Game:
    if game is None:
        raise BadSearch(say("study.explore.needs-game"))
    return game


def _seats(game: Game | None, text: str) -> int | None:
    if not text:
        return None
    allowed = _needs_game(game).facts.seats
    if not text.isdecimal() or len(text) > 2 or int(text) not in allowed:
        raise BadSearch(say("study.explore.seats", low=allowed.start, high=allowed.stop - 1))
    return int(text)


def _number(given: Mapping[str, str], field: str, least: int, most: int) -> int | None:
    text = given.get(field, "")
    if not text:
        return None
    if not text.isdecimal() or len(text) > 3 or not least <= int(text) <= most:
        raise BadSearch(say("study.explore.number", field=_field(field), low=least, high=most))
    return int(text)


def _options(game: Game | None, given: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Those of the game's options that have few values."""
    found = []
    for field, text in given.items():
        if not field.startswith(OPTION):
            continue
        name = field.removeprefix(OPTION)
        option = next((one for one in _needs_game(game).options if one.name == name), None)
        if not isinstance(option, Choice | Flag):
            raise BadSearch(say("study.explore.no-option", option=name))
        option.read(text)
        found.append((name, text))
    return tuple(found)


def _day(given: Mapping[str, str], field: str) -> date | None:
    text = given.get(field, "")
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise BadSearch(say("study.explore.date", value=text)) from None


def _instant(day: date) -> float:
    """When a day begins, in UTC."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def _winner(game: Game | None, text: str) -> int | None:
    if not text:
        return None
    if text in (VICTORY, DEFEAT):
        return ANYBODY if text == VICTORY else NOBODY
    most = _needs_game(game).facts.seats.stop - 2
    return _number({"result": text}, "result", 0, most)


def _level(game: Game | None, text: str) -> str:
    known = {level for name in ([game.id] if game else names()) for level in levels(find_game(name))}
    if text and text not in known:
        raise BadSearch(say("study.explore.no-level", level=text, known=", ".join(sorted(known))))
    return text


def _plan(game: Game | None, text: str) -> tuple[str, ...]:
    plan = tuple(dict.fromkeys(text.split()))
    if len(plan) > MOST_PARTS:
        raise BadSearch(say("study.explore.plan-long", n=MOST_PARTS))
    for name in plan:
        try:
            _needs_game(game).action(name)
        except KeyError:
            raise BadSearch(say("study.explore.no-choice", choice=name)) from None
    return plan


def _parts(game: Game | None, plan: tuple[str, ...]) -> tuple[int, ...]:
    game_id = _needs_game(game).id
    return tuple(number_of(game_id, name) for name in plan) or (whole_of(game_id),)


def _key(text: str) -> tuple[int, int] | None:
    """Where a list goes on: "17.4"."""
    if not text:
        return None
    parts = text.split(".")
    if len(parts) != 2 or not all(part.isdecimal() and len(part) < 19 for part in parts):
        raise BadSearch(say("study.explore.after"))
    return int(parts[0]), int(parts[1])


async def find(store: Store, asked: Asked) -> Found:
    """Counts, rates and one page of the games; raises TooSlow."""
    index, search = store.moments, asked.search
    counted = await index.tally(search)
    parts = await index.tally_parts(search) if asked.by_plan else Tallies([])
    hits = await index.hits(search, PAGE + 1, asked.after)
    rows = (
        counted.rows[:SHOWN] if asked.finds_moments else [one for one in counted.rows if not _is_shared(one)]
    )
    return Found(
        total=rate_of(counted.times, counted.won),
        kinds=counted.kinds,
        rows=[_row(one) for one in rows],
        parts=[_row(one) for one in parts.rows],
        hits=hits[:PAGE],
        after=hits[PAGE - 1].key if len(hits) > PAGE else None,
    )


def _is_shared(tally: Tally) -> bool:
    """Of a game that all win or lose together the first seat tells it for all."""
    return tally.seat > 0 and tally.text in names() and find_game(tally.text).facts.cooperative


def _row(tally: Tally) -> Row:
    return Row(tally.seat, tally.text, tally.seats, rate_of(tally.times, tally.won))


async def task_of(store: Store, table_id: str) -> Task | None:
    """A table as it is folded; None if there is none."""
    table, entries = await store.table(table_id), await store.entries(table_id)
    if table is None:
        return None
    return Task(table_id, table.header, [(entry.seat, entry.choice) for entry in entries])


async def index_some(store: Store, limit: int = BATCH, pause: float = 0.0) -> int:
    """Writes the moments of some of the games that wait for it; gives how many were taken from the queue. A game that another process
    has written meanwhile, or that goes on after all, is left to it."""
    waiting = await store.moments.queue(limit)
    for table_id in waiting:
        task = await task_of(store, table_id)
        await keep(store, table_id, await asyncio.to_thread(explored_of, task) if task else None)
        await asyncio.sleep(pause)
    return len(waiting)


async def keep(store: Store, table_id: str, explored: Explored | None) -> None:
    """Writes what was folded, or takes a table that can't be found by its moments out of the queue."""
    if explored is None:
        await store.moments.skip(table_id)
    else:
        await store.moments.keep(explored)


async def enqueue_all(store: Store, *, anew: bool = False) -> int:
    """All finished games that the index does not have as this program would write them, or with `anew` all of them; gives how many wait."""
    return await store.moments.enqueue(NO_VERSION if anew else VERSION)


async def enqueue_changed(store: Store) -> None:
    """Those that another version of the program has written."""
    await store.moments.enqueue(VERSION, missing=False)


async def is_index_right(store: Store, table_id: str) -> bool:
    """Whether the index has of a table what its record says, or nothing; what another version has written is made again anyway."""
    kept, task = await store.moments.kept(table_id), await task_of(store, table_id)
    if kept is None or kept[0] != VERSION or task is None:
        return True
    table, explored = await store.table(table_id), explored_of(task)
    return table is not None and table.ended and explored is not None and list(explored.moments) == kept[1]
