"""What cards and samurai are called: messages, by their numbers in the rules."""

from __future__ import annotations

from typing import Final

from zashiki.games.samurai_spirit.rules.cards import (
    COUNT,
    FLAME,
    ICONS,
    NO_SYMBOL,
    PENALTIES,
    SYMBOL,
    SYMBOLS,
    VALUE,
)
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.kernel.messages import Arg, Message, say


def _card_in_words(card: int) -> Message:
    signs: list[Message] = []
    if SYMBOL[card] != NO_SYMBOL:
        signs.append(say(f"sam.symbol.{SYMBOLS[SYMBOL[card]]}"))
    signs += [say(f"sam.penalty.{PENALTIES[icon]}") for icon in ICONS[card]]
    if FLAME[card]:
        signs.append(say("sam.flame"))
    args: dict[str, Arg] = {"value": VALUE[card], "signs": [*signs]}
    return Message("sam.card" if signs else "sam.card.plain", "", args)


CARD_WORDS: Final = tuple(_card_in_words(card) for card in range(COUNT))
SAMURAI_WORDS: Final = tuple(say(f"sam.samurai.{name}") for name in NAMES)
