"""The three orders of a turn: what each allows, and what it does to hand and armies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.shinobi.rules.actions import (
    ATTACK,
    ATTACKS,
    DEPLOYMENTS,
    MEMBERS,
    MOVE,
    MOVES,
    NINJA_BIT,
    NINJA_ON,
    NINJA_STRIKES,
    ONE_OF,
    PLACE,
    REINFORCEMENTS,
    SKIP,
    TROOPS,
)
from zashiki.games.shinobi.rules.cards import NINJA
from zashiki.games.shinobi.rules.hooks import tell

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.shinobi.rules.state import State

_KINDS: Final = TROOPS | NINJA_BIT
_CLAN_ARMIES: Final = 0b00001_00001_00001_00001_00001
"""The armies of the first clan in all provinces."""
_NONE: Final[list[int]] = []


def first_choices(state: State) -> list[int]:
    """SHI-O1: a troop to another province; SHI-O2: or a ninja on an army there; ruling 1: or none."""
    seat = state.turn
    kinds = state.held >> seat * 6 & _KINDS
    deployments = DEPLOYMENTS[state.seats][seat][kinds]
    if not kinds & NINJA_BIT:
        return deployments
    armies: i64 = state.at_least[1]
    choices = deployments[:]
    for first, strikes in NINJA_STRIKES[state.seats][seat]:
        choices += strikes[armies >> first & TROOPS]
    if choices and not deployments:
        choices.append(SKIP)
    return choices


def armies_elsewhere(state: State) -> i64:
    """The armies outside the province of the seat whose turn it is, as a bit mask."""
    armies: i64 = state.at_least[1]
    return armies & ~(TROOPS << state.turn * 5)


def second_choices(state: State) -> list[int]:
    """SHI-O3: a troop to the own province, or a card out of another's to any other; ruling 4: no ninja."""
    seat = state.turn
    armies: i64 = state.at_least[1]
    choices = REINFORCEMENTS[seat][state.held >> seat * 6 & TROOPS][:]
    for first, moves in MOVES[state.seats][seat]:
        choices += moves[armies >> first & TROOPS]
    return choices


def is_second_order(state: State, action: i64) -> bool:
    """Whether the action is one of `second_choices`, without their list."""
    seat = state.turn
    if action < NINJA_ON:
        return action // 5 == seat and bool(state.held >> seat * 6 >> action % 5 & 1)
    if not MOVE <= action < ATTACK:
        return False
    army, goal = (action - MOVE) // 5, (action - MOVE) % 5
    return goal < state.seats and goal != army // 5 and bool(armies_elsewhere(state) >> army & 1)


def attack_choices(state: State) -> list[int]:
    """SHI-O4: on a strictly smaller army of another clan elsewhere; SHI-O5: none that is protected."""
    seat = state.turn
    own = seat * 5
    at_least = state.at_least
    attackers: i64 = at_least[2]
    attackers = attackers >> own & TROOPS
    if not attackers:
        return _NONE
    choices: list[int] = []
    armies: i64 = at_least[1]
    armies &= ~(state.protected | TROOPS << own)
    for clan in MEMBERS[attackers]:
        as_strong: i64 = at_least[state.strength[own + clan]]
        weaker = armies & ~(as_strong | _CLAN_ARMIES << clan)
        if weaker:
            for first, attacks in ATTACKS[clan][state.seats][seat]:
                there = weaker >> first & TROOPS
                if there:
                    choices += attacks[there]
    return choices


def place(state: State, action: i64) -> None:
    """SHI-O1, SHI-O3: a troop from hand joins its clan's army in a province; SHI-O5: and protects it."""
    army = action - PLACE
    _play_card(state, army % 5)
    state.add_card(army)
    state.protected |= 1 << army
    if state.events is not None:
        tell(state, "placed", army)


def strike(state: State, action: i64) -> None:
    """SHI-O2: the ninja and one card of the army leave the game; SHI-O5: the army is safe for this turn."""
    army = action - NINJA_ON
    seat = state.turn
    _play_card(state, NINJA)
    if state.known_ninja[seat]:
        know_ninja(state, state.known_ninja[seat] - 1)
    state.remove_card(army)
    out = state.out.copy()
    out[NINJA] += 1
    out[army % 5] += 1
    state.out = out
    state.protected |= 1 << army
    if state.events is not None:
        tell(state, "struck", army)


def know_ninja(state: State, number: int) -> None:
    """So many of the cards in the hand of whoever gives orders are proved to be ninja."""
    state.known_ninja = state.known_ninja.copy()
    state.known_ninja[state.turn] = number


def move(state: State, action: i64) -> None:
    """SHI-O3: one card to another province; ruling 2: protects the army it joins, not the one it leaves."""
    army = (action - MOVE) // 5
    joined = (action - MOVE) % 5 * 5 + army % 5
    state.remove_card(army)
    state.add_card(joined)
    state.protected |= 1 << joined
    if state.events is not None:
        tell(state, "moved", army, joined)


def attack(state: State, action: i64) -> None:
    """SHI-O6: the attacked army loses one card, out of the game."""
    army = (action - ATTACK) % 25
    state.remove_card(army)
    out = state.out.copy()
    out[army % 5] += 1
    state.out = out
    if state.events is not None:
        tell(state, "attacked", (action - ATTACK) // 25, army)


def _play_card(state: State, kind: i64) -> None:
    seat = state.turn
    card = seat * 6 + kind
    count: i64 = state.hands[card]
    state.hands[card] = count - 1
    size: i64 = state.hand_sizes[seat]
    state.hand_sizes[seat] = size - 1
    if count == 1:
        state.held ^= 1 << card
    state.unplayed -= ONE_OF[kind]
