"""The board as data: read from TOML, checked line by line, and handed to the rules as numbers."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final, NoReturn

import msgspec

from zashiki.games.seven_ronin.rules.pieces import AREAS, MARKERS, PLACES, RONIN, ROUNDS, WHOLE
from zashiki.games.seven_ronin.rules.village import Reduction, Village
from zashiki.kernel.messages import Message, say
from zashiki.kernel.options import BadOption


def _reduction(name: str, facts: dict[str, Any]) -> Reduction:
    return Reduction(
        name,
        areas=sum(1 << AREAS.index(area) for area in facts["areas"]),
        ninja=[facts["ninja"].get(place, 0) for place in PLACES],
        lives=[facts["lives"].get(ronin, 0) for ronin in RONIN],
        reserves=facts["reserves"],
        supply=facts["supply"],
        rounds=facts["rounds"],
    )


_REDUCTIONS: Final = {
    name: _reduction(name, facts)
    for name, facts in tomllib.loads(
        files(__package__).joinpath("reduced.toml").read_text(encoding="utf-8")
    ).items()
}
SIZES: Final = (WHOLE, *_REDUCTIONS)
"""The village, and smaller ones for study."""


class Board(msgspec.Struct, frozen=True):
    """The facts printed on a board."""

    threat: tuple[int, ...]
    minimum: tuple[int, ...]
    casualties: tuple[int, ...]
    ring: tuple[str, ...]
    limit: dict[str, int]
    vitality: dict[str, int]

    def __hash__(self) -> int:
        return hash((self.threat, self.minimum, self.casualties, self.ring))


@lru_cache(maxsize=64)
def village(board: Board | None, edition: str, size: str = WHOLE) -> Village:
    """The board in numbers, for the rules of an edition and the size of the game."""
    facts = board or standard_board()
    return Village(
        edition,
        threat=list(facts.threat),
        minimum=list(facts.minimum),
        casualties=list(facts.casualties),
        ring=[AREAS.index(area) for area in facts.ring],
        limit=[facts.limit[area] for area in AREAS],
        vitality=[facts.vitality[ronin] for ronin in RONIN],
        reduction=_REDUCTIONS.get(size),
    )


@cache
def standard_board() -> Board:
    return read_board(files(__package__).joinpath("board.toml").read_text(encoding="utf-8"))


def write_board(board: Board) -> str:
    """The board as one line of JSON, for records."""
    return msgspec.json.encode(board).decode()


def read_board(text: str) -> Board:
    """A board from its TOML file or its line in a record; raises BadOption that names the wrong line."""
    if text.lstrip().startswith("{"):
        return _read_json(text)
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else len(text.splitlines())
        _refuse(line, say("ron.board.not-toml"))
    return _Reader(tables, _lines(text)).board()


def _read_json(text: str) -> Board:
    try:
        facts = msgspec.json.decode(text)
        tables = {
            "threat": {"by-round": facts["threat"]},
            "minimum": {"by-round": facts["minimum"]},
            "casualties": {"rounds": facts["casualties"]},
            "ring": {"areas": facts["ring"]},
            "limit": facts["limit"],
            "vitality": facts["vitality"],
        }
    except (msgspec.DecodeError, KeyError, TypeError):
        _refuse(1, say("ron.board.not-json"))
    return _Reader(tables, {}).board()


def _refuse(line: int, reason: Message) -> NoReturn:
    raise BadOption(say("ron.board.error", line=line, reason=reason))


_HEADER: Final = re.compile(r"\s*\[+\s*([^\]]+?)\s*\]")
_KEY: Final = re.compile(r"\s*([\w.\"'-]+(?:\s*\.\s*[\w\"'-]+)*)\s*=")


def _lines(text: str) -> dict[str, int]:
    """Where each table and each of its keys is written."""
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = header[1].replace('"', "")
            lines.setdefault(table, number)
        elif key := _KEY.match(line):
            path = f"{table}.{key[1]}" if table else key[1]
            lines.setdefault(re.sub(r"[\s\"']", "", path), number)
    return lines


class _Reader:
    """Takes the facts out of the tables, one by one, each checked; a wrong one is refused with its line."""

    def __init__(self, tables: dict[str, Any], lines: dict[str, int]) -> None:
        self.tables = tables
        self.lines = lines

    def board(self) -> Board:
        wanted = ("threat", "minimum", "casualties", "ring", "limit", "vitality")
        for name in self.tables:
            if name not in wanted:
                self.refuse(name, say("ron.board.unknown", name=name, known=", ".join(wanted)))
        return Board(
            threat=self.by_round("threat", 1, len(AREAS)),
            minimum=self.by_round("minimum", 0, MARKERS),
            casualties=self.rounds(),
            ring=self.ring(),
            limit=self.each("limit", AREAS, MARKERS),
            vitality=self.each("vitality", RONIN, 9),
        )

    def refuse(self, path: str, reason: Message) -> NoReturn:
        table = path.partition(".")[0]
        _refuse(self.lines.get(path) or self.lines.get(table) or 1, reason)

    def facts(self, table: str, keys: tuple[str, ...]) -> dict[str, Any]:
        """A table that has all these keys and no other."""
        facts = self.tables.get(table)
        if not isinstance(facts, dict):
            self.refuse(table, say("ron.board.missing", name=f"[{table}]"))
        known = (*keys, "source", "certainty")
        for key in facts:
            if key not in known:
                self.refuse(f"{table}.{key}", say("ron.board.unknown", name=key, known=", ".join(known)))
        for key in keys:
            if key not in facts:
                self.refuse(table, say("ron.board.missing", name=f"[{table}] {key}"))
        return facts

    def items(
        self, table: str, key: str, fits: Callable[[Any], bool], takes: str, count: int | None = None
    ) -> tuple[Any, ...]:
        """A list of which every item fits."""
        found = self.facts(table, (key,))[key]
        if not isinstance(found, list) or not all(map(fits, found)) or (count and len(found) != count):
            self.refuse(f"{table}.{key}", say("ron.board.bad-value", name=key, value=str(found), takes=takes))
        return tuple(found)

    def by_round(self, table: str, low: int, high: int) -> tuple[int, ...]:
        takes = f"{ROUNDS} × {low}–{high}"
        return self.items(table, "by-round", lambda item: _is_number(item, low, high), takes, ROUNDS)

    def rounds(self) -> tuple[int, ...]:
        found = self.items("casualties", "rounds", lambda item: _is_number(item, 1, ROUNDS), f"1–{ROUNDS}")
        return tuple(sorted(set(found)))

    def ring(self) -> tuple[str, ...]:
        found = self.items("ring", "areas", lambda item: item in AREAS, ", ".join(AREAS))
        if len(found) != len(AREAS) or len(set(found)) != len(AREAS):
            self.refuse("ring.areas", say("ron.board.bad-ring", n=len(set(found))))
        return found

    def each(self, table: str, names: tuple[str, ...], high: int) -> dict[str, int]:
        facts = self.facts(table, names)
        values = {name: facts[name] for name in names}
        for name, value in values.items():
            if not _is_number(value, 1, high):
                self.refuse(
                    f"{table}.{name}",
                    say("ron.board.bad-value", name=name, value=str(value), takes=f"1–{high}"),
                )
        return values


def _is_number(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
