"""The seven ronin beside the village, a row each."""

from __future__ import annotations

from typing import Final

import msgspec

from zashiki.brush.macros import add_filters, kept, macro
from zashiki.games.seven_ronin.page import questions
from zashiki.games.seven_ronin.page.buttons import Question, Spot
from zashiki.games.seven_ronin.page.moves import Moves, Radio
from zashiki.games.seven_ronin.rules.pieces import PLACES
from zashiki.games.seven_ronin.view import RoninGameView
from zashiki.kernel.messages import say
from zashiki.kernel.parts import Region, Speech

TO_PLACE: Final = "?"


class Health(msgspec.Struct, frozen=True, cache_hash=True):
    vitality: int
    wounds: int


class Row(msgspec.Struct, frozen=True, cache_hash=True):
    name: str
    health: Health
    fell: int
    used: bool
    rope: bool
    strip: bool
    place: str  # where he stands; "" for nowhere, "?" while he is still to be placed
    planned: bool
    radio: Radio | None
    spots: tuple[Spot, ...]
    questions: tuple[Question, ...]


def _fell(turn: int, words: Speech, name: str) -> str:
    """The round a ronin fell in; a language whose verbs have a gender has a form for Tasuke."""
    return words(say("ron.page.fell", round=turn), name)


add_filters(__package__, pips=kept(__package__, "pips.html"), fell=_fell)
_ROW: Final = macro(__package__, "row.html")


def row(view: RoninGameView, moves: Moves, index: int) -> Region:
    ronin = view.ronin[index]
    planned = view.defence is not None and not ronin.held
    spots = moves.at_ronin(index)
    inputs = Row(
        name=ronin.name,
        health=Health(ronin.vitality, ronin.wounds),
        fell=ronin.fell,
        used=ronin.used,
        rope=ronin.held or ronin.stays,
        strip=ronin.shrine or ronin.shrine_next,
        place=_place(view, index),
        planned=planned,
        radio=moves.radio(ronin.name),
        spots=spots,
        questions=() if spots else questions.at_ronin(view, moves, index),
    )
    return Region(f"row-{ronin.name}", _ROW, inputs, view.seat if view.defence is not None else None)


def _place(view: RoninGameView, index: int) -> str:
    ronin = view.ronin[index]
    if view.defence is not None and not ronin.held:
        place = view.defence.ronin[index]
        return TO_PLACE if place is None else PLACES[place]
    return "" if ronin.place is None else PLACES[ronin.place]
