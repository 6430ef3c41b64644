"""Every choice of the game as a number with a stable name, those of chance first."""

from __future__ import annotations

from typing import Final

from zashiki.games.samurai_spirit.rules.cards import CARD_NAMES, PENALTIES, SYMBOLS
from zashiki.games.samurai_spirit.rules.samurai import MEMBERS, NAMES
from zashiki.games.samurai_spirit.rules.village import BACKS, FAMILIES

_names: list[str] = []


def _group(names: list[str]) -> int:
    """Numbers some actions; the number of the first."""
    first = len(_names)
    _names.extend(names)
    return first


# Chance. A card is also the choice of the one who puts cards back on the stack.
CARD: Final = _group(list(CARD_NAMES))
DEAL: Final = _group([f"deal>{name}" for name in NAMES])
BEGIN: Final = _group([f"begin>{name}" for name in NAMES])
STRIKE: Final = _group([f"strike>{name}" for name in NAMES])
CURE: Final = _group([f"cure>{name}" for name in NAMES])
FARMSTEAD: Final = _group([f"farmstead-{back}" for back in BACKS])
FAMILY: Final = _group([f"family-{family}" for family in FAMILIES])

# A turn
CALL: Final = _group([f"call>{name}" for name in NAMES])
ENOUGH: Final = _group(["enough"])
SUFFER: Final = _group([f"suffer-{penalty}" for penalty in PENALTIES])
IGNORE: Final = _group([f"ignore-{penalty}" for penalty in PENALTIES])
DROP: Final = _group([f"drop-{symbol}" for symbol in SYMBOLS])
FIGHT: Final = _group(["fight"])
SUPPORT: Final = _group([f"support>{name}" for name in NAMES])
PASS: Final = _group(["pass"])
STOP: Final = _group(["stop"])

# A card in play
ATTACK: Final = _group(["attack"])
DEFEND: Final = _group(["defend"])
HAND: Final = _group([f"hand>{name}" for name in NAMES])
DISCARD: Final = _group(["discard"])
UNDER: Final = _group(["under"])

# Kiai
KIAI: Final = _group(["kiai"])
DECLINE: Final = _group(["decline"])
HEAL: Final = _group([f"heal>{name}" for name in NAMES])
TAKE: Final = _group([f"take>{name}" for name in NAMES])
GIVE: Final = _group([f"give>{name}" for name in NAMES])
LEND: Final = _group([f"lend>{name}" for name in NAMES])

ACTION_NAMES: Final = tuple(_names)
COUNT: Final = len(ACTION_NAMES)
NUMBER: Final = {name: number for number, name in enumerate(ACTION_NAMES)}


def of_samurai(first: int) -> list[list[int]]:
    """For every mask of samurai the actions of the group that begins at `first`."""
    return [[first + who for who in members] for members in MEMBERS]
