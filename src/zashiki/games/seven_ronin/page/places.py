"""The ten areas and the Green, and upon each of them what the viewer alone has or can do there."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec

from zashiki.brush.macros import add_filters, kept, macro
from zashiki.games.seven_ronin.page import questions
from zashiki.games.seven_ronin.page.buttons import Question, Spot
from zashiki.games.seven_ronin.page.heads import Heads, planned, standing
from zashiki.games.seven_ronin.page.moves import Moves, chosen_area
from zashiki.games.seven_ronin.rules.actions import NINJA
from zashiki.games.seven_ronin.rules.pieces import AREAS, GREEN, PLACES
from zashiki.games.seven_ronin.view import AreaView, RoninGameView
from zashiki.kernel.parts import Region

BUILDINGS: Final = {
    "burial-grounds": "bd-burial",
    "field-2": "bd-field2",
    "field-3": "bd-field3",
    "animal-pen": "bd-pen",
}


class Plate(msgspec.Struct, frozen=True, cache_hash=True):
    name: str
    limit: int
    ninja: int


class Area(msgspec.Struct, frozen=True, cache_hash=True):
    """An area as everybody sees it."""

    plate: Plate
    building: str
    status: str
    used: bool
    chosen: bool
    new: int  # ninja that the reveal has just brought

    @property
    def heads(self) -> Heads:
        return standing(self.plate.name, self.plate.ninja, "ninja")


class Green(msgspec.Struct, frozen=True, cache_hash=True):
    ninja: int

    @property
    def heads(self) -> Heads:
        return standing("green", self.ninja, "ninja")


class Spots(msgspec.Struct, frozen=True, cache_hash=True):
    """What one viewer has or can do on a place."""

    place: str
    planned: int = 0
    above: bool = False  # the planned ninja stand above ronin who are held
    take_back: int | None = None  # the action that is taken back by a click on a planned ninja
    use: str = ""  # the id of the radio button that picks the ability of the area
    spots: tuple[Spot, ...] = ()
    questions: tuple[Question, ...] = ()

    @property
    def heads(self) -> Heads:
        return planned(self.place, self.planned, self.above)


add_filters(__package__, plate=kept(__package__, "plate.html"))
_AREA: Final = macro(__package__, "area.html")
_GREEN: Final = macro(__package__, "green.html")
_SPOTS: Final = macro(__package__, "spots.html")


def places(view: RoninGameView, moves: Moves) -> list[Region]:
    """The Green, then the areas."""
    chosen = chosen_area(view)
    spots = [_spots(view, moves, place) for place in range(len(PLACES))]
    areas = [
        _area(area, index == chosen, _new(view, index), spots[index]) for index, area in enumerate(view.areas)
    ]
    return [Region("area-green", _GREEN, Green(view.green), inner=(spots[GREEN],)), *areas]


def _area(area: AreaView, chosen: bool, new: int, spots: Region) -> Region:
    name = area.name
    building = BUILDINGS.get(name, f"bd-{name}")
    plate = Plate(name, area.limit, area.ninja)
    inputs = Area(plate, building, area.status, area.used, chosen, new)
    return Region(f"area-{name}", _AREA, inputs, inner=(spots,))


def _new(view: RoninGameView, index: int) -> int:
    """What the reveal has just brought, until the first step is over."""
    if view.reveal is None or view.reveal.round != view.round or view.phase != "abilities":
        return 0
    return view.reveal.ninja[index] if view.areas[index].ninja else 0


def _spots(view: RoninGameView, moves: Moves, place: int) -> Region:
    if not moves.legal and view.attack is None:
        return _nothing(place)
    spots = moves.at_place(place)
    put = view.attack.ninja[place] if view.attack is not None else 0
    inputs = Spots(
        place=PLACES[place],
        planned=put,
        above=bool(put) and place != GREEN and bool(view.areas[place].ronin),
        take_back=NINJA + place if put and moves.legal else None,
        use=_use(moves, place),
        spots=spots,
        questions=questions.at_place(view, moves, place, {spot.group for spot in spots}),
    )
    secret = view.attack is not None or view.defence is not None
    return Region(f"spots-{PLACES[place]}", _SPOTS, inputs, view.seat if secret else None)


@cache
def _nothing(place: int) -> Region:
    return Region(f"spots-{PLACES[place]}", _SPOTS, Spots(PLACES[place]))


def _use(moves: Moves, place: int) -> str:
    """The list of areas is the way for the keyboard."""
    if moves.step != "areas" or place >= len(AREAS):
        return ""
    groups = moves.of_area(place)
    return moves.use(groups[0]) if groups else ""
