"""Around the provinces: the three orders, the clans on the table, the hand, the clan one serves."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from zashiki.games.shinobi.cards import CLANS, KINDS
from zashiki.games.shinobi.labels import touches
from zashiki.games.shinobi.page.drawing import drawing
from zashiki.games.shinobi.page.orders import PHASES, Offers
from zashiki.games.shinobi.rules.cards import NINJA
from zashiki.games.shinobi.view import ShinobiView
from zashiki.kernel.parts import Region

STEPS: Final = (*PHASES, "draw")
LEAST_SCALE: Final = 6
"""The bars of the clans have room for at least so many cards."""


class Strip(msgspec.Struct, frozen=True, cache_hash=True):
    """Whose turn, which step of it."""

    seats: int
    turn: int | None
    own: bool
    now: int  # in STEPS; -1 for none of them

    @property
    def steps(self) -> list[tuple[str, str]]:
        """Each step with its state: done, now, or still to come."""
        states = (
            "now" if step == self.now else "done" if step < self.now else "" for step in range(len(STEPS))
        )
        return list(zip(STEPS, states, strict=True))


class Turn(msgspec.Struct, frozen=True, cache_hash=True):
    """The three orders of a turn."""

    turn: int | None
    own: bool
    phase: str
    orders: tuple[int | None, ...]
    turns_left: int | None
    reader: int | None = None  # who looks, where another's order touches their province

    @property
    def home(self) -> int | None:
        return self.turn if self.own else None

    @property
    def steps(self) -> list[tuple[str, int | None]]:
        """Each order with what was given."""
        return list(zip(PHASES, self.orders, strict=True))


class Hand(msgspec.Struct, frozen=True, cache_hash=True):
    """The own hand; each card is a way to pick its kind."""

    held: tuple[int, ...]  # by kind
    pickable: tuple[int, ...]  # kinds
    picked: int | None
    stamp: str
    second_order: bool  # of the own turn: no ninja now (ruling 4)

    @property
    def cards(self) -> list[tuple[int, str, int]]:
        """Each card: its kind by number and by name, and how many of the kind lie before it."""
        return [(kind, KINDS[kind], copy) for kind, count in enumerate(self.held) for copy in range(count)]


class Clan(msgspec.Struct, frozen=True, cache_hash=True):
    """A row of the census."""

    clan: str
    total: int
    out: int
    scale: int  # how many cards the longest bar stands for

    @property
    def bar(self) -> float:
        """How long the bar is, of 118."""
        return 118 * self.total / self.scale


_draw_strip: Final = drawing("strip")
_draw_turn: Final = drawing("turn")
_draw_hand: Final = drawing("hand")
_draw_deck: Final = drawing("deck")
_draw_totals: Final = drawing("totals")
_draw_clan: Final = drawing("clan")
_draw_census: Final = drawing("census")
_draw_ninja: Final = drawing("ninja")
_draw_served: Final = drawing("served")


def strip(view: ShinobiView) -> Region:
    now = STEPS.index(view.phase) if view.phase in STEPS else -1
    return _strip(view.seats, view.turn, view.turn is not None and view.turn == view.seat, now)


@lru_cache(maxsize=256)
def _strip(seats: int, turn: int | None, own: bool, now: int) -> Region:
    return Region("strip", _draw_strip, Strip(seats, turn, own, now))


def turn_orders(view: ShinobiView) -> Region:
    own = view.turn is not None and view.turn == view.seat
    given = [order for order in view.orders if order is not None]
    touched = not own and view.seat is not None and any(touches(order, view.seat) for order in given)
    reader = view.seat if touched else None
    return _turn_orders(Turn(view.turn, own, view.phase, view.orders, view.turns_left, reader))


@lru_cache(maxsize=1024)
def _turn_orders(turn: Turn) -> Region:
    return Region("turn-orders", _draw_turn, turn)


def totals(view: ShinobiView) -> Region:
    """Under the table of a phone: the cards of each clan in all provinces, as the census counts them."""
    return _totals(view.totals)


@lru_cache(maxsize=1024)
def _totals(totals: tuple[int, ...]) -> Region:
    return Region("totals", _draw_totals, totals)


def census(view: ShinobiView) -> Region:
    """How many cards of each clan lie on the table, the most first."""
    return _census(view.totals, view.out[:NINJA])


@lru_cache(maxsize=2048)
def _census(totals: tuple[int, ...], out: tuple[int, ...]) -> Region:
    scale = max((*totals, LEAST_SCALE))
    ranked = sorted(range(len(CLANS)), key=lambda clan: -totals[clan])
    rows = tuple(
        Region(f"census-{CLANS[clan]}", _draw_clan, Clan(CLANS[clan], totals[clan], out[clan], scale))
        for clan in ranked
    )
    return Region("census", _draw_census, tuple(CLANS[clan] for clan in ranked), inner=rows)


def ninja_out(view: ShinobiView) -> Region:
    return _ninja_out(view.out[NINJA])


@lru_cache(maxsize=64)
def _ninja_out(count: int) -> Region:
    return Region("ninja-out", _draw_ninja, count)


def hand(view: ShinobiView, held: tuple[int, ...], offers: Offers) -> Region:
    """On the mat, with the piles beside it."""
    second_order = view.phase == "second-order" and view.turn == view.seat
    pickable = tuple(kind for kind, name in enumerate(KINDS) if f"card-{name}" in offers.groups)
    picked = next((kind for kind in pickable if offers.picked == f"card-{KINDS[kind]}"), None)
    inputs = Hand(held, pickable, picked, offers.stamp if pickable else "", second_order)
    piles = Region("deck", _draw_deck, (view.deck, sum(view.out)))
    return Region("hand", _draw_hand, inputs, seat=view.seat, inner=(piles,))


@lru_cache(maxsize=64)
def served(seat: int, clan: int) -> Region:
    """The own clan: secret, so it can be folded away."""
    return Region("served", _draw_served, CLANS[clan], seat=seat)
