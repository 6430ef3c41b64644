"""What a seat was told, kept as evidence about who serves whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from zashiki.games.shinobi.cards import CLANS
from zashiki.games.shinobi.rules.actions import ATTACK, MOVE, NINJA_ON, PLACE
from zashiki.games.shinobi.rules.cards import CLAN_COUNT
from zashiki.games.shinobi.rules.orders import attack_choices
from zashiki.games.shinobi.rules.state import State
from zashiki.games.shinobi.rules.traces import traces
from zashiki.kernel.bots import Told
from zashiki.search.belief import Belief

_CLAN_OF: Final = {f"shi.clan.{name}": clan for clan, name in enumerate(CLANS)}
_NO_ORDER: Final = -1


def _seat(message: Any) -> int:
    return int(message.args["number"]) - 1


def _clan(message: Any) -> int:
    return _CLAN_OF[message.key]


def _army(message: Any) -> int:
    return _seat(message.args["seat"]) * 5 + _clan(message.args["clan"])


def _deployed(args: Any) -> int:
    return PLACE + _seat(args["province"]) * 5 + _clan(args["clan"])


def _reinforced(args: Any) -> int:
    return PLACE + _seat(args["seat"]) * 5 + _clan(args["clan"])


def _struck(args: Any) -> int:
    return NINJA_ON + _army(args["army"])


def _moved(args: Any) -> int:
    army = _seat(args["province"]) * 5 + _clan(args["clan"])
    return MOVE + army * 5 + _seat(args["goal"])


def _attacked(args: Any) -> int:
    return ATTACK + _clan(args["attacker"]) * 25 + _army(args["army"])


_ORDERS: Final[dict[str, Callable[[Any], int]]] = {
    "shi.event.deployed": _deployed,
    "shi.event.reinforced": _reinforced,
    "shi.event.ninja": _struck,
    "shi.event.ninja-wiped-out": _struck,
    "shi.event.moved": _moved,
    "shi.event.attacked": _attacked,
    "shi.event.wiped-out": _attacked,
}
_DRAWN: Final = ("shi.event.drew", "shi.event.drew-hidden")
_SKIPPED: Final = "shi.event.first-skipped"


class Witness:
    """Keeps the table as it was told, and how likely each order was for every clan."""

    def __init__(self, table: list[float]) -> None:
        self._table = table
        self._heard: list[tuple[int, int]] = []  # who did what; nobody: a card was drawn
        self._seen: State | None = None
        self._belief: Belief | None = None

    def observe(self, told: Told) -> None:
        for message, _who in told.lines:
            read = _ORDERS.get(message.key)
            if read is not None:
                self._heard.append((_seat(message.args["seat"]), read(message.args)))
            elif message.key in _DRAWN:
                self._heard.append((_NO_ORDER, _NO_ORDER))
            elif message.key.startswith(_SKIPPED):
                self._heard.append((_seat(message.args["seat"]), _NO_ORDER))

    def belief(self, seats: int) -> Belief:
        """With all that was heard up to now."""
        if self._belief is None or self._seen is None:
            self._belief = Belief(seats, CLAN_COUNT)
            self._seen = State(seats)
        for seat, action in self._heard:
            if seat == _NO_ORDER:
                self._seen.deck_size -= 1
            else:
                self._weigh(self._seen, self._belief, seat, action)
        self._heard.clear()
        return self._belief

    def _weigh(self, seen: State, belief: Belief, seat: int, action: int) -> None:
        """SHI-O5: the first order begins a turn, in which no army is protected yet."""
        seen.turn = seat
        first = action < MOVE and action // 5 != seat
        if first:
            seen.protected = 0
        if action == _NO_ORDER:
            return
        attacks = attack_choices(seen) if action >= ATTACK else []
        belief.add(seat, [self._table[trace] for trace in traces(seen, action, attacks)])
        _follow(seen, action)


def _follow(seen: State, action: int) -> None:
    """Moves the cards that lie open; an order that does not fit the table was given before this witness came."""
    if action >= ATTACK:
        _remove(seen, (action - ATTACK) % 25)
    elif action >= MOVE:
        army, goal = divmod(action - MOVE, 5)
        _remove(seen, army)
        _add(seen, goal * 5 + army % 5)
    elif action >= NINJA_ON:
        army = action - NINJA_ON
        _remove(seen, army)
        seen.protected |= 1 << army
    else:
        _add(seen, action - PLACE)


def _remove(seen: State, army: int) -> None:
    if seen.strength[army]:
        seen.remove_card(army)


def _add(seen: State, army: int) -> None:
    seen.add_card(army)
    seen.protected |= 1 << army
