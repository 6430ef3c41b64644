"""A request that can't be answered as asked."""

from __future__ import annotations

from zashiki.kernel.contract import Game
from zashiki.kernel.messages import Message, say
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names


class PageError(Exception):
    """Shown as a page: the status, what happened, what to do instead and a link that leads there."""

    def __init__(
        self, status: int, title: Message, advice: Message, link: str = "/", download: str = ""
    ) -> None:
        super().__init__(f"{status} {title.key}")
        self.status = status
        self.title = title
        self.advice = advice
        self.link = link
        self.download = download  # the address of a file that can be given instead of the page


def page_error(status: int, key: str, link: str = "/") -> PageError:
    """The error whose title is the message `key` and whose advice is `key.advice`."""
    return PageError(status, say(key), say(f"{key}.advice"), link)


def game_or_error(name: str) -> Game:
    """The game of an address; raises PageError if it is not installed."""
    if name not in names():
        raise page_error(404, "web.no-game")
    return find_game(name)
