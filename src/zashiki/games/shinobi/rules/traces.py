"""What an order may tell about the clan of whoever gives it: a number for each clan, which a learned table turns into a weight."""

from __future__ import annotations

from typing import Final

from zashiki.games.shinobi.rules.actions import ATTACK, MOVE, NINJA_ON, SKIP
from zashiki.games.shinobi.rules.cards import DECK_SIZE, HAND
from zashiki.games.shinobi.rules.state import State

DEPLOY: Final = 0
REINFORCE: Final = 1
STRIKE: Final = 2
FETCH: Final = 3
SEND: Final = 4
FIGHT: Final = 5
KINDS: Final = 6

THE_CLAN: Final = 0  # the order is about the clan itself
ITS_ARMY: Final = 1  # the clan's army attacks another one
ANOTHER: Final = 2
RELATIONS: Final = 3

REACH: Final = 3  # differences in cards beyond it count as it
LEADS: Final = 2 * REACH + 1
STAGES: Final = 4
DETAILS: Final = 4
SIZE: Final = KINDS * RELATIONS * LEADS * STAGES * DETAILS
NOTHING: Final = SIZE
"""The order tells nothing."""


def traces(state: State, action: int, attacks: list[int]) -> list[int]:
    """By clan. The state is the moment before the order; only what lies open is looked at. `attacks` are the choices of a third order."""
    if action >= SKIP:
        return [NOTHING] * 5
    strength = state.strength
    totals = [sum(strength[clan::5]) for clan in range(5)]
    attacker = -1
    possible = 0
    if action >= ATTACK:
        kind = FIGHT
        attacker, army = divmod(action - ATTACK, 25)
        for attack in attacks:
            possible |= 1 << (attack - ATTACK) % 5
        detail = 0
    elif action >= MOVE:
        army, goal = divmod(action - MOVE, 5)
        kind = FETCH if goal == state.turn else SEND
        detail = 1 if strength[goal * 5 + army % 5] + 1 > strength[army] else 0
        if strength[army] == 1:
            detail += 2
    elif action >= NINJA_ON:
        kind = STRIKE
        army = action - NINJA_ON
        detail = 0
    else:
        army = action
        kind = REINFORCE if army // 5 == state.turn else DEPLOY
        detail = min(strength[army], 3)
    base = kind * RELATIONS
    stage = stage_of(state)
    about = army % 5
    found = []
    for clan in range(5):
        if clan == about:
            relation = THE_CLAN
            lead = totals[clan] - max([totals[other] for other in range(5) if other != clan])
        else:
            relation = ITS_ARMY if clan == attacker else ANOTHER
            lead = totals[about] - totals[clan]
        if kind == FIGHT:
            detail = _alternatives(possible, about, clan)
        lead = min(max(lead, -REACH), REACH) + REACH
        found.append((((base + relation) * LEADS + lead) * STAGES + stage) * DETAILS + detail)
    return found


def _alternatives(possible: int, about: int, clan: int) -> int:
    """Whether other clans could have been attacked, and whether this one."""
    if possible == 1 << about:
        return 0
    if clan == about:
        return 1
    return 2 if possible >> clan & 1 else 3


def stage_of(state: State) -> int:
    """Three parts of the deck, then the last round."""
    deck = state.deck_size
    begin = DECK_SIZE - HAND * state.seats
    if not deck:
        return 3
    return 0 if 3 * deck > 2 * begin else 1 if 3 * deck > begin else 2
