"""Samurai Spirit as the kernel knows it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from random import Random
from typing import Any, Final

from zashiki.games.samurai_spirit import actions, kiai, setup, village
from zashiki.games.samurai_spirit.labels import help_of, label_of
from zashiki.games.samurai_spirit.look import imagine
from zashiki.games.samurai_spirit.position import set_up
from zashiki.games.samurai_spirit.samurai import NAMES
from zashiki.games.samurai_spirit.setup import new_game
from zashiki.games.samurai_spirit.state import State
from zashiki.games.samurai_spirit.view import SamuraiSpiritView
from zashiki.kernel.contract import Facts
from zashiki.kernel.messages import Message, say
from zashiki.kernel.options import Choice, Flag, Option, Several, check_options, check_seats
from zashiki.kernel.parts import PartKind, find_part

RULE_MODULES: Final = (kiai, setup)  # imported for the steps that they and their imports register

FACTS: Final = Facts(
    seats=range(1, 8),
    default_seats=4,
    actions=actions.COUNT,
    # Usual games have 100 to 400. A Raider that leaves the stack takes at most 6 entries to be drawn and played, 9 in the Kiais
    # it leads to (each discards a card or empties Daisuke's line of two) and 7 in the rest of the turn. Of seven samurai 49,
    # 56 and 63 leave it, and 30 more a round by SAM-N9: 22 * 258. All that is bound to no card adds less than 200.
    longest=6000,
    lowest_return=0.0,
    highest_return=1.0,
    chance=True,
    cooperative=True,
)

OPTIONS: Final[tuple[Option, ...]] = (
    Choice("level", village.LEVELS, "normal"),
    Several("samurai", NAMES),
    Flag("two_player_rules"),
    Choice("solo_samurai", ("2", "3"), "2"),
)
SAMURAI: Final = 1  # the only option that may be given as a list


@lru_cache(maxsize=64)
def _fresh_table(seats: int | None, **options: Any) -> State:
    """A table before the first outcome; games with the same options start from copies of it."""
    chosen = check_options(OPTIONS, options)
    state = new_game(check_seats(seats, FACTS.seats, FACTS.default_seats), **chosen)
    state.go_on()
    return state


class SamuraiSpirit:
    """One to seven samurai defend a village for three rounds."""

    id: Final = "samurai-spirit"
    prefix: Final = "sam"
    rules: Final = "1"
    versions: Final = ("1",)
    facts: Final = FACTS
    options: Final = OPTIONS

    def under(self, rules: str) -> SamuraiSpirit:
        if rules not in self.versions:
            raise KeyError(rules)
        return self

    def part(self, kind: type[PartKind]) -> PartKind:
        return find_part(__package__ or "", kind)

    def start(self, seats: int | None = None, **options: Any) -> State:
        if "samurai" in options:
            options["samurai"] = OPTIONS[SAMURAI].check(options["samurai"])
        return _fresh_table(seats, **options).copy()

    def position(self, **position: Any) -> State:
        """The start of a turn; `position.Position` says which facts there are."""
        given = dict(position)
        seats = check_seats(given.pop("seats", None), FACTS.seats, FACTS.default_seats)
        names = {option.name for option in OPTIONS}
        options = check_options(OPTIONS, {name: given.pop(name) for name in names & set(given)})
        return set_up(options, seats, given)

    def imagine(self, view: SamuraiSpiritView, chance: Random) -> State:  # noqa: ARG002
        """Nothing is hidden from a seat but what does not exist yet, so `chance` has nothing to deal."""
        return imagine(view)

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
        return label_of(view, action)

    def help(self, view: SamuraiSpiritView, action: int) -> Message:
        return help_of(view, action)


GAME: Final = SamuraiSpirit()
