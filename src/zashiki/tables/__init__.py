"""Tables without HTTP: opening, choosing, undo, seats, stand-ins, chat, return matches, presence, bots' turns."""

from zashiki.tables.bus import Bus, LocalBus
from zashiki.tables.errors import NoTable, NotYours, Stale
from zashiki.tables.live_table import LiveTable
from zashiki.tables.service import Tables

__all__ = ["Bus", "LiveTable", "LocalBus", "NoTable", "NotYours", "Stale", "Tables"]
