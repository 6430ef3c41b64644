"""What an event looks and sounds like, and where it took place: the table names what there is."""

from __future__ import annotations

import re
from pathlib import Path

import zashiki
from tests.games.samurai_spirit.page.boards import drawn, ids, states
from zashiki.games.samurai_spirit.page import EVENTS, place
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.kernel.messages import Message, say
from zashiki.words import Words

ROOT = Path(zashiki.__file__).parent


def _told() -> set[str]:
    """The names of all events that random games tell."""
    found: set[str] = set()
    for seed in range(4):
        for state in states(4, {"level": "heroic"}, seed):
            found |= {event.message.key.removeprefix("sam.event.") for event in state.events or ()}
            state.events = []
    return found


def _name(event: str) -> str:
    """The longest beginning of an event's name that the table has."""
    while event and event not in EVENTS:
        event = event[: max(event.rfind("."), event.rfind("-"), 0)]
    return event


def test_every_sign_is_a_drawing() -> None:
    drawings = {
        file.stem for file in [*ROOT.glob("brush/art/*.svg"), *ROOT.glob("games/samurai_spirit/art/*.svg")]
    }
    assert {look.sign for look in EVENTS.values()} - {""} <= drawings


def test_every_spot_is_on_the_page() -> None:
    page = ids(drawn(next(states(4, {}, 1)).view(0)))
    assert {look.spot for look in EVENTS.values()} - {""} <= set(page)


def test_most_of_what_is_told_is_heard() -> None:
    told = _told()
    assert len(told) > 20
    heard = [event for event in told if _name(event) and EVENTS[_name(event)].sound]
    assert len(heard) > len(told) / 2


def test_every_entry_belongs_to_an_event_that_has_words() -> None:
    words, catalogue = Words("en"), (ROOT / "games/samurai_spirit/words/en.po").read_text("utf-8")
    events = set(re.findall(r'msgid "sam\.event\.([^"|]+)', catalogue))
    assert all(words.has(f"sam.event.{event}") for event in events)
    assert {_name(event) for event in events} >= set(EVENTS) - {
        "back",
        "intruder",
        "kiai",
        "penalty",
        "talent",
    }


def test_only_the_seating_stands_in_the_log_alone() -> None:
    assert [name for name, look in EVENTS.items() if not look.told] == ["seated"]


def test_a_samurai_who_is_named_is_found_by_his_board() -> None:
    page = ids(drawn(next(state for state in states(7, {}, 1) if len(state.view(0).samurai) == 7).view(0)))
    assert {place(say(f"sam.samurai.{name}")) for name in NAMES} <= set(page)
    assert place(Message("sam.penalty.wound")) == ""
