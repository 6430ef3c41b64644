"""Facts and options of the game, and its beginning."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from zashiki.games.samurai_spirit.raids import RAIDS, WHOLE
from zashiki.games.samurai_spirit.rules import actions, village
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.games.samurai_spirit.rules.seating import seat_samurai
from zashiki.games.samurai_spirit.rules.setup import begin, lay_table
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.kernel.contract import Facts
from zashiki.kernel.messages import say
from zashiki.kernel.options import BadOption, Choice, Flag, Option, Several, check_options, check_seats

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
    Choice("raid", RAIDS, WHOLE, for_study=True),
)
_SAMURAI: Final = 1  # the only option that may be given as a list


def start(rules: int, seats: int | None, options: dict[str, Any]) -> State:
    """The state before the first outcome of chance."""
    if "samurai" in options:
        options["samurai"] = OPTIONS[_SAMURAI].check(options["samurai"])
    return _begun(rules, seats, **options).copy()


@lru_cache(maxsize=64)
def _begun(rules: int, seats: int | None, **options: Any) -> State:
    """Games with the same options start from copies of it."""
    state = seated_table(
        rules, check_seats(seats, FACTS.seats, FACTS.default_seats), check_options(OPTIONS, options)
    )
    begin(state)
    return state


def seated_table(rules: int, seats: int, options: Mapping[str, Any]) -> State:
    """A table with the samurai that the options name (SAM-S2, SAM-S4); raises BadOption."""
    samurai: tuple[str, ...] = options["samurai"]
    count = samurai_count(seats, options)
    two_player_rules = bool(options["two_player_rules"])
    if two_player_rules and count == len(NAMES):
        raise BadOption(say("sam.bad.two-player-rules", "SAM-S4", n=count))
    level = village.LEVELS.index(options["level"])
    state = lay_table(rules, seats, count, level, two_player_rules or count == 2 or seats == 1)
    for place, name in enumerate(samurai):
        seat_samurai(state, place, NAMES.index(name))
    return state


def samurai_count(seats: int, options: Mapping[str, Any]) -> int:
    """How many samurai are in play; raises BadOption."""
    samurai: tuple[str, ...] = options["samurai"]
    if seats == 1:
        count = len(samurai) or int(options["solo_samurai"])
        if count not in (2, 3):
            raise BadOption(say("sam.bad.solo", "SAM-S4", n=count))
        return count
    if samurai and len(samurai) != seats:
        raise BadOption(say("sam.bad.samurai", "SAM-S2", seats=seats, n=len(samurai)))
    return seats
