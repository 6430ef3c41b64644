"""The end in numbers: who wins, by which rule, by how much."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zashiki.games.shinobi.rules.cards import CLAN_COUNT

if TYPE_CHECKING:
    from zashiki.games.shinobi.rules.state import State


class Ending:
    """How the last turn leaves the seats."""

    def __init__(self, neutral: list[int], figures: list[int], home: list[int]) -> None:
        self.neutral = neutral  # clans nobody serves that have strictly the most: SHI-E3, else SHI-E2
        self.figure = max(figures)
        self.home = home  # by seat: cards of its clan in its own province
        self.tied = [seat for seat, figure in enumerate(figures) if figure == self.figure]
        most = max([home[seat] for seat in self.tied])
        self.winners = [seat for seat in self.tied if home[seat] == most]
        """SHI-E2, ruling 6: of those tied, the most at home; those still tied share the victory."""


def ending(state: State) -> Ending:
    """Of a game whose last turn is over."""
    strengths = totals(state)
    served = [strengths[clan] for clan in state.clans]
    neutral = [clan for clan in unserved(state) if strengths[clan] > max(served)]
    figures = [largest_army(state, clan) for clan in state.clans] if neutral else served
    home = [state.strength[seat * 5 + clan] for seat, clan in enumerate(state.clans)]
    return Ending(neutral, figures, home)


def totals(state: State) -> list[int]:
    """By clan: its cards in all provinces."""
    return [sum(state.strength[clan::5]) for clan in range(CLAN_COUNT)]


def largest_army(state: State, clan: int) -> int:
    """The cards of the clan's strongest army in any province."""
    return max(state.strength[clan::5])


def unserved(state: State) -> list[int]:
    """The clans that nobody serves, once all are dealt."""
    return [clan for clan in range(CLAN_COUNT) if clan not in state.clans]
