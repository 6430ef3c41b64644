"""The provinces: a strip of land, the name of the player, five columns of armies, always in the same order."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from zashiki.games.shinobi.cards import CLANS
from zashiki.games.shinobi.page.drawing import drawing
from zashiki.games.shinobi.page.orders import Here, Offers
from zashiki.games.shinobi.rules.actions import PROVINCES
from zashiki.games.shinobi.view import ShinobiView
from zashiki.kernel.parts import Region

LANDS: Final = 5
OWN_LAND: Final = 3


class Province(msgspec.Struct, frozen=True, cache_hash=True):
    """What of a province never changes."""

    seat: int
    own: bool

    @property
    def land(self) -> int:
        """Which strip of land is drawn: no two neighbours have the same."""
        return OWN_LAND if self.own else self.seat % LANDS


class Sign(msgspec.Struct, frozen=True, cache_hash=True):
    """The name of the player and what is known of them."""

    seat: int
    own: bool
    turn: bool
    won: bool
    hand: int  # how many cards another player holds
    known_ninja: int  # how many of them everybody knows to be ninja (ruling 1)
    clan: str  # as it is shown here; "" for none


class Spots(msgspec.Struct, frozen=True, cache_hash=True):
    """The orders that are given to the province as a whole."""

    seat: int
    here: Here | None


class Army(msgspec.Struct, frozen=True, cache_hash=True):
    """The cards of one clan in a province. The first army of a province is reached by Tab, the others from it by the arrows."""

    army: int
    count: int
    safe: bool
    reached: bool

    @property
    def clan(self) -> str:
        return CLANS[self.army % 5]


_draw_province: Final = drawing("province")
_draw_sign: Final = drawing("sign")
_draw_spots: Final = drawing("spots")
_draw_army: Final = drawing("army")
_draw_gap: Final = drawing("gap")
_draw_orders: Final = drawing("orders")
_NO_SPOTS: Final = [Region(f"spots-{seat}", _draw_spots, Spots(seat, None)) for seat in range(PROVINCES)]


def order(view: ShinobiView) -> list[int]:
    """The other players' provinces clockwise from the viewer; all of them for a spectator."""
    if view.seat is None:
        return list(range(view.seats))
    return [(view.seat + step) % view.seats for step in range(1, view.seats)]


def province(view: ShinobiView, seat: int, offers: Offers) -> Region:
    """One province. Where nothing can be chosen it is the same region for all who look on."""
    sign, strengths, safe = _sign(view, seat), view.provinces[seat], view.protected[seat]
    if not offers.any:
        return _plain(sign, strengths, safe)
    spots = _spots(seat, offers.at(f"province-{seat}"))
    return _whole(sign, spots, tuple(_army_offered(view, seat, clan, offers) for clan in range(len(CLANS))))


def _sign(view: ShinobiView, seat: int) -> Sign:
    own = seat == view.seat
    clan = view.clans[seat] if not own or view.phase == "over" else None
    return Sign(
        seat=seat,
        own=own,
        turn=seat == view.turn,
        won=view.result is not None and seat in view.result.winners,
        hand=0 if own else view.hand_sizes[seat],
        known_ninja=0 if own else view.known_ninja[seat],
        clan="" if clan is None else CLANS[clan],
    )


@lru_cache(maxsize=2048)
def _plain(sign: Sign, strengths: tuple[int, ...], safe: tuple[bool, ...]) -> Region:
    first = sign.seat * 5
    armies = tuple(_army(first + clan, strengths, safe[clan], None) for clan in range(len(CLANS)))
    return _whole(sign, _spots(sign.seat, None), armies)


def _whole(sign: Sign, spots: Region, armies: tuple[Region, ...]) -> Region:
    inner = (spots, Region(f"sign-{sign.seat}", _draw_sign, sign), *armies)
    return Region(
        f"province-{sign.seat}", _draw_province, Province(seat=sign.seat, own=sign.own), inner=inner
    )


def _spots(seat: int, here: Here | None) -> Region:
    if here is None:
        return _NO_SPOTS[seat]
    return Region(f"spots-{seat}", _draw_spots, Spots(seat, here), seat=here.home)


def _army_offered(view: ShinobiView, seat: int, clan: int, offers: Offers) -> Region:
    army = seat * 5 + clan
    group = f"with-{CLANS[clan]}" if seat == view.seat else f"army-{army}"
    here = offers.at(f"army-{army}", group)
    return _army(army, view.provinces[seat], view.protected[seat][clan], here)


def _army(army: int, strengths: tuple[int, ...], safe: bool, here: Here | None) -> Region:
    clan = army % 5
    count = strengths[clan]
    reached = count > 0 and not any(strengths[:clan])
    standing = _standing_army(army, count, safe, reached)
    if here is None or not count:
        return standing
    orders = Region(f"orders-{army}", _draw_orders, (army, here), seat=here.home)
    return Region(standing.name, standing.draw, standing.inputs, inner=(orders,))


@lru_cache(maxsize=4096)
def _standing_army(army: int, count: int, safe: bool, reached: bool) -> Region:
    """An army that is not chosen for anything: the same region for all who see it."""
    inputs = Army(army, count, safe, reached)
    if not count:
        return Region(f"army-{army}", _draw_gap, inputs)
    orders = Region(f"orders-{army}", _draw_orders, (army, None))
    return Region(f"army-{army}", _draw_army, inputs, inner=(orders,))
