"""The record is the game: a header and one line a choice, chance and undo included. State = fold of the record."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from zashiki.kernel.contract import CHANCE, Game, State
from zashiki.kernel.messages import Event, Message, Refused, say
from zashiki.kernel.options import BadOption, check_options, check_seats
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names as game_names

FORMAT: Final = "zashiki-record 1"
UNDO: Final = -2
"""The action of an entry that takes back the last choice of its seat."""
EXCERPT: Final = 60
"""So much of a damaged line is shown."""
MOST_DIGITS: Final = 3

_Lines = dict[str, tuple[int, str]]
"""What a head says: name -> the number of its line and the rest of it."""


class Entry(NamedTuple):
    """One choice: CHANCE or a seat, and an action or UNDO."""

    seat: int
    action: int


class Step(NamedTuple):
    """One entry of a record as it was played: what it told, and the state after it."""

    number: int
    entry: Entry
    events: list[Event]
    state: State


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
        state = self.start()
        for entry in standing(self.entries[:length]):
            state.apply(entry.seat, entry.action)
        return state

    def steps(self) -> Iterator[Step]:
        """The game played again with its events; after an undo the events are empty and the state is set back."""
        course = _Course(self.start())
        for number, entry in enumerate(self.entries, 1):
            events: list[Event] = []
            course.state.events = events
            course.go_on(entry)
            yield Step(number, entry, events, course.state)

    def write(self) -> str:
        """The record as text; `read` gives it back."""
        game = self.game
        lines = [FORMAT, f"game {game.id}", f"rules {game.rules}", f"seats {self.seats}"]
        lines += [
            f"option {option.name} {option.write(self.options[option.name])}" for option in game.options
        ]
        if self.position is not None:
            lines.append("position " + json.dumps(self.position, ensure_ascii=False, separators=(",", ":")))
        lines += [f"info {key} {' '.join(value.split())}" for key, value in self.info.items()]
        lines.append("")
        lines += [
            f"{_seat_text(seat)} {'undo' if action == UNDO else game.name(action)}"
            for seat, action in self.entries
        ]
        return "\n".join(lines) + "\n"


def standing(entries: list[Entry]) -> list[Entry]:
    """The choices that no undo has taken back."""
    kept: list[Entry] = []
    for entry in entries:
        if entry.action == UNDO:
            del kept[_last_of(kept, entry.seat)]
        else:
            kept.append(entry)
    return kept


def _last_of(entries: list[Entry], seat: int) -> int:
    for index in range(len(entries) - 1, -1, -1):
        if entries[index].seat == seat:
            return index
    raise Refused(say("undo.nothing"))


class _Course:
    """A game as it goes: the choices that stand, each with the state before it, so that they can be taken back."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._kept: list[Entry] = []
        self._before: list[State] = []

    def go_on(self, entry: Entry) -> None:
        """One more entry; raises Refused and changes nothing if it is not legal."""
        if entry.action == UNDO:
            self._take_back(entry.seat)
            return
        before = self.state.copy()
        before.events = None
        self.state.apply(entry.seat, entry.action)
        self._kept.append(entry)
        self._before.append(before)

    def undo_refusal(self, seat: int) -> Message | None:
        """A choice may be taken back until something new is known: an outcome, a reveal, another's open choice."""
        try:
            index = _last_of(self._kept, seat)
        except Refused as refused:
            return refused.message
        states = [*self._before[index:], self.state]
        for entry, before, after in zip(self._kept[index:], states, states[1:], strict=False):
            beside = entry.seat != seat and seat in before.actors()
            if entry.seat != seat and not beside:
                return say("undo.news" if entry.seat == CHANCE else "undo.other-chose")
            plans_on = beside and seat in after.actors()  # another's seal is no news to one who still plans
            if after.undo_barrier != before.undo_barrier and not plans_on:
                return say("undo.news")
        return None

    def _take_back(self, seat: int) -> None:
        refusal = self.undo_refusal(seat)
        if refusal is not None:
            raise Refused(refusal)
        index = _last_of(self._kept, seat)
        later = self._kept[index + 1 :]
        self.state = self._before[index]
        del self._kept[index:], self._before[index:]
        for entry in later:
            self.go_on(entry)


def _course(record: Record) -> _Course:
    course = _Course(record.start())
    for entry in record.entries:
        course.go_on(entry)
    return course


def undo_refusal(record: Record, seat: int) -> Message | None:
    """Why this seat can't take back its last choice, or None if it can."""
    return _course(record).undo_refusal(seat)


def undo(record: Record, seat: int) -> State:
    """Adds the undo to the record and gives the state it leads back to; raises Refused."""
    course = _course(record)
    course.go_on(Entry(seat, UNDO))
    record.add(seat, UNDO)
    return course.state


def take_back(record: Record, seat: int, action: int) -> State:
    """Takes back a choice of this seat that need not be its last, such as any marker of a plan: it is undone with
    all that this seat chose since, which is then chosen again. Raises Refused and adds nothing if that can't be."""
    trial = record.copy()
    later: list[int] = []
    while True:
        kept = standing(trial.entries)
        last = kept[_last_of(kept, seat)].action
        state = undo(trial, seat)
        if last == action:
            break
        later.append(last)
    for choice in reversed(later):
        state.apply(seat, choice)
        trial.add(seat, choice)
    record.entries = trial.entries
    return state


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
    if rules != game.rules:
        raise RecordError(rules_line, say("record.other-rules", found=_excerpt(rules), expected=game.rules))
    return game


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
        position = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(line, say("record.bad-position", reason=str(error))) from None
    if not isinstance(position, dict):
        raise RecordError(line, say("record.bad-position", reason=type(position).__name__))
    for name in ("self", "seats", *(option.name for option in game.options)):
        if name in position:
            raise RecordError(line, say("record.not-of-position", name=name))
    return position


def _read_entries(record: Record, lines: list[str], first: int) -> None:
    course = _Course(record.start())
    for number, line in enumerate(lines[first:], first + 1):
        if not line.strip():
            raise RecordError(number, say("record.blank"))
        entry = _read_entry(record, number, line)
        try:
            course.go_on(entry)
        except Refused as refused:
            raise RecordError(
                number, say("record.refused", choice=_excerpt(line), reason=refused.message)
            ) from None
        record.entries.append(entry)


def _read_entry(record: Record, number: int, line: str) -> Entry:
    seat_text, _, name = line.partition(" ")
    seats = {_seat_text(seat): seat for seat in (CHANCE, *range(record.seats))}
    if seat_text not in seats:
        raise RecordError(number, say("record.bad-seat", found=_excerpt(seat_text), seats=record.seats))
    if name == "undo":
        return Entry(seats[seat_text], UNDO)
    try:
        return Entry(seats[seat_text], record.game.action(name))
    except KeyError:
        raise RecordError(number, say("record.unknown-choice", choice=_excerpt(name))) from None
