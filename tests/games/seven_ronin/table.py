"""How the tests of 7 Ronin set up positions and make choices by name."""

from __future__ import annotations

from typing import Any

import pytest

from zashiki import Message, Refused
from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.rules.pieces import AREAS, ATTACKER, DEFENDER, PLACES, RONIN
from zashiki.games.seven_ronin.rules.state import State

EVERYBODY = {
    "hayai": "inn",
    "kabe": "granary",
    "musashi": "field-2",
    "taiko": "animal-pen",
    "tasuke": "shrine",
    "yobu": "passage",
    "yumi": "burial-grounds",
}
"""A place for each ronin, for tests in which most of them do not matter."""


def alone(**places: str) -> dict[str, Any]:
    """Facts of a position in which only these ronin live, at these places (`_` stands for `-`)."""
    standing = {ronin: place.replace("_", "-") for ronin, place in places.items()}
    return {"places": standing, "fallen": [ronin for ronin in RONIN if ronin not in standing]}


def set_up(**facts: Any) -> State:
    """A position of round 2, where an earlier round can have left wounds and gaps behind, unless the facts say another."""
    return GAME.position(**{"round": 2, **facts})


def choose(state: State, seat: int, *names: str) -> None:
    for name in names:
        state.apply(seat, GAME.action(name))


def attacks(state: State, *names: str) -> None:
    choose(state, ATTACKER, *names)


def defends(state: State, *names: str) -> None:
    choose(state, DEFENDER, *names)


def legal(state: State, seat: int) -> set[str]:
    return {GAME.name(action) for action in state.legal(seat)}


def refused(state: State, seat: int, name: str) -> Message:
    """The refusal of a choice, the same from `why_not` and `apply`."""
    action = GAME.action(name)
    reason = state.why_not(seat, action)
    with pytest.raises(Refused) as caught:
        state.apply(seat, action)
    assert reason is not None
    assert caught.value.message == reason
    return reason


def deploy_ninja(state: State, **numbers: int) -> None:
    """The Attacker's whole plan, sealed."""
    for place, number in numbers.items():
        attacks(state, *[f"ninja>{place.replace('_', '-')}"] * number)
    attacks(state, "ready")


def deploy_ronin(state: State, **places: str) -> None:
    """The Defender's whole plan, sealed; who is not named goes where there is room."""
    for ronin, place in places.items():
        defends(state, f"{ronin}>{place.replace('_', '-')}")
    for ronin in RONIN:
        free = [name for name in sorted(legal(state, DEFENDER)) if name.startswith(f"{ronin}>")]
        if free:
            defends(state, next(name for name in free if name != f"{ronin}>green"))
    defends(state, "ready")


def ninja(state: State) -> dict[str, int]:
    """Where ninja are on the board."""
    return {name: number for name, number in zip(PLACES, state.ninja, strict=True) if number}


def wounds(state: State, ronin: str) -> int:
    return state.wounds[RONIN.index(ronin)]


def lives(state: State, ronin: str) -> bool:
    return bool(state.alive >> RONIN.index(ronin) & 1)


def stands(state: State, ronin: str) -> str | None:
    place = state.place[RONIN.index(ronin)]
    return PLACES[place] if place < len(PLACES) else None


def markers(state: State) -> int:
    return state.reserves + state.supply + sum(state.ninja) + sum(state.wounds)


def end(state: State) -> str:
    result = state.result()
    return result.end.rule if result else ""


def all_areas_but(*names: str) -> list[str]:
    return [area for area in AREAS if area not in names]
