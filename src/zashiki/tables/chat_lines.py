"""Lines of a table's chat that nobody said: kept as what they tell, put into words for each reader."""

from __future__ import annotations

from typing import Final

from zashiki.kernel.messages import Message, say
from zashiki.store import ChatLine, Seat
from zashiki.tables.bot_names import bot_name

_LEFT: Final = "\x1fleft "
"""It begins with a sign that nobody can say: what people write is cleaned of those that are not visible."""


def line_of_leaving(bot: Seat) -> str:
    """That the person of a seat has left and this bot plays on."""
    return _LEFT + bot_name(bot.level, bot.seat)


def told_by_table(line: ChatLine) -> Message | None:
    """What a line tells; None for one that somebody said."""
    if not line.text.startswith(_LEFT):
        return None
    bot = line.text.removeprefix(_LEFT)
    return say("table.left", name=line.name, bot=bot) if line.name else say("table.left.guest", bot=bot)
