"""One fold: whatever is asked of a timeline is what playing the whole record again would answer."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import zashiki
from zashiki.kernel.contract import CHANCE, Game, State
from zashiki.kernel.messages import Message, Refused
from zashiki.kernel.record import Record, read
from zashiki.kernel.timeline import UNDO, Entry, Timeline
from zashiki.testing import fingerprint, pick_chance

GAMES = [("seven-ronin", 2), ("samurai-spirit", 3), ("shinobi", 3)]


def play(game: Game, seats: int, seed: int, length: int = 120) -> Timeline:
    """A random game in which everybody takes back whenever they may, one time in five."""
    random = Random(seed)
    timeline = Timeline(Record(game, seats))
    while timeline.state.actors() and timeline.length < length:
        seat = random.choice(timeline.state.actors())
        if seat == CHANCE:
            timeline.append(Entry(seat, pick_chance(timeline.state, random)))
            continue
        willing = [one for one in range(seats) if timeline.undo_refusal(one) is None]
        if willing and random.random() < 0.2:
            timeline.append(Entry(random.choice(willing), UNDO))
        else:
            timeline.append(Entry(seat, random.choice(timeline.state.legal(seat))))
    return timeline


def standing(entries: list[Entry]) -> list[tuple[int, Entry]]:
    """By definition: an undo takes away the last choice of its seat that still stands."""
    kept: list[tuple[int, Entry]] = []
    for number, entry in enumerate(entries, 1):
        if entry.action == UNDO:
            kept.remove([one for one in kept if one[1].seat == entry.seat][-1])
        else:
            kept.append((number, entry))
    return kept


def folded(record: Record) -> list[State]:
    """The state before every choice that stands, and after the last."""
    states = [record.start()]
    for _, entry in standing(record.entries):
        states.append(states[-1].copy())
        states[-1].apply(entry.seat, entry.action)
    return states


def refusal_by_definition(record: Record, seat: int) -> str:
    """The key of the rule, found by going through everything since the seat's last choice; "" if it may be undone."""
    kept = [entry for _, entry in standing(record.entries)]
    own = [index for index, entry in enumerate(kept) if entry.seat == seat]
    if not own:
        return "undo.nothing"
    states = folded(record)
    planners = states[own[-1]].actors()
    for index in range(own[-1], len(kept)):
        before, after, chooser = states[index], states[index + 1], kept[index].seat
        crossed, goes_on = (
            after.undo_barrier != before.undo_barrier,
            seat in before.actors() and seat in after.actors(),
        )
        if chooser == seat:
            others = [other for other in before.actors() if other != seat and other in after.actors()]
            if crossed:
                return "undo.final" if others else "undo.news"
            continue
        if chooser == CHANCE or (crossed and not goes_on):
            return "undo.news"
        secret = before.view(seat) == after.view(seat)
        if seat not in before.actors() and not (chooser in planners and secret):
            return "undo.other-chose"
    return ""


def key(message: Message | None) -> str:
    return message.key if message is not None else ""


@pytest.mark.parametrize(("name", "seats"), GAMES)
@given(seed=st.integers(0, 10_000))
def test_state_undo_and_what_was_told_are_those_of_the_whole_record(name: str, seats: int, seed: int) -> None:
    timeline = play(zashiki.game(name), seats, seed, length=Random(seed).randrange(1, 90))
    record = timeline.record
    assert fingerprint(timeline.state, seats) == fingerprint(folded(record)[-1], seats)
    assert [(step.number, step.entry) for step in timeline.steps] == standing(record.entries)
    for seat in range(seats):
        assert key(timeline.undo_refusal(seat)) == refusal_by_definition(record, seat)
        assert timeline.made_by(seat) == sum(entry.seat == seat for entry in record.entries)
    again = Timeline(record.copy())
    for viewer in (*range(seats), None):
        assert timeline.told(viewer) == again.told(viewer)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_every_earlier_moment_can_be_reached(name: str, seats: int) -> None:
    timeline = play(zashiki.game(name), seats, seed=11, length=100)
    for length in range(0, timeline.length + 1, 7):
        cut = timeline.record.copy(length)
        earlier = timeline.until(length)
        assert fingerprint(earlier.state, seats) == fingerprint(folded(cut)[-1], seats)
        assert earlier.told(0) == Timeline(cut).told(0)
        assert [key(earlier.undo_refusal(seat)) for seat in range(seats)] == [
            refusal_by_definition(cut, seat) for seat in range(seats)
        ]


def test_an_earlier_moment_goes_on_by_itself() -> None:
    timeline = play(zashiki.game("shinobi"), 3, seed=5, length=60)
    before = fingerprint(timeline.state, 3)
    earlier = timeline.until(40)
    while earlier.state.actors():
        seat = earlier.state.actors()[0]
        earlier.append(Entry(seat, earlier.state.legal(seat)[0]))
    assert fingerprint(timeline.state, 3) == before
    assert timeline.length == 60


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_what_is_told_is_told_in_order_and_names_the_own_choices(name: str, seats: int) -> None:
    timeline = play(zashiki.game(name), seats, seed=3, length=80)
    for viewer in (*range(seats), None):
        told = timeline.told(viewer)
        assert [one.moment for one in told] == list(range(1, len(told) + 1))
        assert [one.number for one in told] == sorted(one.number for one in told)
        own = [step.entry.action for step in timeline.steps if step.entry.seat == viewer]
        assert [one.action for one in told if one.action is not None] == own


def test_a_secret_marker_is_told_to_its_side_alone() -> None:
    game = zashiki.game("seven-ronin")
    timeline = Timeline(Record(game))
    timeline.append(Entry(0, game.action("ninja>well")))
    assert [one.action for one in timeline.told(0)] == [game.action("ninja>well")]
    assert timeline.told(1) == timeline.told(None) == []


def test_any_marker_of_a_plan_can_be_taken_back_and_the_others_stay() -> None:
    game = zashiki.game("seven-ronin")
    timeline = Timeline(Record(game))
    for name in ("ninja>well", "ninja>inn", "ninja>granary"):
        timeline.append(Entry(0, game.action(name)))
    added = timeline.taking_back(0, game.action("ninja>well"))
    assert timeline.length == 3, "asking changes nothing"
    timeline.extend(added)
    assert [game.name(step.entry.action) for step in timeline.steps] == ["ninja>inn", "ninja>granary"]
    with pytest.raises(Refused):
        timeline.taking_back(0, game.action("ninja>well"))


def sealed(first: int) -> Timeline:
    """7 Ronin: one side has sealed its plan, the other still plans."""
    game = zashiki.game("seven-ronin")
    timeline = Timeline(Record(game))
    names = ("ninja>well", "ready") if first == 0 else (*DEFENCE, "ready")
    timeline.extend(Entry(first, game.action(name)) for name in names)
    return timeline


DEFENCE = [
    f"{ronin}>{area}"
    for ronin, area in zip(
        ("hayai", "kabe", "musashi", "taiko", "tasuke", "yobu", "yumi"),
        ("inn", "well", "shrine", "granary", "passage", "field-2", "field-3"),
        strict=True,
    )
]


@pytest.mark.parametrize("side", [0, 1])
def test_a_sealed_plan_can_be_unsealed_whatever_the_other_side_has_planned_meanwhile(side: int) -> None:
    """RON-P10: nothing has become known, and whether it can be unsealed tells nothing of the other's progress."""
    timeline, other = sealed(side), 1 - side
    game = timeline.game
    plan = ["ninja>inn", "ninja>green"] if other == 0 else DEFENCE
    for name in plan:
        assert timeline.undo_refusal(side) is None
        timeline.append(Entry(other, game.action(name)))
    before = timeline.state.view(other)
    timeline.append(Entry(side, UNDO))
    assert timeline.state.actors() == (0, 1)
    assert timeline.state.view(other).legal == before.legal
    assert [game.name(step.entry.action) for step in timeline.steps if step.entry.seat == other] == plan
    assert timeline.told(None) == []


def test_once_both_plans_are_sealed_neither_can_be_unsealed() -> None:
    timeline = sealed(0)
    timeline.extend(Entry(1, timeline.game.action(name)) for name in (*DEFENCE, "ready"))
    assert [key(timeline.undo_refusal(seat)) for seat in (0, 1)] == ["undo.news", "undo.news"]


def test_a_marker_of_a_sealed_plan_is_taken_back_only_after_the_seal() -> None:
    timeline = sealed(0)
    with pytest.raises(Refused) as refused:
        timeline.taking_back(0, timeline.game.action("ninja>well"))
    assert refused.value.message.key == "undo.done"


def test_a_refused_entry_changes_nothing() -> None:
    game = zashiki.game("seven-ronin")
    timeline = Timeline(Record(game))
    timeline.append(Entry(0, game.action("ninja>well")))
    before = fingerprint(timeline.state, 2)
    for entry in (Entry(0, game.action("ninja>well")), Entry(1, UNDO), Entry(CHANCE, UNDO), Entry(7, UNDO)):
        with pytest.raises(Refused):
            timeline.append(entry)
    assert fingerprint(timeline.state, 2) == before
    assert timeline.length == 1
    assert timeline.state.events is None


def test_a_record_read_back_makes_the_same_timeline() -> None:
    timeline = play(zashiki.game("samurai-spirit"), 3, seed=8)
    again = Timeline(read(timeline.record.write()))
    assert msgspec.json.encode(again.told_openly()) == msgspec.json.encode(timeline.told_openly())
