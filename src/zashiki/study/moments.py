"""A finished game as the moments that the explorer finds it by.

A moment is a decision that stands: one choice, or all that a seat plans in secret until it seals, whatever the order. Choices that were taken
back are none. The position of a moment is a number of 64 bits, made from what everybody could see then: games that differ only in
somebody's hand have come to the same position. Where several plan at the same time it is the position before any of them began.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Final, NamedTuple

from zashiki.kernel.contract import Game, State
from zashiki.kernel.messages import Refused
from zashiki.kernel.record import Record, RecordError, read
from zashiki.kernel.timeline import Timeline
from zashiki.store.exploring import Explored, Moment, Part
from zashiki.study.analysis import Unit, units_of

VERSION: Final = 1
"""Goes up when the same game would be written differently, for example because a view has a new field."""
LONGEST_VALUE: Final = 60
"""The value of an option that is longer, such as a whole board, is kept as a hash."""


class Task(NamedTuple):
    """A finished table: its id, the head of its record, and its lines."""

    table_id: str
    header: str
    lines: list[tuple[int, str]]


class Place(NamedTuple):
    """Where a decision is found in its game."""

    unit: Unit
    start: int  # how many entries came before the position was there
    before: int  # among the standing choices: the position is that before this one


def number_of(game: str, text: str) -> int:
    """A text of a game as a number of 64 bits."""
    return _number(f"{game}\n{text}".encode())


def _number(data: bytes) -> int:
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big", signed=True)


def whole_of(game: str) -> int:
    """The part that every opening of a round has."""
    return number_of(game, "")


def explored_of(task: Task) -> Explored | None:
    """The game as the index keeps it; None if it has no result, or if this program can't play it."""
    try:
        record = read(task.header)
        record.entries = [record.entry(seat, choice) for seat, choice in task.lines]
        timeline = Timeline(record)
    except (RecordError, Refused, KeyError):
        return None
    return explored_timeline(task.table_id, timeline)


def explored_timeline(table_id: str, timeline: Timeline) -> Explored | None:
    result = timeline.state.result()
    if result is None:
        return None
    record = timeline.record
    texts: dict[int, str] = {}
    moments = _moments(timeline, frozenset(result.winners), texts)
    return Explored(
        table_id=table_id,
        length=timeline.length,
        version=VERSION,
        game=record.game.id,
        seats=record.seats,
        options=options_text(record),
        winners=sum(1 << seat for seat in result.winners),
        moments=tuple(moments),
        parts=tuple(_parts(record.game.id, moments, texts)),
        texts=texts,
    )


def options_text(record: Record) -> str:
    """All options between bars: "|edition=pl-2013|board=standard|"."""
    written = {option.name: option.write(record.options[option.name]) for option in record.game.options}
    short = {
        name: value if len(value) <= LONGEST_VALUE else f"{number_of(name, value):x}"
        for name, value in written.items()
    }
    return "|" + "".join(f"{name}={value}|" for name, value in short.items())


def _moments(timeline: Timeline, winners: frozenset[int], texts: dict[int, str]) -> list[Moment]:
    found, steps, game = list[Moment](), timeline.steps, timeline.game
    placed = places_of(timeline)
    seen = _seen_at(timeline, {place.before for place in placed})
    for place in placed:
        unit, (position, round_) = place.unit, seen[place.before]
        text = choice_text(game, [steps[index].entry.action for index in unit.entries])
        choice = number_of(game.id, text)
        texts[choice] = text
        won = unit.seat in winners
        found.append(Moment(steps[unit.last].number, place.start, unit.seat, round_, position, choice, won))
    return found


def choice_text(game: Game, actions: list[int]) -> str:
    """A choice as records spell it; a plan as its choices in the order of the alphabet, without the last one, which seals it."""
    made = actions[:-1] if len(actions) > 1 else actions
    return " ".join(sorted(map(game.name, made)))


def places_of(timeline: Timeline) -> list[Place]:
    """All decisions in the order in which they became final."""
    placed, planning = list[Place](), list[Unit]()
    for unit in sorted(units_of(timeline)[0], key=lambda unit: unit.last):
        if not unit.plan:
            placed.append(Place(unit, timeline.steps[unit.first].number - 1, unit.first))
            continue
        planning.append(unit)
        if unit.reveals:
            first = min(one.first for one in planning)
            start = timeline.steps[first].number - 1
            placed += [Place(one, start, first) for one in planning]
            planning = []
    return placed


def _seen_at(timeline: Timeline, wanted: set[int]) -> dict[int, tuple[int, int]]:
    """The position and the round before each of these choices."""
    record = timeline.record
    state, setting, seen = record.start(), setting_of(record), dict[int, tuple[int, int]]()
    for index, step in enumerate(timeline.steps):
        if index in wanted:
            seen[index] = (position_of(record.game, setting, state), _round_of(state))
        state.apply(step.entry.seat, step.entry.action)
    return seen


def setting_of(record: Record) -> bytes:
    """What positions are never compared across: the game, the number of seats and the options."""
    return f"{record.game.id}\n{record.seats}\n{options_text(record)}\n".encode()


def position_of(game: Game, setting: bytes, state: State) -> int:
    """What everybody could see, as a number. Where nothing is hidden (in games without secrets, and before plans are made) that is the
    state itself, however the game came to it."""
    open_to_all = not game.facts.secrets or len(state.actors()) > 1
    return _number(setting + (state.key() if open_to_all else state.view(None).key()))


def position_at(timeline: Timeline, number: int) -> tuple[int, Place] | None:
    """The position in which the next decision after so many entries was made; None after the last one."""
    steps = timeline.steps
    place = next((one for one in places_of(timeline) if steps[one.unit.last].number > number), None)
    if place is None:
        return None
    return _seen_at(timeline, {place.before})[place.before][0], place


def _round_of(state: State) -> int:
    """Games that count rounds do so in their state or in what everybody sees; all others have one."""
    return int(getattr(state, "round", 0) or getattr(state.view(None), "round", 1))


def _parts(game: str, moments: Iterable[Moment], texts: dict[int, str]) -> list[Part]:
    """What each seat chose first in each round, as the whole and choice by choice."""
    whole, found, opened = whole_of(game), list[Part](), set[tuple[int, int]]()
    texts[whole] = ""
    for moment in moments:
        if (moment.seat, moment.round) in opened:
            continue
        opened.add((moment.seat, moment.round))
        found.append(Part(moment, whole, whole))
        for name in sorted(set(texts[moment.choice].split(" "))):
            part = number_of(game, name)
            texts[part] = name
            found.append(Part(moment, part, whole))
    return found
