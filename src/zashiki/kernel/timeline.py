"""The one fold of a record: entries go in one by one, and everything that is asked about the game so far is kept.

A timeline has the state, what every entry told, which choices stand, who was told what, and who may take back. It keeps a
copy of the state every so many choices, so that an earlier moment or an undo plays only a few choices again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from zashiki.kernel.bots import Told
from zashiki.kernel.contract import CHANCE, Game, State, View
from zashiki.kernel.messages import Event, Message, Refused, say

if TYPE_CHECKING:
    from zashiki.kernel.record import Record

UNDO: Final = -2
"""The action of an entry that takes back the last choice of its seat."""
SNAPSHOT_EVERY: Final = 24
_FREE: Final = ""
"""No barrier: the last choice of a seat can be taken back."""


class Entry(NamedTuple):
    """One line of a record: CHANCE or a seat, and an action or UNDO."""

    seat: int
    action: int


class Step(NamedTuple):
    """A choice that stands: its number in the record from 1, what it told, and what undo needs to go back before it."""

    number: int
    entry: Entry
    events: list[Event]
    actors: tuple[int, ...]  # who could choose when it was made
    last: tuple[int, ...]  # by seat: the index of its last standing choice before this one; -1: none
    barriers: tuple[str, ...]  # by seat: the key of what keeps it from taking that back


class Glimpse(NamedTuple):
    """One thing that a viewer was told, and the view of that instant: choices of several events have several."""

    number: int  # of the entry, from 1
    place: int  # among the lines that the entry told the viewer, from 1
    message: Message
    seat: int | None
    view: View


class _Witness(list[Event]):
    """Listens to a choice as it is made: looks at the state whenever the viewer is told something."""

    def __init__(self, state: State, viewer: int | None) -> None:
        super().__init__()
        self._state = state
        self._viewer = viewer
        self.views: list[View] = []

    def append(self, event: Event) -> None:
        super().append(event)
        if event.seen_by(self._viewer) is not None:
            self.views.append(self._state.view(self._viewer))


class Timeline:
    """A game as it goes. `append` is the only way on."""

    def __init__(self, record: Record) -> None:
        """Plays the entries that the record has; raises Refused at one that is not legal."""
        self.record = record
        self.game: Game = record.game
        self.seats = record.seats
        self.state: State = record.start()
        self.steps: list[Step] = []
        self._last = [-1] * record.seats
        self._barriers = [_FREE] * record.seats
        self._made: list[list[Entry]] = [[] for _ in range(record.seats)]
        self._snapshots: dict[int, State] = {0: self.state.copy()}
        self._told: dict[int | None, list[Told]] = {}
        entries, record.entries = record.entries, []
        try:
            self.extend(entries)
        except Refused:
            record.entries = entries
            raise

    @property
    def length(self) -> int:
        return len(self.record.entries)

    def append(self, entry: Entry) -> Step:
        """One more entry, and the choice that it makes or takes back; raises Refused and changes nothing if it is not
        legal."""
        undoes = entry.action == UNDO
        step = self._take_back(entry.seat) if undoes else self._choose(entry, self.length + 1)
        self.record.entries.append(entry)
        if entry.seat >= 0:
            self._made[entry.seat].append(entry)
        return step

    def extend(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self.append(entry)

    def undo_refusal(self, seat: int) -> Message | None:
        """Why this seat can't take back its last choice, or None if it can.

        A choice may be taken back until something new is known: an outcome, a reveal, another's open choice. What others
        choose in secret at the same time is no news: a sealed plan can be unsealed until the last one is sealed.
        """
        if not 0 <= seat < self.seats or self._last[seat] < 0:
            return say("undo.nothing")
        barrier = self._barriers[seat]
        return say(barrier) if barrier else None

    def taking_back(self, seat: int, action: int | None = None) -> list[Entry]:
        """The entries that take back the seat's last choice, or its latest one of this action, such as any marker of a
        plan: that is undone with all that the seat chose since, which is then chosen again. Raises Refused."""
        if action is not None and seat not in self.state.actors():
            raise Refused(say("undo.done"))
        trial = self.until(self.length)
        later: list[Entry] = []
        while True:
            refusal = trial.undo_refusal(seat)
            if refusal is not None:
                raise Refused(refusal)
            last = trial.steps[trial._last[seat]].entry
            trial.append(Entry(seat, UNDO))
            if action is None or last.action == action:
                break
            later.append(last)
        trial.extend(reversed(later))
        return trial.record.entries[self.length :]

    def made_by(self, seat: int) -> int:
        """How many entries this seat has added, undo included."""
        return len(self._made[seat])

    def made_after(self, seat: int, count: int) -> Entry | None:
        """The entry that this seat added after its first `count` ones."""
        made = self._made[seat]
        return made[count] if count < len(made) else None

    def told(self, viewer: int | None) -> list[Told]:
        """What a seat, or a spectator, was told and did until now, moment by moment: its information state."""
        told = self._told.setdefault(viewer, [])
        first = _index_after(self.steps, told[-1].number) if told else 0
        for step in self.steps[first:]:
            lines = tuple(
                (message, event.seat)
                for event in step.events
                if (message := event.seen_by(viewer)) is not None
            )
            if lines or step.entry.seat == viewer:
                action = step.entry.action if step.entry.seat == viewer else None
                told.append(Told(len(told) + 1, step.number, action, lines))
        return told

    def glimpses(self, viewer: int | None, after: int, until: int) -> Iterator[Glimpse]:
        """What the entries after one number, up to another, told a viewer, each with the view of that instant."""
        first = _index_after(self.steps, after)
        state = self._state_before(first)
        for step in self.steps[first:]:
            if step.number > until:
                return
            witness = _Witness(state, viewer)
            state.events = witness
            state.apply(step.entry.seat, step.entry.action)
            state.events = None
            if witness.views:
                witness.views[-1] = state.view(viewer)
            seen = [(event, message) for event in step.events if (message := event.seen_by(viewer))]
            for place, ((event, message), view) in enumerate(zip(seen, witness.views, strict=True), 1):
                yield Glimpse(step.number, place, message, event.seat, view)

    def told_openly(self) -> list[Told]:
        """Everything that happened, secrets included: for finished games."""
        return [
            Told(index, step.number, None, tuple((event.message, event.seat) for event in step.events))
            for index, step in enumerate(self.steps, 1)
        ]

    def until(self, length: int) -> Timeline:
        """The same game as it was after its first `length` entries, as a timeline of its own."""
        entries = self.record.entries[:length]
        standing = _standing(entries)
        shared = 0
        for number, step in zip(standing, self.steps, strict=False):
            if step.number != number:
                break
            shared += 1
        other: Timeline = object.__new__(Timeline)
        other.record = self.record.copy(length)
        other.game, other.seats = self.game, self.seats
        other._told = {}
        other._made = [[entry for entry in entries if entry.seat == seat] for seat in range(self.seats)]
        other._snapshots = {at: state for at, state in self._snapshots.items() if at <= shared}
        other.steps = self.steps[:shared]
        if shared == len(self.steps):
            other.state = self.state.copy()
            other._last, other._barriers = self._last.copy(), self._barriers.copy()
        else:
            other.state = self._state_before(shared)
            other._last, other._barriers = (
                list(self.steps[shared].last),
                list(self.steps[shared].barriers),
            )
        for number in standing[shared:]:
            other._choose(entries[number - 1], number)
        return other

    def _choose(self, entry: Entry, number: int) -> Step:
        state, index = self.state, len(self.steps)
        before, barrier = state.actors(), state.undo_barrier
        events: list[Event] = []
        state.events = events
        try:
            state.apply(entry.seat, entry.action)
        finally:
            state.events = None
        step = Step(number, entry, events, before, tuple(self._last), tuple(self._barriers))
        self.steps.append(step)
        self._raise_barriers(step, index, state.undo_barrier != barrier)
        if (index + 1) % SNAPSHOT_EVERY == 0:
            self._snapshots[index + 1] = state.copy()
        return step

    def _raise_barriers(self, step: Step, index: int, crossed: bool) -> None:
        """What a choice means for taking back: the chooser's own begins anew, those of others may be final now."""
        after = self.state.actors()
        for seat in range(self.seats):
            if seat == step.entry.seat:
                self._last[seat] = index
                goes_on = any(other in after for other in step.actors if other != seat)
                self._barriers[seat] = _FREE if not crossed else "undo.final" if goes_on else "undo.news"
            elif self._last[seat] >= 0 and not self._barriers[seat]:
                planned_on = (
                    seat in step.actors and seat in after
                )  # another's end is no news to who still plans
                self._barriers[seat] = self._barrier_of_another(step, seat, crossed and not planned_on)

    def _barrier_of_another(self, step: Step, seat: int, crossed: bool) -> str:
        """What another's choice puts before a seat's last one, which it could take back until then."""
        if crossed or step.entry.seat == CHANCE:
            return "undo.news"
        planned_along = step.entry.seat in self.steps[self._last[seat]].actors
        learned = any(event.seen_by(seat) is not None for event in step.events)
        return _FREE if seat in step.actors or (planned_along and not learned) else "undo.other-chose"

    def _take_back(self, seat: int) -> Step:
        refusal = self.undo_refusal(seat)
        if refusal is not None:
            raise Refused(refusal)
        index = self._last[seat]
        taken, later = self.steps[index], self.steps[index + 1 :]
        self.state = self._state_before(index)
        self._last, self._barriers = list(taken.last), list(taken.barriers)
        del self.steps[index:]
        self._snapshots = {at: state for at, state in self._snapshots.items() if at <= index}
        for told in self._told.values():
            while told and told[-1].number >= taken.number:
                told.pop()
        for step in later:
            self._choose(step.entry, step.number)
        return taken

    def _state_before(self, index: int) -> State:
        """A state of its own, as it was before the standing choice at this index."""
        nearest = max(at for at in self._snapshots if at <= index)
        state = self._snapshots[nearest].copy()
        for step in self.steps[nearest:index]:
            state.apply(step.entry.seat, step.entry.action)
        return state


def _index_after(steps: list[Step], number: int) -> int:
    """The index of the first standing choice whose number in the record is higher."""
    index = len(steps)
    while index and steps[index - 1].number > number:
        index -= 1
    return index


def _standing(entries: list[Entry]) -> list[int]:
    """The numbers, from 1, of the entries that no undo has taken back."""
    kept: list[int] = []
    for number, entry in enumerate(entries, 1):
        if entry.action != UNDO:
            kept.append(number)
            continue
        for index in range(len(kept) - 1, -1, -1):
            if entries[kept[index] - 1].seat == entry.seat:
                del kept[index]
                break
    return kept
