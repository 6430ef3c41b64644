"""What happens, told as events: built only when somebody listens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from zashiki.games.seven_ronin.rules.actions import BITS
from zashiki.games.seven_ronin.rules.pieces import (
    ATTACKER,
    DEFENDER,
    FIELD_2,
    FIELD_3,
    GREEN,
    PLACES,
    RONIN,
    SIDES,
)
from zashiki.games.seven_ronin.rules.rounds import WINNER, occupied
from zashiki.games.seven_ronin.rules.state import State
from zashiki.kernel.messages import Arg, Event, Message, say

PLACE: Final = tuple(say(f"ron.area.{name}") for name in PLACES)
RONIN_NAME: Final = tuple(say(f"ron.ronin.{name}") for name in RONIN)
SIDE: Final = tuple(say(f"ron.side.{name}") for name in SIDES)


def tell(state: State, event: str, *numbers: int) -> None:
    """Appends the event that the rules name, with the numbers of what it is about."""
    _EVENTS[event](state, *numbers)


def _told(state: State, seat: int | None, event: str, rule: str, **args: Arg) -> None:
    """Everybody is told."""
    if state.events is not None:
        state.events.append(Event(Message(f"ron.event.{event}", f"RON-{rule}", args), seat))


def _told_alone(state: State, seat: int, event: str, rule: str, **args: Arg) -> None:
    """Only the side that plans is told."""
    if state.events is not None:
        state.events.append(Event(Message(f"ron.event.{event}", f"RON-{rule}", args), seat, (seat,)))


def _put_ninja(state: State, place: int) -> None:
    rule = "P4" if place == GREEN else "P1"
    _told_alone(state, ATTACKER, "put-ninja", rule, place=PLACE[place], n=state.plan[place])


def _put_ronin(state: State, ronin: int, place: int) -> None:
    _told_alone(state, DEFENDER, "put-ronin", "P6", ronin=RONIN_NAME[ronin], place=PLACE[place])


def _ready(state: State, seat: int) -> None:
    _told(state, seat, "ready", "P10", side=SIDE[seat])


def _reveal(state: State) -> None:
    """The two deployments."""
    ninja = [
        say("ron.event.at-place", place=PLACE[place], n=number)
        for place, number in enumerate(state.plan)
        if number
    ]
    if ninja:
        _told(state, None, "reveal-ninja", "P11", places=ninja, n=state.put)
    else:
        _told(state, None, "reveal-no-ninja", "P11")
    ronin = [
        say("ron.event.ronin-at-place", ronin=RONIN_NAME[ronin], place=PLACE[state.place[ronin]])
        for ronin in BITS[state.alive]
        if state.place[ronin] <= GREEN
    ]
    _told(state, None, "reveal-ronin", "P11", places=ronin)


def _green_cleared(state: State, number: int) -> None:
    ronin = RONIN_NAME[state.place.index(GREEN)]
    _told(state, None, "green-cleared", "P11", ronin=ronin, n=number)


def _strike(state: State, area: int) -> None:
    _told(state, DEFENDER, "strike", "A1", place=PLACE[area])


def _shoot(state: State) -> None:
    _told(state, DEFENDER, "shoot", "A5", n=state.reserves)


def _ride(state: State, area: int) -> None:
    _told(state, DEFENDER, "ride", "A3", place=PLACE[area])


def _heal(state: State, ronin: int) -> None:
    _told(state, DEFENDER, "heal", "A4", ronin=RONIN_NAME[ronin])


def _push(state: State, area: int) -> None:
    _told(state, DEFENDER, "push", "A2", place=PLACE[area])


def _wounds(state: State, ronin: int, area: int, number: int) -> None:
    _told(state, None, "wounds", "W1", ronin=RONIN_NAME[ronin], place=PLACE[area], n=number)


def _divided(state: State, partner: int, area: int, number: int) -> None:
    _told(state, DEFENDER, "divided", "W2", ronin=RONIN_NAME[partner], place=PLACE[area], n=number)


def _falls(state: State, ronin: int) -> None:
    _told(state, None, "falls", "W3", ronin=RONIN_NAME[ronin])


def _occupied(state: State) -> None:
    places: list[Message] = [PLACE[area] for area in BITS[occupied(state)]]
    _told(state, None, "occupied", "W4", places=places)


def _watchtower(state: State) -> None:
    _told(state, ATTACKER, "watchtower", "V1")


def _watchtower_wound(state: State, ronin: int) -> None:
    _told(state, ATTACKER, "watchtower-wound", "V1", ronin=RONIN_NAME[ronin])


def _granary(state: State, number: int) -> None:
    _told(state, ATTACKER, "granary", "V2", n=number)


def _well(state: State, ronin: int) -> None:
    _told(state, ATTACKER, "well", "V3", ronin=RONIN_NAME[ronin])


def _inn(state: State, area: int) -> None:
    _told(state, ATTACKER, "inn", "V8" if area in (FIELD_2, FIELD_3) else "V4", place=PLACE[area])


def _pen(state: State, ronin: int) -> None:
    _told(state, ATTACKER, "pen", "V5", ronin=RONIN_NAME[ronin], place=PLACE[state.place[ronin]])


def _shrine(state: State, ronin: int) -> None:
    _told(state, ATTACKER, "shrine", "V6", ronin=RONIN_NAME[ronin])


def _burial(state: State, area: int) -> None:
    _told(state, ATTACKER, "burial", "V7", place=PLACE[area])


def _passage(state: State, area: int, number: int) -> None:
    _told(state, ATTACKER, "passage", "V9", place=PLACE[area], n=number)


def _stays(state: State, ronin: int) -> None:
    _told(state, None, "stays", "E1", ronin=RONIN_NAME[ronin], place=PLACE[state.place[ronin]])


def _shrine_off(state: State, ronin: int) -> None:
    _told(state, None, "shrine-off", "E1", ronin=RONIN_NAME[ronin])


def _casualties(state: State) -> None:
    _told(state, None, "casualties", "E3", n=state.reserves)


def _round(state: State) -> None:
    threat = state.village.threat[state.round]
    _told(state, None, "round", "P1", round=state.round, threat=threat, n=state.needed)


def _end(state: State) -> None:
    _told(state, None, f"end-{state.end}", f"X{state.end}", side=SIDE[WINNER[state.end]])


_EVENTS: Final[dict[str, Callable[..., None]]] = {
    "put-ninja": _put_ninja,
    "put-ronin": _put_ronin,
    "ready": _ready,
    "reveal": _reveal,
    "green-cleared": _green_cleared,
    "strike": _strike,
    "shoot": _shoot,
    "ride": _ride,
    "heal": _heal,
    "push": _push,
    "wounds": _wounds,
    "divided": _divided,
    "falls": _falls,
    "occupied": _occupied,
    "watchtower": _watchtower,
    "watchtower-wound": _watchtower_wound,
    "granary": _granary,
    "well": _well,
    "inn": _inn,
    "pen": _pen,
    "shrine": _shrine,
    "burial": _burial,
    "passage": _passage,
    "stays": _stays,
    "shrine-off": _shrine_off,
    "casualties": _casualties,
    "round": _round,
    "end": _end,
}
