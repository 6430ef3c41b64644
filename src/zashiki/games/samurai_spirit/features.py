"""Samurai Spirit as numbers: everything at the table, each number from 0 to 1. Places are counted from the first one that
the seat plays, clockwise; samurai, penalties and cards are in the order of `samurai` and `cards`."""

from __future__ import annotations

from typing import Any, Final

from zashiki.games.samurai_spirit.rules.cards import COUNT, ICONS, PENALTIES, SYMBOLS, card_list
from zashiki.games.samurai_spirit.rules.samurai import MEMBERS, NAMES
from zashiki.games.samurai_spirit.rules.state import NO_CARD, NOBODY, NOWHERE, State
from zashiki.games.samurai_spirit.rules.steps import OVER, STEPS, kind_of, place_of
from zashiki.games.samurai_spirit.rules.unseen import next_raider
from zashiki.games.samurai_spirit.rules.village import (
    ALL_FAMILIES,
    BACK_COUNTS,
    BACKS,
    FAMILIES,
    LEVELS,
    ROUNDS,
)
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.features import Layout, fill

_PLACES: Final = len(NAMES)
_MOST_VALUE: Final = 30  # a line that is higher counts as this
_MOST_LINE: Final = 12
_MOST_BARRICADES: Final = 12
_BOARD: Final = 7  # numbers that the board of each samurai has

PIECES: Final[dict[str, tuple[int, ...]]] = {
    "may_choose": (1,),
    "level": (len(LEVELS),),  # one of them
    "round": (ROUNDS + 1,),  # one of them; the first: before the first player is known
    "step": (len(STEPS),),  # one of them
    "turn": (_PLACES,),  # one of them: whose turn it is
    "decides": (_PLACES,),  # one of them: whose player chooses
    "own": (_PLACES,),  # the places that this seat plays
    "who": (_PLACES, len(NAMES)),  # one samurai at each place
    "boards": (
        _PLACES,
        _BOARD,
    ),  # animal side, Wound, passed, Kiai reached, Kiai value, sum and length of the line
    "symbols": (_PLACES, len(SYMBOLS)),  # hat, farm and doll on the left
    "live_penalties": (_PLACES, len(PENALTIES)),  # of the last card of the line
    "tokens_at": (_PLACES, _PLACES),  # where the support token of each place lies
    "tokens_lent": (_PLACES, len(NAMES)),  # whose tokens lie at each place until its turn ends
    "tokens_borrowed": (_PLACES, len(NAMES)),  # whose absent tokens serve in this round
    "tokens_absent": (len(NAMES),),
    "bans": (4,),  # no Defence, no Support, must pass, no talent: in force in this turn
    "barricades": (1,),
    "farmsteads": (len(BACKS),),  # by the kind of their backs
    "families": (len(FAMILIES),),
    "stacks": (3,),  # Raiders, Intruders, discarded
    "unseen": (COUNT,),  # cards that nobody can place
    "discarded": (COUNT,),
    "in_lines": (COUNT,),
    "next_raider": (COUNT,),  # if it is known
    "card": (COUNT,),  # drawn or moved, waiting to be placed
    "arranging": (COUNT,),  # turned up, waiting to be put back
}
LAYOUT: Final = Layout(PIECES)

_LEVEL: Final = LAYOUT.starts["level"]
_ROUND: Final = LAYOUT.starts["round"]
_STEP: Final = LAYOUT.starts["step"]
_TURN: Final = LAYOUT.starts["turn"]
_DECIDES: Final = LAYOUT.starts["decides"]
_OWN: Final = LAYOUT.starts["own"]
_WHO: Final = LAYOUT.starts["who"]
_BOARDS: Final = LAYOUT.starts["boards"]
_SYMBOLS: Final = LAYOUT.starts["symbols"]
_LIVE_PENALTIES: Final = LAYOUT.starts["live_penalties"]
_TOKENS_AT: Final = LAYOUT.starts["tokens_at"]
_TOKENS_LENT: Final = LAYOUT.starts["tokens_lent"]
_TOKENS_BORROWED: Final = LAYOUT.starts["tokens_borrowed"]
_TOKENS_ABSENT: Final = LAYOUT.starts["tokens_absent"]
_BANS: Final = LAYOUT.starts["bans"]
_BARRICADES: Final = LAYOUT.starts["barricades"]
_FARMSTEADS: Final = LAYOUT.starts["farmsteads"]
_FAMILIES: Final = LAYOUT.starts["families"]
_STACKS: Final = LAYOUT.starts["stacks"]
_UNSEEN: Final = LAYOUT.starts["unseen"]
_DISCARDED: Final = LAYOUT.starts["discarded"]
_IN_LINES: Final = LAYOUT.starts["in_lines"]
_NEXT_RAIDER: Final = LAYOUT.starts["next_raider"]
_CARD: Final = LAYOUT.starts["card"]
_ARRANGING: Final = LAYOUT.starts["arranging"]


def write(state: State, seat: int, array: Any) -> None:
    """Nothing is hidden but what does not exist yet."""
    values = [0.0] * LAYOUT.size
    first = state.player.index(seat)
    _write_moment(state, seat, first, values)
    _write_village(state, values)
    _write_cards(state, values)
    for spot in range(state.count):
        place = (first + spot) % state.count
        if state.player[place] == seat:
            values[_OWN + spot] = 1.0
        if state.who[place] != NOBODY:
            _write_samurai(state, place, spot, first, values)
    fill(array, values)


def _write_moment(state: State, seat: int, first: int, values: list[float]) -> None:
    count = state.count
    values[0] = float(state.actor == seat)
    values[_LEVEL + state.level] = 1.0
    values[_ROUND + state.round] = 1.0
    values[_STEP + (OVER if state.actor == NOBODY else kind_of(state.asked))] = 1.0
    if state.turn != NOWHERE:
        values[_TURN + (state.turn - first) % count] = 1.0
    if state.actor not in (NOBODY, CHANCE):
        values[_DECIDES + (place_of(state.asked) - first) % count] = 1.0
    _mark(values, _BANS, state.banned)


def _write_village(state: State, values: list[float]) -> None:
    values[_BARRICADES] = min(1.0, state.barricades / _MOST_BARRICADES)
    for back, number in enumerate(state.farmsteads):
        values[_FARMSTEADS + back] = min(1.0, number / BACK_COUNTS[back])
    _mark(values, _FAMILIES, state.families & ALL_FAMILIES)
    _mark(values, _TOKENS_ABSENT, state.absent)


def _write_cards(state: State, values: list[float]) -> None:
    values[_STACKS] = state.raiders / COUNT
    values[_STACKS + 1] = len(state.intruders) / COUNT
    values[_STACKS + 2] = len(state.discard) / COUNT
    unseen = 0
    for cards in state.classes:
        unseen |= cards
    for card in card_list(unseen):
        values[_UNSEEN + card] = 1.0
    for card in state.discard:
        values[_DISCARDED + card] = 1.0
    for card in state.arranging:
        values[_ARRANGING + card] = 1.0
    if state.card != NO_CARD:
        values[_CARD + state.card] = 1.0
    known = next_raider(state) if state.raiders else NOBODY
    if known != NOBODY:
        values[_NEXT_RAIDER + known] = 1.0


def _write_samurai(state: State, place: int, spot: int, first: int, values: list[float]) -> None:
    """One samurai, who sits at this distance."""
    bit, line, board = state.bit[place], state.line[place], _BOARDS + spot * _BOARD
    values[_WHO + spot * len(NAMES) + state.who[place]] = 1.0
    values[board] = float(state.animal & bit > 0)
    values[board + 1] = float(state.wounded & bit > 0)
    values[board + 2] = float(state.passed & bit > 0)
    values[board + 3] = float(state.in_kiai & bit > 0)
    values[board + 4] = min(1.0, state.kiai[place] / _MOST_VALUE)
    values[board + 5] = min(1.0, state.track[place] / _MOST_VALUE)
    values[board + 6] = min(1.0, len(line) / _MOST_LINE)
    for card in line:
        values[_IN_LINES + card] = 1.0
    if line:
        for icon in ICONS[line[-1]]:
            values[_LIVE_PENALTIES + spot * len(PENALTIES) + icon] = 1.0
    for symbol in range(len(SYMBOLS)):
        values[_SYMBOLS + spot * len(SYMBOLS) + symbol] = float(state.left[place * 3 + symbol] != NO_CARD)
    holder = state.holder[place]
    if holder != NOWHERE:
        values[_TOKENS_AT + spot * _PLACES + (holder - first) % state.count] = 1.0
    _mark(values, _TOKENS_LENT + spot * len(NAMES), state.lent[place])
    _mark(values, _TOKENS_BORROWED + spot * len(NAMES), state.borrowed[place])


def _mark(values: list[float], start: int, mask: int) -> None:
    for bit in MEMBERS[mask]:
        values[start + bit] = 1.0
