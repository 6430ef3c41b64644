"""The fight of a round as the search sees it: one side's choices until it is done; the other side answers by quick judgement."""

from __future__ import annotations

from zashiki.games.seven_ronin.bot.net import Net
from zashiki.games.seven_ronin.rules.ahead import settled
from zashiki.games.seven_ronin.rules.pieces import ATTACKER
from zashiki.games.seven_ronin.rules.state import State


class Fight:
    """The choices of one side in one round."""

    def __init__(self, net: Net, seat: int, number: int) -> None:
        self._net = net
        self._seat = seat
        self._round = number

    def choices(self, position: State) -> list[tuple[int, State]]:
        if position.round != self._round or position.acting != (self._seat,):
            return []
        after = []
        for action in position.legal(self._seat):
            twin = position.copy()
            twin.apply(self._seat, action)
            after.append((action, twin))
        return after

    def key(self, position: State) -> bytes:
        return position.key()

    def values(self, positions: list[State]) -> list[float]:
        """How likely this side wins."""
        chances: list[float] = self._net.reached(settled(positions, self._net.judgements)).tolist()
        return chances if self._seat == ATTACKER else [1 - chance for chance in chances]
