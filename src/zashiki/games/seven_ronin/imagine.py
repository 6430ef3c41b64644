"""A full state that fits a view: the seat's own plan as it is, the other side's dealt at random."""

from __future__ import annotations

from random import Random

from zashiki.games.seven_ronin.board import Board, village
from zashiki.games.seven_ronin.rules.actions import BITS, DEPLOY
from zashiki.games.seven_ronin.rules.deploying import open_places, put_ninja, put_ronin
from zashiki.games.seven_ronin.rules.fights import offer
from zashiki.games.seven_ronin.rules.pieces import (
    ALL_PLACES,
    AREAS,
    ATTACKER,
    CAMP,
    COPY,
    DEFENDER,
    OVER,
    PLANNING,
    STEPS,
    TASUKE,
    VOLLEY,
)
from zashiki.games.seven_ronin.rules.rounds import begin_planning, largest_attack
from zashiki.games.seven_ronin.rules.state import State
from zashiki.games.seven_ronin.rules.village import Village
from zashiki.games.seven_ronin.view import RoninGameView


def imagine(view: RoninGameView, chance: Random) -> State:
    state = known(view)
    if state.phase == PLANNING:
        _attack(state, view, chance)
        _defend(state, view, chance)
    return state


def known(view: RoninGameView, *, planned: bool = True) -> State:
    """What the seat knows and nothing more: while planning the other side has put nothing yet. `planned`: the own plan is there as far as
    it is made."""
    state = State(_village(view))
    state.round = view.round
    state.reserves = view.reserves
    state.supply = view.supply
    _place_ninja(state, view)
    _place_ronin(state, view)
    begin_planning(state)
    state.ready = view.ready[ATTACKER] | view.ready[DEFENDER] << 1
    state.revealed = _reveal(view)
    state.phase = STEPS.index(view.step)
    state.acting = view.actors
    state.end = int(view.result.end.rule[-1]) if view.result else 0
    state.used_areas = sum(1 << area for area, seen in enumerate(view.areas) if seen.used)
    state.used_ronin = sum(1 << ronin for ronin, seen in enumerate(view.ronin) if seen.used)
    state.copied = -1 if view.copied is None else view.copied
    if state.phase == PLANNING:
        if planned:
            _own_plan(state, view)
    elif state.phase == COPY:
        state.detail = state.copied
    elif state.phase == VOLLEY:
        state.detail = sum(1 << ronin for ronin in view.targets)
    if state.phase not in (PLANNING, OVER):
        state.choices = offer(state)
    return state


def _village(view: RoninGameView) -> Village:
    board = Board(
        threat=view.threat,
        minimum=view.minimum,
        casualties=tuple(number for number, lost in enumerate(view.casualties, 1) if lost),
        ring=tuple(AREAS[area] for area in view.ring),
        limit={seen.name: seen.limit for seen in view.areas},
        vitality={seen.name: seen.vitality for seen in view.ronin},
    )
    return village(board, view.edition, view.village)


def _place_ninja(state: State, view: RoninGameView) -> None:
    state.ninja = [*(seen.ninja for seen in view.areas), view.green]
    state.beset = sum(1 << area for area, seen in enumerate(view.areas) if seen.ninja)


def _place_ronin(state: State, view: RoninGameView) -> None:
    state.alive = state.taken = 0
    for ronin, seen in enumerate(view.ronin):
        bit = 1 << ronin
        state.wounds[ronin] = seen.wounds
        state.place[ronin] = CAMP + seen.fell if seen.place is None else seen.place
        if not seen.fell:
            state.alive |= bit
        if seen.place is not None and ronin != TASUKE:
            state.taken |= 1 << seen.place
        state.held |= bit * seen.held
        state.stays |= bit * seen.stays
        state.shrine |= bit * seen.shrine
        state.shrine_next |= bit * seen.shrine_next


def _reveal(view: RoninGameView) -> bytes:
    told = view.reveal
    if told is None:
        return b""
    places = (CAMP if place is None else place for place in told.ronin)
    return bytes([told.round, told.bonus, told.cleared, *told.ninja, *places])


def _own_plan(state: State, view: RoninGameView) -> None:
    if view.attack is not None:
        for place, number in enumerate(view.attack.ninja):
            for _ in range(number):
                put_ninja(state, place)
    if view.defence is not None:
        for ronin, goal in enumerate(view.defence.ronin):
            if goal is not None:
                put_ronin(state, DEPLOY + 11 * ronin + goal)


def _attack(state: State, view: RoninGameView, chance: Random) -> None:
    """Deals the Attacker some plan that is as far as he is seen to be."""
    if view.attack is not None:
        return
    wanted = chance.randint(state.needed if view.ready[ATTACKER] else 0, largest_attack(state))
    while state.put < wanted:
        puts = BITS[state.offered & ALL_PLACES]
        if not puts:
            return
        put_ninja(state, chance.choice(puts))


def _defend(state: State, view: RoninGameView, chance: Random) -> None:
    """Deals the Defender a plan likewise."""
    if view.defence is not None:
        return
    waiting = [ronin for ronin in range(7) if state.waiting >> ronin & 1]
    number = len(waiting) if view.ready[DEFENDER] else chance.randint(0, len(waiting))
    for ronin in chance.sample(waiting, number):
        put_ronin(state, DEPLOY + 11 * ronin + chance.choice(BITS[open_places(state, ronin)]))
