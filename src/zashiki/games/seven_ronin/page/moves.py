"""Where the legal choices lie on the board: on which place or ronin, and which piece has to be picked first.

A choice that needs a picked piece (Hayai, then an area) belongs to the group of that piece. Pieces are picked with radio
buttons, and the style sheet shows the buttons of the picked group: no script, no state on the server.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

import msgspec

from zashiki.brush.phrases import Phrase
from zashiki.games.seven_ronin.labels import label
from zashiki.games.seven_ronin.page.buttons import Spot
from zashiki.games.seven_ronin.rules.actions import (
    AIM_AT,
    COPY_OF,
    CURSE,
    DEPLOY,
    DONE,
    HEAL,
    HOLD,
    LOOT,
    NINJA,
    POISON,
    PUSH_TO,
    READY,
    RETURN_FROM,
    RIDE_TO,
    SEND_ONE,
    SEND_TWO,
    SHOOT,
    STRIKE,
    WATCH,
)
from zashiki.games.seven_ronin.rules.pieces import (
    AREAS,
    BURIAL_GROUNDS,
    GRANARY,
    GREEN,
    INN,
    MUSASHI,
    PASSAGE,
    PLACES,
    RONIN,
    WATCHTOWER,
    YUMI,
)
from zashiki.games.seven_ronin.view import RoninGameView

TO_PLACES: Final = (
    (PUSH_TO, "yobu"),
    (RIDE_TO, "hayai"),
    (RETURN_FROM, "burial-grounds"),
    (COPY_OF, "inn"),
    (SEND_ONE, "passage-1"),
    (SEND_TWO, "passage-2"),
)
"""Ten actions each, one an area."""
TO_RONIN: Final = (
    (HEAL, "taiko"),
    (POISON, "well"),
    (HOLD, "animal-pen"),
    (CURSE, "shrine"),
    (AIM_AT, "watchtower"),
)
"""Seven actions each, one a ronin."""
ASKING: Final = {"burial": BURIAL_GROUNDS, "copy": INN, "volley": WATCHTOWER, "passage-divide": PASSAGE}
"""Steps in which the ability of an area asks for more."""


class Move(msgspec.Struct, frozen=True, cache_hash=True):
    """Where an action lies: on a place or on a ronin, in a group or at once (group "")."""

    action: int
    group: str
    place: int | None = None
    ronin: int | None = None


class Radio(msgspec.Struct, frozen=True, cache_hash=True):
    """The way to pick a piece."""

    group: str
    id: str
    checked: bool
    hidden: bool  # there is nothing else to pick


MOST_KEPT: Final = 4096
_KEPT: Final[dict[tuple[int, bool, tuple[int, ...]], Spot]] = {}


class Moves:
    """The moves of a view by where they lie; without links there are none."""

    def __init__(self, view: RoninGameView, links: str) -> None:
        self.links = links
        self.step = view.step
        self.legal = view.legal if links else []
        self._view = view
        self._at_place: dict[int, list[Move]] = {}
        self._at_ronin: dict[int, list[Move]] = {}
        self.groups: dict[str, None] = {}
        at_once = False
        for move in located(self.legal):
            if move.place is not None:
                self._at_place.setdefault(move.place, []).append(move)
            elif move.ronin is not None:
                self._at_ronin.setdefault(move.ronin, []).append(move)
            if move.group:
                self.groups[move.group] = None
            else:
                at_once = True
        self.must_pick = at_once or len(self.groups) > 1
        self.picked = self._first_picked()
        self._stamp = f"{len(self.legal)}-{sum(self.legal)}"

    def _first_picked(self) -> str:
        """The piece that is picked at first; in combat none is: its targets would look like what can be used."""
        if not self.groups or (self.step in ("abilities", "areas") and self.must_pick):
            return ""
        return next(iter(self.groups))

    def at_place(self, place: int) -> tuple[Spot, ...]:
        found = self._at_place.get(place)
        return tuple([self._spot(move) for move in found]) if found else ()

    def at_ronin(self, ronin: int, mouse: bool = False) -> tuple[Spot, ...]:
        """On his row of the roster, or on his token."""
        found = self._at_ronin.get(ronin)
        return tuple([self._spot(move, mouse) for move in found]) if found else ()

    def _spot(self, move: Move, mouse: bool = False) -> Spot:
        """Spots are kept by the figures that their labels tell: those of the ninja of a plan, else none."""
        action, attack = move.action, self._view.attack
        figures: tuple[int, ...] = ()
        if attack is not None and action < GREEN:
            figures = (attack.ninja[action], self._view.areas[action].limit)
        spot = _KEPT.get((action, mouse, figures))
        if spot is None:
            if len(_KEPT) >= MOST_KEPT:
                _KEPT.clear()
            spot = _KEPT[action, mouse, figures] = _made(move, Phrase(label(self._view, action)), mouse)
        return spot

    def at_once(self, place: int) -> int | None:
        """The ability of an area that needs no target."""
        return next((move.action for move in self._at_place.get(place, ()) if not move.group), None)

    def of_area(self, area: int) -> list[str]:
        """The groups of an area's ability: one, or two for the Passage."""
        name = AREAS[area]
        return [group for group in self.groups if group == name or group.startswith(f"{name}-")]

    def radio(self, group: str) -> Radio | None:
        if group not in self.groups:
            return None
        return Radio(group, self._id(group), group == self.picked, not self.must_pick)

    def use(self, group: str) -> str:
        """The id of the radio button that a piece on the board picks; "" where there is nothing to choose from."""
        return self._id(group) if self.must_pick and group in self.groups else ""

    def _id(self, group: str) -> str:
        """New choices bring a new radio button for what is picked at first: as it comes, it takes the pick from every
        other. Where nothing is picked at first all of them are new, and what was picked before is forgotten."""
        return f"pick-{group}" if self.picked not in ("", group) else f"pick-{group}-{self._stamp}"


def _made(move: Move, text: Phrase, mouse: bool) -> Spot:
    """While planning a spot tells what the ninja could do from that area."""
    if move.place is None or move.action >= DONE:
        return Spot(move.action, move.group, text, mouse=mouse)
    hint = "" if move.place == GREEN else PLACES[move.place]
    return Spot(move.action, move.group, text, hint, f"r-{move.group}" if move.group else "ninja")


def chosen_area(view: RoninGameView) -> int | None:
    """The area whose ability asks for more."""
    if view.step in ("divide", "passage-divide") and view.dividing is not None:
        return view.dividing.area
    return ASKING.get(view.step)


def located(actions: Iterable[int]) -> list[Move]:
    """The actions that lie on the board, in order."""
    return [move for move in map(_located, actions) if move is not None]


@cache
def _located(action: int) -> Move | None:
    """Where a choice lies; None: it is a button of the prompt alone."""
    if action < READY:
        return Move(action, "", place=action - NINJA)
    if DEPLOY <= action < DONE:
        ronin, place = divmod(action - DEPLOY, len(PLACES))
        return Move(action, RONIN[ronin], place=place)
    if action in (STRIKE, SHOOT):
        return Move(action, "", ronin=MUSASHI if action == STRIKE else YUMI)
    if action in (WATCH, LOOT):
        return Move(action, "", place=WATCHTOWER if action == WATCH else GRANARY)
    for first, group in TO_PLACES:
        if first <= action < first + len(AREAS):
            return Move(action, group, place=action - first)
    for first, group in TO_RONIN:
        if first <= action < first + len(RONIN):
            return Move(action, group, ronin=action - first)
    return None
