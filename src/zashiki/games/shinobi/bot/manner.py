"""How a level searches."""

from __future__ import annotations

from typing import Final, NamedTuple


class Manner(NamedTuple):
    """What a player of the level looks at."""

    remembers: bool  # whether it weighs who serves whom by what they did, and what its own orders tell
    ways: int  # to finish its turn, after which it looks at no other first choice
    answers: int  # so many of the best ways are followed through the others' next turns
    prior: int = 0  # so many worlds are trusted as much as the net; 0: one world is enough to forget the net
    hides: float = 0.0  # how much, in winning chance, while the deck is whole, to tell a nat less of its clan
    gives: float = 1.0  # the share of its winning chance in a turn, at most, while the deck is whole, to hide


EVERY_WAY: Final = Manner(remembers=False, ways=100_000, answers=0)
GLANCE: Final = Manner(remembers=False, ways=100, answers=0)
WHOLE: Final = Manner(remembers=True, ways=100_000, answers=6)
HIDING: Final = WHOLE._replace(prior=8, hides=0.04, gives=0.1)
