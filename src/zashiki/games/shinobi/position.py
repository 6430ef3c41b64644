"""A state set up by hand, from names and counts."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from zashiki.games.shinobi.cards import CLANS, KINDS
from zashiki.games.shinobi.names import army_name
from zashiki.games.shinobi.rules.actions import SEATS
from zashiki.games.shinobi.rules.cards import COPIES, HAND, NINJA
from zashiki.games.shinobi.rules.state import State
from zashiki.games.shinobi.rules.turns import BEGIN_ORDER
from zashiki.kernel.messages import Arg, Refused, say
from zashiki.kernel.reasons import of_shape

Count = Annotated[int, msgspec.Meta(ge=0)]
Cards = dict[str, Count]
"""How many of which, by name: `{"oda": 2, "ninja": 1}`."""


class Setup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The moment before an order of a seat's turn."""

    seats: int
    clans: list[str]
    hands: list[Cards]
    provinces: list[Cards]
    deck: Cards | None = None  # None: all cards that are nowhere else
    out: Cards = {}
    turn: Count = 0
    order: Literal[1, 2, 3] = 1
    protected: list[str] = []  # armies such as "oda-2"
    known_ninja: list[Count] | None = None  # None: nothing is known of any hand
    turns_left: Annotated[int, msgspec.Meta(ge=1)] | None = (
        None  # of the last round; None: one each, if the deck is empty
    )
    played: Count | None = None  # turns that are over; None: it is not said how the cards got here


def position(facts: dict[str, Any]) -> State:
    """Checks the facts and sets them up; raises Refused if no game could look like that.

    A table may be sketched: cards may lie nowhere, hands may hold fewer cards than they were drawn up to, and nothing is
    asked about the turns that led here unless `played` says how many there were.
    """
    try:
        setup = msgspec.convert(facts, Setup)
    except msgspec.ValidationError as error:
        raise Refused(say("shi.position.unreadable", "SHI-S1", reason=of_shape(error))) from None
    _check(setup)
    state = State(setup.seats)
    state.clans = [CLANS.index(name) for name in setup.clans]
    state.out = _counts(setup.out)
    _set_provinces(state, setup)
    state.set_hands([_counts(hand) for hand in setup.hands])
    state.set_deck(_rest(state) if setup.deck is None else _counts(setup.deck))
    state.known_ninja = list(setup.known_ninja or [0] * setup.seats)
    state.turn = setup.turn
    state.turns = setup.played or 0
    state.first = (setup.turn - state.turns) % setup.seats
    _set_last_round(state, setup)
    BEGIN_ORDER[setup.order - 1](state)
    return state


def _require(condition: bool, key: str, rule: str, **args: Arg) -> None:
    if not condition:
        raise Refused(say(key, rule, **args))


def _check(setup: Setup) -> None:
    """SHI-S1, SHI-S2, SHI-O5: seats, clans, hands and armies that can be."""
    seats = setup.seats
    _require(seats in SEATS, "shi.position.seats", "SHI-S1", what="seats", n=seats, seats=seats)
    known = setup.known_ninja or [0] * seats
    lengths = {
        "clans": len(setup.clans),
        "hands": len(setup.hands),
        "provinces": len(setup.provinces),
        "known_ninja": len(known),
    }
    for what, length in lengths.items():
        _require(length == seats, "shi.position.seats", "SHI-S1", what=what, n=length, seats=seats)
    _require(setup.turn < seats, "shi.position.turn", "SHI-S1", turn=setup.turn, seats=seats)
    _check_names(setup.clans, CLANS)
    _require(
        len(set(setup.clans)) == seats, "shi.position.clan-twice", "SHI-S1", clans=", ".join(setup.clans)
    )
    for seat, hand in enumerate(setup.hands):
        _check_hand(setup, seat, hand, known[seat])
    for province in setup.provinces:
        _check_names(province, CLANS)
    _check_names(setup.out, KINDS)
    _check_names(setup.deck or {}, KINDS)
    _check_names(setup.protected, [army_name(army) for army in range(seats * 5)])
    _check_totals(setup)
    _check_protected(setup)
    _check_course(setup)


def _check_hand(setup: Setup, seat: int, hand: Cards, known_ninja: int) -> None:
    """SHI-O7: at most four cards, the known ninja among them."""
    _check_names(hand, KINDS)
    count = sum(hand.values())
    _require(count <= HAND, "shi.position.hand", "SHI-O7", number=seat, n=count, limit=HAND)
    if seat == setup.turn and setup.order > 1:
        _check_hand_after_order(seat, count)
    held = hand.get(KINDS[NINJA], 0)
    _require(known_ninja <= held, "shi.position.known-ninja", "SHI-O2", number=seat, n=known_ninja, held=held)


def _check_hand_after_order(seat: int, count: int) -> None:
    """SHI-O1: four cards are never ninja alone, so one of them has been played."""
    limit = HAND - 1
    _require(count <= limit, "shi.position.hand", "SHI-O1", number=seat, n=count, limit=limit)


def _check_names(names: Any, known: Any) -> None:
    for name in names:
        _require(name in known, "shi.position.name", "SHI-S1", name=name, known=", ".join(known))


def _check_totals(setup: Setup) -> None:
    """SHI-S1: no more cards of a kind than there are."""
    places = [*setup.hands, *setup.provinces, setup.out, setup.deck or {}]
    for kind, copies in zip(KINDS, COPIES, strict=True):
        count = sum(place.get(kind, 0) for place in places)
        _require(
            count <= copies,
            "shi.position.too-many",
            "SHI-S1",
            card=say(f"shi.kind.{kind}"),
            n=count,
            limit=copies,
        )


def _check_protected(setup: Setup) -> None:
    """SHI-O5: an order protects one army; SHI-O1, SHI-O2: the first order one in another's province."""
    given = setup.order - 1
    _require(given > 0 or not setup.protected, "shi.position.protected", "SHI-O5")
    armies = set(setup.protected)
    own = [army for army in armies if army.endswith(f"-{setup.turn}")]
    _require(
        len(armies) <= given and len(own) < max(given, 1),
        "shi.position.protected-by-orders",
        "SHI-O5",
        n=given,
        armies=", ".join(sorted(armies)),
    )


def _check_course(setup: Setup) -> None:
    """SHI-O2: a ninja takes a troop along; SHI-O1, SHI-O3: two cards at most leave a hand in a turn."""
    ninja = setup.out.get(KINDS[NINJA], 0)
    troops = sum(setup.out.values()) - ninja
    _require(ninja <= troops, "shi.position.ninja-out", "SHI-O2", n=ninja, troops=troops)
    if setup.played is not None:
        count = ninja + troops + sum(sum(province.values()) for province in setup.provinces)
        limit = 2 * setup.played + setup.order - 1
        _require(count <= limit, "shi.position.played", "SHI-O3", n=count, limit=limit, played=setup.played)


def _counts(cards: Cards) -> list[int]:
    return [cards.get(kind, 0) for kind in KINDS]


def _rest(state: State) -> list[int]:
    return [
        copies
        - state.out[kind]
        - sum(state.hands[kind::6])
        - (0 if kind == NINJA else sum(state.strength[kind::5]))
        for kind, copies in enumerate(COPIES)
    ]


def _set_provinces(state: State, setup: Setup) -> None:
    for army in range(setup.seats * 5):
        for _ in range(setup.provinces[army // 5].get(CLANS[army % 5], 0)):
            state.add_card(army)
        if army_name(army) in setup.protected:
            state.protected |= 1 << army


def _set_last_round(state: State, setup: Setup) -> None:
    """SHI-E1: the last round has begun if, and only if, the deck is empty; who had a last turn did not draw."""
    left = setup.turns_left
    if state.deck_size:
        _require(left is None, "shi.position.deck-lasts", "SHI-E1", n=state.deck_size)
        return
    state.turns_left = state.seats if left is None else left
    _require(
        state.turns_left <= state.seats,
        "shi.position.turns-left",
        "SHI-E1",
        n=state.turns_left,
        seats=state.seats,
    )
    for seat, count in enumerate(state.hand_sizes):
        if (seat - state.turn) % state.seats >= state.turns_left:
            _check_hand_after_order(seat, count)
