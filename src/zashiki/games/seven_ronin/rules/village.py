"""A board under the rules of one edition, as plain numbers that the rules look up."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final

from zashiki.games.seven_ronin.rules.pieces import ALL_AREAS, EDITIONS, ROUNDS


class Reduction:
    """A smaller game on the same board, for study: some areas, some ronin, few ninja and rounds."""

    __slots__ = ("areas", "lives", "name", "ninja", "reserves", "rounds", "supply")

    def __init__(
        self,
        name: str,
        areas: int,
        ninja: list[int],
        lives: list[int],
        reserves: int,
        supply: int,
        rounds: int,
    ) -> None:
        self.name = name
        self.areas = areas  # a mask: where both sides may deploy; the others are closed
        self.ninja = ninja  # on each area and the Green when the game begins
        self.lives = lives  # wounds that each ronin can still take; 0: he has fallen
        self.reserves = reserves
        self.supply = supply
        self.rounds = rounds

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: a compiled class makes no object without the arguments of its `__init__`."""
        facts = (self.name, self.areas, self.ninja, self.lives, self.reserves, self.supply, self.rounds)
        return Reduction, facts


class Village:
    """Areas and ronin by number, rounds from 1."""

    __slots__ = (
        "capacity",
        "casualties",
        "edition",
        "edition_number",
        "in_ring_order",
        "inn_shoots_from_itself",
        "key",
        "least_attack",
        "limit",
        "minimum",
        "most_capacity",
        "near",
        "neighbours",
        "open",
        "reduction",
        "ring",
        "rounds",
        "taiko_heals_on_green",
        "threat",
        "vitality",
    )

    def __init__(
        self,
        edition: str,
        threat: list[int],
        minimum: list[int],
        casualties: list[int],
        ring: list[int],
        limit: list[int],
        vitality: list[int],
        reduction: Reduction | None = None,
    ) -> None:
        self.edition = edition
        self.edition_number = EDITIONS.index(edition)
        self.reduction = reduction
        self.open = ALL_AREAS if reduction is None else reduction.areas
        self.rounds = ROUNDS if reduction is None else reduction.rounds
        self.taiko_heals_on_green = edition != "pl-2013"
        self.inn_shoots_from_itself = edition == "en-2015"
        self.threat = [0, *threat]
        self.minimum = [0, *minimum_of(edition, threat, minimum)]
        self.casualties = [number in casualties for number in range(ROUNDS + 1)]
        self.limit = limit
        self.vitality = vitality
        self.ring = ring
        self.in_ring_order = [
            [area for area in ring if mask >> area & 1] for mask in range(ALL_AREAS + 1)
        ]  # by mask of areas
        self.neighbours = [(0, 0)] * len(ring)
        for spot, area in enumerate(ring):
            self.neighbours[area] = (ring[spot - 1], ring[(spot + 1) % len(ring)])
        self.near = [1 << before | 1 << after for before, after in self.neighbours]
        deep = [most if self.open >> area & 1 else 0 for area, most in enumerate(limit)]
        self.capacity = {level: capacities(deep, level) for level in set(threat)}
        least = {level: min(room.values()) for level, room in self.capacity.items()}
        self.least_attack = [0, *(least[level] + 1 for level in threat)]
        """By round: ninja that can be put whatever areas are attacked, one of them on the Green."""
        self.most_capacity = [0, *(self.capacity[level][0] for level in threat)]
        facts = (edition, self.threat, self.minimum, self.casualties, ring, limit, vitality)
        name = "" if reduction is None else reduction.name
        self.key = blake2b(repr(facts).encode() + name.encode(), digest_size=16).digest()

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: what the board says. The tables that follow from it are large, so they are made anew where it is read."""
        casualties = [number for number, starves in enumerate(self.casualties) if starves]
        minimum = self.minimum[1:]  # of any edition: it follows from itself
        printed = (self.edition, self.threat[1:], minimum, casualties, self.ring, self.limit, self.vitality)
        return unpickled, (self.key, (*printed, self.reduction))

    def __deepcopy__(self, _memo: dict[int, Any]) -> Village:
        """A village never changes: copies of a state share it."""
        return self


_UNPICKLED: Final[dict[bytes, Village]] = {}
"""By key: states that come from another process share their village too."""


def unpickled(key: bytes, facts: tuple[Any, ...]) -> Village:
    if key not in _UNPICKLED:
        _UNPICKLED[key] = Village(*facts)
    return _UNPICKLED[key]


def minimum_of(edition: str, threat: list[int], printed: list[int]) -> list[int]:
    """RON-P5 by edition: the round (Polish), the round or the lower Threat Level (French), as printed (English)."""
    if edition == "pl-2013":
        return list(range(1, ROUNDS + 1))
    if edition == "fr-2014":
        return [min(number, level) for number, level in enumerate(threat, 1)]
    return printed


def capacities(limit: list[int], threat: int) -> dict[int, int]:
    """How many ninja the limits let in at most, once the areas of a mask are attacked and the rest is chosen best."""
    capacity: dict[int, int] = {}
    for mask in range(ALL_AREAS + 1):
        free = threat - mask.bit_count()
        if free >= 0:
            inside = sum([most for area, most in enumerate(limit) if mask >> area & 1])
            outside = sorted([most for area, most in enumerate(limit) if not mask >> area & 1], reverse=True)
            capacity[mask] = inside + sum(outside[:free])
    return capacity
