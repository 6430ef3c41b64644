"""7 Ronin as numbers: what a seat may see, each number from 0 to 1. Areas and ronin are in the order of `pieces`."""

from __future__ import annotations

from typing import Any, Final

from zashiki.games.seven_ronin.rules.pieces import AREAS, EDITIONS, MARKERS, PLACES, RONIN, ROUNDS, STEPS
from zashiki.games.seven_ronin.rules.sight import write_row
from zashiki.games.seven_ronin.rules.state import State
from zashiki.kernel.features import Code, Part, flags, one_of, share, shares

__all__ = ["CODE", "PIECES", "write", "write_row"]

_AREAS: Final = len(AREAS)
_PLACES: Final = len(PLACES)
_RONIN: Final = len(RONIN)
_MOST_VITALITY: Final = 10  # of the boards that people print; what a board file has beyond it counts as this

CODE: Final = Code(
    {
        "seat": flags(2),  # the Attacker, the Defender
        "may_choose": flags(1),
        "edition": flags(len(EDITIONS)),
        "round": flags(ROUNDS),
        "step": flags(len(STEPS)),
        "attack_rules": shares(_AREAS, MARKERS, 1),  # Threat Level, least attack, whether casualties follow
        "stock": share(MARKERS, 2),  # Reserves and Supply
        "ninja": share(MARKERS, _PLACES),  # on each area and the Green
        "ronin_places": one_of(_PLACES, _RONIN),  # where each stands: openly, or in the Defender's own plan
        "ronin_lives": share(_MOST_VITALITY, _RONIN),  # wounds that he can still take
        "ronin_marks": flags(5, _RONIN),  # held, stays, without ability now and next, ability used
        "ronin_waiting": flags(_RONIN),  # still to be put by the Defender's own plan
        "ronin_targets": flags(_RONIN),  # yet to be wounded by the Watchtower
        "areas_used": flags(_AREAS),
        "area_copied": flags(_AREAS),  # by the Inn
        "ready": flags(2),
        "own_attack": share(MARKERS, _PLACES),  # the Attacker's own plan
        "own_attack_needs": share(MARKERS),  # ninja that it still must get
        "revealed_ninja": share(MARKERS, _PLACES),  # the latest deployment
        "revealed_ronin": one_of(_PLACES, _RONIN),
        "revealed_rest": share(MARKERS, 2),  # how far limits could be passed, ninja removed from the Green
    },
    [
        ["attack_rules", "seat", "may_choose", "edition", "round", "step", "ready"],
        ["stock", Part("ninja", 0, 5)],
        [Part("ninja", 5, _PLACES)],
        ["ronin_places"],
        ["ronin_lives"],
        ["ronin_marks", "ronin_waiting", "ronin_targets"],
        [Part("own_attack", 0, 7)],
        [Part("own_attack", 7, _PLACES), "own_attack_needs", "revealed_rest"],
        [Part("revealed_ninja", 0, 7)],
        [Part("revealed_ninja", 7, _PLACES), "areas_used", "area_copied"],
        ["revealed_ronin"],
    ],
)
PIECES: Final = CODE.pieces


def write(state: State, seat: int, array: Any) -> None:
    CODE.write(CODE.row(write_row, state, seat), array)
