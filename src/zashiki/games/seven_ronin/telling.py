"""What happens, told as events: built only when somebody listens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.seven_ronin.actions import BITS
from zashiki.games.seven_ronin.pieces import GREEN, PLACES, RONIN, SIDES
from zashiki.kernel.messages import Arg, Event, Message, say

if TYPE_CHECKING:
    from zashiki.games.seven_ronin.state import State

PLACE: Final = tuple(say(f"ron.area.{name}") for name in PLACES)
RONIN_NAME: Final = tuple(say(f"ron.ronin.{name}") for name in RONIN)
SIDE: Final = tuple(say(f"ron.side.{name}") for name in SIDES)


def tell(state: State, seat: int | None, key: str, rule: str, **args: Arg) -> None:
    """Everybody is told."""
    if state.events is not None:
        state.events.append(Event(Message(key, rule, args), seat))


def tell_own(state: State, seat: int, key: str, rule: str, **args: Arg) -> None:
    """Only the side that plans is told."""
    if state.events is not None:
        state.events.append(Event(Message(key, rule, args), seat, (seat,)))


def tell_reveal(state: State) -> None:
    """The two deployments in words (RON-P11)."""
    ninja = [
        say("ron.event.at-place", place=PLACE[place], n=number)
        for place, number in enumerate(state.plan)
        if number
    ]
    if ninja:
        tell(state, None, "ron.event.reveal-ninja", "RON-P11", places=ninja, n=state.put)
    else:
        tell(state, None, "ron.event.reveal-no-ninja", "RON-P11")
    ronin = [
        say("ron.event.ronin-at-place", ronin=RONIN_NAME[ronin], place=PLACE[state.place[ronin]])
        for ronin in BITS[state.alive]
        if state.place[ronin] <= GREEN
    ]
    tell(state, None, "ron.event.reveal-ronin", "RON-P11", places=ronin)
