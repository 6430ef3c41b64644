"""The record is the game as text: a header and one line a choice, chance and undo included."""

from __future__ import annotations

import json
from typing import Any, Final

import msgspec

from zashiki.kernel.contract import CHANCE, Game, State
from zashiki.kernel.messages import Message, Refused, say
from zashiki.kernel.options import BadOption, check_options, check_seats, write_options
from zashiki.kernel.reasons import of_json, of_shape
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names as game_names
from zashiki.kernel.timeline import UNDO, Entry, Timeline

FORMAT: Final = "zashiki-record 1"
EXCERPT: Final = 60
"""So much of a damaged line is shown."""
MOST_DIGITS: Final = 3
UNDO_NAME: Final = "undo"

_Lines = dict[str, tuple[int, str]]
"""What a head says: name -> the number of its line and the rest of it."""


class RecordError(ValueError):
    """A record that can't be read: the line (1 is the first; 0: none in particular) and the reason."""

    def __init__(self, line: int, reason: Message) -> None:
        super().__init__(f"line {line}: {reason.key} {reason.args}")
        self.line = line
        self.reason = reason
        self.message = say("record.error", line=line, reason=reason) if line else reason


class Record:
    """A game from its first choice to its last, as text and back."""

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        position: dict[str, Any] | None = None,
        info: dict[str, str] | None = None,
    ) -> None:
        self.game = game
        self.seats = check_seats(seats, game.facts.seats, game.facts.default_seats)
        self.options = check_options(game.options, options or {})
        self.position = position
        self.info = info or {}
        self.entries: list[Entry] = []

    def start(self) -> State:
        """The state before the first choice."""
        if self.position is not None:
            return self.game.position(seats=self.seats, **self.options, **self.position)
        return self.game.start(seats=self.seats, **self.options)

    def add(self, seat: int, action: int) -> None:
        self.entries.append(Entry(seat, action))

    def copy(self, length: int | None = None) -> Record:
        """The same game, cut after `length` entries."""
        other = Record(self.game, self.seats, self.options, self.position, dict(self.info))
        other.entries = self.entries[:length]
        return other

    def fold(self, length: int | None = None) -> State:
        """The state after the first `length` entries (all of them, if None)."""
        return Timeline(self.copy(length)).state

    def lines(self, length: int | None = None) -> list[tuple[int, str]]:
        """The first entries as a store keeps them: seats and the stable names of their choices."""
        return [(entry.seat, self.choice(entry)) for entry in self.entries[:length]]

    def choice(self, entry: Entry) -> str:
        """The stable name of an entry's action."""
        return UNDO_NAME if entry.action == UNDO else self.game.name(entry.action)

    def entry(self, seat: int, choice: str) -> Entry:
        """The entry of a stored line; KeyError for a choice that the game does not have."""
        return Entry(seat, UNDO if choice == UNDO_NAME else self.game.action(choice))

    def header(self) -> str:
        """The record before its first choice, as text."""
        return self.copy(0).write()

    def write(self) -> str:
        """The record as text; `read` gives it back."""
        game = self.game
        lines = [FORMAT, f"game {game.id}", f"rules {game.rules}", f"seats {self.seats}"]
        lines += [
            f"option {name} {value}" for name, value in write_options(game.options, self.options).items()
        ]
        if self.position is not None:
            lines.append("position " + json.dumps(self.position, ensure_ascii=False, separators=(",", ":")))
        lines += [f"info {key} {' '.join(value.split())}" for key, value in self.info.items()]
        lines.append("")
        lines += [f"{_seat_text(entry.seat)} {self.choice(entry)}" for entry in self.entries]
        return "\n".join(lines) + "\n"


def _seat_text(seat: int) -> str:
    return "*" if seat == CHANCE else str(seat)


def read(text: str) -> Record:
    """Reads and checks a whole record: every choice in it is legal. Raises RecordError."""
    lines = text.removeprefix("\ufeff").rstrip("\r\n").splitlines()
    header_end = lines.index("") if "" in lines else len(lines)
    record = _read_header(lines[:header_end])
    _read_entries(record, lines, header_end + 1)
    return record


def _read_header(lines: list[str]) -> Record:
    if not lines or lines[0].strip() != FORMAT:
        found = _excerpt(lines[0]) if lines else ""
        raise RecordError(1, say("record.foreign", expected=FORMAT, found=found))
    fields, options, info = _sort_header(lines)
    for needed in ("game", "rules", "seats"):
        if needed not in fields:
            raise RecordError(0, say("record.missing", field=needed))
    game = _read_game(*fields["game"], *fields["rules"])
    number, seats = fields["seats"]
    if not seats.isdecimal() or len(seats) > MOST_DIGITS:
        raise RecordError(number, say("record.bad-number", value=_excerpt(seats)))
    values = _read_options(game, options)
    try:
        record = Record(game, int(seats), values, _read_position(game, fields), info)
    except BadOption as error:
        raise RecordError(number, error.message) from None
    try:
        record.start()
    except (Refused, BadOption) as error:
        raise RecordError(fields.get("position", fields["seats"])[0], error.message) from None
    return record


def _sort_header(lines: list[str]) -> tuple[_Lines, _Lines, dict[str, str]]:
    """The lines of a head by their kind: facts, options and information; each of them may be said once."""
    fields: _Lines = {}
    options: _Lines = {}
    info: dict[str, str] = {}
    for number, line in enumerate(lines[1:], 2):
        kind, _, rest = line.partition(" ")
        name, _, value = rest.partition(" ")
        if kind == "option" and name not in options:
            options[name] = (number, value)
        elif kind == "info" and name not in info:
            info[name] = value
        elif kind in ("game", "rules", "seats", "position") and kind not in fields:
            fields[kind] = (number, rest)
        else:
            twice = kind in ("option", "info") or kind in fields
            raise RecordError(
                number, say("record.twice" if twice else "record.bad-header", line=_excerpt(line))
            )
    return fields, options, info


def _excerpt(text: str) -> str:
    """The beginning of a text from who knows where, fit to be shown: nothing in it steers a terminal."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text[:EXCERPT])


def _read_game(line: int, name: str, rules_line: int, rules: str) -> Game:
    if name not in game_names():
        raise RecordError(
            line, say("record.unknown-game", game=_excerpt(name), known=", ".join(game_names()))
        )
    game = find_game(name)
    try:
        return game.under(rules)
    except KeyError:
        known = ", ".join(game.versions)
        raise RecordError(
            rules_line, say("record.other-rules", found=_excerpt(rules), expected=known)
        ) from None


def _read_options(game: Game, given: _Lines) -> dict[str, Any]:
    known = {option.name: option for option in game.options}
    values: dict[str, Any] = {}
    for name, (line, text) in given.items():
        if name not in known:
            raise RecordError(
                line, say("option.unknown", option=_excerpt(name), known=", ".join(known) or "-")
            )
        try:
            values[name] = known[name].read(text)
        except BadOption as error:
            raise RecordError(line, error.message) from None
    return values


def _read_position(game: Game, fields: _Lines) -> dict[str, Any] | None:
    if "position" not in fields:
        return None
    line, text = fields["position"]
    try:
        position: dict[str, Any] = msgspec.convert(json.loads(text), dict[str, Any])
    except msgspec.ValidationError as error:
        raise RecordError(line, say("record.bad-position", reason=of_shape(error))) from None
    except (ValueError, RecursionError) as error:
        raise RecordError(line, say("record.bad-position", reason=of_json(error))) from None
    for name in ("self", "seats", *(option.name for option in game.options)):
        if name in position:
            raise RecordError(line, say("record.not-of-position", name=name))
    return position


def _read_entries(record: Record, lines: list[str], first: int) -> None:
    timeline = Timeline(record)
    for number, line in enumerate(lines[first:], first + 1):
        if not line.strip():
            raise RecordError(number, say("record.blank"))
        entry = _read_entry(record, number, line)
        try:
            timeline.append(entry)
        except Refused as refused:
            raise RecordError(
                number, say("record.refused", choice=_excerpt(line), reason=refused.message)
            ) from None


def _read_entry(record: Record, number: int, line: str) -> Entry:
    seat_text, _, name = line.partition(" ")
    seats = {_seat_text(seat): seat for seat in (CHANCE, *range(record.seats))}
    if seat_text not in seats:
        raise RecordError(number, say("record.bad-seat", found=_excerpt(seat_text), seats=record.seats))
    try:
        return record.entry(seats[seat_text], name)
    except KeyError:
        raise RecordError(number, say("record.unknown-choice", choice=_excerpt(name))) from None
