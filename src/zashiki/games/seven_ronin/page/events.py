"""What an event looks and sounds like by its name, and where on the page it took place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from zashiki.kernel.messages import Message
from zashiki.kernel.parts import EventLook

COMBAT: Final = "combat"
"""The combat is told upon the deployment as it was revealed."""

EVENTS: Final[Mapping[str, EventLook]] = {
    "burial": EventLook("bd-burial", "place", COMBAT),
    "casualties": EventLook("flame", "wound"),
    "divided": EventLook("shuriken", "place", COMBAT),
    "end": EventLook("flag", "victory"),
    "falls": EventLook("shuriken", "wound", COMBAT),
    "granary": EventLook("bd-granary", "place", COMBAT),
    "green-cleared": EventLook("blades", "place", COMBAT),
    "heal": EventLook("r-taiko", "place", COMBAT),
    "inn": EventLook("bd-inn", "place", COMBAT),
    "occupied": EventLook("flag", "taken", COMBAT),
    "passage": EventLook("bd-passage", "place", COMBAT),
    "pen": EventLook("rope", "place", COMBAT),
    "push": EventLook("r-yobu", "place", COMBAT),
    "put": EventLook("lock", "place"),
    "ready": EventLook("lock", "seal"),
    "reveal": EventLook("eye", "reveal", COMBAT),
    "ride": EventLook("r-hayai", "place", COMBAT),
    "round": EventLook("lantern"),
    "shoot": EventLook("r-yumi", "arrow", COMBAT),
    "shrine": EventLook("ofuda", "paper", COMBAT),
    "stays": EventLook("rope", "", COMBAT),
    "strike": EventLook("r-musashi", "wound", COMBAT),
    "watchtower": EventLook("bd-watchtower", "place", COMBAT),
    "watchtower-wound": EventLook("shuriken", "wound", COMBAT),
    "well": EventLook("bd-well", "wound", COMBAT),
    "wounds": EventLook("shuriken", "wound", COMBAT),
}


def place(message: Message) -> str:
    """The id of an area, or of a ronin's row, that an event names."""
    kind, _, name = message.key.rpartition(".")
    return {"ron.area": f"area-{name}", "ron.ronin": f"row-{name}"}.get(kind, "")
