"""Which game is played, by how many, with which options: as every bridge takes it."""

from __future__ import annotations

from typing import Any

from zashiki.kernel.contract import Game, State
from zashiki.kernel.features import Layout
from zashiki.kernel.messages import Refused
from zashiki.kernel.options import BadOption, check_options, check_seats
from zashiki.kernel.parts import Features
from zashiki.kernel.record import Record
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.words import Words


class BadSetting(ValueError):
    """A game, a number of seats, an option or a position that can't be played; says why in English."""


class Setting:
    """One game with its seats and options, ready to be started again and again, from a position if one is given."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        position: dict[str, Any] | None = None,
    ) -> None:
        self.game: Game = _find(game)
        self.facts = self.game.facts
        self.position = position
        try:
            self.seats = check_seats(seats, self.facts.seats, self.facts.default_seats)
            self.options = check_options(self.game.options, options or {})
            self._beginning = self.record().start()
        except (BadOption, Refused) as bad:
            raise BadSetting(Words("en")(bad.message)) from None

    def record(self) -> Record:
        """The record of a new game."""
        return Record(self.game, self.seats, self.options, self.position)

    def start(self) -> State:
        return self._beginning.copy()

    def features(self) -> tuple[Features, Layout]:
        """The numbers of a seat and how they lie; raises MissingPart."""
        features = self.game.part(Features)
        return features, Layout(features.PIECES)


def _find(name: str) -> Game:
    spelled = name.replace("_", "-")
    if spelled not in names():
        raise BadSetting(f"no game is called {name!r}; there are {', '.join(names())}")
    return find_game(spelled)
