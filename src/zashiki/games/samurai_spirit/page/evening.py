"""How the last round ended, part by part (SAM-E2)."""

from __future__ import annotations

from collections import Counter
from typing import Final

import msgspec

from zashiki.brush.templates import template
from zashiki.games.samurai_spirit.page.choices import Text
from zashiki.games.samurai_spirit.rules.cards import SYMBOLS
from zashiki.games.samurai_spirit.rules.round_end import TO_DISCARD
from zashiki.games.samurai_spirit.rules.steps import STEPS
from zashiki.games.samurai_spirit.view import Loss, SamuraiSpiritView
from zashiki.kernel.messages import Arg, Message, say
from zashiki.kernel.parts import Region

PARTS: Final = ("hats", "farms", "dolls", "bonus", "intruders")
"""The end of a round in its order."""
LOST_IN: Final = {"hats": ("wounded", "turned", "died"), "farms": ("farmstead",), "dolls": ("family",)}
"""What a missing symbol costs in each part."""
BACK_OF: Final = {
    "wounded": "wound",
    "turned": "wound",
    "died": "wound",
    "farmstead": "farmstead",
    "family": "family",
}
"""The back of a Farmstead that brings such a loss."""
HELPS: Final = ("healed", "rebuilt", "driven-out")
TURNED_UP: Final = {"held": "barricades", "burnt-down": "farmsteads", "harmless": "harmless"}
"""What an Intruder does when he is turned up, and how the words count it."""
_EVENING: Final = template(__package__, "evening.html")


class Part(msgspec.Struct, frozen=True):
    """One part of the end of a round."""

    name: str
    kind: str  # done, now, next, fatal
    cards: tuple[int, ...]  # the Intruders as they were turned up
    lines: tuple[Text, ...]


class Evening(msgspec.Struct, frozen=True):
    round: int
    parts: tuple[Part, ...]


def evening(view: SamuraiSpiritView) -> Region | None:
    """How the round ended: while it ends, and until the viewer has a card again or has passed."""
    present = part_now(view)
    if present is None and not _fresh(view):
        return None
    number = view.round if present is not None else view.round - 1
    done = PARTS.index(present) + 1 if present is not None else len(PARTS)
    now = "now" if view.result is None else "done" if view.result.winners else "fatal"
    parts = tuple(
        _part(view, name, now if name == present else "done", number)
        if index < done
        else Part(name, "next", (), ())
        for index, name in enumerate(PARTS)
    )
    return Region("evening", _EVENING, Evening(number, parts))


def part_now(view: SamuraiSpiritView) -> str | None:
    """Which part of a round's end is being resolved, or was the last of the game; None in a turn."""
    if view.result is not None:
        return _last_part(view) if view.turn is None else None
    waiting = {STEPS[step & 63] for step in view.pending}
    if "round-end" not in waiting:
        return None
    if view.step == "cure" or (view.step == "turn-up" and view.pending[-1] >> 9 == TO_DISCARD):
        return "bonus"
    return next((part for part in PARTS if part in waiting), "intruders")


def _last_part(view: SamuraiSpiritView) -> str:
    """The part in which the village fell, or the last one of all."""
    if view.result is not None and view.result.winners:
        return PARTS[-1]
    return next(part for part in reversed(PARTS) if _losses(view, part, view.round))


def _losses(view: SamuraiSpiritView, part: str, number: int) -> list[Loss]:
    """What a part of a round's end cost, with what the backs of Farmsteads brought after it."""
    found: list[Loss] = []
    current = ""
    for loss in view.chronicle:
        if loss.cause == "undefended":
            current = next(name for name, lost in LOST_IN.items() if loss.loss in lost)
        elif loss.cause != "back":
            current = "intruders" if loss.cause == "burnt" else ""
        if loss.round == number and current == part:
            found.append(loss)
    return found


def _fresh(view: SamuraiSpiritView) -> bool:
    """Whether nothing has come to the viewer's samurai in this round, to a spectator's: to nobody."""
    if view.result is not None or view.round < 2:
        return False
    mine = [samurai for samurai in view.samurai if samurai.seat == view.seat] or view.samurai
    if any(samurai.passed or samurai.line for samurai in mine):
        return False
    if view.card is not None and view.decides in {samurai.place for samurai in mine}:
        return False
    return not any(getattr(samurai, symbol) for samurai in mine for symbol in SYMBOLS)


def _part(view: SamuraiSpiritView, name: str, kind: str, number: int) -> Part:
    """What one part of the end of a round brought, in words; the Intruders with their cards."""
    losses = _losses(view, name, number)
    if name == "intruders":
        cards = tuple(deed.card.card for deed in view.evening if deed.deed in TURNED_UP and deed.card)
        told = _intruders(view, losses, number)
    else:
        cards = ()
        told = [_helps(view) if name == "bonus" else _lacking(view, name, losses), *_backs(losses)]
    return Part(name, kind, cards, tuple(map(Text, told)))


def _helps(view: SamuraiSpiritView) -> Message:
    """What the Families really did."""
    helps = [
        say("sam.page.deed.healed", who=say(f"sam.samurai.{view.samurai[deed.place].name}"))
        if deed.place is not None
        else say(f"sam.page.deed.{deed.deed}")
        for deed in view.evening
        if deed.deed in HELPS
    ]
    return (
        say("sam.page.evening.bonus.some", bonuses=[*helps]) if helps else say("sam.page.evening.bonus.none")
    )


def _lacking(view: SamuraiSpiritView, part: str, losses: list[Loss]) -> Message:
    who = [
        say(f"sam.samurai.{view.samurai[loss.place].name}")
        for loss in losses
        if loss.place is not None and loss.cause == "undefended"
    ]
    return say(f"sam.page.evening.{part}.some", who=[*who]) if who else say(f"sam.page.evening.{part}.none")


def _backs(losses: list[Loss]) -> list[Message]:
    """What the backs of the Farmsteads took."""
    taken = Counter(BACK_OF[loss.loss] for loss in losses if loss.cause == "back")
    backs = [
        say("sam.page.evening.times", what=say(f"sam.page.back.{back}"), n=times)
        if times > 1
        else say(f"sam.page.back.{back}")
        for back, times in taken.items()
    ]
    return [say("sam.page.evening.backs", backs=[*backs])] if backs else []


def _intruders(view: SamuraiSpiritView, losses: list[Loss], number: int) -> list[Message]:
    """What was turned up, what the flames took, and how many still wait."""
    turned_up = Counter(deed.deed for deed in view.evening if deed.deed in TURNED_UP)
    waiting = len(view.intruders) if view.round == number else 0
    left = [say("sam.page.evening.intruders.left", left=waiting)] if waiting else []
    if not turned_up:
        return left or [say("sam.page.evening.intruders.none")]
    counts: dict[str, Arg] = {name: turned_up[kind] for kind, name in TURNED_UP.items()}
    return [Message("sam.page.evening.intruders.some", "", counts), *_backs(losses), *left]
