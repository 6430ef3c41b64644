"""Many games that go on together: what they take and give lies in blocks of memory that compiled rules read and write in place."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

    Numbers = vec[i64]

try:
    from librt.vecs import vec as _vec
    from mypy_extensions import i64 as _i64

    _NUMBERS: Any = _vec[_i64]
except ImportError:  # nothing is compiled where mypyc's own library is missing
    _NUMBERS = None


def numbers_of(values: Any) -> Numbers:
    """A block with the whole numbers of an array of 64 bits each; other memory can be laid over it, to be read."""
    found: Any = array("q", bytes(values)) if _NUMBERS is None else _NUMBERS(values)
    return cast("Numbers", found)


def zeros(count: int) -> Numbers:
    return numbers_of(array("q", bytes(8 * count)))


class Batch:
    """The numbers of all games, one game after the other."""

    def __init__(self, games: int, actions: int, words: int = 0) -> None:
        self.width: Final = actions
        self.row: Final = words
        self.actions = zeros(games)
        """What is chosen."""
        self.turns: Final = zeros(games)
        """Who chooses, or ENDED, or REFUSED."""
        self.seats: Final = zeros(games)
        """Who looks: whoever chooses, and at the end of a game whoever chose last."""
        self.dice: Final = zeros(games)
        self.legal: Final = zeros(games * actions)
        """Where in a mask of all actions of all games the legal ones lie."""
        self.words: Final = zeros(games * words)
        """What whoever looks sees, as rows of so many words; none if nobody wants to know."""
