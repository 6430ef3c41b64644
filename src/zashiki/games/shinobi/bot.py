"""A sensible player: weighs each choice by the table it leaves, and helps other clans to stay hidden."""

from __future__ import annotations

from random import Random
from typing import Final

from zashiki.games.shinobi.actions import ATTACK, MOVE, NINJA_ON, PLACE, SKIP
from zashiki.games.shinobi.cards import NINJA
from zashiki.games.shinobi.view import ShinobiView

_COVER: Final = 0.4
"""How often, until the last round, it plays for a clan that is not its own."""
_WHIM: Final = 0.4
"""How much better, in cards, a choice must be to be taken for sure."""


def choose(view: ShinobiView, chance: Random) -> int:
    """One of the seat's legal choices, from what the seat sees alone."""
    if len(view.legal) == 1:
        return view.legal[0]
    clan = _clan_to_help(view, chance)
    return max(view.legal, key=lambda action: _worth(view, clan, action) + _WHIM * chance.random())


def _clan_to_help(view: ShinobiView, chance: Random) -> int:
    """The own clan; now and then another, so that a game's choices do not give it away."""
    assert view.seat is not None
    own = view.clans[view.seat]
    assert own is not None
    if view.last is None and chance.random() < _COVER:
        return chance.choice([clan for clan in range(5) if clan != own])
    return own


def _worth(view: ShinobiView, clan: int, action: int) -> float:
    """How the clan stands after the choice, less what the choice takes from the hand."""
    armies = [strength for province in view.provinces for strength in province]
    price = 0.0
    if action == SKIP:
        return _standing(view, clan, armies)
    if action >= ATTACK:
        armies[(action - ATTACK) % 25] -= 1
    elif action >= MOVE:
        army, goal = divmod(action - MOVE, 5)
        armies[army] -= 1
        armies[goal * 5 + army % 5] += 1
    elif action >= NINJA_ON:
        armies[action - NINJA_ON] -= 1
        price = _price(view, clan, NINJA)
    else:
        armies[action - PLACE] += 1
        price = _price(view, clan, action % 5)
    return _standing(view, clan, armies) - price


def _price(view: ShinobiView, clan: int, kind: int) -> float:
    """What a card is worth kept in hand: nobody strikes two troops of the clan kept for the last turn."""
    assert view.hand is not None
    if view.last is not None:
        return 0.0
    if kind == NINJA:
        return 0.8
    if kind == clan:
        return 0.9 if view.hand[clan] <= 2 else 0.3
    return 0.0


def _standing(view: ShinobiView, clan: int, armies: list[int]) -> float:
    """The clan's cards against the others', what either may lose to attacks, and both tie-breaks."""
    assert view.seat is not None
    totals = [sum(armies[other::5]) for other in range(5)]
    rivals = sorted((totals[other] for other in range(5) if other != clan), reverse=True)
    standing = totals[clan] - 0.6 * rivals[0] - 0.25 * rivals[1] - 0.1 * (rivals[2] + rivals[3])
    at_risk = _at_risk(armies)
    standing += 0.1 * sum(at_risk) - 0.5 * at_risk[clan]
    return standing + 0.1 * armies[view.seat * 5 + clan] + 0.1 * max(armies[clan::5])


def _at_risk(armies: list[int]) -> list[int]:
    """By clan: its armies that a larger army of another clan in another province could attack."""
    risks = [0] * 5
    for army, strength in enumerate(armies):
        if strength and any(
            larger > strength and other % 5 != army % 5 and other // 5 != army // 5
            for other, larger in enumerate(armies)
        ):
            risks[army % 5] += 1
    return risks
