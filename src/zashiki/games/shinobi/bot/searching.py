"""The warrior and the master: they look at every way to finish their turn and value what it leaves with a learned net.

numpy is loaded with the first player, once a process; whoever only asks which levels there are does not wait for it.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from zashiki.games.shinobi.bot.manner import Manner
from zashiki.games.shinobi.view import ShinobiView
from zashiki.kernel.bots import Bot, Budget, Decision, OwnTime, Told

if TYPE_CHECKING:
    from zashiki.games.shinobi.bot.thinking import Mind
    from zashiki.games.shinobi.bot.witness import Witness

NET: Final = Path(__file__).parent / "master.npz"


def can_search(net: Path = NET) -> bool:
    """Whether the net is there, and what it is evaluated with."""
    return net.is_file() and find_spec("numpy") is not None


@cache
def master_mind() -> Mind:
    """The net of this process, loaded once."""
    from zashiki.games.shinobi.bot.net import load_net
    from zashiki.games.shinobi.bot.thinking import Mind

    return Mind(load_net(NET))


class Searching(OwnTime):
    """A level that searches. It takes its own time unless it is given another, and never more than `most`."""

    def __init__(self, manner: Manner, *, seconds: float, most: float | None = None) -> None:
        super().__init__(seconds, most)
        self.manner: Final = manner

    def ready(self) -> None:
        """Loads the net."""
        master_mind()

    def seated(self, seat: int, seed: int) -> Bot:  # noqa: ARG002 the view tells the seat
        return _Searcher(master_mind(), self, seed)


class _Searcher:
    def __init__(self, mind: Mind, level: Searching, seed: int) -> None:
        self._mind = mind
        self._level = level
        self._witness: Witness = mind.witness()
        self._chance = Random(seed)
        self._turn = -1
        self._given = 0.0  # of winning chance in this turn, to hide

    def observe(self, told: Told) -> None:
        self._witness.observe(told)

    def decide(self, view: ShinobiView, budget: Budget) -> Decision:
        """The choice that wins most often, as far as it can see and as much as it hides, and how often that is."""
        from zashiki.kernel.garbage import without_collector
        from zashiki.search.budget import Meter

        meter = Meter.of(self._level.within(budget))
        if len(view.legal) == 1:
            return Decision(view.legal[0], {view.legal[0]: 1.0})
        if view.turns != self._turn:
            self._turn, self._given = view.turns, 0.0
        belief, manner = self._witness.belief(view.seats), self._level.manner
        with without_collector():
            weighed = self._mind.weighed(view, belief, manner, meter, self._chance, self._given)
        action = max(weighed, key=lambda one: weighed[one])
        self._given += weighed[action].given
        values = {one: of.value for one, of in weighed.items()}
        return Decision(action, {action: 1.0}, value=values[action], values=values)
