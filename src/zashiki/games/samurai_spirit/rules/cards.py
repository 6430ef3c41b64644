"""The 66 Raider cards as tables, one entry a card. `raiders.toml` says where each fact comes from."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from mypy_extensions import i64

_CARDS: Final[list[dict[str, Any]]] = tomllib.loads(
    files("zashiki.games.samurai_spirit").joinpath("raiders.toml").read_text(encoding="utf-8")
)["cards"]

KINDS: Final = ("plunderer", "lieutenant", "boss")  # they join in rounds 1, 2, 3
SYMBOLS: Final = ("hat", "farm", "doll")
HAT: Final = 0
FARM: Final = 1
DOLL: Final = 2
NO_SYMBOL: Final = -1

PENALTIES: Final = (
    "barricade",
    "wound",
    "intruder",
    "no-defend",
    "no-support",
    "left-draws",
    "right-draws",
    "must-pass",
    "discard-to-raiders",
    "no-talent",
    "lose-left-card",
)

CARD_NAMES: Final = tuple(f"card-{card['value']}-{card['no']}" for card in _CARDS)
COUNT: Final = len(CARD_NAMES)
KIND: Final[list[int]] = [KINDS.index(card["kind"]) for card in _CARDS]
VALUE: Final[list[i64]] = [card["value"] for card in _CARDS]
SYMBOL: Final[list[int]] = [
    SYMBOLS.index(card["defence"]) if card["defence"] else NO_SYMBOL for card in _CARDS
]
ICONS: Final[list[tuple[int, ...]]] = [
    tuple(PENALTIES.index(penalty) for penalty in card["penalties"]) for card in _CARDS
]
FLAME: Final[list[bool]] = [card["flame"] for card in _CARDS]
NUMBER: Final = {name: number for number, name in enumerate(CARD_NAMES)}

BITS: Final = [1 << card for card in range(COUNT)]
"""The bit set of each card alone."""
SINGLE: Final[list[tuple[int, ...]]] = [(card,) for card in range(COUNT)]
"""Each card alone, to be added to others."""
OF_KIND: Final = tuple(
    sum(1 << card for card in range(COUNT) if KIND[card] == kind) for kind in range(len(KINDS))
)
"""Bit sets of the cards of each kind."""
SIZE_OF_KIND: Final = [KIND.count(kind) for kind in range(len(KINDS))]
DOLLS: Final = sum(1 << card for card in range(COUNT) if KIND[card] == 0 and SYMBOL[card] == DOLL)
"""The Plunderers with a doll."""


def card_set(cards: list[int]) -> int:
    """The bit set of some cards."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


_CHUNK: Final = 8  # small enough that the lists stay in the processor's cache
_MASK: Final = (1 << _CHUNK) - 1
_LOW: Final = 7 * _CHUNK
_LOW_MASK: Final = (1 << _LOW) - 1


def _chunk(offset: int) -> list[list[int]]:
    return [[offset + bit for bit in range(_CHUNK) if bits >> bit & 1] for bits in range(1 << _CHUNK)]


_CHUNKS: Final = [_chunk(offset) for offset in range(0, COUNT, _CHUNK)]
_SIZES: Final[list[i64]] = [len(chunk) for chunk in _CHUNKS[0]]
_SPOTS: Final = cast("list[list[i64]]", _CHUNKS[0])


def weighed_card(groups: list[tuple[int, int]], rest: int) -> int:
    """The first card, in ascending order, up to which all cards together weigh more than `rest`; groups are cards and the weight of each.
    Sets are in two parts here and below, which compiled code computes with directly, unlike the whole."""
    weights = [weight for _, weight in groups]
    parts = [cards & _LOW_MASK for cards, _ in groups]
    for first in range(0, COUNT, _CHUNK):
        if first == _LOW:
            parts = [cards >> _LOW for cards, _ in groups]
        together = 0
        for index in range(len(parts)):
            size = int(_SIZES[parts[index] & _MASK])  # weights may be more than a machine's number holds
            together += size * weights[index]
        if rest < together:
            return first + _weighed_bit(parts, weights, rest)
        rest -= together
        for index in range(len(parts)):
            parts[index] >>= _CHUNK
    raise AssertionError("the cards weigh more than the rest")


def _weighed_bit(parts: list[int], weights: list[int], rest: int) -> int:
    for bit in range(_CHUNK):
        for index in range(len(parts)):
            if parts[index] >> bit & 1:
                rest -= weights[index]
        if rest < 0:
            return bit
    raise AssertionError("the chunk weighs more than the rest")


def card_list(bits: int) -> list[int]:
    """The cards of a bit set, ascending."""
    cards: list[int] = []
    rest = bits & _LOW_MASK
    chunk = 0
    while rest:
        cards += _CHUNKS[chunk][rest & _MASK]
        rest >>= _CHUNK
        chunk += 1
    rest = bits >> _LOW
    chunk = _LOW // _CHUNK
    while rest:
        cards += _CHUNKS[chunk][rest & _MASK]
        rest >>= _CHUNK
        chunk += 1
    return cards


def nth_card(bits: int, index: i64) -> i64:
    """`card_list(bits)[index]`, without the list: the cards of the low part are counted in pairs, fours and chunks, then added up."""
    rest: i64 = bits & _LOW_MASK
    counts = rest - (rest >> 1 & 0x55555555555555)
    counts = (counts & 0x33333333333333) + (counts >> 2 & 0x33333333333333)
    counts = counts + (counts >> 4) & 0x0F0F0F0F0F0F0F
    up_to = counts * 0x01010101010101
    first: i64 = 0
    while first < _LOW and index >= up_to >> first & _MASK:
        first += _CHUNK
    if first:
        index -= up_to >> first - _CHUNK & _MASK
    if first < _LOW:
        return first + _SPOTS[rest >> first & _MASK][index]
    rest = bits >> _LOW
    size: i64 = _SIZES[rest & _MASK]
    if index >= size:
        index -= size
        first += _CHUNK
        rest >>= _CHUNK
    return first + _SPOTS[rest & _MASK][index]
