"""What a board costs the village: the judgement behind the villager, its figures found by playing."""

from __future__ import annotations

from typing import Final

from zashiki.games.samurai_spirit.rules.cards import SYMBOLS
from zashiki.games.samurai_spirit.view import FACES, CardFace, SamuraiSpiritView, SamuraiView

_FARMSTEAD: Final = (0.0, 50.0, 16.0, 9.0, 6.4, 5.1, 4.4)  # the price of losing one, by how many are left
_FAMILY: Final = (0.0, 50.0, 24.0, 13.0)
_BARRICADE: Final = (0.0, 2.4, 1.8, 1.5, 1.4)  # the same, the last figure for more
_WOUND: Final = {
    (False, False): 0.5,  # human: a marker
    (False, True): 1.1,  # turns into a beast
    (True, False): 3.5,
    (True, True): 60.0,  # death
}
_ATTACK: Final = (
    0.83  # how much of the track a coming Raider takes; many are defended, discarded or sent away
)
_LIVE: Final = 0.7  # how much of the last card's penalty counts
_ROOM: Final = 0.19  # what a Raider costs that comes when there is no room left below Kiai
_KIAI: Final = {  # human side, animal side
    "heihachi": (1.2, 2.2),
    "daisuke": (0.8, 1.5),
    "gorobei": (1.0, 1.4),
    "kanbei": (0.8, 1.2),
    "kyuzo": (0.4, 1.6),
    "kikuchiyo": (1.2, 2.3),
    "katsushiro": (0.4, 0.7),
}
_PENALTIES: Final = {
    "no-defend": 0.5,
    "no-support": 0.05,
    "left-draws": 0.6,
    "right-draws": 0.6,
    "must-pass": 1.0,
    "discard-to-raiders": 0.2,
    "no-talent": 0.1,
    "lose-left-card": 2.0,
}


_RID: Final = 0.2  # what it costs to hand a card on or to discard it

_PLAIN: Final = tuple(CardFace(-1, "", value, "", "", (), False) for value in range(7))
_SIGNS: Final = tuple(CardFace(-1, "", 0, "", symbol, (), False) for symbol in SYMBOLS)


class Outlook:
    """What the table says about the rest of the round: prices, and what the next Raider may be."""

    __slots__ = ("barricade", "draws", "flames", "in_round", "lacks", "prices", "shares", "view")

    def __init__(self, view: SamuraiSpiritView) -> None:
        self.view = view
        self.in_round = sum(not samurai.passed for samurai in view.samurai)
        self.draws = view.raiders / max(1, self.in_round)
        left = view.barricades
        farmstead = _FARMSTEAD[view.farmsteads]
        self.barricade = farmstead if not left else _BARRICADE[min(left, len(_BARRICADE) - 1)]
        self.prices = (0.0, farmstead, _FAMILY[len(view.families)])
        shares = [0, 0, 0]
        flames = 0
        for face, weight in zip(FACES, view.odds, strict=True):
            if weight:
                if face.defence:
                    shares[SYMBOLS.index(face.defence)] += weight
                if face.flame:
                    flames += weight
        total = view.odds_total or 1
        self.flames = flames / total
        self.shares = [share / total for share in shares]
        self.lacks = [(1 - share) ** self.draws for share in self.shares]

    def wound(self, samurai: SamuraiView) -> float:
        return _WOUND[samurai.animal, samurai.wound]

    def symbol(self, samurai: SamuraiView, symbol: int) -> float:
        """The price of ending the round without a symbol."""
        return self.prices[symbol] if symbol else self.wound(samurai)

    def intruder(self) -> float:
        return self.flames * self.barricade

    def penalty(self, samurai: SamuraiView, penalty: str) -> float:
        """What a penalty costs the one who suffers it."""
        if penalty == "barricade":
            return self.barricade
        if penalty == "wound":
            return self.wound(samurai)
        if penalty == "intruder":
            return self.intruder()
        if penalty in ("left-draws", "right-draws"):
            step = 1 if penalty == "left-draws" else -1
            neighbour = self.view.samurai[(samurai.place + step) % len(self.view.samurai)]
            if neighbour.passed:
                return self.wound(samurai)
        return _PENALTIES[penalty]


def symbols_of(samurai: SamuraiView) -> tuple[bool, bool, bool]:
    return samurai.hat is not None, samurai.farm is not None, samurai.doll is not None


def kiai_gain(samurai: SamuraiView) -> float:
    return _KIAI[samurai.name][samurai.animal]


def standing(
    outlook: Outlook,
    samurai: SamuraiView,
    track: int,
    has: tuple[bool, bool, bool],
    last: CardFace | None,
    out: bool = False,
) -> float:
    """The cost of a board: symbols it may never get, room it may not have, the penalty it will suffer."""
    cost = 0.0
    over = track > samurai.kiai
    out = out or samurai.passed
    wanted = 0.0
    for symbol in range(3):
        if not has[symbol]:
            lack = 1.0 if out or over else outlook.lacks[symbol]
            cost += outlook.symbol(samurai, symbol) * lack
            wanted += 1.0 - lack
    if out:
        return cost
    if last is not None and last.penalties and not _ignores(samurai, last):
        cost += _LIVE * sum(outlook.penalty(samurai, penalty) for penalty in last.penalties)
    load = (outlook.draws - wanted) * _ATTACK
    room = max(0, samurai.kiai - track)
    if load > room:
        cost += _ROOM * (load - room) / _ATTACK
    return cost


def _ignores(samurai: SamuraiView, card: CardFace) -> bool:
    return ("kanbei" if card.value % 2 else "gorobei") in (samurai.name, *samurai.borrowed)


def now(outlook: Outlook, samurai: SamuraiView) -> float:
    """The cost of a board as it stands."""
    last = samurai.line[-1] if samurai.line else None
    return standing(outlook, samurai, samurai.track, symbols_of(samurai), last)


def attacked(outlook: Outlook, samurai: SamuraiView, card: CardFace) -> float:
    """The cost of a board once the card is in its line."""
    track = samurai.track + card.value
    has = symbols_of(samurai)
    if track == samurai.kiai:
        first = samurai.line[0] if samurai.line else card
        last = None if first is card else card
        return standing(outlook, samurai, track - first.value, has, last) - kiai_gain(samurai)
    cost = standing(outlook, samurai, track, has, card)
    return cost + outlook.barricade if track > samurai.kiai else cost


def defended(outlook: Outlook, samurai: SamuraiView, card: CardFace) -> float:
    """The cost of a board once the card is on its left."""
    hat, farm, doll = symbols_of(samurai)
    has = (hat or card.defence == "hat", farm or card.defence == "farm", doll or card.defence == "doll")
    last = samurai.line[-1] if samurai.line else None
    return standing(outlook, samurai, samurai.track, has, last)


def may_defend(view: SamuraiSpiritView, samurai: SamuraiView, card: CardFace) -> bool:
    if not card.defence or symbols_of(samurai)[SYMBOLS.index(card.defence)]:
        return False
    return not (view.no_defend and samurai.place == view.turn)


def placed(outlook: Outlook, samurai: SamuraiView, card: CardFace) -> float:
    """The cost of a board once it has taken the card on the better side."""
    cost = attacked(outlook, samurai, card)
    if may_defend(outlook.view, samurai, card):
        cost = min(cost, defended(outlook, samurai, card))
    return cost


def drawn(outlook: Outlook, samurai: SamuraiView) -> float:
    """The expected cost of a board that draws a Raider: each card by its exact odds, on its better side."""
    view = outlook.view
    attacks = [attacked(outlook, samurai, face) for face in _PLAIN]
    defences = {
        face.defence: defended(outlook, samurai, face) for face in _SIGNS if may_defend(view, samurai, face)
    }
    rid = now(outlook, samurai) + _RID  # the card is handed on or discarded
    talents = samurai.talents
    values = {face.value for face in samurai.line} if "kyuzo" in talents else set()
    kiai = (
        samurai.kiai - samurai.track if not samurai.line else 0
    )  # a first card that reaches Kiai leaves at once
    total = 0.0
    for face, weight in zip(FACES, view.odds, strict=True):
        if weight:
            cost = attacks[face.value]
            if face.penalties and face.value != kiai and not _ignores(samurai, face):
                cost += _LIVE * sum(outlook.penalty(samurai, penalty) for penalty in face.penalties)
            if face.defence in defences:
                cost = min(cost, defences[face.defence])
            if face.value in values or ("daisuke" if face.value % 2 else "heihachi") in talents:
                cost = min(cost, rid)
            total += weight * cost
    return total / view.odds_total
