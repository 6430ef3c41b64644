"""The villager: weighs each choice by the table it leaves, and helps other clans to stay hidden."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from random import Random
from typing import Final

from zashiki.games.shinobi.rules.actions import ARMIES, ATTACK, MOVE, NINJA_ON, PLACE, SKIP
from zashiki.games.shinobi.rules.cards import NINJA
from zashiki.games.shinobi.view import ShinobiView

_COVER: Final = 0.35
"""How often, until the last round, it plays for a clan that is not its own."""
_LOYALTY: Final = 0.4
"""How much its own clan counts even then."""
_WHIM: Final = 0.4
"""How much better, in cards, a choice must be to be taken for sure."""
_HASTE: Final = 4.0
"""The same for a novice, who misjudges more."""
_VICTORY: Final = 25.0
"""What it is worth, in cards, to win for sure with the last choices of the game."""
_DITHERING: Final = 0.5
"""What it costs, in cards, to move on the card that was just laid: it could have been laid there."""


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
    moment = Moment(view, view.seat)
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


class Moment:
    """What the choices of one moment are worth to a clan."""

    def __init__(self, view: ShinobiView, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.armies = [strength for province in view.provinces for strength in province]
        self.armies += [0] * (ARMIES - len(self.armies))
        self.safe = [safe for province in view.protected for safe in province]
        self.last_turn = view.turns_left == 1
        first = view.orders[0]
        self.just_laid = -1 if first is None or first >= NINJA_ON else first - PLACE

    def worth(self, clan: int, action: int) -> float:
        """How the clan stands after the choice, less what the choice takes from the hand."""
        armies = self.armies[:]
        price = 0.0
        joined = -1
        if action >= SKIP:
            pass
        elif action >= ATTACK:
            armies[(action - ATTACK) % ARMIES] -= 1
        elif action >= MOVE:
            army, goal = divmod(action - MOVE, 5)
            joined = goal * 5 + army % 5
            armies[army] -= 1
            armies[joined] += 1
            price = _DITHERING if army == self.just_laid else 0.0
        elif action >= NINJA_ON:
            armies[action - NINJA_ON] -= 1
            price = self._price(clan, NINJA)
        else:
            joined = action - PLACE
            armies[joined] += 1
            price = self._price(clan, joined % 5)
        if self.view.phase == "second-order":
            return self._standing_after_attack(clan, armies, joined) - price
        return self._standing(clan, armies) - price

    def _price(self, clan: int, kind: int) -> float:
        """What a card is worth kept in hand: nobody strikes two troops of the clan kept for the last turn."""
        assert self.view.hand is not None
        if self.view.last is not None:
            return 0.0
        if kind == NINJA:
            return 0.8
        if kind == clan:
            return 0.9 if self.view.hand[clan] <= 2 else 0.3
        return 0.0

    def _standing_after_attack(self, clan: int, armies: list[int], joined: int) -> float:
        """SHI-O4: whoever can attack must, so the second order is as good as the best attack after it."""
        standings = []
        for army in self._targets(armies, joined):
            armies[army] -= 1
            standings.append(self._standing(clan, armies))
            armies[army] += 1
        return max(standings) if standings else self._standing(clan, armies)

    def _targets(self, armies: list[int], joined: int) -> list[int]:
        """SHI-O4, SHI-O5: the armies that one of the own province may attack."""
        home = range(self.seat * 5, self.seat * 5 + 5)
        return [
            army
            for army, safe in enumerate(self.safe)
            if armies[army]
            and not safe
            and army != joined
            and army not in home
            and any(armies[mine] > armies[army] and mine % 5 != army % 5 for mine in home)
        ]

    def _standing(self, clan: int, armies: list[int]) -> float:
        """The clan's cards against the others', what either may lose to attacks, and both tie-breaks."""
        totals = [sum(armies[other::5]) for other in range(5)]
        rivals = sorted((totals[other] for other in range(5) if other != clan), reverse=True)
        standing = totals[clan] - 0.6 * rivals[0] - 0.25 * rivals[1] - 0.1 * (rivals[2] + rivals[3])
        risks = at_risk(armies)
        standing += 0.1 * sum(risks) - 0.5 * risks[clan]
        standing += 0.1 * armies[self.seat * 5 + clan] + 0.1 * max(armies[clan::5])
        if self.last_turn:
            standing += _VICTORY * share(armies, totals, self.view.seats, self.seat, clan)
        return standing


def share(armies: list[int], totals: list[int], seats: int, seat: int, clan: int) -> float:
    """SHI-E2, SHI-E3: the seat's share of the victory if the game ended now, over all that others may serve."""
    largest = [max(armies[other::5]) for other in range(5)]
    rivals = [other for other in range(seats) if other != seat]
    home = armies[seat * 5 + clan]
    deals = _deals(clan, seats)
    won = 0.0
    for deal in deals:
        figures = totals if max(totals) in (totals[clan], *(totals[other] for other in deal)) else largest
        best = (figures[clan], home)
        standings = [
            (figures[other], armies[rival * 5 + other]) for rival, other in zip(rivals, deal, strict=True)
        ]
        if max(standings) <= best:
            won += 1 / (1 + standings.count(best))
    return won / len(deals)


@cache
def _deals(clan: int, seats: int) -> list[tuple[int, ...]]:
    """SHI-S1: whom the other seats may serve."""
    return list(permutations([other for other in range(5) if other != clan], seats - 1))


def at_risk(armies: list[int]) -> list[int]:
    """By clan: its armies that a larger army of another clan in another province could attack."""
    strongest = []
    for first in range(0, ARMIES, 5):
        province = armies[first : first + 5]
        most = max(province)
        clan = province.index(most)
        province[clan] = 0
        strongest.append((first // 5, most, clan, max(province)))
    risks = [0] * 5
    for army, strength in enumerate(armies):
        if strength:
            province_of, clan = divmod(army, 5)
            for other, most, leader, second in strongest:
                if other != province_of and (second if leader == clan else most) > strength:
                    risks[clan] += 1
                    break
    return risks
