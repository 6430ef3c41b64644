"""What an event looks and sounds like by its name, and where on the page it took place."""

from __future__ import annotations

from typing import Final

from zashiki.kernel.messages import Message

SIGNS: Final = {
    "burial": "bd-burial",
    "casualties": "flame",
    "divided": "shuriken",
    "end": "flag",
    "falls": "shuriken",
    "granary": "bd-granary",
    "green-cleared": "blades",
    "heal": "r-taiko",
    "inn": "bd-inn",
    "occupied": "flag",
    "passage": "bd-passage",
    "pen": "rope",
    "push": "r-yobu",
    "put": "lock",
    "ready": "lock",
    "reveal": "eye",
    "ride": "r-hayai",
    "round": "lantern",
    "shoot": "r-yumi",
    "shrine": "ofuda",
    "stays": "rope",
    "strike": "r-musashi",
    "watchtower": "bd-watchtower",
    "watchtower-wound": "shuriken",
    "well": "bd-well",
    "wounds": "shuriken",
}
"""The sign before a line of the log."""

SOUNDS: Final = {
    "burial": "place",
    "casualties": "wound",
    "divided": "place",
    "end": "victory",
    "falls": "wound",
    "granary": "place",
    "green-cleared": "place",
    "heal": "place",
    "inn": "place",
    "occupied": "barricade",
    "passage": "place",
    "pen": "place",
    "push": "place",
    "put": "place",
    "ready": "card",
    "reveal": "reveal",
    "ride": "place",
    "shoot": "wound",
    "shrine": "card",
    "strike": "wound",
    "watchtower": "place",
    "watchtower-wound": "wound",
    "well": "wound",
    "wounds": "wound",
}
"""Those that are heard: place, card, wound, barricade, reveal or victory."""

COMBAT: Final = (
    "burial",
    "divided",
    "falls",
    "granary",
    "green-cleared",
    "heal",
    "inn",
    "occupied",
    "passage",
    "pen",
    "push",
    "reveal",
    "ride",
    "shoot",
    "shrine",
    "stays",
    "strike",
    "watchtower",
    "watchtower-wound",
    "well",
    "wounds",
)
SCENES: Final = dict.fromkeys(COMBAT, "combat")
"""The combat is told upon the deployment as it was revealed."""


def place(named: Message) -> str:
    """The id of an area, or of a ronin's row, that an event names."""
    kind, _, name = named.key.rpartition(".")
    return {"ron.area": f"area-{name}", "ron.ronin": f"row-{name}"}.get(kind, "")
