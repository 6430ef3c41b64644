"""Why a choice is refused: the rule and its figures, from what the seat itself may know."""

from __future__ import annotations

from zashiki.games.shinobi.labels import army_message, clan_message, kind_message, seat_message
from zashiki.games.shinobi.rules.actions import (
    ACTIONS,
    ATTACK,
    CLAN,
    DRAW,
    FIRST,
    MOVE,
    NINJA_ON,
    PLACE,
    SKIP,
)
from zashiki.games.shinobi.rules.cards import NINJA
from zashiki.games.shinobi.rules.phases import CLANS_PHASE, FIRST_ORDER, FIRST_PLAYER, OVER, SECOND_ORDER
from zashiki.games.shinobi.rules.state import State
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.messages import Message, say


def why_not(state: State, seat: int, action: int) -> Message | None:
    """The rule that refuses the choice; None if it is legal."""
    if seat == state.actor and action in state.choices:
        return None
    if not 0 <= action < ACTIONS:
        return say("shi.refuse.no-such-choice", "SHI-S1", number=action)
    if state.phase == OVER:
        return say("shi.refuse.over", "SHI-E1")
    if seat != state.actor:
        if state.actor == CHANCE:
            return say("shi.refuse.being-dealt", "SHI-S1")
        return say("shi.refuse.not-your-turn", "SHI-S1", seat=seat_message(state.turn))
    if seat == CHANCE:
        return _refuse_chance(state, action)
    if action >= CLAN:
        return say("shi.refuse.only-chance", "SHI-S1")
    if state.phase == FIRST_ORDER:
        return _refuse_first(state, action)
    if state.phase == SECOND_ORDER:
        return _refuse_second(state, action)
    return _refuse_third(state, action)


def _refuse_chance(state: State, action: int) -> Message:
    """SHI-S1: clan cards, then the first player, then cards of the deck."""
    if state.phase == CLANS_PHASE:
        if CLAN <= action < FIRST:
            return say("shi.refuse.clan-dealt", "SHI-S1", clan=clan_message(action - CLAN))
        return say("shi.refuse.deal-clans", "SHI-S1")
    if state.phase == FIRST_PLAYER:
        if FIRST <= action < DRAW:
            return _no_province(state)
        return say("shi.refuse.draw-first-player", "SHI-S1")
    if action >= DRAW:
        return say("shi.refuse.none-left", "SHI-O7", card=kind_message(action - DRAW))
    return say("shi.refuse.draw-cards", "SHI-O7")


def _refuse_first(state: State, action: int) -> Message:
    if action == SKIP:
        return say("shi.refuse.skip-with-troops", "SHI-O1", n=_troops_in_hand(state))
    if action >= ATTACK:
        return say("shi.refuse.attack-later", "SHI-O4")
    if action >= MOVE:
        return say("shi.refuse.move-later", "SHI-O3")
    if action >= NINJA_ON:
        return _refuse_strike(state, action - NINJA_ON)
    army = action - PLACE
    if army // 5 >= state.seats:
        return _no_province(state)
    if army // 5 == state.turn:
        return say("shi.refuse.deploy-own", "SHI-O1")
    return say("shi.refuse.no-card", "SHI-O1", clan=clan_message(army % 5))


def _refuse_strike(state: State, army: int) -> Message:
    """SHI-O2: a ninja of the hand on an army in another's province."""
    if army // 5 >= state.seats:
        return _no_province(state)
    if army // 5 == state.turn:
        return say("shi.refuse.ninja-own", "SHI-O2")
    if not state.hands[state.turn * 6 + NINJA]:
        return say("shi.refuse.no-ninja", "SHI-O2")
    return _no_army(army, "SHI-O2")


def _refuse_second(state: State, action: int) -> Message:
    """SHI-O3: a troop to the own province, or a card moved from another's."""
    if action == SKIP:
        return say("shi.refuse.skip-second", "SHI-O3", n=len(state.choices))
    if action >= ATTACK:
        return say("shi.refuse.attack-later", "SHI-O4")
    if action >= MOVE:
        return _refuse_move(state, *divmod(action - MOVE, 5))
    if action >= NINJA_ON:
        return say("shi.refuse.ninja-second", "SHI-O2")
    army = action - PLACE
    if army // 5 >= state.seats:
        return _no_province(state)
    if army // 5 != state.turn:
        return say("shi.refuse.reinforce-elsewhere", "SHI-O3", province=seat_message(army // 5))
    return say("shi.refuse.no-card", "SHI-O3", clan=clan_message(army % 5))


def _refuse_move(state: State, army: int, goal: int) -> Message:
    if army // 5 >= state.seats or goal >= state.seats:
        return _no_province(state)
    if army // 5 == state.turn:
        return say("shi.refuse.move-own", "SHI-O3")
    if army // 5 == goal:
        return say("shi.refuse.move-nowhere", "SHI-O3", province=seat_message(goal))
    return _no_army(army, "SHI-O3")


def _refuse_third(state: State, action: int) -> Message:
    """SHI-O4, SHI-O5: a smaller army of another clan in another's province that nothing protects."""
    if action == SKIP:
        return say("shi.refuse.attack-compulsory", "SHI-O4", n=len(state.choices))
    if action < ATTACK:
        return say("shi.refuse.only-attack", "SHI-O4")
    clan, army = divmod(action - ATTACK, 25)
    if army // 5 >= state.seats:
        return _no_province(state)
    if army // 5 == state.turn:
        return say("shi.refuse.attack-own", "SHI-O4")
    attackers = state.strength[state.turn * 5 + clan]
    if not attackers:
        return say("shi.refuse.no-attacker", "SHI-O4", clan=clan_message(clan))
    if army % 5 == clan:
        return say("shi.refuse.same-clan", "SHI-O4", clan=clan_message(clan))
    defenders = state.strength[army]
    if not defenders:
        return _no_army(army, "SHI-O4")
    if state.protected >> army & 1:
        return say("shi.refuse.protected", "SHI-O5", army=army_message(army))
    return say(
        "shi.refuse.not-smaller",
        "SHI-O4",
        clan=clan_message(clan),
        attackers=attackers,
        army=army_message(army),
        defenders=defenders,
    )


def _troops_in_hand(state: State) -> int:
    return state.hand_sizes[state.turn] - state.hands[state.turn * 6 + NINJA]


def _no_province(state: State) -> Message:
    return say("shi.refuse.no-province", "SHI-S2", n=state.seats)


def _no_army(army: int, rule: str) -> Message:
    return say("shi.refuse.no-army", rule, clan=clan_message(army % 5), province=seat_message(army // 5))
