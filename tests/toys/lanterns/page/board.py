"""The play area: the sky, a lantern for each player, and what the own seat may do."""

from __future__ import annotations

from typing import Final

import msgspec
from markupsafe import Markup

from zashiki.brush.templates import picture, template
from zashiki.kernel.messages import say
from zashiki.kernel.parts import Finale, Region

from ..labels import NAMES
from ..rules.state import GUST, LEFT, NOWHERE
from ..view import LanternView


class Sky(msgspec.Struct, frozen=True):
    round: int
    rounds: int
    gust: bool


class Lantern(msgspec.Struct, frozen=True):
    seat: int
    points: int
    ready: bool
    side: str  # "": not shown
    lit: bool


class Own(msgspec.Struct, frozen=True):
    """What one player alone sees: where the lantern hangs, and the choices."""

    side: str
    choices: tuple[tuple[int, str], ...]  # action and name
    links: str


_PLAY: Final = template(__package__, "play.html")
_SKY: Final = template(__package__, "sky.html")
_LANTERN: Final = template(__package__, "lantern.html")
_OWN: Final = template(__package__, "own.html")
_FINALE: Final = template(__package__, "finale.html")
_SECRETS: Final = template(__package__, "secrets.html")


def cover() -> Markup:
    return picture(__package__, "cover.html")


def board(view: LanternView, links: str) -> Region:
    sky = Region("sky", _SKY, Sky(min(view.round + 1, view.rounds), view.rounds, view.wind == GUST))
    lanterns = [_lantern(view, seat) for seat in range(len(view.points))]
    own = [] if view.seat is None else [_own(view, view.seat, links)]
    inner = (sky, *lanterns, *own)
    return Region("play", _PLAY, tuple(region.name for region in inner), inner=inner)


def on_board(view: LanternView) -> frozenset[int]:
    return frozenset(view.legal)


def secrets(view: LanternView) -> Region | None:
    if view.seat is None or view.hung[view.seat] == NOWHERE or all(view.ready):
        return None
    name = f"secrets-{view.seat}"
    return Region(name, _SECRETS, (name, NAMES[view.hung[view.seat]]), seat=view.seat)


def finale(view: LanternView) -> Finale:
    result = view.result
    assert result is not None
    verdict = result.end
    if view.seat is not None:
        verdict = say("lan.finale.won" if view.seat in result.winners else "lan.finale.lost", result.end.rule)
    return Finale(Region("finale-scene", _FINALE, tuple(view.points)), verdict, result.story)


def _lantern(view: LanternView, seat: int) -> Region:
    """LAN-1: where it hangs is shown to all at once, so it is no input before."""
    revealed = all(view.ready)
    side = NAMES[view.hung[seat]] if revealed else ""
    out = revealed and view.wind == GUST and view.hung[seat] == LEFT
    inputs = Lantern(seat, view.points[seat], view.ready[seat], side, not out)
    return Region(f"lantern-{seat}", _LANTERN, inputs)


def _own(view: LanternView, seat: int, links: str) -> Region:
    side = NAMES[view.hung[seat]] if view.hung[seat] != NOWHERE else ""
    choices = tuple((action, NAMES[action]) for action in view.legal) if links else ()
    return Region("own", _OWN, Own(side, choices, links), seat=seat)
