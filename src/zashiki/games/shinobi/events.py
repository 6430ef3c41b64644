"""What happens, told as messages: each with its secret and its public form, and the rule it follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zashiki.games.shinobi.ending import outcome
from zashiki.games.shinobi.naming import army_message, clan_message, kind_message, seat_message
from zashiki.games.shinobi.phases import HANDS
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.messages import Arg, Event, Message, say

if TYPE_CHECKING:
    from zashiki.games.shinobi.state import State


def _tell(state: State, key: str, rule: str, **args: Arg) -> None:
    """Of the seat whose turn it is, to everybody."""
    assert state.events is not None
    state.events.append(Event(say(key, rule, seat=seat_message(state.turn), **args), state.turn))


def _tell_secretly(state: State, seat: int, secret: Message, public: Message) -> None:
    assert state.events is not None
    state.events.append(Event(secret, CHANCE, (seat,), public))


def clan_dealt(state: State, seat: int) -> None:
    """SHI-S1, ruling 7: only the seat itself sees its clan card."""
    name = seat_message(seat)
    secret = say("shi.event.clan", "SHI-S1", seat=name, clan=clan_message(state.clans[seat]))
    _tell_secretly(state, seat, secret, say("shi.event.clan-hidden", "SHI-S1", seat=name))


def first_player(state: State) -> None:
    assert state.events is not None
    state.events.append(
        Event(say("shi.event.first-player", "SHI-S1", seat=seat_message(state.first)), CHANCE)
    )


def drew(state: State, seat: int, kind: int) -> None:
    """SHI-O7: only the seat itself sees the card it draws."""
    rule = "SHI-S1" if state.phase == HANDS else "SHI-O7"
    name = seat_message(seat)
    secret = say("shi.event.drew", rule, seat=name, card=kind_message(kind))
    _tell_secretly(state, seat, secret, say("shi.event.drew-hidden", rule, seat=name))


def deck_ran_out(state: State) -> None:
    _tell(state, "shi.event.deck-ran-out", "SHI-E1")


def placed(state: State, army: int) -> None:
    clan = clan_message(army % 5)
    if army // 5 == state.turn:
        _tell(state, "shi.event.reinforced", "SHI-O3", clan=clan)
    else:
        _tell(state, "shi.event.deployed", "SHI-O1", clan=clan, province=seat_message(army // 5))


def struck(state: State, army: int) -> None:
    left = state.strength[army]
    key = "shi.event.ninja" if left else "shi.event.ninja-wiped-out"
    _tell(state, key, "SHI-O2", army=army_message(army), n=left)


def moved(state: State, army: int, joined: int) -> None:
    clan = clan_message(army % 5)
    goal = seat_message(joined // 5)
    _tell(state, "shi.event.moved", "SHI-O3", clan=clan, province=seat_message(army // 5), goal=goal)


def attacked(state: State, clan: int, army: int) -> None:
    left = state.strength[army]
    key = "shi.event.attacked" if left else "shi.event.wiped-out"
    _tell(state, key, "SHI-O6", attacker=clan_message(clan), army=army_message(army), n=left)


def skipped_first(state: State, *, chosen: bool) -> None:
    """Ruling 1: whoever skips holds ninja alone, as many as the hand has cards."""
    count = state.hand_sizes[state.turn]
    if not count:
        _tell(state, "shi.event.first-skipped-no-card", "SHI-O1")
    elif chosen:
        _tell(state, "shi.event.first-skipped", "SHI-O2", n=count)
    else:
        _tell(state, "shi.event.first-skipped-no-army", "SHI-O2", n=count)


def skipped_second(state: State) -> None:
    _tell(state, "shi.event.second-skipped", "SHI-O3")


def skipped_third(state: State) -> None:
    _tell(state, "shi.event.third-skipped", "SHI-O4")


def revealed(state: State) -> None:
    """SHI-E2: clans are revealed and the winner is told."""
    assert state.events is not None
    result = outcome(state)
    state.events += [Event(line) for line in result.story]
    state.events.append(Event(result.end))
