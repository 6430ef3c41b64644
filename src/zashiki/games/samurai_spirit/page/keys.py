"""The keys of the choices: each deed has its letter and each samurai his number all game long."""

from __future__ import annotations

from typing import Final

from zashiki.games.samurai_spirit.rules import actions
from zashiki.games.samurai_spirit.rules.cards import CARD_NAMES, PENALTIES, SYMBOLS
from zashiki.games.samurai_spirit.rules.samurai import NAMES

ALONE: Final = {
    actions.FIGHT: "f",
    actions.PASS: "p",
    actions.ATTACK: "a",
    actions.DEFEND: "d",
    actions.DISCARD: "x",
    actions.UNDER: "y",
    actions.KIAI: "k",
    actions.ENOUGH: "e",
    actions.STOP: "e",
    actions.DECLINE: "e",
}
"""What needs no more; the last three all say that it is enough."""
OF_SAMURAI: Final = (
    (actions.CALL, "c"),
    (actions.SUPPORT, "s"),
    (actions.HAND, "h"),
    (actions.HEAL, "l"),
    (actions.TAKE, "t"),
    (actions.GIVE, "g"),
    (actions.LEND, "b"),
)
OF_PENALTIES: Final = ((actions.SUFFER, "w"), (actions.IGNORE, "i"))
LETTERS: Final = "abcdefghijk"


def _keys() -> dict[int, str]:
    found = dict(ALONE)
    for first, letter in OF_SAMURAI:
        found |= {first + who: f"{letter}{who + 1}" for who in range(len(NAMES))}
    for first, letter in OF_PENALTIES:
        found |= {first + number: letter + LETTERS[number] for number in range(len(PENALTIES))}
    found |= {actions.DROP + symbol: f"r{symbol + 1}" for symbol in range(len(SYMBOLS))}
    return found | {actions.CARD + card: f"z{card:02}" for card in range(len(CARD_NAMES))}


_KEYS: Final = _keys()


def keys(action: int) -> str:
    """What is typed for a choice; chance is not typed."""
    return _KEYS.get(action, "")
