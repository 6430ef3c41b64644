"""Choices in words, from a view: a few for a button, a sentence that says what it does and by which rule."""

from __future__ import annotations

from typing import Final

from zashiki.games.samurai_spirit.names import CARD_WORDS, SAMURAI_WORDS
from zashiki.games.samurai_spirit.rules import actions
from zashiki.games.samurai_spirit.rules.cards import COUNT as CARDS
from zashiki.games.samurai_spirit.rules.cards import PENALTIES, SYMBOLS
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.games.samurai_spirit.rules.village import BACKS, FAMILIES
from zashiki.games.samurai_spirit.view import SamuraiSpiritView, SamuraiView, idle_when_given
from zashiki.kernel.messages import Arg, Message, say

# A group of actions: the first of it, how many, its key, its rule
_GROUPS: Final = (
    (actions.CARD, CARDS, "card", "SAM-T5"),
    (actions.DEAL, 7, "deal", "SAM-S2"),
    (actions.BEGIN, 7, "begin", "SAM-S2"),
    (actions.STRIKE, 7, "strike", "SAM-K3"),
    (actions.CURE, 7, "cure", "SAM-E2"),
    (actions.FARMSTEAD, len(BACKS), "farmstead", "SAM-E3"),
    (actions.FAMILY, len(FAMILIES), "family", "SAM-E3"),
    (actions.CALL, 7, "call", "SAM-T1"),
    (actions.ENOUGH, 1, "enough", "SAM-T1"),
    (actions.SUFFER, len(PENALTIES), "suffer", "SAM-T2"),
    (actions.IGNORE, len(PENALTIES), "ignore", "SAM-T11"),
    (actions.DROP, len(SYMBOLS), "drop", "SAM-N11"),
    (actions.FIGHT, 1, "fight", "SAM-T5"),
    (actions.SUPPORT, 7, "support", "SAM-T8"),
    (actions.PASS, 1, "pass", "SAM-T10"),
    (actions.STOP, 1, "stop", "SAM-T11"),
    (actions.ATTACK, 1, "attack", "SAM-T7"),
    (actions.DEFEND, 1, "defend", "SAM-T6"),
    (actions.HAND, 7, "hand", "SAM-T11"),
    (actions.DISCARD, 1, "discard", "SAM-T11"),
    (actions.UNDER, 1, "under", "SAM-T11"),
    (actions.KIAI, 1, "kiai", "SAM-K1"),
    (actions.DECLINE, 1, "decline", "SAM-K1"),
    (actions.HEAL, 7, "heal", "SAM-K3"),
    (actions.TAKE, 7, "take", "SAM-K1"),
    (actions.GIVE, 7, "give", "SAM-K1"),
    (actions.LEND, 7, "lend", "SAM-T9"),
)
_OF_SAMURAI: Final = frozenset(
    ("deal", "begin", "strike", "cure", "call", "support", "hand", "heal", "take", "give", "lend")
)


def _group_of(action: int) -> tuple[str, str, int]:
    """The key, the rule and the index of an action in its group."""
    for first, count, key, rule in _GROUPS:
        if first <= action < first + count:
            return key, rule, action - first
    raise ValueError(action)


def _chooser(view: SamuraiSpiritView) -> SamuraiView | None:
    return None if view.decides is None else view.samurai[view.decides]


def _args(view: SamuraiSpiritView, key: str, index: int) -> dict[str, Arg]:
    """The figures of a choice: whom it names, which card, where the track would be."""
    args: dict[str, Arg] = {}
    samurai = _chooser(view)
    if samurai is not None:
        args["me"] = say(f"sam.samurai.{samurai.name}")
        args["track"] = samurai.track
        args["kiai"] = samurai.kiai
        if view.card is not None:
            args["after"] = samurai.track + view.card.value
    if key in _OF_SAMURAI:
        args["who"] = SAMURAI_WORDS[index]
        args["talent"] = say(f"sam.talent.{NAMES[index]}")
    elif key == "card":
        args["card"] = CARD_WORDS[index]
    elif key in ("suffer", "ignore"):
        args["penalty"] = say(f"sam.penalty.{PENALTIES[index]}")
        args["effect"] = say(f"sam.penalty.{PENALTIES[index]}.help")
    elif key == "drop":
        args["symbol"] = say(f"sam.symbol.{SYMBOLS[index]}")
    elif key == "farmstead":
        args["back"] = say(f"sam.back.{BACKS[index]}")
    elif key == "family":
        args["family"] = say(f"sam.family.{FAMILIES[index]}")
    elif key == "kiai" and samurai is not None:
        args["effect"] = _effect(samurai)
    if view.card is not None and key != "card":
        args["card"] = CARD_WORDS[view.card.card]
    return args


def _effect(samurai: SamuraiView) -> Message:
    return say(f"sam.kiai.{samurai.name}.{'animal' if samurai.animal else 'human'}")


def _special(view: SamuraiSpiritView, key: str, index: int) -> str:
    """Choices whose words depend on the moment: a second Fight, an attack that reaches Kiai or exceeds it."""
    if key == "fight" and view.step == "again":
        return "fight-again"
    if key == "card" and view.step == "arrange":
        return "card-back"
    if key == "give" and view.step == "lend-to" and view.token is not None:
        return "give-token-idle" if idle_when_given(view, view.token, NAMES[index]) else "give-token"
    samurai = _chooser(view)
    if key == "attack" and samurai is not None and view.card is not None:
        after = samurai.track + view.card.value
        return "attack-kiai" if after == samurai.kiai else "attack-over" if after > samurai.kiai else "attack"
    return key


def label(view: SamuraiSpiritView, action: int) -> Message:
    key, rule, index = _group_of(action)
    return Message(f"sam.choice.{_special(view, key, index)}", rule, _args(view, key, index))


def help(view: SamuraiSpiritView, action: int) -> Message:  # noqa: A001 as every game calls it
    key, rule, index = _group_of(action)
    return Message(f"sam.help.{_special(view, key, index)}", rule, _args(view, key, index))
