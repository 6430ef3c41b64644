"""What a samurai is asked beside his board's places, what an attack would bring, and his bans."""

from __future__ import annotations

from typing import Final

import msgspec

from zashiki.brush.templates import template
from zashiki.games.samurai_spirit.page.choices import Choice, Choices
from zashiki.games.samurai_spirit.page.odds import NextRaider
from zashiki.games.samurai_spirit.rules.actions import CARD, IGNORE, SUFFER
from zashiki.games.samurai_spirit.rules.cards import PENALTIES
from zashiki.games.samurai_spirit.view import SamuraiSpiritView, SamuraiView
from zashiki.kernel.parts import Region

_DEEDS: Final = template(__package__, "deeds.html")


class PenaltyDeed(msgspec.Struct, frozen=True):
    """A penalty of his last card that can be suffered or ignored now."""

    penalty: str
    suffer: Choice | None
    ignore: Choice | None


class PutBack(msgspec.Struct, frozen=True):
    """A Raider to put back on the stack."""

    card: int
    spot: Choice | None


class Outcome(msgspec.Struct, frozen=True):
    """An attack with the card in play, worked out."""

    kind: str  # below, kiai, over, burns
    track: int
    value: int
    after: int
    kiai: int


class Deeds(msgspec.Struct, frozen=True):
    name: str
    bans: tuple[str, ...] = ()
    chances: tuple[int, int] | None = None  # that the next Raider brings him to Kiai, and over it
    penalties: tuple[PenaltyDeed, ...] = ()
    put_back: tuple[PutBack, ...] = ()
    outcome: Outcome | None = None


def deeds(view: SamuraiSpiritView, samurai: SamuraiView, choices: Choices, odds: NextRaider) -> Region:
    decides = view.decides == samurai.place
    inputs = Deeds(
        name=samurai.name,
        bans=_bans(view) if view.turn == samurai.place else (),
        chances=_chances(view, samurai, odds),
        penalties=_penalties(choices) if decides else (),
        put_back=_put_back(view, choices) if decides else (),
        outcome=_outcome(view, samurai) if decides else None,
    )
    return Region(f"deeds-{samurai.name}", _DEEDS, inputs)


def _bans(view: SamuraiSpiritView) -> tuple[str, ...]:
    """The penalties in force in this turn."""
    bans = (
        ("no-defend", view.no_defend),
        ("no-support", view.no_support),
        ("must-pass", view.must_pass),
        ("no-talent", view.no_talent),
    )
    return tuple([penalty for penalty, in_force in bans if in_force])


def _chances(view: SamuraiSpiritView, samurai: SamuraiView, odds: NextRaider) -> tuple[int, int] | None:
    busy = view.card is not None or view.result is not None
    if busy or samurai.passed or samurai.track >= samurai.kiai:
        return None
    return odds.chances(samurai)


def _penalties(choices: Choices) -> tuple[PenaltyDeed, ...]:
    return tuple(
        PenaltyDeed(penalty, choices.choice(SUFFER + index), choices.choice(IGNORE + index))
        for index, penalty in enumerate(PENALTIES)
        if choices.open(SUFFER + index) or choices.open(IGNORE + index)
    )


def _put_back(view: SamuraiSpiritView, choices: Choices) -> tuple[PutBack, ...]:
    return tuple(PutBack(face.card, choices.choice(CARD + face.card)) for face in view.arranging)


def _outcome(view: SamuraiSpiritView, samurai: SamuraiView) -> Outcome | None:
    if view.card is None:
        return None
    after = samurai.track + view.card.value
    kind = "kiai" if after == samurai.kiai else "over" if after > samurai.kiai else "below"
    if kind == "over" and not view.barricades:
        kind = "burns"
    return Outcome(kind, samurai.track, view.card.value, after, samurai.kiai)
