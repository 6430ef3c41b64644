"""The seven ronin beside the village, a row each."""

from __future__ import annotations

from typing import Final

import msgspec

from zashiki.brush.templates import template
from zashiki.games.seven_ronin.page import questions
from zashiki.games.seven_ronin.page.moves import Moves, Radio, Spot
from zashiki.games.seven_ronin.page.questions import Question
from zashiki.games.seven_ronin.pieces import PLACES
from zashiki.games.seven_ronin.view import RoninGameView
from zashiki.kernel.parts import Region

TO_PLACE: Final = "?"


class Row(msgspec.Struct, frozen=True):
    name: str
    vitality: int
    wounds: int
    fell: int
    used: bool
    rope: bool
    strip: bool
    place: str  # where he stands; "" for nowhere, "?" while he is still to be placed
    planned: bool
    radio: Radio | None
    spots: tuple[Spot, ...]
    questions: tuple[Question, ...]


_ROW: Final = template(__package__, "row.html")


def row(view: RoninGameView, moves: Moves, index: int) -> Region:
    ronin = view.ronin[index]
    planned = view.defence is not None and not ronin.held
    spots = moves.at_ronin(index)
    inputs = Row(
        name=ronin.name,
        vitality=ronin.vitality,
        wounds=ronin.wounds,
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
