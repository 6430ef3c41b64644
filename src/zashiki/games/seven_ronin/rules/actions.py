"""Every choice of the game as a number with a stable name, and lists of choices by bit mask."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from zashiki.games.seven_ronin.rules.pieces import (
    ANIMAL_PEN,
    AREAS,
    BURIAL_GROUNDS,
    FIELD_2,
    FIELD_3,
    GRANARY,
    INN,
    PASSAGE,
    PLACES,
    RONIN,
    SHRINE,
    WATCHTOWER,
    WELL,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

NINJA: Final = 0  # ninja>PLACE
READY: Final = 11
DEPLOY: Final = 12  # RONIN>PLACE
DONE: Final = 89
STRIKE: Final = 90
SHOOT: Final = 91
PUSH_TO: Final = 92  # push>AREA
RIDE_TO: Final = 102  # ride>AREA
HEAL: Final = 112  # heal>RONIN
ENOUGH: Final = 119
DIVIDE_OFF: Final = 120  # divide-N: N wounds to Tasuke
RETURN_FROM: Final = 130  # burial-grounds>AREA
COPY_OF: Final = 140  # inn=AREA
WATCH: Final = 150
SEND_ONE: Final = 151  # passage-1>AREA
SEND_TWO: Final = 161  # passage-2>AREA
LOOT: Final = 171
POISON: Final = 172  # well>RONIN
HOLD: Final = 179  # animal-pen>RONIN
CURSE: Final = 186  # shrine>RONIN
AIM_AT: Final = 193  # watchtower>RONIN
ACTIONS: Final = 200


def _names() -> Iterable[str]:
    yield from (f"ninja>{place}" for place in PLACES)
    yield "ready"
    yield from (f"{ronin}>{place}" for ronin in RONIN for place in PLACES)
    yield from ("done", "strike", "shoot")
    yield from (f"push>{area}" for area in AREAS)
    yield from (f"ride>{area}" for area in AREAS)
    yield from (f"heal>{ronin}" for ronin in RONIN)
    yield "enough"
    yield from (f"divide-{number}" for number in range(10))
    yield from (f"burial-grounds>{area}" for area in AREAS)
    yield from (f"inn={area}" for area in AREAS)
    yield "watchtower"
    yield from (f"passage-{number}>{area}" for number in (1, 2) for area in AREAS)
    yield "granary"
    yield from (
        f"{area}>{ronin}" for area in ("well", "animal-pen", "shrine", "watchtower") for ronin in RONIN
    )


NAMES: Final = tuple(_names())
NUMBERS: Final = {name: action for action, name in enumerate(NAMES)}


def listing(first: int, bits: int) -> list[list[int]]:
    """For every mask the actions `first + bit` of its bits, ascending."""
    lists: list[list[int]] = [[]]
    for bit in range(bits):
        lists += [[*choices, first + bit] for choices in lists]
    return lists


def nth_bit(mask: i64, index: i64) -> i64:
    """`BITS[mask][index]` of a mask of up to twelve bits, from a list so short that it stays in the processor's cache."""
    low = mask & _LOW
    count = COUNTS[low]
    if index < count:
        return _NTH[low * _HALF + index]
    return _HALF + _NTH[(mask >> _HALF) * _HALF + index - count]


BITS: Final = listing(0, 11)
"""For every mask the numbers of its bits."""
_HALF: Final = 6
_LOW: Final = (1 << _HALF) - 1
_NTH: Final[list[i64]] = [bit for bits in listing(0, _HALF) for bit in [*bits, *[0] * (_HALF - len(bits))]]
"""For every mask of six bits the number of the first, of the second, and so on."""
ATTACKS: Final = listing(NINJA, 12)  # eleven places and "ready"
COUNTS: Final[list[i64]] = [len(bits) for bits in ATTACKS]
"""For every mask of up to twelve bits how many it has."""
RONIN_OF: Final[list[i64]] = [(action - DEPLOY) // 11 for action in range(DONE)]
PLACE_OF: Final[list[i64]] = [(action - DEPLOY) % 11 for action in range(DONE)]
PUSHES: Final = listing(PUSH_TO, 10)
RIDES: Final = listing(RIDE_TO, 10)
HEALS: Final = listing(HEAL, 7)
AIMS: Final = listing(AIM_AT, 7)

SENDING: Final[list[list[int]]] = [
    [],
    list(range(SEND_ONE, SEND_TWO)),
    [],
    list(range(SEND_ONE, LOOT)),
]
"""By a mask of how many ninja may be sent: bit 0 for one, bit 1 for two."""

_USES: Final[dict[int, list[list[int]]]] = {
    BURIAL_GROUNDS: listing(RETURN_FROM, 10),
    INN: listing(COPY_OF, 10),
    WATCHTOWER: listing(WATCH, 1),
    PASSAGE: SENDING,
    GRANARY: listing(LOOT, 1),
    WELL: listing(POISON, 7),
    ANIMAL_PEN: listing(HOLD, 7),
    SHRINE: listing(CURSE, 7),
    FIELD_2: [[]],
    FIELD_3: [[]],
}
USES: Final = [_USES[area] for area in range(len(AREAS))]
"""For each area the choices of its ability by the mask of its targets (the Fields have none); ascending in this order."""


def _area_of(action: int) -> int:
    if action < COPY_OF:
        return BURIAL_GROUNDS
    if action < WATCH:
        return INN
    if action == WATCH:
        return WATCHTOWER
    if action < LOOT:
        return PASSAGE
    if action == LOOT:
        return GRANARY
    if action < HOLD:
        return WELL
    return ANIMAL_PEN if action < CURSE else SHRINE


AREA_OF: Final = [-1] * RETURN_FROM + [_area_of(action) for action in range(RETURN_FROM, AIM_AT)] + [-1] * 7
"""The area whose ability an action uses; -1: none."""
