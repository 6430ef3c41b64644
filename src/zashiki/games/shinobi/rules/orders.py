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
    PLACE,
    REINFORCEMENTS,
    SKIP,
    TROOPS,
)
from zashiki.games.shinobi.rules.cards import NINJA
from zashiki.games.shinobi.rules.hooks import tell

if TYPE_CHECKING:
    from zashiki.games.shinobi.rules.state import State

CLAN_ARMIES: Final = [0b00001_00001_00001_00001_00001 << clan for clan in range(5)]
"""By clan: its armies in all provinces."""


def first_choices(state: State) -> list[int]:
    """SHI-O1: a troop to another province; SHI-O2: or a ninja on an army there; ruling 1: or none."""
    seat = state.turn
    held = state.held[seat]
    deployments = DEPLOYMENTS[state.seats][seat][held]
    if not held & NINJA_BIT:
        return deployments
    armies = state.at_least[1]
    choices = deployments[:]
    for first, strikes in NINJA_STRIKES[state.seats][seat]:
        choices += strikes[armies >> first & TROOPS]
    if choices and not deployments:
        choices.append(SKIP)
    return choices


def second_choices(state: State) -> list[int]:
    """SHI-O3: a troop to the own province, or a card out of another's to any other; ruling 4: no ninja."""
    seat = state.turn
    armies = state.at_least[1]
    choices = REINFORCEMENTS[seat][state.held[seat]][:]
    for first, moves in MOVES[state.seats][seat]:
        choices += moves[armies >> first & TROOPS]
    return choices


def attack_choices(state: State) -> list[int]:
    """SHI-O4: on a strictly smaller army of another clan elsewhere; SHI-O5: none that is protected."""
    seat = state.turn
    at_least = state.at_least
    choices: list[int] = []
    own = seat * 5
    attackers = at_least[2] >> own & TROOPS
    if not attackers:
        return choices
    armies = at_least[1] & ~(state.protected | TROOPS << own)
    for clan in MEMBERS[attackers]:
        weaker = armies & ~(at_least[state.strength[own + clan]] | CLAN_ARMIES[clan])
        if weaker:
            for first, attacks in ATTACKS[clan][state.seats][seat]:
                there = weaker >> first & TROOPS
                if there:
                    choices += attacks[there]
    return choices


def armies_elsewhere(state: State) -> int:
    """The armies outside the province of the seat whose turn it is, as a bit mask."""
    return state.at_least[1] & ~(TROOPS << state.turn * 5)


def place(state: State, action: int) -> None:
    """SHI-O1, SHI-O3: a troop from hand joins its clan's army in a province; SHI-O5: and protects it."""
    army = action - PLACE
    _play_card(state, army % 5)
    state.add_card(army)
    state.protected |= 1 << army
    if state.events is not None:
        tell(state, "placed", army)


def strike(state: State, action: int) -> None:
    """SHI-O2: the ninja and one card of the army leave the game; SHI-O5: the army is safe for this turn."""
    army = action - NINJA_ON
    seat = state.turn
    _play_card(state, NINJA)
    state.out[NINJA] += 1
    if state.known_ninja[seat]:
        know_ninja(state, state.known_ninja[seat] - 1)
    state.remove_card(army)
    state.out[army % 5] += 1
    state.protected |= 1 << army
    if state.events is not None:
        tell(state, "struck", army)


def know_ninja(state: State, number: int) -> None:
    """So many of the cards in the hand of whoever gives orders are proved to be ninja."""
    state.known_ninja = state.known_ninja.copy()
    state.known_ninja[state.turn] = number


def move(state: State, action: int) -> None:
    """SHI-O3: one card to another province; ruling 2: protects the army it joins, not the one it leaves."""
    army, goal = divmod(action - MOVE, 5)
    joined = goal * 5 + army % 5
    state.remove_card(army)
    state.add_card(joined)
    state.protected |= 1 << joined
    if state.events is not None:
        tell(state, "moved", army, joined)


def attack(state: State, action: int) -> None:
    """SHI-O6: the attacked army loses one card, out of the game."""
    clan, army = divmod(action - ATTACK, 25)
    state.remove_card(army)
    state.out[army % 5] += 1
    if state.events is not None:
        tell(state, "attacked", clan, army)


def _play_card(state: State, kind: int) -> None:
    seat = state.turn
    card = seat * 6 + kind
    left = state.hands[card] - 1
    state.hands[card] = left
    state.hand_sizes[seat] -= 1
    if not left:
        state.held[seat] &= ~(1 << kind)
