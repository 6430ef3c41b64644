"""The sign before a line of the log, by the event's name."""

from __future__ import annotations

from typing import Final

SIGNS: Final = {
    "attacked": "blades",
    "clan": "lock",
    "deck-ran-out": "bd-castle",
    "deployed": "bd-passage",
    "moved": "bd-passage",
    "ninja": "ninja",
    "reinforced": "bd-castle",
    "wiped-out": "blades",
}
