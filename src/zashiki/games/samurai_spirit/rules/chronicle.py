"""How a game ends; the losses that tell why, and what else the end of a round brought, as packed numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.samurai_spirit.rules.cards import COUNT as CARDS
from zashiki.games.samurai_spirit.rules.hooks import tell
from zashiki.games.samurai_spirit.rules.marks import NO_CHOICES, NOBODY
from zashiki.games.samurai_spirit.rules.steps import OVER

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.samurai_spirit.rules.state import State

# How a game ends; UNDECIDED: not yet
UNDECIDED: Final = 0
VICTORY: Final = 1
LOST_DEATH: Final = 2
LOST_FARMSTEADS: Final = 3
LOST_FAMILIES: Final = 4

# What was lost
WOUNDED: Final = 0
TURNED: Final = 1
DIED: Final = 2
FARMSTEAD_LOST: Final = 3
FAMILY_LOST: Final = 4

# Why
PENALTY: Final = 0
IMPOSSIBLE: Final = 1
OVERRUN: Final = 2
UNDEFENDED: Final = 3
BURNT: Final = 4
BACK: Final = 5

# What the Families and the Intruders do at the end of a round (SAM-E2)
HEALED: Final = 0
REBUILT: Final = 1
DRIVEN_OUT: Final = 2
HELD: Final = 3
BURNT_DOWN: Final = 4
HARMLESS: Final = 5

# A loss is packed as its round, what was lost, why and whose place it concerns.
_ROUND_MASK: Final = 3
_LOSS_SHIFT: Final = 2
_CAUSE_SHIFT: Final = 5
_LOSS_PLACE_SHIFT: Final = 8
LOSS_PLACE: Final = 1 << _LOSS_PLACE_SHIFT
# A deed is packed as its kind and a detail: the place healed, or the card turned up.
_DETAIL_SHIFT: Final = 3
_MASK: Final = 7


def packed_loss(round_: int, loss: int, cause: int, place: int) -> int:
    return round_ | loss << _LOSS_SHIFT | cause << _CAUSE_SHIFT | place << _LOSS_PLACE_SHIFT


PACKED: Final[list[list[i64]]] = [
    [packed_loss(0, loss, cause, 0) for cause in range(BACK + 1)] for loss in range(FAMILY_LOST + 1)
]
"""By loss and cause, to which the round is added, and the place LOSS_PLACE times."""


def round_of_loss(packed: int) -> int:
    return packed & _ROUND_MASK


def kind_of_loss(packed: int) -> int:
    return packed >> _LOSS_SHIFT & _MASK


def cause_of_loss(packed: int) -> int:
    return packed >> _CAUSE_SHIFT & _MASK


def place_of_loss(packed: int) -> int:
    return packed >> _LOSS_PLACE_SHIFT


def packed_deed(deed: int, detail: int) -> int:
    return deed | detail << _DETAIL_SHIFT


_SINGLE_DEEDS: Final[list[tuple[int, ...]]] = [(packed,) for packed in range(packed_deed(0, CARDS))]
"""By the packed number, to be added to others."""


def kind_of_deed(packed: int) -> int:
    return packed & _MASK


def detail_of_deed(packed: int) -> int:
    return packed >> _DETAIL_SHIFT


def note(state: State, deed: i64, detail: i64 = 0) -> None:
    """Something else that the end of a round brought: to a place, or by a card."""
    state.evening += _SINGLE_DEEDS[packed_deed(deed, detail)]


def finish(state: State, end: i64) -> None:
    """The game is over; nothing that was still to be resolved matters any more."""
    state.end = end
    state.pending.clear()
    state.asked = OVER
    state.actor = NOBODY
    state.choices = NO_CHOICES
    if state.events is not None:
        tell(state, "end", end)


def rest(_state: State, _place: i64, _extra: i64) -> None:
    """Nothing happens after the end."""


def nothing(_state: State) -> tuple[list[int], list[int]]:
    """Nothing can be chosen after the end."""
    return [], []
