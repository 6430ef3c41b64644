"""Play and study three samurai board games.

>>> import zashiki
>>> game = zashiki.game("seven-ronin")
>>> state = game.start(edition="pl-2013")
>>> state.actors()
(0, 1)
>>> state.apply(0, game.action("ninja>well"))
>>> print(state.why_not(0, game.action("ninja>well")).rule)
RON-P2

A record is the game as text: `record = zashiki.Record(game)`, `record.write()`, `zashiki.read(text)`. A timeline plays it:
`timeline = zashiki.Timeline(record)`, `timeline.append(zashiki.Entry(seat, action))`, `timeline.state`, `timeline.told(seat)`,
`timeline.until(length)`. What a game has beyond its rules are its parts: `game.part(zashiki.Page)`.
"""

from zashiki.kernel.bots import Bot, Budget, Decision, Level, Told
from zashiki.kernel.contract import CHANCE, Facts, Game, Result, State, View
from zashiki.kernel.messages import Event, Message, Refused, say
from zashiki.kernel.options import BadOption
from zashiki.kernel.parts import Bots, Features, Lesson, MissingPart, Page, Region, Rulebook, Terminal
from zashiki.kernel.record import Record, RecordError, read
from zashiki.kernel.registry import compiled, game, names
from zashiki.kernel.rollouts import Rollouts, rollouts_of
from zashiki.kernel.studies import Study
from zashiki.kernel.timeline import UNDO, Entry, Timeline

__all__ = [
    "CHANCE",
    "UNDO",
    "BadOption",
    "Bot",
    "Bots",
    "Budget",
    "Decision",
    "Entry",
    "Event",
    "Facts",
    "Features",
    "Game",
    "Lesson",
    "Level",
    "Message",
    "MissingPart",
    "Page",
    "Record",
    "RecordError",
    "Refused",
    "Region",
    "Result",
    "Rollouts",
    "Rulebook",
    "State",
    "Study",
    "Terminal",
    "Timeline",
    "Told",
    "View",
    "compiled",
    "game",
    "names",
    "read",
    "rollouts_of",
    "say",
]
__version__ = "0.1.0"
