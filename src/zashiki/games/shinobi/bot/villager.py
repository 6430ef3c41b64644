"""The villager: weighs each choice by the table it leaves, and helps other clans to stay hidden."""

from __future__ import annotations

from random import Random
from typing import Final

from zashiki.games.shinobi.rules.actions import ARMIES, NINJA_ON, PLACE
from zashiki.games.shinobi.rules.standing import Moment
from zashiki.games.shinobi.view import ShinobiView

_COVER: Final = 0.35
"""How often, until the last round, it plays for a clan that is not its own."""
_LOYALTY: Final = 0.4
"""How much its own clan counts even then."""
_WHIM: Final = 0.4
"""How much better, in cards, a choice must be to be taken for sure."""
_HASTE: Final = 4.0
"""The same for a novice, who misjudges more."""


def choose(view: ShinobiView, chance: Random) -> int:
    """One of the seat's legal choices, from what the seat sees alone."""
    return _choose(view, chance, _WHIM, _COVER)


def choose_hastily(view: ShinobiView, chance: Random) -> int:
    """A novice: misjudges what choices are worth, and never plays for another clan, which gives its own away."""
    return _choose(view, chance, _HASTE, 0.0)


def _choose(view: ShinobiView, chance: Random, misjudged: float, covers: float) -> int:
    if len(view.legal) == 1:
        return view.legal[0]
    assert view.seat is not None
    own = view.clans[view.seat]
    assert own is not None
    moment = moment_of(view, view.seat)
    if view.last is None and chance.random() < covers:
        cover = chance.choice([clan for clan in range(5) if clan != own])
        loyalty = _LOYALTY
    else:
        cover, loyalty = own, 1.0

    def worth(action: int) -> float:
        whim = misjudged * chance.random()
        if loyalty == 1.0:
            return moment.worth(own, action) + whim
        return (1 - loyalty) * moment.worth(cover, action) + loyalty * moment.worth(own, action) + whim

    return max(view.legal, key=worth)


def moment_of(view: ShinobiView, seat: int) -> Moment:
    """What the choices of a seat are weighed by."""
    assert view.hand is not None
    armies = [strength for province in view.provinces for strength in province]
    safe = [safe for province in view.protected for safe in province]
    bits = sum(1 << army for army, is_safe in enumerate(safe) if is_safe)
    moment = Moment(view.seats, seat, armies + [0] * (ARMIES - len(armies)), bits, list(view.hand))
    moment.second_order = view.phase == "second-order"
    moment.last_round = view.last is not None
    moment.last_turn = view.turns_left == 1
    first = view.orders[0]
    if first is not None and first < NINJA_ON:
        moment.just_laid = first - PLACE
    return moment
