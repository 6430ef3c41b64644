"""The play area: the other provinces, the own one with the hand, and the facts at the side."""

from __future__ import annotations

from typing import Final

import msgspec

from zashiki.games.shinobi.page.drawing import drawing
from zashiki.games.shinobi.page.ending import reveal
from zashiki.games.shinobi.page.orders import Offers
from zashiki.games.shinobi.page.panels import census, hand, ninja_out, served, strip, totals, turn_orders
from zashiki.games.shinobi.page.provinces import order, province
from zashiki.games.shinobi.view import ShinobiView
from zashiki.kernel.parts import Region


class Board(msgspec.Struct, frozen=True, cache_hash=True):
    """What lies where."""

    seat: int | None
    others: tuple[int, ...]
    over: bool
    serves: bool  # the viewer has a clan card

    @property
    def mat(self) -> str:
        """What lies on the mat beside the own province: a region, or nothing."""
        return "reveal" if self.over else "" if self.seat is None else "hand"


_draw: Final = drawing("play")


def board(view: ShinobiView, links: str) -> Region:
    """The play area of a view. The address that explains a choice is `links` and its number; no links: no choices."""
    offers = Offers(view, links)
    over = view.phase == "over"
    others = tuple(order(view))
    regions = [strip(view), totals(view), census(view), ninja_out(view)]
    regions += [province(view, seat, offers) for seat in range(view.seats)]
    clan = None
    if over:
        regions.append(reveal(view))
    else:
        regions.append(turn_orders(view))
        if view.seat is not None and view.hand is not None:
            clan = view.clans[view.seat]
            regions.append(hand(view, view.hand, offers))
            if clan is not None:
                regions.append(served(view.seat, clan))
    inputs = Board(view.seat, others, over, clan is not None)
    return Region("play", _draw, inputs, inner=tuple(regions))
