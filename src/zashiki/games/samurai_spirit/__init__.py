"""Samurai Spirit: one to seven samurai defend a village against three waves of Raiders."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from zashiki.games.samurai_spirit import events, labels, refusals, result
from zashiki.games.samurai_spirit import imagine as imagining
from zashiki.games.samurai_spirit import position as positions
from zashiki.games.samurai_spirit import start as starting
from zashiki.games.samurai_spirit import view as views
from zashiki.games.samurai_spirit.raids import WHOLE
from zashiki.games.samurai_spirit.rules import actions
from zashiki.games.samurai_spirit.rules.hooks import HOOKS
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.rules.wiring import wire
from zashiki.games.samurai_spirit.view import SamuraiSpiritView
from zashiki.kernel.messages import Message, say
from zashiki.kernel.parts import PartKind, find_part

__all__ = ["GAME"]

wire()
HOOKS.view = views.see
HOOKS.why_not = refusals.why_not
HOOKS.result = result.result
HOOKS.tell = events.tell

VERSIONS: Final = ("1", "2")


class SamuraiSpirit:
    """One to seven samurai defend a village for three rounds, by one version of the rules."""

    id: Final = "samurai-spirit"
    prefix: Final = "sam"
    versions: Final = VERSIONS
    facts: Final = starting.FACTS
    options: Final = starting.OPTIONS

    def __init__(self, rules: str) -> None:
        self.rules: Final = rules
        self._version: Final = int(rules)

    def under(self, rules: str) -> SamuraiSpirit:
        return _BY_VERSION[rules]

    def part(self, kind: type[PartKind]) -> PartKind:
        return find_part(__package__, kind)

    def start(self, seats: int | None = None, **options: Any) -> State:
        begin = starting.start if options.get("raid", WHOLE) == WHOLE else positions.start_reduced
        return begin(self._version, seats, options)

    def position(self, **position: Any) -> State:
        """The start of a turn; `position.Position` says which facts there are."""
        return positions.position(self._version, position)

    def imagine(self, view: SamuraiSpiritView, chance: Random) -> State:
        return imagining.imagine(view, chance)

    def name(self, action: int) -> str:
        return actions.ACTION_NAMES[action]

    def action(self, name: str) -> int:
        return actions.NUMBER[name]

    def seat_name(self, seat: int, options: Mapping[str, Any]) -> Message:
        samurai = options.get("samurai") or ()
        if seat < len(samurai) and len(samurai) > 1:
            return say(f"sam.samurai.{samurai[seat]}")
        return say("sam.seat", n=seat + 1)

    def label(self, view: SamuraiSpiritView, action: int) -> Message:
        return labels.label(view, action)

    def help(self, view: SamuraiSpiritView, action: int) -> Message:
        return labels.help(view, action)


_BY_VERSION: Final = {rules: SamuraiSpirit(rules) for rules in VERSIONS}
GAME: Final = _BY_VERSION[VERSIONS[-1]]
