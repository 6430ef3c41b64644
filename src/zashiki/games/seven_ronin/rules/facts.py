"""A position between two rounds as a row of bytes, which the net's features are made of."""

from __future__ import annotations

from typing import Final

from zashiki.games.seven_ronin.rules.actions import BITS, COUNTS
from zashiki.games.seven_ronin.rules.pieces import FIELD_2, FIELD_3, GREEN, INN, PASSAGE, ROUNDS
from zashiki.games.seven_ronin.rules.rounds import count_areas
from zashiki.games.seven_ronin.rules.state import State

# Where each fact lies in the row
ROUND: Final = 0
EDITION: Final = 1
RESERVES: Final = 2
SUPPLY: Final = 3
NINJA: Final = 4  # eleven: on each area and the Green
ROOM: Final = 15  # seven: wounds that each ronin can still take; 0: he has fallen
HELD_AT: Final = 22  # seven: the place that he is held on, and 1; 0: he is free
SHRINE: Final = 29  # a mask of ronin, as the next two
HELD: Final = 30
ALIVE: Final = 31
HELD_AREAS: Final = 32  # how many areas have ninja
COUNTED: Final = 33  # the same as victory counts them
KEY_AREAS: Final = 34  # a mask: the Inn, the Fields, the Passage
ALL_ROOM: Final = 35
ALL_NINJA: Final = 36  # on areas
SPARE: Final = 37  # the Reserves beyond what the minimum of all rounds to come takes, and SPARE_ZERO
ROW: Final = 38

SPARE_ZERO: Final = 64


def pack(state: State) -> bytes:
    """The row of a position in which both sides are about to plan."""
    village = state.village
    ninja = state.ninja
    vitality, wounds, place = village.vitality, state.wounds, state.place
    alive, held, beset = state.alive, state.held, state.beset
    rooms = [0] * 7
    places = [0] * 7
    for ronin in BITS[alive]:
        rooms[ronin] = vitality[ronin] - wounds[ronin]
    for ronin in BITS[held]:
        places[ronin] = place[ronin] + 1
    key_areas = (beset >> INN & 1) | (beset >> FIELD_2 & 1) << 1 | (beset >> FIELD_3 & 1) << 2
    spare = state.reserves + SPARE_ZERO
    for number in range(state.round, ROUNDS + 1):
        spare -= village.minimum[number]
    facts = [state.round, village.edition_number, state.reserves, state.supply]
    facts += ninja
    facts += rooms
    facts += places
    facts += [
        state.shrine,
        held,
        alive,
        COUNTS[beset],
        count_areas(beset, -1),
        key_areas | (beset >> PASSAGE & 1) << 3,
        sum(rooms),
        sum(ninja) - ninja[GREEN],
        max(0, spare),
    ]
    return bytes(facts)
