"""What the events of Shinobi look like, and where on the board they are lit."""

from __future__ import annotations

from tests.games.shinobi.page.boards import Element, random_game
from zashiki.brush.regions import Drawings
from zashiki.games.shinobi.page import EVENTS, board, place
from zashiki.kernel.messages import Event, Message, say
from zashiki.words import Words


def look_of(key: str) -> str:
    """The longest beginning of the event's name that has a look; "" if none has."""
    name = key.removeprefix("shi.").removeprefix("event.")
    while name and name not in EVENTS:
        name = name[: max(name.rfind("."), name.rfind("-"), 0)]
    return name


def told_in(seats: int, seed: int) -> list[list[Event]]:
    """What each moment of a random game tells."""
    told = []
    for state in random_game(seats, seed):
        told.append(list(state.events or ()))
        state.events = []
    return told


def test_most_of_what_happens_is_seen_and_heard() -> None:
    keys = {event.message.key for events in told_in(3, 6) for event in events}
    heard = {key for key in keys if (name := look_of(key)) and EVENTS[name].sound}
    assert len(keys) > 8
    assert len(heard) > len(keys) / 2


def test_dealing_to_others_is_not_told_line_by_line() -> None:
    assert not EVENTS[look_of("shi.event.drew-hidden")].told
    assert not EVENTS[look_of("shi.event.clan-hidden")].told
    assert EVENTS[look_of("shi.event.drew")].told
    assert look_of("shi.event.ninja-wiped-out") == "ninja"


def test_armies_and_provinces_are_lit_where_they_lie() -> None:
    mori, third = say("shi.clan.mori"), say("shi.seat", number=3)
    assert place(third) == "province-2"
    assert place(say("shi.army", clan=mori, seat=third)) == "army-13"
    assert place(mori) == ""


def test_every_place_that_is_named_stands_on_the_board() -> None:
    lit: set[str] = set()
    for state in random_game(4, 5):
        named = {place(one) for event in state.events or () for one in _messages(event.message)} - {""}
        state.events = []
        if named - lit:
            assert named <= set(Element(Drawings().whole(board(state.view(0), ""), Words("en"))).ids)
        lit |= named
    assert len(lit) > 5


def _messages(message: Message) -> list[Message]:
    return [one for one in message.args.values() if isinstance(one, Message)]
