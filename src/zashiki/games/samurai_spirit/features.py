"""Samurai Spirit as numbers: everything at the table, each number from 0 to 1. Places are counted from the first one that
the seat plays, clockwise; samurai, penalties and cards are in the order of `samurai` and `cards`."""

from __future__ import annotations

from typing import Any, Final

from zashiki.games.samurai_spirit.rules.cards import COUNT, PENALTIES, SYMBOLS
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.games.samurai_spirit.rules.sight import row_of
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.rules.steps import STEPS
from zashiki.games.samurai_spirit.rules.village import BACK_COUNTS, FAMILIES, LEVELS, ROUNDS
from zashiki.kernel.features import Code, flags, one_of, rows, share, shares

__all__ = ["CODE", "PIECES", "row_of", "write"]

_PLACES: Final = len(NAMES)
_MOST_VALUE: Final = 30  # a line that is higher counts as this
_MOST_LINE: Final = 12
_MOST_BARRICADES: Final = 12
_BOARD: Final = shares(1, 1, 1, 1, _MOST_VALUE, _MOST_VALUE, _MOST_LINE)

CODE: Final = Code(
    {
        "may_choose": share(1),
        "level": one_of(len(LEVELS)),
        "round": one_of(ROUNDS + 1),  # the first: before the first player is known
        "step": one_of(len(STEPS)),
        "turn": one_of(_PLACES),  # whose turn it is
        "decides": one_of(_PLACES),  # whose player chooses
        "own": flags(_PLACES),  # the places that this seat plays
        "who": one_of(len(NAMES), _PLACES),  # the samurai at each place
        "boards": rows(
            _PLACES, _BOARD
        ),  # animal side, Wound, passed, Kiai reached, Kiai value, sum and length of the line
        "symbols": flags(len(SYMBOLS), _PLACES),  # hat, farm and doll on the left
        "live_penalties": flags(len(PENALTIES), _PLACES),  # of the last card of the line
        "tokens_at": one_of(_PLACES, _PLACES),  # where the support token of each place lies
        "tokens_lent": flags(len(NAMES), _PLACES),  # whose tokens lie at each place until its turn ends
        "tokens_borrowed": flags(len(NAMES), _PLACES),  # whose absent tokens serve in this round
        "tokens_absent": flags(len(NAMES)),
        "bans": flags(4),  # no Defence, no Support, must pass, no talent: in force in this turn
        "barricades": share(_MOST_BARRICADES),
        "farmsteads": shares(*BACK_COUNTS),  # by the kind of their backs
        "families": flags(len(FAMILIES)),
        "stacks": share(COUNT, 3),  # Raiders, Intruders, discarded
        "unseen": flags(COUNT),  # cards that nobody can place
        "discarded": flags(COUNT),
        "in_lines": flags(COUNT),
        "next_raider": one_of(COUNT),  # if it is known
        "card": one_of(COUNT),  # drawn or moved, waiting to be placed
        "arranging": flags(COUNT),  # turned up, waiting to be put back
    }
)
PIECES: Final = CODE.pieces


def write(state: State, seat: int, array: Any) -> None:
    """Nothing is hidden but what does not exist yet."""
    CODE.write(row_of(state, seat), array)
