"""The sign before a line of the log, by the event's name."""

from __future__ import annotations

from typing import Final

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
