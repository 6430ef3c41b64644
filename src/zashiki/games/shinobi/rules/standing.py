"""How a clan stands on the table, as a villager sees it: its cards, those of its rivals, what either may lose to attacks."""

from __future__ import annotations

from itertools import permutations
from typing import Final

from zashiki.games.shinobi.rules.actions import ARMIES, ATTACK, MOVE, NINJA_ON, PLACE, SKIP
from zashiki.games.shinobi.rules.cards import NINJA

_VICTORY: Final = 25.0
"""What it is worth, in cards, to win for sure with the last choices of the game."""
_DITHERING: Final = 0.5
"""What it costs, in cards, to move on the card that was just laid: it could have been laid there."""


class Moment:
    """What the choices of one moment are worth to a clan; the lists are by army and by kind."""

    def __init__(self, seats: int, seat: int, armies: list[int], safe: int, hand: list[int]) -> None:
        self.seats = seats
        self.seat = seat
        self.armies = armies
        self.safe = safe  # the armies that may not be attacked, as bits
        self.hand = hand
        self.second_order = False
        self.last_round = False
        self.last_turn = False
        self.just_laid = -1  # the army that the first order has reinforced

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
        if self.second_order:
            return self._standing_after_attack(clan, armies, joined) - price
        return self._standing(clan, armies) - price

    def _price(self, clan: int, kind: int) -> float:
        """What a card is worth kept in hand: nobody strikes two troops of the clan kept for the last turn."""
        if self.last_round:
            return 0.0
        if kind == NINJA:
            return 0.8
        if kind == clan:
            return 0.9 if self.hand[clan] <= 2 else 0.3
        return 0.0

    def _standing_after_attack(self, clan: int, armies: list[int], joined: int) -> float:
        """SHI-O4: whoever can attack must, so the second order is as good as the best attack after it."""
        best = 0.0
        found = False
        for army in self._targets(armies, joined):
            armies[army] -= 1
            standing = self._standing(clan, armies)
            armies[army] += 1
            if not found or standing > best:
                best = standing
                found = True
        return best if found else self._standing(clan, armies)

    def _targets(self, armies: list[int], joined: int) -> list[int]:
        """SHI-O4, SHI-O5: the armies that one of the own province may attack."""
        home = self.seat * 5
        targets = []
        for army in range(self.seats * 5):
            strength = armies[army]
            if not strength or self.safe >> army & 1 or army == joined or home <= army < home + 5:
                continue
            for mine in range(home, home + 5):
                if armies[mine] > strength and mine % 5 != army % 5:
                    targets.append(army)
                    break
        return targets

    def _standing(self, clan: int, armies: list[int]) -> float:
        """The clan's cards against the others', what either may lose to attacks, and both tie-breaks."""
        totals = [sum(armies[other::5]) for other in range(5)]
        rivals = sorted([totals[other] for other in range(5) if other != clan], reverse=True)
        standing = totals[clan] - 0.6 * rivals[0] - 0.25 * rivals[1] - 0.1 * (rivals[2] + rivals[3])
        risks = at_risk(armies)
        standing += 0.1 * sum(risks) - 0.5 * risks[clan]
        standing += 0.1 * armies[self.seat * 5 + clan] + 0.1 * max(armies[clan::5])
        if self.last_turn:
            standing += _VICTORY * share(armies, totals, self.seats, self.seat, clan)
        return standing


def share(armies: list[int], totals: list[int], seats: int, seat: int, clan: int) -> float:
    """SHI-E2, SHI-E3: the seat's share of the victory if the game ended now, over all that others may serve."""
    largest = [max(armies[other::5]) for other in range(5)]
    rivals = [other for other in range(seats) if other != seat]
    home = armies[seat * 5 + clan]
    most = max(totals)
    deals = _deals(clan, seats)
    won = 0.0
    for deal in deals:
        figures = totals if totals[clan] == most else largest
        for other in deal:
            if totals[other] == most:
                figures = totals
        own = figures[clan]
        equals = 1
        for rival, other in zip(rivals, deal, strict=True):
            figure = figures[other]
            at_home = armies[rival * 5 + other]
            if figure > own or (figure == own and at_home > home):
                equals = 0
                break
            if figure == own and at_home == home:
                equals += 1
        if equals:
            won += 1 / equals
    return won / len(deals)


_DEALS: Final[dict[int, list[tuple[int, ...]]]] = {}


def _deals(clan: int, seats: int) -> list[tuple[int, ...]]:
    """SHI-S1: whom the other seats may serve."""
    found = _DEALS.get(clan * 8 + seats)
    if found is None:
        found = list(permutations([other for other in range(5) if other != clan], seats - 1))
        _DEALS[clan * 8 + seats] = found
    return found


def at_risk(armies: list[int]) -> list[int]:
    """By clan: its armies that a larger army of another clan in another province could attack."""
    most_of: list[int] = []
    leader_of: list[int] = []
    second_of: list[int] = []
    for first in range(0, ARMIES, 5):
        province = armies[first : first + 5]
        most = max(province)
        clan = province.index(most)
        province[clan] = 0
        most_of.append(most)
        leader_of.append(clan)
        second_of.append(max(province))
    risks = [0] * 5
    for army in range(ARMIES):
        strength = armies[army]
        if strength:
            clan = army % 5
            for other in range(5):
                if other != army // 5:
                    threat = second_of[other] if leader_of[other] == clan else most_of[other]
                    if threat > strength:
                        risks[clan] += 1
                        break
    return risks
