"""7 Ronin: ninja against seven ronin, two secret deployments a round, eight rounds."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from zashiki.games.seven_ronin import events, imagine, labels, position, refusals, result, view
from zashiki.games.seven_ronin.board import SIZES, Board, read_board, village, write_board
from zashiki.games.seven_ronin.rules.actions import ACTIONS, NAMES, NUMBERS
from zashiki.games.seven_ronin.rules.hooks import HOOKS
from zashiki.games.seven_ronin.rules.pieces import EDITIONS, WHOLE
from zashiki.games.seven_ronin.rules.state import State
from zashiki.kernel.contract import Facts
from zashiki.kernel.messages import Message
from zashiki.kernel.options import Choice, Document, check_options, check_seats
from zashiki.kernel.parts import PartKind, find_part

HOOKS.view = view.see
HOOKS.why_not = refusals.why_not
HOOKS.result = result.result
HOOKS.tell = events.tell


class SevenRonin:
    """The game as the registry gives it."""

    id = "seven-ronin"
    prefix = "ron"
    rules = "1"
    versions = ("1",)
    facts = Facts(
        seats=range(2, 3),
        default_seats=2,
        actions=ACTIONS,
        longest=8 * (51 + 8 + 8 + 1 + 22),  # a round: attack, defence, abilities, a division, areas
        lowest_return=-1.0,
        highest_return=1.0,
        secrets=True,
        zero_sum=True,
    )
    options = (
        Choice("edition", EDITIONS, EDITIONS[0]),
        Document("board", read_board, write_board, Board),
        Choice("village", SIZES, WHOLE, for_study=True),
    )

    def under(self, rules: str) -> SevenRonin:
        if rules not in self.versions:
            raise KeyError(rules)
        return self

    def part(self, kind: type[PartKind]) -> PartKind:
        return find_part(__package__, kind)

    def start(self, seats: int | None = None, **options: Any) -> State:
        check_seats(seats, self.facts.seats, self.facts.default_seats)
        chosen = check_options(self.options, options)
        return State(village(chosen["board"], chosen["edition"], chosen["village"]))

    def position(
        self,
        seats: int | None = None,
        edition: str = EDITIONS[0],
        board: Any = None,
        village: str = WHOLE,
        **facts: Any,
    ) -> State:
        """See `position.set_up` for the facts."""
        return position.set_up(self.start(seats, edition=edition, board=board, village=village), facts)

    def imagine(self, view: view.RoninGameView, chance: Random) -> State:
        return imagine.imagine(view, chance)

    def name(self, action: int) -> str:
        return NAMES[action]

    def action(self, name: str) -> int:
        return NUMBERS[name]

    def seat_name(self, seat: int, options: Mapping[str, Any]) -> Message:  # noqa: ARG002 no option changes it
        return events.SIDE[seat]

    def label(self, view: view.RoninGameView, action: int) -> Message:
        return labels.label(view, action)

    def help(self, view: view.RoninGameView, action: int) -> Message:
        return labels.help(view, action)


GAME: Final = SevenRonin()
