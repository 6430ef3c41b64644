"""Play and study three samurai board games.

>>> import zashiki
>>> game = zashiki.game("seven-ronin")
>>> state = game.start(edition="pl-2013")
>>> state.actors()
(0, 1)
>>> state.apply(0, game.action("ninja>well"))
>>> print(state.why_not(0, game.action("ninja>well")).rule)
RON-P2

A record is the game as text: `record = zashiki.Record(game)`, `record.add(seat, action)`, `record.write()`,
`zashiki.read(text)`, `record.fold()`.
"""

from zashiki.kernel.contract import CHANCE, Facts, Game, Result, State, View
from zashiki.kernel.messages import Event, Message, Refused, say
from zashiki.kernel.options import BadOption
from zashiki.kernel.record import Record, RecordError, read
from zashiki.kernel.registry import game, names

__all__ = [
    "CHANCE",
    "BadOption",
    "Event",
    "Facts",
    "Game",
    "Message",
    "Record",
    "RecordError",
    "Refused",
    "Result",
    "State",
    "View",
    "game",
    "names",
    "read",
    "say",
]
__version__ = "0.1.0"
