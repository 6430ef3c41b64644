"""Setup: the table before the first outcome of chance (SAM-S1 to SAM-S4)."""

from __future__ import annotations

from zashiki.games.samurai_spirit.rules import village
from zashiki.games.samurai_spirit.rules.marks import NO_CARD, NOBODY, NOWHERE
from zashiki.games.samurai_spirit.rules.ring import full_ring
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.rules.steps import SEATING, STARTER


def lay_table(rules: int, seats: int, count: int, level: int, two_player_rules: bool) -> State:
    """A table for so many samurai, none of whom has a seat yet (SAM-S1)."""
    state = State()
    state.rules = rules
    state.seats = seats
    state.count = state.seated = count
    state.level = level
    state.two_player_rules = two_player_rules
    state.farmstead_penalties = village.farmstead_penalties(level)
    state.family_bonuses = village.family_bonuses(level)
    state.barricades_start = state.barricades = village.barricades(level, count)
    state.farmsteads = village.pack_farmsteads(village.BACK_COUNTS)
    state.families = village.ALL_FAMILIES
    state.player = tuple(range(count)) if seats > 1 else (0,) * count
    state.who = [NOBODY] * count
    state.ring = full_ring(count)
    state.bit = [0] * count
    state.where = [NOWHERE] * len(NAMES)
    state.kiai = [0] * count
    state.track = [0] * count
    state.line = [()] * count
    state.left = [NO_CARD] * (3 * count)
    state.lent = [0] * count
    state.borrowed = [0] * count
    state.classes = [0, 0]
    state.lots = [0, 0]
    return state


def begin(state: State) -> None:
    """The first outcomes of chance: the samurai who have no seat yet, then who begins."""
    state.push(STARTER)
    if not state.in_play:
        state.push(SEATING)
    state.go_on()
