"""The index of moments: what a store keeps of finished games beside their records, and how it is searched.

The record stays the only truth; the index can be made again from it. A table enters a queue in the same commit that ends its game, and leaves
it in the commit that writes its moments. So the end of a game never waits for the index, and a kill at any instant loses nothing: what is
still in the queue is done after the next start. An entry that takes back a choice takes the game out of both.
"""

from __future__ import annotations

from typing import Final, Protocol

import msgspec

from zashiki.store.contract import Seat

NOBODY: Final = -1
"""As the winner that is searched for: nobody has won, or all have lost together."""
ANYBODY: Final = -2
"""As the winner that is searched for: all have won together, or somebody has."""
MOST_ROWS: Final = 24
"""So many choices are told of at most, those made most often."""
PATIENCE: Final = 3.0
"""Seconds that one search may take."""


class TooSlow(Exception):
    """The search took longer than one may."""


class Moment(msgspec.Struct, frozen=True):
    """One decision that stands: a choice, or a whole secret plan."""

    number: int  # of its last entry in the record, from 1
    start: int  # how many entries came before the position was there
    seat: int
    round: int
    position: int
    choice: int
    won: bool  # its seat has won the game


class Part(msgspec.Struct, frozen=True):
    """A part of what a seat chose first in a round: one of the choices of its plan, or `whole`, which every such moment has."""

    moment: Moment
    part: int
    whole: int


class Explored(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game as it is found."""

    table_id: str
    length: int  # entries of its record
    version: int  # of the index
    game: str
    seats: int
    options: str
    winners: int  # the seats as bits
    moments: tuple[Moment, ...]
    parts: tuple[Part, ...]
    texts: dict[int, str]  # by choice or part: as records spell it


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """What is searched for; None and empty mean: anything. Without position and plan, whole games are found."""

    viewer: str | None = (
        None  # finds listed games and those at whose tables this person sits; None: all games
    )
    game: str = ""
    seats: int | None = None
    options: tuple[tuple[str, str], ...] = ()
    since: float | None = None
    until: float | None = None
    winner: int | None = None  # a seat, NOBODY or ANYBODY
    player: str = ""  # the nickname as `folded` gives it
    level: str = ""
    position: int | None = None
    parts: tuple[int, ...] = ()  # of a plan; the first is its whole if none is named
    whole: int = 0
    round: int = 1
    seat: int | None = None  # whose choices
    choice: int | None = None  # this one alone

    @property
    def counted(self) -> bool:
        """Whether the rates are those of one player or of one level."""
        return bool(self.player or self.level)


class Tally(msgspec.Struct, frozen=True):
    """How often a seat chose something and how many of these games it won. Of whole games `text` is the game, and `seats` how many played it."""

    seat: int
    text: str
    times: int
    won: int
    seats: int = 0


class Tallies(msgspec.Struct, frozen=True):
    """The commonest rows, and the sums of all."""

    rows: list[Tally]
    times: int = 0
    won: int = 0
    kinds: int = 0  # how many rows there are in all


class Hit(msgspec.Struct, frozen=True):
    """A game that was found, at the moment that was found; `key` orders hits, the latest first."""

    key: tuple[int, int]
    table_id: str
    game: str
    ended: float
    winners: int
    start: int
    seat: int | None
    text: str
    players: tuple[Seat, ...] = ()


class MomentIndex(Protocol):
    """All that is asked of the index; searches raise TooSlow."""

    async def waiting(self) -> int:
        """How many finished games are not in the index yet."""

    async def queue(self, limit: int) -> list[str]:
        """Tables in the queue."""

    async def enqueue(self, version: int, *, missing: bool = True) -> int:
        """Puts into the queue all games that were written under another version, and those that are missing altogether; gives the
        length of the queue."""

    async def keep(self, explored: Explored) -> bool:
        """Writes a game that is in the queue and takes it out, in one commit; False if it is not there, or if its record has changed."""

    async def skip(self, table_id: str) -> None:
        """Takes a table out of the queue that the index can't have."""

    async def kept(self, table_id: str) -> tuple[int, list[Moment]] | None:
        """The version under which a game was written, and its moments; None if it is not in the index."""

    async def tally(self, search: Search) -> Tallies:
        """What was chosen, by seat and choice; of whole games who has won."""

    async def tally_parts(self, search: Search) -> Tallies:
        """Of which parts the plans that are searched for consist."""

    async def hits(self, search: Search, limit: int, after: tuple[int, int] | None = None) -> list[Hit]:
        """The games themselves, the last one written first, after a key."""


def folded(name: str) -> str:
    """A nickname as it is searched for."""
    return " ".join(name.split()).casefold()
