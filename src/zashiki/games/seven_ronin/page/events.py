"""What an event looks and sounds like by its name, and where on the page it took place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from zashiki.kernel.messages import Message
from zashiki.kernel.parts import EventLook

EVENTS: Final[Mapping[str, EventLook]] = {
    "burial": EventLook("bd-burial", "place", staged=True),
    "casualties": EventLook("flame", "wound", staged=True),
    "divided": EventLook("shuriken", "place", staged=True),
    "end": EventLook("flag", staged=True),
    "falls": EventLook("shuriken", "wound", mark="loss", staged=True),
    "granary": EventLook("bd-granary", "place", staged=True),
    "green-cleared": EventLook("blades", "place", staged=True),
    "heal": EventLook("r-taiko", "place", staged=True),
    "inn": EventLook("bd-inn", "place", staged=True),
    "occupied": EventLook("flag", "taken", staged=True),
    "passage": EventLook("bd-passage", "place", staged=True),
    "pen": EventLook("rope", "place", staged=True),
    "push": EventLook("r-yobu", "place", staged=True),
    "put": EventLook("lock", "place"),
    "ready": EventLook("lock", "seal"),
    "reveal": EventLook("eye", "reveal", mark="reveal", staged=True),
    "ride": EventLook("r-hayai", "place", staged=True),
    "round": EventLook("lantern", mark="round", staged=True),
    "shoot": EventLook("r-yumi", "arrow", staged=True),
    "shrine": EventLook("ofuda", "paper", staged=True),
    "stays": EventLook("rope", staged=True),
    "strike": EventLook("r-musashi", "wound", staged=True),
    "watchtower": EventLook("bd-watchtower", "place", staged=True),
    "watchtower-wound": EventLook("shuriken", "wound", mark="wound", staged=True),
    "well": EventLook("bd-well", "wound", mark="wound", staged=True),
    "wounds": EventLook("shuriken", "wound", mark="wound", staged=True),
}


def place(message: Message) -> str:
    """The id of an area, or of a ronin's row, that an event names."""
    kind, _, name = message.key.rpartition(".")
    return {"ron.area": f"area-{name}", "ron.ronin": f"row-{name}"}.get(kind, "")
