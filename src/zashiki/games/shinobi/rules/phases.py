"""The phases of a game, in their order."""

from __future__ import annotations

from typing import Final

CLANS_PHASE: Final = 0
FIRST_PLAYER: Final = 1
HANDS: Final = 2
FIRST_ORDER: Final = 3
SECOND_ORDER: Final = 4
THIRD_ORDER: Final = 5
DRAWING: Final = 6
OVER: Final = 7

NOBODY: Final = -2
"""Neither a seat nor chance: not known yet, or over."""
NOT_GIVEN: Final = -1
"""An order that is still to come."""
