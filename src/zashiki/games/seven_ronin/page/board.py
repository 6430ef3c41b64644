"""The play area: the regions of the board, each with the little that it shows."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec
from markupsafe import Markup

from zashiki.brush.macros import macro
from zashiki.brush.templates import picture
from zashiki.games.seven_ronin.page.moves import Moves
from zashiki.games.seven_ronin.page.panels import ending, held, own, plan, screen, strip
from zashiki.games.seven_ronin.page.places import places
from zashiki.games.seven_ronin.page.roster import row
from zashiki.games.seven_ronin.page.village import lanterns, reveal, tokens
from zashiki.games.seven_ronin.rules.pieces import DEFENDER, PLACES, RONIN
from zashiki.games.seven_ronin.view import RoninGameView
from zashiki.kernel.parts import Region

KEY: Final = ("flag", "blades", "rope", "ofuda", "eye", "shuriken", "lock", "flame")


class Play(msgspec.Struct, frozen=True, cache_hash=True):
    """What holds the regions. It changes when the game ends, and no choice before that changes it."""

    defends: bool
    over: bool

    @property
    def places(self) -> tuple[str, ...]:
        """As they are drawn: the Green lies under the areas."""
        return (PLACES[-1], *PLACES[:-1])

    @property
    def ronin(self) -> tuple[str, ...]:
        return RONIN

    @property
    def key(self) -> tuple[str, ...]:
        return KEY

    @property
    def scenery(self) -> Markup:
        return _scenery()


_PLAY: Final = macro(__package__, "play.html")


@cache
def _scenery() -> Markup:
    """The village as an ellipse, and as a ring of cells for phones."""
    return picture(__package__, "wide.html") + picture(__package__, "narrow.html")


def board(view: RoninGameView, links: str) -> Region:
    moves = Moves(view, links)
    inner = (
        strip(view),
        *ending(view),
        screen(view),
        plan(view),
        held(view),
        own(view, moves),
        lanterns(view),
        *places(view, moves),
        tokens(view, moves),
        reveal(view),
        *[row(view, moves, index) for index in range(len(view.ronin))],
    )
    return Region("play", _PLAY, Play(view.seat == DEFENDER, view.result is not None), inner=inner)
