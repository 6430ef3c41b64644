"""Samurai Spirit as numbers: everything at the table, each number from 0 to 1. Places are counted from the first one that
the seat plays, clockwise; samurai, penalties and cards are in the order of `samurai` and `cards`."""

from __future__ import annotations

from typing import Any, Final

from zashiki.games.samurai_spirit.rules.cards import COUNT, PENALTIES, SYMBOLS
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.games.samurai_spirit.rules.sight import LOW, PENALTY_PLACES, write_row
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.rules.steps import STEPS
from zashiki.games.samurai_spirit.rules.village import BACK_COUNTS, FAMILIES, LEVELS, ROUNDS
from zashiki.kernel.features import Code, Part, flags, one_of, rows, share, shares

__all__ = ["CODE", "PIECES", "write", "write_row"]

_PLACES: Final = len(NAMES)
_MOST_VALUE: Final = 30  # a line that is higher counts as this
_MOST_LINE: Final = 12
_MOST_BARRICADES: Final = 12
_CARD_SETS: Final = ("unseen", "discarded", "in_lines", "arranging")
_BOARD: Final = 7  # numbers

CODE: Final = Code(
    {
        "may_choose": flags(1),
        "level": flags(len(LEVELS)),
        "round": flags(ROUNDS + 1),  # the first: before the first player is known
        "step": one_of(len(STEPS)),
        "turn": flags(_PLACES),  # whose turn it is
        "decides": flags(_PLACES),  # whose player chooses
        "own": flags(_PLACES),  # the places that this seat plays
        "who": flags(_PLACES, len(NAMES)),  # the samurai at each place
        "boards": rows(
            _PLACES, flags(4), shares(_MOST_VALUE, _MOST_VALUE, _MOST_LINE)
        ),  # animal side, Wound, passed, Kiai reached, Kiai value, sum and length of the line
        "symbols": flags(_PLACES, len(SYMBOLS)),  # hat, farm and doll on the left
        "live_penalties": flags(_PLACES, len(PENALTIES)),  # of the last card of the line
        "tokens_at": flags(_PLACES, _PLACES),  # where the support token of each place lies
        "tokens_lent": flags(_PLACES, len(NAMES)),  # whose tokens lie at each place until its turn ends
        "tokens_borrowed": flags(_PLACES, len(NAMES)),  # whose absent tokens serve in this round
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
    },
    [
        ["step", "may_choose", "level", "round", "turn", "decides", "own"],
        ["who"],
        ["tokens_at"],
        ["tokens_lent", "bans", "families"],
        ["tokens_borrowed", "tokens_absent"],
        *([Part("boards", first * _BOARD, (first + 2) * _BOARD)] for first in range(0, _PLACES - 1, 2)),
        [Part("boards", (_PLACES - 1) * _BOARD, _PLACES * _BOARD), "stacks"],
        [Part("live_penalties", 0, PENALTY_PLACES * len(PENALTIES))],
        ["symbols", Part("live_penalties", PENALTY_PLACES * len(PENALTIES), _PLACES * len(PENALTIES))],
        ["barricades", "farmsteads", "next_raider", "card"],
        *([Part(cards, 0, LOW)] for cards in _CARD_SETS),
        [Part(cards, LOW, COUNT) for cards in _CARD_SETS],
    ],
)
PIECES: Final = CODE.pieces


def write(state: State, seat: int, array: Any) -> None:
    """Nothing is hidden but what does not exist yet."""
    CODE.write(CODE.row(write_row, state, seat), array)
