"""What an event looks and sounds like by its name, and where on the page it took place."""

from __future__ import annotations

from typing import Final

from zashiki.games.samurai_spirit.page.pieces import penalty_sign
from zashiki.games.samurai_spirit.rules.cards import PENALTIES
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.kernel.messages import Message
from zashiki.kernel.parts import EventLook

_PENALTY: Final = {f"penalty.{name}": EventLook(sign=penalty_sign(name), sound="card") for name in PENALTIES}
_KIAI: Final = {f"kiai.{name}": EventLook(sign=f"b-{name}", sound="kiai") for name in NAMES}
_TALENT: Final = {f"talent.{name}": EventLook(sign=f"b-{name}", sound="place") for name in NAMES}

EVENTS: Final = {
    **_PENALTY,
    **_KIAI,
    **_TALENT,
    "arrow": EventLook(sign="blades", sound="card"),
    "attacks": EventLook(sign="blades", sound="card"),
    "back": EventLook(sound="barricade", spot="count-farmsteads"),
    "back.barricade": EventLook(sign="p-barricade", sound="barricade", spot="count-farmsteads"),
    "back.family": EventLook(sign="doll", sound="barricade", spot="count-farmsteads"),
    "back.farmstead": EventLook(sign="bd-ruin", sound="barricade", spot="count-farmsteads"),
    "back.wound": EventLook(sign="p-wound", sound="wound", spot="count-farmsteads"),
    "barricade": EventLook(sign="barricade", sound="place", spot="count-barricades"),
    "barricade.lost": EventLook(sign="p-barricade", sound="barricade", spot="count-barricades"),
    "bonus": EventLook(sign="family", sound="place", spot="count-families"),
    "call": EventLook(sound="place"),
    "defends": EventLook(sound="card"),
    "died": EventLook(sign="p-wound", sound="wound"),
    "draws": EventLook(sound="card", spot="stack-raiders"),
    "dropped": EventLook(sound="card"),
    "end": EventLook(sign="bd-farm", sound="victory"),
    "family": EventLook(sign="doll", sound="wound", spot="count-families"),
    "farmstead": EventLook(sign="bd-ruin", sound="barricade", spot="count-farmsteads"),
    "healed": EventLook(sign="family", sound="place"),
    "intruder": EventLook(sign="p-intruder", sound="card", spot="stack-intruders"),
    "intruder.burns": EventLook(sign="flame", sound="barricade", spot="stack-intruders"),
    "kiai": EventLook(sound="kiai"),
    "moved": EventLook(sound="card"),
    "passes": EventLook(sound="place"),
    "penalty": EventLook(sound="card"),
    "penalty.barricade": EventLook(sign="p-barricade", sound="barricade", spot="count-barricades"),
    "penalty.intruder": EventLook(sign="p-intruder", sound="card", spot="stack-intruders"),
    "penalty.wound": EventLook(sign="p-wound", sound="wound"),
    "put-back": EventLook(sound="card"),
    "removed": EventLook(sound="card"),
    "reshuffled": EventLook(sound="card", spot="stack-raiders"),
    "round": EventLook(spot="stack-raiders"),
    "round-over": EventLook(sound="reveal", spot="stack-raiders"),
    "seated": EventLook(told=False),
    "shown": EventLook(sound="card", spot="stack-raiders"),
    "supports": EventLook(sound="place"),
    "talent": EventLook(sound="place"),
    "token": EventLook(sound="place"),
    "turned": EventLook(sign="p-wound", sound="wound"),
    "wounded": EventLook(sign="p-wound", sound="wound"),
}


def place(message: Message) -> str:
    """The id of a samurai's board that an event names."""
    kind, _, name = message.key.rpartition(".")
    return f"samurai-{name}" if kind == "sam.samurai" else ""
