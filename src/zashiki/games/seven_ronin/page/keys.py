"""The keys of the choices: a place or a ronin has one key all game long, and a choice is typed as the piece and where it goes."""

from __future__ import annotations

from typing import Final

from zashiki.games.seven_ronin.rules.actions import (
    AIM_AT,
    COPY_OF,
    CURSE,
    DEPLOY,
    DIVIDE_OFF,
    DONE,
    HEAL,
    HOLD,
    LOOT,
    NAMES,
    NINJA,
    POISON,
    PUSH_TO,
    RETURN_FROM,
    RIDE_TO,
    SEND_ONE,
    SEND_TWO,
    SHOOT,
    STRIKE,
    WATCH,
)
from zashiki.games.seven_ronin.rules.pieces import (
    ANIMAL_PEN,
    BURIAL_GROUNDS,
    GRANARY,
    INN,
    PASSAGE,
    PLACES,
    RONIN,
    SHRINE,
    WATCHTOWER,
    WELL,
)

PLACE_KEYS: Final = "1234567890g"
RONIN_KEYS: Final = dict(zip(RONIN, "hkmtsyi", strict=True))
TWO_BY_THE_PASSAGE: Final = "p"
FINISH: Final = "e"
WOUNDS: Final = "abcdfjlnoq"
"""So many wounds go to Tasuke: none, one, two, ..."""


def _keys() -> dict[int, str]:
    places, ronin = list(PLACE_KEYS), list(RONIN_KEYS.values())
    found = {NINJA + place: key for place, key in enumerate(places)}
    for who, one in enumerate(ronin):
        found |= {DEPLOY + len(PLACES) * who + place: one + key for place, key in enumerate(places)}
    by_area = (
        (PUSH_TO, RONIN_KEYS["yobu"]),
        (RIDE_TO, RONIN_KEYS["hayai"]),
        (RETURN_FROM, places[BURIAL_GROUNDS]),
        (COPY_OF, places[INN]),
        (SEND_ONE, places[PASSAGE]),
        (SEND_TWO, TWO_BY_THE_PASSAGE),
    )
    for first, piece in by_area:
        found |= {first + area: piece + places[area] for area in range(10)}
    by_ronin = (
        (HEAL, RONIN_KEYS["taiko"]),
        (POISON, places[WELL]),
        (HOLD, places[ANIMAL_PEN]),
        (CURSE, places[SHRINE]),
        (AIM_AT, places[WATCHTOWER]),
    )
    for first, piece in by_ronin:
        found |= {first + who: piece + key for who, key in enumerate(ronin)}
    found |= {DIVIDE_OFF + number: key for number, key in enumerate(WOUNDS)}
    found |= {STRIKE: RONIN_KEYS["musashi"], SHOOT: RONIN_KEYS["yumi"]}
    return found | {WATCH: places[WATCHTOWER], LOOT: places[GRANARY], DONE: FINISH}


_KEYS: Final = _keys()


def keys(action: int) -> str:
    """What is typed for a choice; sealing a plan and ending a step have the same key."""
    return _KEYS.get(action, FINISH if NAMES[action] in ("ready", "enough") else "")
