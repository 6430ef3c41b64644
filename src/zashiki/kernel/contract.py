"""The contract between a game and everything that plays, draws, stores or studies it."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from zashiki.kernel.messages import Event, Message
from zashiki.kernel.options import Option

if TYPE_CHECKING:
    from zashiki.kernel.parts import PartKind

CHANCE: Final = -1
"""The seat of chance: it draws the cards."""


class Facts(msgspec.Struct, frozen=True):
    """What is always true of a game; the conformance kit holds every game to it."""

    seats: range
    default_seats: int
    actions: int  # actions are 0 .. actions-1, those of chance included
    longest: int  # no game has more choices than this, chance included
    lowest_return: float
    highest_return: float
    chance: bool = False
    cooperative: bool = False
    secrets: bool = False  # a seat may know what another does not
    zero_sum: bool = False  # the returns of all seats add up to 0


class Result(msgspec.Struct, frozen=True):
    """How a game ended: who won, what it is worth to each seat, and the rule that ended it, as a story."""

    winners: tuple[int, ...]
    returns: tuple[float, ...]
    end: Message
    story: tuple[Message, ...] = ()
    score: str = ""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat may see (None: a spectator); each game adds its own fields, allow-listed one by one."""

    seat: int | None
    actors: tuple[int, ...]
    legal: list[int]  # of this seat, now; empty for a spectator
    prompt: Message  # what is to be done, as this seat is told it
    result: Result | None

    def key(self) -> bytes:
        """Short and stable: it differs where the view differs, and tells nothing else."""
        return blake2b(msgspec.msgpack.encode(self), digest_size=12).digest()


class State(Protocol):
    """One moment of a game, changed in place by `apply`."""

    events: list[Event] | None
    """None: nobody listens. Set it to a list and `apply` appends what happens, one event at a time, each as soon as the
    state shows it: whoever listens may look at a view in between."""

    @property
    def undo_barrier(self) -> int:
        """Goes up when something becomes known or final that undo may not cross: an outcome, a reveal. The first of two
        seals is neither: it can be taken back while the others still plan."""

    def key(self) -> bytes:
        """Short and stable: equal for states from which the same games follow, for search tables."""

    def actors(self) -> tuple[int, ...]:
        """The seats that may choose now: () when over, (CHANCE,), one seat, or several while planning."""

    def legal(self, seat: int) -> list[int]:
        """The exact choices of a seat, ascending; none for who may not choose, be it a seat or not. The list may be
        shared: do not change it."""

    def odds(self) -> list[int]:
        """Whole-number weights of `legal(CHANCE)`, in the same order."""

    def apply(self, seat: int, action: int) -> None:
        """Makes the choice; raises Refused and changes nothing if it is not legal."""

    def why_not(self, seat: int, action: int) -> Message | None:
        """The rule that refuses the choice with its figures, from what this seat may know; None if it is legal."""

    def copy(self) -> State: ...

    def view(self, seat: int | None) -> View: ...

    def result(self) -> Result | None: ...


class Game(Protocol):
    """A game: its facts and its ways to begin. `zashiki.game(name)` finds it."""

    @property
    def id(self) -> str:
        """As in the registry and in records: "seven-ronin"."""

    @property
    def prefix(self) -> str:
        """Before every message key of the game: "ron". `<prefix>.name` is its name."""

    @property
    def rules(self) -> str:
        """The version of the rules that this object plays by: the newest, unless `under` asked for an earlier one."""

    @property
    def versions(self) -> tuple[str, ...]:
        """Every version of the rules that can still be played, the newest last."""

    def under(self, rules: str) -> Game:
        """The game by another version of its rules; KeyError if that can't be played."""

    def part(self, kind: type[PartKind]) -> PartKind:
        """A part beyond the rules: `game.part(Page)`; raises MissingPart."""

    @property
    def facts(self) -> Facts: ...

    @property
    def options(self) -> tuple[Option, ...]: ...

    def start(self, seats: int | None = None, **options: Any) -> State: ...

    def position(self, **position: Any) -> State:
        """A state set up by hand from JSON-like facts; impossible ones raise Refused."""

    def imagine(self, view: Any, chance: Random) -> State:
        """A full state that fits the view, the unseen dealt by `chance`."""

    def name(self, action: int) -> str:
        """The stable name of an action, as records spell it."""

    def action(self, name: str) -> int:
        """The action of that name; KeyError if there is none."""

    def seat_name(self, seat: int, options: Mapping[str, Any]) -> Message:
        """What a seat is called: "Attacker", "Player 2"."""

    def label(self, view: Any, action: int) -> Message:
        """A choice in a few words, for a button."""

    def help(self, view: Any, action: int) -> Message:
        """What a choice does, in a sentence, with its rule."""
