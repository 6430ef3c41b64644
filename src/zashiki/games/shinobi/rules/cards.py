"""How many cards there are. A kind of card is an int: a clan from 0 to 4, or NINJA."""

from __future__ import annotations

from typing import Final

CLAN_COUNT: Final = 5
NINJA: Final = 5
KIND_COUNT: Final = 6

COPIES: Final = (11, 11, 11, 11, 11, 3)
"""By kind. Polish rulebook 2013: 55 troops and three ninja; published reviews: as many troops of each clan."""
MOST_COPIES: Final = 11
DECK_SIZE: Final = 58

HAND: Final = 4
"""Polish rulebook 2013: everyone takes four cards and draws back up to four."""
