"""Twin games: two records that one viewer can't tell apart, with other secrets wherever the rules allow it."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE, Game, State
from zashiki.kernel.messages import Event
from zashiki.kernel.options import BadOption, Choice, Flag, Option, Several
from zashiki.kernel.record import Record
from zashiki.kernel.timeline import Entry, Timeline

CANDIDATES = 5
"""So many other choices are tried in place of one that the viewer does not see."""
TRIES = 6
"""So many choices of the first game are tried until the second has one that shows the same."""
EXTRA = 0.25
"""How often the second game has one secret choice more than the first."""


class Twins(NamedTuple):
    """`viewer` is a seat, or None for a spectator; `exchanged`: entries that are not the same in both."""

    viewer: int | None
    first: Record
    second: Record
    exchanged: int


class Seen(NamedTuple):
    """What one entry shows a viewer."""

    lines: list[Any]
    view: Any

    @property
    def anything(self) -> bool:
        return bool(self.lines)


def seen_after(state: State, entry: Entry, viewer: int | None) -> Seen:
    """What the viewer is told when this entry is made, and the view then."""
    after, events = state.copy(), list[Event]()
    after.events = events
    after.apply(entry.seat, entry.action)
    after.events = None
    told = [(message, event.seat) for event in events if (message := event.seen_by(viewer)) is not None]
    return Seen(told, after.view(viewer))


def random_entry(state: State, chance: Random) -> Entry | None:
    """Any choice, or outcome of chance; None once the game is over."""
    if not state.actors():
        return None
    seat = chance.choice(state.actors())
    if seat == CHANCE:
        return Entry(CHANCE, draw_outcome(state, chance))
    return Entry(seat, chance.choice(state.legal(seat)))


def twin_entry(state: State, entry: Entry, seen: Seen, viewer: int | None, chance: Random) -> Entry | None:
    """An entry of another game that shows the viewer the same; a different one if there is any."""
    if entry.seat not in state.actors():
        return None
    legal = list(state.legal(entry.seat))
    if entry.seat == viewer:
        return entry if entry.action in legal and seen_after(state, entry, viewer) == seen else None
    others = [action for action in legal if action != entry.action]
    tried = chance.sample(others, min(CANDIDATES, len(others)))
    tried += [entry.action] if entry.action in legal else []
    for action in tried:
        other = Entry(entry.seat, action)
        if seen_after(state, other, viewer) == seen:
            return other
    return None


def secret_entry(state: State, viewer: int | None, chance: Random) -> Entry | None:
    """A choice of somebody else that shows the viewer nothing at all."""
    now = state.view(viewer)
    entry = random_entry(state, chance)
    if entry is None or entry.seat in (viewer, CHANCE):
        return None
    seen = seen_after(state, entry, viewer)
    return entry if not seen.anything and seen.view == now else None


def paired_entries(
    first: State, second: State, viewer: int | None, chance: Random
) -> tuple[Entry, Entry] | None:
    """A choice for each game that shows the viewer the same; None if none was found."""
    for _ in range(TRIES):
        entry = random_entry(first, chance)
        if entry is None:
            return None
        other = twin_entry(second, entry, seen_after(first, entry, viewer), viewer, chance)
        if other is not None:
            return entry, other
    return None


def make_twins(record: Record, viewer: int | None, shared: int, length: int, chance: Random) -> Twins:
    """Both begin with `shared` equal entries, then have other secrets for up to `length` entries, as long as the viewer
    is shown the same; they end where a seat is to choose."""
    first = Timeline(record)
    for _ in range(shared):
        if (entry := random_entry(first.state, chance)) is None or not _goes_on(first.state, entry):
            break
        first.append(entry)
    second = Timeline(first.record.copy())
    ends, exchanged = [(0, 0, 0)], 0
    for _ in range(length):
        if first.state.actors() and CHANCE not in first.state.actors() + second.state.actors():
            ends.append((len(first.record.entries), len(second.record.entries), exchanged))
        pair = paired_entries(first.state, second.state, viewer, chance)
        if pair is None:
            break
        first.append(pair[0])
        second.append(pair[1])
        exchanged += pair[0] != pair[1]
        if chance.random() < EXTRA and (extra := secret_entry(second.state, viewer, chance)):
            second.append(extra)
            exchanged += 1
    one, two, exchanged = ends[-1]
    return Twins(viewer, first.record.copy(one), second.record.copy(two), exchanged)


def random_record(game: Game, chance: Random) -> Record:
    """The beginning of a game with any number of seats and any options that go together."""
    while True:
        seats = chance.choice(game.facts.seats)
        options = {option.name: _random_value(option, seats, chance) for option in game.options}
        try:
            record = Record(game, seats, options)
            record.start()
        except BadOption:
            continue
        return record


def _random_value(option: Option, seats: int, chance: Random) -> Any:
    if isinstance(option, Choice):
        return chance.choice(option.values)
    if isinstance(option, Flag):
        return chance.random() < 0.5
    if isinstance(option, Several) and chance.random() < 0.5:
        return tuple(chance.sample(option.values, min(seats, len(option.values))))
    return option.default


def _goes_on(state: State, entry: Entry) -> bool:
    """Whether the game is not over after this entry."""
    after = state.copy()
    after.apply(entry.seat, entry.action)
    return bool(after.actors())
