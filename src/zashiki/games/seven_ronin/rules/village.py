"""A board under the rules of one edition, as plain numbers that the rules look up."""

from __future__ import annotations

from hashlib import blake2b

from zashiki.games.seven_ronin.rules.pieces import ALL_AREAS, ROUNDS


class Village:
    """Areas and ronin by number, rounds from 1."""

    __slots__ = (
        "capacity",
        "casualties",
        "edition",
        "inn_shoots_from_itself",
        "key",
        "least_capacity",
        "limit",
        "minimum",
        "near",
        "neighbours",
        "ring",
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
    ) -> None:
        self.edition = edition
        self.taiko_heals_on_green = edition != "pl-2013"
        self.inn_shoots_from_itself = edition == "en-2015"
        self.threat = [0, *threat]
        self.minimum = [0, *minimum_of(edition, threat, minimum)]
        self.casualties = [number in casualties for number in range(ROUNDS + 1)]
        self.limit = limit
        self.vitality = vitality
        self.ring = ring
        self.neighbours = [(0, 0)] * len(ring)
        for spot, area in enumerate(ring):
            self.neighbours[area] = (ring[spot - 1], ring[(spot + 1) % len(ring)])
        self.near = [1 << before | 1 << after for before, after in self.neighbours]
        self.capacity = {level: capacities(limit, level) for level in set(threat)}
        self.least_capacity = {level: min(room.values()) for level, room in self.capacity.items()}
        facts = (edition, self.threat, self.minimum, self.casualties, ring, limit, vitality)
        self.key = blake2b(repr(facts).encode(), digest_size=16).digest()


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
