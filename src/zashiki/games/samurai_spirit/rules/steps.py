"""The steps that a game is made of. A step is a number: its kind, a place at the table and something extra.

`wiring.py` says which function of the rules runs a step, takes its choice and deals its outcomes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.samurai_spirit.rules.state import State

STEPS: Final = (
    "seating", "starter", "turn", "tokens", "last-card", "penalty", "drop", "action", "again", "turn-end",
    "draw", "fight", "kiai-barricade", "kiai-heal", "kiai-move", "kiai-scatter", "kiai-repel", "kiai-lend",
    "kiai-remove", "kiai-look", "kiai-end", "move-to", "place", "lend-to", "arrange", "turn-up", "reshuffle",
    "farmstead", "family", "strike", "cure", "hats", "farms", "dolls", "bonus", "intruders", "round-end", "over",
)  # fmt: skip
"""The names of the kinds, as views say them."""
SEATING: Final = 0
STARTER: Final = 1
TURN: Final = 2
TOKENS: Final = 3
LAST_CARD: Final = 4
ICON: Final = 5
DROP_LEFT: Final = 6
ACTION: Final = 7
AGAIN: Final = 8
TURN_END: Final = 9
DRAW: Final = 10
PLAY: Final = 11
KIAI_BARRICADE: Final = 12
KIAI_HEAL: Final = 13
KIAI_MOVE: Final = 14
KIAI_SCATTER: Final = 15
KIAI_REPEL: Final = 16
KIAI_LEND: Final = 17
KIAI_REMOVE: Final = 18
KIAI_LOOK: Final = 19
KIAI_END: Final = 20
MOVE_TO: Final = 21
PLACE: Final = 22
LEND_TO: Final = 23
ARRANGE: Final = 24
TURN_UP: Final = 25
RESHUFFLE: Final = 26
LOSE_FARMSTEAD: Final = 27
LOSE_FAMILY: Final = 28
WOUND_ANYONE: Final = 29
CURE_ANYONE: Final = 30
HATS: Final = 31
FARMS: Final = 32
DOLLS: Final = 33
BONUS: Final = 34
INTRUDERS: Final = 35
ROUND_END: Final = 36
OVER: Final = 37

# How a step is packed: six bits for its kind, three for the place, the rest for the extra.
KIND_MASK: Final = 63
PLACE_SHIFT: Final = 6
PLACE_MASK: Final = 7
EXTRA_SHIFT: Final = 9


def kind_of(packed: int) -> int:
    return packed & KIND_MASK


def place_of(packed: int) -> int:
    return packed >> PLACE_SHIFT & PLACE_MASK


def extra_of(packed: int) -> int:
    return packed >> EXTRA_SHIFT


def at_each_place(kind: i64, extra: i64 = 0) -> list[i64]:
    """The packed step by place, NOWHERE included: a look at a table is quicker than the packing."""
    return [kind | place << PLACE_SHIFT | extra << EXTRA_SHIFT for place in range(PLACE_MASK + 1)]


Run = Callable[["State", int, int], None]
"""What happens when a step's moment has come, by place and extra: it is done, or asks someone."""
Chosen = Callable[["State", int, int, int], None]
"""What a choice made in this step does, by place, extra and action."""
Outcomes = Callable[["State"], tuple[list[int], list[int]]]
"""What chance may bring in this step, with its odds."""


def _never_runs(state: State, place: int, extra: int) -> None:
    raise LookupError(state.pending, place, extra)


def _never_asks(state: State, place: int, extra: int, action: int) -> None:
    raise LookupError(state.asked, place, extra, action)


def _never_deals(state: State) -> tuple[list[int], list[int]]:
    raise LookupError(state.asked)


RUN: Final[list[Run]] = [_never_runs] * len(STEPS)
CHOSEN: Final[list[Chosen]] = [_never_asks] * len(STEPS)
OUTCOMES: Final[list[Outcomes]] = [_never_deals] * len(STEPS)
