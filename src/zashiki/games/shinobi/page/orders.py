"""Where the orders lie on the page: which card or army is picked, and which province or army it goes to.

Pieces are picked with radio buttons, and the style sheet shows the buttons of the picked one: no script is needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from zashiki.games.shinobi.cards import CLANS, KINDS
from zashiki.games.shinobi.rules.actions import ARMIES, ATTACK, MOVE, NINJA_ON, PLACE, PROVINCES, SKIP
from zashiki.games.shinobi.view import ShinobiView

PHASES: Final = ("first-order", "second-order", "third-order")


def _group(action: int) -> str:
    """The piece that is picked for an order."""
    if action < NINJA_ON:
        return f"card-{CLANS[(action - PLACE) % 5]}"
    if action < MOVE:
        return "card-ninja"
    if action < ATTACK:
        return f"army-{(action - MOVE) // PROVINCES}"
    return f"with-{CLANS[(action - ATTACK) // ARMIES]}"


def _place(action: int) -> str:
    """The province or the army where an order is given."""
    if action < NINJA_ON:
        return f"province-{(action - PLACE) // 5}"
    if action < MOVE:
        return f"army-{action - NINJA_ON}"
    if action < ATTACK:
        return f"province-{(action - MOVE) % PROVINCES}"
    return f"army-{(action - ATTACK) % ARMIES}"


GROUPS: Final = tuple(_group(action) for action in range(SKIP))
"""By action; a skipped order is a button of the prompt alone."""
PLACES: Final = tuple(_place(action) for action in range(SKIP))


class Spot(msgspec.Struct, frozen=True, cache_hash=True):
    """A legal order where it is given; shown when its piece is picked."""

    action: int
    home: int  # the seat that gives it

    @property
    def group(self) -> str:
        return GROUPS[self.action]


class Question(msgspec.Struct, frozen=True, cache_hash=True):
    """Why can this order not be given?"""

    action: int
    home: int
    idle: bool = False  # of an army that finds nobody to attack: asked whatever is picked

    @property
    def group(self) -> str:
        return GROUPS[self.action]


class Here(msgspec.Struct, frozen=True, cache_hash=True):
    """The orders that are given at one province or army, and the piece there that can be picked."""

    home: int  # the seat that gives them
    links: str
    spots: tuple[int, ...]  # legal orders
    whys: tuple[int, ...]  # what might be tried beside them
    idle: int | None  # an attack that explains why this own army finds nobody to attack
    pick: str  # the group of the piece; "": it can't be picked
    stamp: str
    picked: bool


class Offers:
    """The orders of a view, by the places on the page where they lie."""

    def __init__(self, view: ShinobiView, links: str) -> None:
        legal = on_board(view) if links else frozenset()
        self.any = bool(legal)
        self.picked = ""
        self.stamp = ""
        self.groups: frozenset[str] = frozenset()
        if not legal:
            return
        self._home = view.seat or 0
        self._links = links
        offered = [action for action in view.legal if action in legal]
        self.picked = GROUPS[offered[0]]
        self.groups = frozenset(GROUPS[action] for action in offered)
        # New choices bring new radio buttons: a page drawn anew picks what it says, not what was picked before.
        self.stamp = f"{view.turns}-{PHASES.index(view.phase) + 1}"
        self._spots = _by_place(offered)
        tried = (action for action in _tried(view) if action not in legal and GROUPS[action] in self.groups)
        self._whys = _by_place(tried)
        self._idle = _idle(view, self.groups)

    def at(self, place: str, group: str = "") -> Here | None:
        """What can be done at a province or an army; None where there is nothing."""
        if not self.any:
            return None
        spots, whys = tuple(self._spots.get(place, ())), tuple(self._whys.get(place, ()))
        idle, pick = self._idle.get(place), group if group in self.groups else ""
        if not (spots or whys or pick) and idle is None:
            return None
        stamp = self.stamp if pick else ""
        picked = bool(pick) and pick == self.picked
        return Here(self._home, self._links, spots, whys, idle, pick, stamp, picked)


def on_board(view: ShinobiView) -> frozenset[int]:
    """All but a skipped order."""
    return frozenset(action for action in view.legal if action < SKIP)


def _by_place(actions: Iterable[int]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for action in actions:
        found.setdefault(PLACES[action], []).append(action)
    return found


def _tried(view: ShinobiView) -> list[int]:
    """What the pieces of this order might be tried for, legal or not."""
    own = view.seat or 0
    others = [seat for seat in range(view.seats) if seat != own]
    if view.phase == "first-order":
        strikes = [NINJA_ON + army for army in _armies(view) if army // 5 == own]
        return [PLACE + own * 5 + clan for clan in range(5)] + strikes
    if view.phase == "second-order":
        return [PLACE + seat * 5 + clan for seat in others for clan in range(5)]
    armies = [army for army in _armies(view) if army // 5 != own]
    return [ATTACK + clan * ARMIES + army for clan in range(5) for army in armies]


def _armies(view: ShinobiView) -> list[int]:
    return [
        seat * 5 + clan
        for seat, province in enumerate(view.provinces)
        for clan, strength in enumerate(province)
        if strength
    ]


def _idle(view: ShinobiView, groups: frozenset[str]) -> dict[str, int]:
    """SHI-O4: the own armies that find nobody to attack, each with an attack on the weakest army elsewhere."""
    if view.phase != "third-order":
        return {}
    own = view.seat or 0
    armies = _armies(view)
    others = [army for army in armies if army // 5 != own]
    found = {}
    for army in armies:
        clan = army % 5
        if army // 5 == own and f"with-{KINDS[clan]}" not in groups:
            weakest = min(
                others, key=lambda other: (other % 5 == clan, view.provinces[other // 5][other % 5])
            )
            found[f"army-{army}"] = ATTACK + clan * ARMIES + weakest
    return found
