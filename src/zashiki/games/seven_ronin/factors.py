"""What the Attacker's winning chances depend on when a round begins: the round, and how the villager values the position."""

from __future__ import annotations

from typing import Final

from zashiki.games.seven_ronin.bot.tactics import worth
from zashiki.games.seven_ronin.imagine import known
from zashiki.games.seven_ronin.rules.pieces import ATTACKER, ROUNDS
from zashiki.games.seven_ronin.rules.state import State
from zashiki.games.seven_ronin.view import RoninGameView

SIZE: Final = 2 * ROUNDS
SCALE: Final = 0.1


def factors(view: RoninGameView) -> list[float] | None:
    """Of the Attacker, when nothing is planned yet; None: there is nothing to learn from this view."""
    begins = view.phase == "planning" and view.attack is not None and not view.attack.put
    return factors_of(known(view)) if begins and view.seat == ATTACKER else None


def factors_of(state: State) -> list[float]:
    values = [0.0] * SIZE
    values[2 * (state.round - 1)] = 1.0
    values[2 * (state.round - 1) + 1] = SCALE * worth(state)
    return values
