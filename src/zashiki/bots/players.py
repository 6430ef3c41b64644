"""The bots of one game: each is told what its seat is told, and asked when it is its turn."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from zashiki.bots import levels
from zashiki.kernel.bots import RANDOM, Bot, Budget, Decision, Level, Memoryless
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.timeline import Entry, Timeline

UNLIMITED: Final = Budget()


class Players:
    """Bots in some seats of a game; a level is one of the game's by its name (KeyError), or any other."""

    def __init__(self, timeline: Timeline, seats: Mapping[int, str | Level], chance: Random) -> None:
        self._timeline = timeline
        self._chance = chance
        known = levels(timeline.game)
        self._levels = {
            seat: known[level] if isinstance(level, str) else level for seat, level in seats.items()
        }
        self._bots: dict[int, Bot] = {}
        self._told: dict[int, int] = {}
        for seat in seats:
            self._seat(seat)

    def decide(self, seat: int, budget: Budget = UNLIMITED) -> Decision:
        """What the bot of this seat chooses now."""
        if not isinstance(self._levels[seat], Memoryless):
            self._tell(seat)
        return self._bots[seat].decide(self._timeline.state.view(seat), budget)

    def act(self, seat: int, budget: Budget = UNLIMITED) -> None:
        """Chance or a bot makes one choice."""
        if seat == CHANCE:
            action = draw_outcome(self._timeline.state, self._chance)
        elif self._levels[seat] is RANDOM:
            legal = self._timeline.state.legal(seat)
            action = legal[int(self._chance.random() * len(legal))]
        else:
            action = self.decide(seat, budget).action
        self._timeline.append(Entry(seat, action))

    def forget(self) -> None:
        """Something was taken back: the bots begin anew and are told what stands."""
        for seat in self._bots:
            self._seat(seat)

    def _seat(self, seat: int) -> None:
        self._bots[seat] = self._levels[seat].seated(seat, self._chance.getrandbits(32))
        self._told[seat] = 0

    def _tell(self, seat: int) -> None:
        told = self._timeline.told(seat)
        for one in told[self._told[seat] :]:
            self._bots[seat].observe(one)
        self._told[seat] = len(told)
