"""How many cards there are. A kind of card is an int: a clan from 0 to 4, or NINJA."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

CLAN_COUNT: Final = 5
NINJA: Final = 5
KIND_COUNT: Final = 6

COPIES: Final = (11, 11, 11, 11, 11, 3)
"""By kind. Polish rulebook 2013: 55 troops and three ninja; published reviews: as many troops of each clan."""
MOST_COPIES: Final = 11
DECK_SIZE: Final = 58

HAND: Final = 4
"""Polish rulebook 2013: everyone takes four cards and draws back up to four."""


class Pack:
    """The cards of a game: those of the rulebook, or fewer for study."""

    __slots__ = ("clans", "copies", "first_seats", "hand", "name", "size")

    def __init__(self, name: str, clans: i64, copies: list[int], hand: i64, first_seats: i64) -> None:
        self.name = name
        self.clans = clans  # a mask: the clan cards that are dealt
        self.copies = copies  # by kind
        self.size = sum(copies)
        self.hand = hand  # as many cards are drawn up to
        self.first_seats = first_seats  # so many seats may be drawn as the first player; 0: all

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: a compiled class makes no object without the arguments of its `__init__`."""
        return Pack, (self.name, self.clans, self.copies, self.hand, self.first_seats)


WHOLE: Final = "whole"
ONE_EACH: Final = "one-each"
PACKS: Final = (WHOLE, ONE_EACH)

_WHOLE: Final = Pack(WHOLE, (1 << CLAN_COUNT) - 1, list(COPIES), HAND, 0)
_ONE_EACH: Final = [
    Pack(ONE_EACH, (1 << seats) - 1, [1] * seats + [0] * (KIND_COUNT - seats), 1, 1)
    for seats in range(CLAN_COUNT + 1)
]
"""By number of seats: one troop of as many clans, one card in hand, seat 0 begins."""


def pack_of(name: str, seats: int) -> Pack:
    return _ONE_EACH[seats] if name == ONE_EACH else _WHOLE
