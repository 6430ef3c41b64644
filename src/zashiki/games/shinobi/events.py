"""What happens, told as messages: each with its secret and its public form, and the rule it follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from zashiki.games.shinobi.labels import army_message, clan_message, kind_message, seat_message
from zashiki.games.shinobi.result import result
from zashiki.games.shinobi.rules.phases import HANDS
from zashiki.games.shinobi.rules.state import State
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.messages import Arg, Event, Message, say


def _tell_all(state: State, key: str, rule: str, **args: Arg) -> None:
    """Of the seat whose turn it is, to everybody."""
    assert state.events is not None
    state.events.append(Event(say(key, rule, seat=seat_message(state.turn), **args), state.turn))


def _tell_secretly(state: State, seat: int, secret: Message, public: Message) -> None:
    assert state.events is not None
    state.events.append(Event(secret, CHANCE, (seat,), public))


def _clan_dealt(state: State, seat: int) -> None:
    """SHI-S1, ruling 7: only the seat itself sees its clan card."""
    name = seat_message(seat)
    secret = say("shi.event.clan", "SHI-S1", seat=name, clan=clan_message(state.clans[seat]))
    _tell_secretly(state, seat, secret, say("shi.event.clan-hidden", "SHI-S1", seat=name))


def _first_player(state: State) -> None:
    assert state.events is not None
    state.events.append(
        Event(say("shi.event.first-player", "SHI-S1", seat=seat_message(state.first)), CHANCE)
    )


def _drew(state: State, seat: int, kind: int) -> None:
    """SHI-O7: only the seat itself sees the card it draws."""
    rule = "SHI-S1" if state.phase == HANDS else "SHI-O7"
    name = seat_message(seat)
    secret = say("shi.event.drew", rule, seat=name, card=kind_message(kind))
    _tell_secretly(state, seat, secret, say("shi.event.drew-hidden", rule, seat=name))


def _deck_ran_out(state: State) -> None:
    _tell_all(state, "shi.event.deck-ran-out", "SHI-E1")


def _placed(state: State, army: int) -> None:
    clan = clan_message(army % 5)
    if army // 5 == state.turn:
        _tell_all(state, "shi.event.reinforced", "SHI-O3", clan=clan)
    else:
        _tell_all(state, "shi.event.deployed", "SHI-O1", clan=clan, province=seat_message(army // 5))


def _struck(state: State, army: int) -> None:
    left = state.strength[army]
    key = "shi.event.ninja" if left else "shi.event.ninja-wiped-out"
    _tell_all(state, key, "SHI-O2", army=army_message(army), n=left)


def _moved(state: State, army: int, joined: int) -> None:
    clan = clan_message(army % 5)
    goal = seat_message(joined // 5)
    _tell_all(state, "shi.event.moved", "SHI-O3", clan=clan, province=seat_message(army // 5), goal=goal)


def _attacked(state: State, clan: int, army: int) -> None:
    left = state.strength[army]
    key = "shi.event.attacked" if left else "shi.event.wiped-out"
    _tell_all(state, key, "SHI-O6", attacker=clan_message(clan), army=army_message(army), n=left)


def _skipped_first(state: State, chosen: bool) -> None:
    """Ruling 1: whoever skips holds ninja alone, as many as the hand has cards."""
    count = state.hand_sizes[state.turn]
    if not count:
        _tell_all(state, "shi.event.first-skipped-no-card", "SHI-O1")
    elif chosen:
        _tell_all(state, "shi.event.first-skipped", "SHI-O2", n=count)
    else:
        _tell_all(state, "shi.event.first-skipped-no-army", "SHI-O2", n=count)


def _skipped_second(state: State) -> None:
    _tell_all(state, "shi.event.second-skipped", "SHI-O3")


def _skipped_third(state: State) -> None:
    _tell_all(state, "shi.event.third-skipped", "SHI-O4")


def _revealed(state: State) -> None:
    """SHI-E2: clans are revealed one by one, and the winner is told."""
    assert state.events is not None
    end = result(state)
    lines = (*end.story, end.end)
    for told, line in enumerate(lines, 1):
        state.untold = len(lines) - told
        state.events.append(Event(line))


_EVENTS: Final[dict[str, Callable[..., None]]] = {
    "clan_dealt": _clan_dealt,
    "first_player": _first_player,
    "drew": _drew,
    "deck_ran_out": _deck_ran_out,
    "placed": _placed,
    "struck": _struck,
    "moved": _moved,
    "attacked": _attacked,
    "skipped_first": _skipped_first,
    "skipped_second": _skipped_second,
    "skipped_third": _skipped_third,
    "revealed": _revealed,
}


def tell(state: State, event: str, *facts: int) -> None:
    """Adds what the rules say has happened to `state.events`."""
    _EVENTS[event](state, *facts)
