"""The actions: their numbers, and ready lists of them for every set of cards.

An army is the int `province * 5 + clan`; a set of armies or of kinds of cards is a bit mask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.shinobi.rules.cards import CLAN_COUNT, KIND_COUNT, NINJA

if TYPE_CHECKING:
    from mypy_extensions import i64

SEATS: Final = range(3, 6)
PROVINCES: Final = 5
ARMIES: Final = PROVINCES * CLAN_COUNT
TROOPS: Final = (1 << CLAN_COUNT) - 1
"""The kinds that are troops, and the armies of one province."""
NINJA_BIT: Final = 1 << NINJA

PLACE: Final = 0  # + army
NINJA_ON: Final = PLACE + ARMIES  # + army
MOVE: Final = NINJA_ON + ARMIES  # + army * 5 + the province it goes to
ATTACK: Final = MOVE + ARMIES * PROVINCES  # + attacking clan * 25 + army
SKIP: Final = ATTACK + CLAN_COUNT * ARMIES
CLAN: Final = SKIP + 1  # + clan
FIRST: Final = CLAN + CLAN_COUNT  # + seat
DRAW: Final = FIRST + PROVINCES  # + kind
ACTIONS: Final = DRAW + KIND_COUNT

Lists = list[list[int]]
"""A list of actions for every bit mask."""
ByProvince = list[tuple[int, Lists]]
"""Of each other province: where its clans begin in a set of armies, and the actions for any set of them."""


def _members(mask: int) -> list[int]:
    return [member for member in range(mask.bit_length()) if mask >> member & 1]


def _placements(provinces: list[int]) -> Lists:
    return [
        [PLACE + province * 5 + clan for province in provinces for clan in _members(kinds & TROOPS)]
        for kinds in range(1 << KIND_COUNT)
    ]


def _moves(seats: int, province: int) -> Lists:
    goals = [goal for goal in range(seats) if goal != province]
    return [
        [MOVE + (province * 5 + clan) * 5 + goal for clan in _members(clans) for goal in goals]
        for clans in range(TROOPS + 1)
    ]


def _each(base: int, members: int) -> Lists:
    return [[base + member for member in _members(mask)] for mask in range(1 << members)]


def _other_seats(seats: int, seat: int) -> list[int]:
    return [other for other in range(seats) if other != seat]


def _elsewhere(seats: int, seat: int, lists: list[Lists]) -> ByProvince:
    return [(other * 5, lists[other]) for other in _other_seats(seats, seat)]


def _by_seat(lists: list[Lists]) -> list[list[ByProvince]]:
    return [[_elsewhere(seats, seat, lists) for seat in range(seats)] for seats in range(6)]


MEMBERS: Final = [_members(clans) for clans in range(TROOPS + 1)]
"""By set of clans: each of them."""

DEPLOYMENTS: Final = [[_placements(_other_seats(seats, seat)) for seat in range(seats)] for seats in range(6)]
"""By number of seats, seat and kinds in hand (SHI-O1)."""

NINJA_STRIKES: Final = _by_seat([_each(NINJA_ON + province * 5, 5) for province in range(PROVINCES)])
"""By number of seats and seat (SHI-O2)."""

REINFORCEMENTS: Final = [_placements([seat]) for seat in range(PROVINCES)]
"""By seat and kinds in hand (SHI-O3)."""

MOVES: Final = [
    [_elsewhere(seats, seat, [_moves(seats, province) for province in range(seats)]) for seat in range(seats)]
    for seats in range(6)
]
"""By number of seats and seat (SHI-O3)."""

ATTACKS: Final = [
    _by_seat([_each(ATTACK + clan * 25 + province * 5, 5) for province in range(PROVINCES)])
    for clan in range(5)
]
"""By attacking clan, number of seats and seat (SHI-O4)."""

ONE_OF: Final[list[i64]] = [1 << 8 * kind for kind in range(KIND_COUNT)]
"""One card of a kind where cards are counted by a byte each."""

CLAN_DEALS: Final = _each(CLAN, 5)
FIRST_SEATS: Final = [[FIRST + seat for seat in range(seats)] for seats in range(6)]
DRAWS: Final = _each(DRAW, KIND_COUNT)
"""By kinds left in the deck."""
