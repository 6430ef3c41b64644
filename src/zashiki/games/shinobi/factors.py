"""What a seat's winning chances depend on, as a few numbers from its own view."""

from __future__ import annotations

from typing import Final

from zashiki.games.shinobi.rules.actions import ARMIES
from zashiki.games.shinobi.rules.cards import DECK_SIZE, HAND, NINJA
from zashiki.games.shinobi.rules.standing import at_risk, share
from zashiki.games.shinobi.view import ShinobiView

NAMES: Final = (
    "even",
    "lead",
    "second lead",
    "ahead of the mean",
    "largest army",
    "home army",
    "at risk",
    "rivals at risk",
    "own cards in hand",
    "ninja in hand",
    "own cards unseen",
    "turns to wait",
    "share if it ended now",
)
"""Each counts by itself, by how far the game has come, and by the square of that."""
SEAT_COUNTS: Final = 3
SIZE: Final = 3 * len(NAMES) + SEAT_COUNTS


def factors(view: ShinobiView) -> list[float] | None:
    """The numbers of the view's seat; None: the cards are still dealt, or the game is over."""
    if view.turn is None or view.seat is None or view.hand is None:
        return None
    clan = view.clans[view.seat]
    assert clan is not None
    armies = [strength for province in view.provinces for strength in province]
    armies += [0] * (ARMIES - len(armies))
    totals = view.totals
    rivals = sorted((totals[other] for other in range(5) if other != clan), reverse=True)
    risks = at_risk(armies)
    begin = DECK_SIZE - HAND * view.seats
    turns = view.deck + view.seats if view.turns_left is None else view.turns_left
    done = 1.0 - min(1.0, turns / begin)
    plain = [
        1.0,
        float(totals[clan] - rivals[0]),
        float(totals[clan] - rivals[1]),
        totals[clan] - sum(rivals) / 4,
        max(armies[clan::5]) - max(armies),
        float(armies[view.seat * 5 + clan]),
        float(risks[clan]),
        sum(risks) - risks[clan],
        float(view.hand[clan]),
        float(view.hand[NINJA]),
        float(view.unseen[clan]),
        _wait(view) / view.seats,
        share(armies, list(totals), view.seats, view.seat, clan),
    ]
    count = [float(view.seats == number) for number in range(3, 3 + SEAT_COUNTS)]
    return [*plain, *(done * one for one in plain), *(done * done * one for one in plain), *count]


def _wait(view: ShinobiView) -> float:
    """How many turns it takes until this seat has its own again, less what is ordered already; 0 when its own begins."""
    assert view.seat is not None
    assert view.turn is not None
    ordered = sum(order is not None for order in view.orders) / 3
    away = (view.seat - view.turn) % view.seats
    if away == 0:
        return ordered * view.seats
    return away - ordered
