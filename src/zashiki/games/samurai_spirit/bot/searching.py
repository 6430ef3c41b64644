"""The warrior and the master: they look ahead by exact odds and value what they see with a learned net.

numpy is loaded with the first player, once a process; whoever only asks which levels there are does not wait for it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from math import inf
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from zashiki.games.samurai_spirit.imagine import imagine
from zashiki.games.samurai_spirit.rules.village import ROUNDS
from zashiki.games.samurai_spirit.view import SamuraiSpiritView
from zashiki.kernel.bots import Bot, Budget, Decision, OwnTime, Told

if TYPE_CHECKING:
    from zashiki.games.samurai_spirit.rules.state import State
    from zashiki.search.deepening import Deepening
    from zashiki.search.expectimax import Evaluator

NET: Final = Path(__file__).parent / "master.npz"
WORTH: Final = (0.0, 0.003, 0.01, 1.0)
"""What it is worth to lose in round 1, 2, 3 and to win: where all is lost, later is better."""

Stages = tuple[tuple[int, int, int], ...]
"""Stage after stage: outcomes of chance and choices on any way after the first choice, and how many first choices."""
ALL: Final = 99
GLANCE: Final[Stages] = ((0, 0, ALL), (1, 1, ALL), (1, 2, ALL))
FURTHER: Final[Stages] = ((2, 3, 4), (3, 4, 3), (4, 6, 2))
ENOUGH: Final = 0.7
"""A warrior takes a choice that seems to win so often, and thinks no further."""
LAST_RAIDERS: Final = 3
"""With so many Raiders left in the last round the rest of the game is small enough to be searched card by card to its end."""


def can_search(net: Path = NET) -> bool:
    """Whether the net is there, and what it is evaluated with."""
    return net.is_file() and find_spec("numpy") is not None


class _Search:
    """What is searched with: one way usually, another where the end is near."""

    def __init__(self, usual: Deepening[State], ending: Deepening[State]) -> None:
        self._usual = usual
        self._ending = ending

    def of(self, state: State) -> Deepening[State]:
        return self._ending if state.round == ROUNDS and state.raiders <= LAST_RAIDERS else self._usual


def shipped_net() -> Evaluator[State]:
    from zashiki.games.samurai_spirit.bot.net import load_net

    return load_net(NET)


@cache
def _search(
    first: Stages, further: Stages, enough: float, evaluator: Callable[[], Evaluator[State]]
) -> _Search:
    """Who looks further looks to the end of the game, by every card, where it is near."""
    import numpy as np

    from zashiki.games.samurai_spirit.bot.model import ExactModel, SamuraiModel
    from zashiki.search.deepening import Deepening, Stage

    model, net, weights = SamuraiModel(), evaluator(), np.array(WORTH, np.float32)
    glances, looks = ([Stage(*stage) for stage in stages] for stages in (first, further))
    usual = Deepening(model, net, weights, glances + looks, enough=enough)
    if not further:
        return _Search(usual, usual)
    to_the_end = Stage(ALL, ALL, ALL, exact=True)
    return _Search(
        usual, Deepening(model, net, weights, [*glances, to_the_end, *looks], ExactModel(), enough)
    )


class Searching(OwnTime):
    """A level that searches as far as its time allows. It takes its own time unless it is given another, and never more than `most`.
    A choice that seems to win as often as `enough` is taken without looking further. `evaluator` makes what values positions, once a process."""

    def __init__(
        self,
        first: Stages,
        further: Stages = (),
        enough: float = inf,
        *,
        seconds: float,
        most: float | None = None,
        evaluator: Callable[[], Evaluator[State]] = shipped_net,
    ) -> None:
        super().__init__(seconds, most)
        self._made_of = first, further, enough, evaluator

    def ready(self) -> None:
        """Loads the net."""
        _search(*self._made_of)

    def seated(self, seat: int, seed: int) -> Bot:  # noqa: ARG002 the view tells the seat
        return _Searcher(_search(*self._made_of), self, seed)


class _Searcher:
    def __init__(self, search: _Search, level: Searching, seed: int) -> None:
        self._search = search
        self._level = level
        self._chance = Random(seed)

    def observe(self, told: Told) -> None:
        """The view tells all there is to know."""

    def decide(self, view: SamuraiSpiritView, budget: Budget) -> Decision:
        """The choice that wins most often, as far as it can see, and how often that is."""
        from zashiki.kernel.garbage import without_collector
        from zashiki.search.budget import Meter

        meter = Meter.of(self._level.within(budget))
        if len(view.legal) == 1:
            return Decision(view.legal[0], {view.legal[0]: 1.0})
        state = imagine(view, self._chance)
        with without_collector():
            thought = self._search.of(state).think(state, meter)
        action = state.choices[thought.best]
        won = [float(value[-1]) for value in thought.values]
        values = dict(zip(state.choices, won, strict=True))
        return Decision(action, {action: 1.0}, value=values[action], values=values)
