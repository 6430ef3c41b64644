"""The three stacks, what is known of them, the odds of the next Raider and the tokens of absent samurai."""

from __future__ import annotations

from typing import Final

import msgspec

from zashiki.brush.templates import template
from zashiki.games.samurai_spirit.page.choices import Choice, Choices
from zashiki.games.samurai_spirit.page.odds import NextRaider
from zashiki.games.samurai_spirit.page.pieces import Coin
from zashiki.games.samurai_spirit.page.village import counts
from zashiki.games.samurai_spirit.rules.actions import CALL, DISCARD, FIGHT, UNDER
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.games.samurai_spirit.view import CardFace, SamuraiSpiritView
from zashiki.kernel.parts import Region

LAYERS: Final = 4
"""More cards than these look the same in a stack."""
_STACKS: Final = template(__package__, "stacks.html")
_PILE: Final = template(__package__, "pile.html")
_ODDS: Final = template(__package__, "odds.html")
_BESIDE: Final = template(__package__, "beside.html")


class Known(msgspec.Struct, frozen=True):
    """Known cards of a stack under a heading."""

    heading: str  # its key; "": none
    cards: tuple[int, ...]


class Pile(msgspec.Struct, frozen=True):
    """A stack: a card face up, or as many layers as it has cards; none of both is a dashed place."""

    name: str
    count: int
    top: int | None
    layers: int
    summary: str  # the key of the word that unfolds the known cards
    known: tuple[Known, ...]
    spot: Choice | None


class Stacks(msgspec.Struct, frozen=True):
    odds: bool
    beside: bool


def stacks(view: SamuraiSpiritView, choices: Choices, odds: NextRaider) -> Region:
    bars = Region("odds", _ODDS, odds.bars) if odds.bars and view.result is None else None
    beside = _beside(view, choices)
    shown = (_raiders(view, choices), _intruders(view), _discard(view, choices), bars, counts(view), beside)
    inputs = Stacks(bars is not None, beside is not None)
    return Region("stacks", _STACKS, inputs, inner=tuple(one for one in shown if one is not None))


def _raiders(view: SamuraiSpiritView, choices: Choices) -> Region:
    """The top card if Katsushiro has turned it up; what else is known lies beneath as signs."""
    top = _numbers(view.raiders_top)
    known = (Known("sam.page.next", top[1:]), Known("sam.page.under", _numbers(view.raiders_under)))
    spot = choices.choice(FIGHT, "sam.page.act.fight") or choices.choice(UNDER, "sam.page.act.under")
    return _pile("raiders", view.raiders, top[0] if top else None, known, spot)


def _intruders(view: SamuraiSpiritView) -> Region:
    seen = tuple(face.card for face in view.intruders if face is not None)
    return _pile("intruders", len(view.intruders), None, (Known("", seen),), None)


def _discard(view: SamuraiSpiritView, choices: Choices) -> Region:
    """The pile may be browsed at any time."""
    cards = _numbers(view.discard)[::-1]
    spot = choices.choice(DISCARD, "sam.page.act.discard")
    top = cards[0] if cards else None
    return _pile("discard", len(cards), top, (Known("", cards),), spot, "sam.page.browse")


def _pile(
    name: str,
    count: int,
    top: int | None,
    known: tuple[Known, ...],
    spot: Choice | None,
    summary: str = "sam.page.known",
) -> Region:
    shown = tuple(group for group in known if group.cards)
    layers = min(count, LAYERS) if top is None else 0
    return Region(f"stack-{name}", _PILE, Pile(name, count, top, layers, summary, shown, spot))


def _numbers(faces: tuple[CardFace, ...]) -> tuple[int, ...]:
    return tuple([face.card for face in faces])


def _beside(view: SamuraiSpiritView, choices: Choices) -> Region | None:
    """The tokens beside the village, under the rules for two (SAM-T1)."""
    if not view.two_player_rules:
        return None
    absent = [Coin(name, "absent", choices.choice(CALL + NAMES.index(name))) for name in view.absent_tokens]
    spent = [Coin(name, "spent") for name in view.spent_tokens]
    return Region("beside", _BESIDE, (*absent, *spent)) if absent or spent else None
