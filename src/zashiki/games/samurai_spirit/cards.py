"""The 66 Raider cards as tables, one entry a card. `raiders.toml` says where each fact comes from."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Final

from zashiki.games.samurai_spirit.view import CardFace
from zashiki.kernel.messages import Arg, Message, say

_CARDS: Final[list[dict[str, Any]]] = tomllib.loads(
    files(__package__).joinpath("raiders.toml").read_text(encoding="utf-8")
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

FACES: Final = tuple(
    CardFace(
        number,
        f"card-{card['value']}-{card['no']}",
        card["value"],
        card["kind"],
        card["defence"],
        tuple(card["penalties"]),
        card["flame"],
    )
    for number, card in enumerate(_CARDS)
)
COUNT: Final = len(FACES)
VALUE: Final = [face.value for face in FACES]
SYMBOL: Final = [SYMBOLS.index(face.defence) if face.defence else NO_SYMBOL for face in FACES]
ICONS: Final = [tuple(PENALTIES.index(penalty) for penalty in face.penalties) for face in FACES]
FLAME: Final = [face.flame for face in FACES]
NUMBER: Final = {face.name: face.card for face in FACES}

OF_KIND: Final = tuple(sum(1 << face.card for face in FACES if face.kind == kind) for kind in KINDS)
"""Bit sets of the cards of each kind."""
DOLLS: Final = sum(1 << face.card for face in FACES if face.kind == KINDS[0] and face.defence == "doll")
"""The Plunderers with a doll."""


def _in_words(face: CardFace) -> Message:
    signs: list[Message] = [say(f"sam.symbol.{face.defence}")] if face.defence else []
    signs += [say(f"sam.penalty.{penalty}") for penalty in face.penalties]
    if face.flame:
        signs.append(say("sam.flame"))
    args: dict[str, Arg] = {"value": face.value, "signs": [*signs]}
    return Message("sam.card" if signs else "sam.card.plain", "", args)


WORDS: Final = tuple(_in_words(face) for face in FACES)


def card_set(cards: list[int]) -> int:
    """The bit set of some cards."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


_CHUNK: Final = 11
_MASK: Final = (1 << _CHUNK) - 1


def _chunk(offset: int) -> list[list[int]]:
    return [[offset + bit for bit in range(_CHUNK) if bits >> bit & 1] for bits in range(1 << _CHUNK)]


_C0, _C1, _C2, _C3, _C4, _C5 = (_chunk(offset) for offset in range(0, 6 * _CHUNK, _CHUNK))


def card_list(bits: int) -> list[int]:
    """The cards of a bit set, ascending."""
    return [
        *_C0[bits & _MASK],
        *_C1[bits >> 11 & _MASK],
        *_C2[bits >> 22 & _MASK],
        *_C3[bits >> 33 & _MASK],
        *_C4[bits >> 44 & _MASK],
        *_C5[bits >> 55],
    ]
