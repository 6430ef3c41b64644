"""One samurai's board: left side, combat line, and what can be done upon each; the regions upon it have their own modules."""

from __future__ import annotations

from typing import Final

import msgspec

from zashiki.brush.templates import template
from zashiki.games.samurai_spirit.page.choices import Choice, Choices, Text
from zashiki.games.samurai_spirit.page.deeds import deeds
from zashiki.games.samurai_spirit.page.odds import NextRaider
from zashiki.games.samurai_spirit.page.pieces import Coin, Slot, Wound
from zashiki.games.samurai_spirit.page.portrait import call, portrait
from zashiki.games.samurai_spirit.page.track import track
from zashiki.games.samurai_spirit.rules.actions import ATTACK, DEFEND, DROP, HEAL, LEND, TAKE
from zashiki.games.samurai_spirit.rules.cards import SYMBOLS
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.games.samurai_spirit.view import CardFace, SamuraiSpiritView, SamuraiView
from zashiki.kernel.messages import say
from zashiki.kernel.parts import Region

_BOARD: Final = template(__package__, "samurai.html")


class Board(msgspec.Struct, frozen=True):
    """What lies on a samurai's board."""

    name: str
    kind: str  # turn, decides, passed, open: as classes
    open: bool
    animal: bool
    passed: bool
    track: int
    kiai: int
    share: int  # of the way to Kiai, in percent
    yours: bool
    leader: Text | None  # the seat of another who plays him
    wound: Wound
    coins: tuple[Coin, ...]
    slots: tuple[Slot, ...]
    line: tuple[int, ...]
    live: tuple[str, ...]  # the penalties that wait for his next turn: those of the last card (SAM-T2)
    take: Choice | None
    attack: Choice | None
    drawn: int | None  # the card in play
    second: bool  # it was drawn after another was put under the stack


def board(view: SamuraiSpiritView, samurai: SamuraiView, choices: Choices, odds: NextRaider) -> Region:
    decides = view.decides == samurai.place
    open_now = decides or (view.decides is None and view.turn == samurai.place)
    number = NAMES.index(samurai.name)
    inputs = Board(
        name=samurai.name,
        kind=_kind(view, samurai, decides, open_now),
        open=open_now,
        animal=samurai.animal,
        passed=samurai.passed,
        track=samurai.track,
        kiai=samurai.kiai,
        share=min(100, round(100 * samurai.track / samurai.kiai)) if samurai.kiai else 0,
        yours=view.seats > 1 and samurai.seat == view.seat,
        leader=_leader(view, samurai),
        wound=Wound(samurai.name, samurai.animal, samurai.wound, choices.choice(HEAL + number)),
        coins=_coins(samurai, choices),
        slots=_slots(view, samurai, choices, decides),
        line=tuple([face.card for face in samurai.line]),
        live=samurai.line[-1].penalties if samurai.line and not samurai.passed else (),
        take=choices.choice(TAKE + number) if samurai.line else None,
        attack=choices.choice(ATTACK) if decides else None,
        drawn=view.card.card if decides and view.card is not None else None,
        second=decides and view.card_second,
    )
    inner = (
        call(samurai, choices),
        portrait(view, samurai, choices),
        deeds(view, samurai, choices, odds),
        track(view, samurai, choices),
    )
    return Region(f"samurai-{samurai.name}", _BOARD, inputs, inner=inner)


def _kind(view: SamuraiSpiritView, samurai: SamuraiView, decides: bool, open_now: bool) -> str:
    states = (
        ("turn", view.turn == samurai.place and view.result is None),
        ("decides", decides),
        ("passed", samurai.passed),
        ("open", open_now),
    )
    return " ".join([name for name, on in states if on])


def _leader(view: SamuraiSpiritView, samurai: SamuraiView) -> Text | None:
    """Who plays him, if it is neither the one who looks nor a game for one."""
    if view.seats == 1 or samurai.seat == view.seat:
        return None
    return Text(say("sam.seat", n=samurai.seat + 1))


def _coins(samurai: SamuraiView, choices: Choices) -> tuple[Coin, ...]:
    """His own token if it is at hand, and what he holds of others."""
    at_hand = samurai.token_at == samurai.place
    own = Coin(samurai.name, "own", _lend(samurai.name, choices)) if at_hand else Coin(samurai.name, "away")
    held = [Coin(name, "held", _lend(name, choices)) for name in samurai.tokens]
    return (own, *held, *[Coin(name, "borrowed") for name in samurai.borrowed])


def _lend(name: str, choices: Choices) -> Choice | None:
    return choices.choice(LEND + NAMES.index(name))


def _slots(
    view: SamuraiSpiritView, samurai: SamuraiView, choices: Choices, decides: bool
) -> tuple[Slot, ...]:
    left = (samurai.hat, samurai.farm, samurai.doll)
    if decides:
        return tuple(
            _slot_of_chooser(view.card, choices, index, face.card if face is not None else None)
            for index, face in enumerate(left)
        )
    return tuple(
        Slot(symbol, face.card if face is not None else None)
        for symbol, face in zip(SYMBOLS, left, strict=True)
    )


def _slot_of_chooser(in_play: CardFace | None, choices: Choices, index: int, card: int | None) -> Slot:
    """His cards can be dropped, and the card in play put into the place of its symbol."""
    symbol, drop = SYMBOLS[index], choices.choice(DROP + index)
    if in_play is None or in_play.defence != symbol:
        return Slot(symbol, card, drop)
    defend = choices.choice(DEFEND)
    return Slot(symbol, card, drop, defend, in_play.card, choices.question(DEFEND))
