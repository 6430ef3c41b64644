"""The questions to the index of moments as SQL that both databases understand. Values are marked by "?".

Tables are joined in the order in which they are to be looked up, by CROSS JOIN: SQLite keeps to that order, PostgreSQL finds its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from zashiki.store.contract import Seat
from zashiki.store.exploring import (
    ANYBODY,
    MOST_ROWS,
    NOBODY,
    Explored,
    Hit,
    Moment,
    Search,
    Tallies,
    Tally,
    folded,
)

Values = list[Any]
Question = tuple[str, Values]

WAITING: Final = "SELECT COUNT(*) FROM explore_queue"
QUEUE: Final = "SELECT q.table_id FROM explore_queue q JOIN tables t ON t.id = q.table_id ORDER BY t.touched, t.id LIMIT ?"
TAKE_OUT: Final = "DELETE FROM explore_queue WHERE table_id = ? RETURNING table_id"
CHANGED: Final = (
    "INSERT INTO explore_queue SELECT table_id FROM explored_games WHERE version != ? ON CONFLICT DO NOTHING"
)
VERSION: Final = "SELECT version FROM explored_games WHERE table_id = ?"
MOMENTS: Final = (
    "SELECT number, start, m.seat, round, position, choice, won FROM explored_moments m"
    " JOIN explored_games g ON g.id = m.game WHERE g.table_id = ? ORDER BY number"
)
GAME_ID: Final = "SELECT id FROM explored_games WHERE table_id = ?"
FORGET: Final = tuple(
    f"DELETE FROM {table} WHERE game = ?"
    for table in ("explored_parts", "explored_moments", "explored_seats")
)
FORGET_GAME: Final = "DELETE FROM explored_games WHERE id = ?"
CHOICES: Final = "explored_choices (choice, text) VALUES (?, ?)"
_OWN: Final = "SELECT e.id FROM explored_games e JOIN seats o ON o.table_id = e.table_id WHERE o.owner = ? AND o.owner != ''"


def game_row(explored: Explored, game_id: int | None, listed: bool, ended: float) -> Values:
    """All columns of explored_games but the id, or with it where it is known."""
    row = [
        explored.table_id, explored.version, explored.game, explored.seats, explored.options, int(listed), ended,
        explored.winners,
    ]  # fmt: skip
    return row if game_id is None else [game_id, *row]


def seat_rows(game_id: int, seats: Iterable[tuple[int, str, str]]) -> list[Values]:
    """From the seat, the nickname and the level of its bot."""
    return [[game_id, seat, folded(name), level] for seat, name, level in seats]


def moment_rows(game_id: int, explored: Explored) -> list[Values]:
    return [
        [game_id, one.number, one.start, one.seat, one.round, one.position, one.choice, int(one.won)]
        for one in explored.moments
    ]


def part_rows(game_id: int, explored: Explored) -> list[Values]:
    rows = []
    for one in explored.parts:
        of = one.moment
        rows.append(
            [game_id, of.number, one.part, one.whole, of.start, of.seat, of.round, of.choice, int(of.won)]
        )
    return rows


def moment_of(row: tuple[Any, ...]) -> Moment:
    number, start, seat, round_, position, choice, won = row
    return Moment(number, start, seat, round_, position, choice, bool(won))


class _Conditions:
    """Conditions with their values, in the order in which they are written."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.values: Values = []

    def add(self, text: str, *values: Any) -> None:
        self.texts.append(text)
        self.values += values

    @property
    def text(self) -> str:
        return " AND ".join(self.texts) or "1 = 1"


def _of_games(search: Search) -> _Conditions:
    """What is asked of the game `g`, whatever is found in it."""
    found = _Conditions()
    if search.viewer is not None:
        found.add(f"(g.listed = 1 OR g.id IN ({_OWN}))", search.viewer)
    for column, value in (("g.game", search.game or None), ("g.seats", search.seats)):
        if value is not None:
            found.add(f"{column} = ?", value)
    for name, value in search.options:
        found.add("g.options LIKE ? ESCAPE '!'", f"%|{_plain(name)}={_plain(value)}|%")
    if search.since is not None:
        found.add("g.ended >= ?", search.since)
    if search.until is not None:
        found.add("g.ended < ?", search.until)
    if search.winner == NOBODY:
        found.add("g.winners = 0")
    elif search.winner == ANYBODY:
        found.add("g.winners != 0")
    elif search.winner is not None:
        found.add("(g.winners & ?) != 0", 1 << search.winner)
    if search.player and search.level:
        found.add("EXISTS (SELECT 1 FROM explored_seats b WHERE b.game = g.id AND b.level = ?)", search.level)
    return found


def _plain(text: str) -> str:
    """A text in a pattern of LIKE that stands for itself."""
    return "".join(f"!{letter}" if letter in "!%_" else letter for letter in text)


def _source(search: Search) -> tuple[str, _Conditions]:
    """Where to look: moments `m` at a position, the openings `m` of a round, or whole games with the seat `s` that is counted."""
    found = _of_games(search)
    if search.position is None and not search.parts:
        if not search.counted:
            return "explored_games g", found
        found.add(_who(search), *_whom(search))
        found.add("g.id = s.game")
        return "explored_seats s CROSS JOIN explored_games g", found
    if search.position is not None:
        table = "explored_moments m"
        found.add("m.position = ?", search.position)
    else:
        table = "explored_parts m"
        found.add("m.part = ? AND m.round = ?", search.parts[0], search.round)
        for part in search.parts[1:]:
            found.add(_HAS_PART, part)
    if search.seat is not None:
        found.add("m.seat = ?", search.seat)
    if search.choice is not None:
        found.add("m.choice = ?", search.choice)
    if search.counted:
        found.add(
            f"EXISTS (SELECT 1 FROM explored_seats s WHERE {_CHOOSER} AND {_who(search)})", *_whom(search)
        )
    found.add("g.id = m.game")
    return f"{table} CROSS JOIN explored_games g", found


_HAS_PART: Final = (
    "EXISTS (SELECT 1 FROM explored_parts h WHERE h.game = m.game AND h.number = m.number AND h.part = ?)"
)


def finds_games(search: Search) -> bool:
    """Whether whole games are found, not moments."""
    return search.position is None and not search.parts


def tally(search: Search) -> Question:
    """Rows for `found_by`."""
    source, found = _source(search)
    if finds_games(search):
        seat = "s.seat" if search.counted else "-1"
        return (
            f"SELECT g.game, g.seats, {seat}, g.winners, COUNT(*) FROM {source} WHERE {found.text} GROUP BY 1, 2, 3, 4",
            found.values,
        )
    return _grouped("m.choice", source, found)


def tally_parts(search: Search) -> Question:
    """Rows for `tallies_of`: the parts of all plans that are searched for, each with how often it was part of one."""
    found, source = _of_games(search), "explored_parts m"
    named = [part for part in search.parts if part != search.whole]
    if named:
        source = "explored_parts f CROSS JOIN explored_parts m"
        found.add("m.game = f.game AND m.number = f.number")
        found.add("f.part = ? AND f.round = ? AND m.part != ?", named[0], search.round, search.whole)
    else:
        found.add("m.whole = ? AND m.round = ? AND m.part != ?", search.whole, search.round, search.whole)
    for part in named[1:]:
        found.add(_HAS_PART, part)
    if search.seat is not None:
        found.add("m.seat = ?", search.seat)
    if search.counted:
        found.add(
            f"EXISTS (SELECT 1 FROM explored_seats s WHERE {_CHOOSER} AND {_who(search)})", *_whom(search)
        )
    found.add("g.id = m.game")
    return _grouped("m.part", f"{source} CROSS JOIN explored_games g", found)


_CHOOSER: Final = "s.game = m.game AND s.seat = m.seat"


def _who(search: Search) -> str:
    """Which seats are counted. That they have a name is said for the sake of the index, which has no others."""
    column = "s.player" if search.player else "s.level"
    return f"{column} = ? AND {column} != ''"


def _whom(search: Search) -> Values:
    return [search.player or search.level]


def _grouped(column: str, source: str, found: _Conditions) -> Question:
    query = (
        "SELECT t.seat, c.text, t.times, t.won, t.all_times, t.all_won, t.kinds FROM"
        f" (SELECT m.seat AS seat, {column} AS choice, COUNT(*) AS times, SUM(m.won) AS won,"
        " SUM(COUNT(*)) OVER () AS all_times, SUM(SUM(m.won)) OVER () AS all_won, COUNT(*) OVER () AS kinds"
        f" FROM {source} WHERE {found.text} GROUP BY m.seat, {column}"
        f" ORDER BY COUNT(*) DESC, m.seat, {column} LIMIT {MOST_ROWS}) t"
        " JOIN explored_choices c ON c.choice = t.choice ORDER BY t.times DESC, t.seat, c.text"
    )
    return query, found.values


def found_by(search: Search, rows: list[tuple[Any, ...]]) -> Tallies:
    """What the rows of `tally` say."""
    return _games_of(rows, search.counted) if finds_games(search) else tallies_of(rows)


def tallies_of(rows: list[tuple[Any, ...]]) -> Tallies:
    if not rows:
        return Tallies([])
    return Tallies([Tally(*row[:4]) for row in rows], *map(int, rows[0][4:7]))


def _games_of(rows: list[tuple[Any, ...]], counted: bool) -> Tallies:
    """From how often so many seats played a game, which seat is counted, and who won: how often each seat won."""
    counts: dict[tuple[str, int, int], list[int]] = {}
    for game, seats, seat, winners, times in rows:
        for each in (seat,) if counted else range(seats):
            one = counts.setdefault((game, seats, each), [0, 0])
            one[0] += times
            one[1] += times * (winners >> each & 1)
    tallies = [
        Tally(seat, game, times, won, seats) for (game, seats, seat), (times, won) in sorted(counts.items())
    ]
    if counted:
        times, won = sum(one.times for one in tallies), sum(one.won for one in tallies)
    else:
        times, won = sum(row[4] for row in rows), sum(row[4] for row in rows if row[3])
    return Tallies(tallies, times, won, len(tallies))


def hits(search: Search, limit: int, after: tuple[int, int] | None) -> Question:
    """Rows for `hit_of`."""
    if finds_games(search):
        found = _of_games(search)
        source, columns, order = "explored_games g", "g.id, 0, -1, -1, ''", "g.id DESC"
        if search.counted:
            found.add(f"g.id IN (SELECT s.game FROM explored_seats s WHERE {_who(search)})", *_whom(search))
        if after is not None:
            found.add("g.id < ?", after[0])
    else:
        source, found = _source(search)
        columns = "m.game, m.number, m.start, m.seat, c.text"
        source += " CROSS JOIN explored_choices c"
        found.add("c.choice = m.choice")
        order = "m.game DESC, m.number DESC"
        if after is not None:
            found.add("(m.game, m.number) < (?, ?)", *after)
    return (
        f"SELECT {columns}, g.table_id, g.game, g.ended, g.winners FROM {source} WHERE {found.text} ORDER BY {order} LIMIT ?",
        [*found.values, limit],
    )


def hit_of(row: tuple[Any, ...], players: tuple[Seat, ...]) -> Hit:
    game_id, number, start, seat, text, table_id, game, ended, winners = row
    return Hit(
        (game_id, number),
        table_id,
        game,
        ended,
        winners,
        max(0, start),
        seat if seat >= 0 else None,
        text,
        players,
    )
