"""A game that players of one level play among themselves."""

from __future__ import annotations

from random import Random

from zashiki import CHANCE, Budget
from zashiki.kernel.bots import Level
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import Result, State


def played_by(level: Level, state: State, seats: int, nodes: int) -> Result | None:
    """From this state to the end; what came of it."""
    chance = Random(3)
    players = [level.seated(seat, chance.getrandbits(32)) for seat in range(seats)]
    while actors := state.actors():
        seat = actors[0]
        if seat == CHANCE:
            state.apply(seat, draw_outcome(state, chance))
        else:
            state.apply(seat, players[seat].decide(state.view(seat), Budget(nodes=nodes)).action)
    return state.result()
