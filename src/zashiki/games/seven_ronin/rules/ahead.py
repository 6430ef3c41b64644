"""What comes of a round when two plans meet: the fight is played to its end by quick choices, and the position reached is packed."""

from __future__ import annotations

from zashiki.games.seven_ronin.rules.actions import AIM_AT, BITS, ENOUGH
from zashiki.games.seven_ronin.rules.facts import pack
from zashiki.games.seven_ronin.rules.fights import fight
from zashiki.games.seven_ronin.rules.judgement import Judgement
from zashiki.games.seven_ronin.rules.pieces import (
    ABILITIES,
    AREA_ABILITIES,
    BURIAL,
    DIVIDE,
    GREEN,
    PASSAGE_DIVIDE,
    PLANNING,
    PUSH,
    TASUKE,
    VOLLEY,
)
from zashiki.games.seven_ronin.rules.planning import reveal
from zashiki.games.seven_ronin.rules.quick_attack import best_return, best_use, hardest_hit, use_areas
from zashiki.games.seven_ronin.rules.quick_defence import divide_wounds, push, use_ronin
from zashiki.games.seven_ronin.rules.state import State


def met(state: State, attack: bytes, defence: bytes, judgements: list[Judgement]) -> State:
    """The position after the round in which these plans meet: ninja for each place, and the place of each ronin."""
    twin = state.copy()
    attacked = put = 0
    for place, number in enumerate(attack):
        if number:
            put += number
            if place != GREEN:
                attacked |= 1 << place
    twin.plan = list(attack)
    twin.put = put
    twin.attacked = attacked
    taken = 0
    for ronin in BITS[twin.alive]:
        if ronin != TASUKE:
            taken |= 1 << defence[ronin]
        twin.place[ronin] = defence[ronin]
    twin.taken = taken
    twin.posts = 0
    twin.ready = 3
    reveal(twin)
    settle(twin, judgements)
    return twin


def settle(state: State, judgements: list[Judgement]) -> None:
    """Plays the fight of this round to its end."""
    number = state.round
    judgement = judgements[number]
    while state.acting and state.round == number and state.phase != PLANNING:
        fight(state, glance(state, judgement))


def glance(state: State, judgement: Judgement) -> int:
    """A good choice for whoever chooses in a fight, without search."""
    phase = state.phase
    if phase == AREA_ABILITIES:
        return use_areas(state, judgement)
    if phase == ABILITIES:
        return use_ronin(state, judgement)
    if phase == PUSH:
        return push(state, judgement, ENOUGH)
    if phase in (DIVIDE, PASSAGE_DIVIDE):
        return divide_wounds(state, judgement)
    if phase == BURIAL:
        gain, action = best_return(state, judgement)
        return action if gain > 0 else ENOUGH
    if phase == VOLLEY:
        return AIM_AT + hardest_hit(state, judgement, state.detail)[1]
    return best_use(state, judgement, state.detail, True)[1]


def outcomes(
    state: State, pairs: list[tuple[bytes, bytes]], judgements: list[Judgement]
) -> tuple[bytes, list[int]]:
    """For each pair of plans the facts of the position reached, one row after the other, and the rule that ended the game there or 0."""
    rows: list[bytes] = []
    ends: list[int] = []
    for attack, defence in pairs:
        twin = met(state, attack, defence, judgements)
        rows.append(pack(twin))
        ends.append(twin.end)
    return b"".join(rows), ends


def settled(states: list[State], judgements: list[Judgement]) -> tuple[bytes, list[int]]:
    """The same for positions in a fight, which is played to its end in each of them."""
    rows: list[bytes] = []
    ends: list[int] = []
    for state in states:
        if state.phase != PLANNING:
            settle(state, judgements)
        rows.append(pack(state))
        ends.append(state.end)
    return b"".join(rows), ends
