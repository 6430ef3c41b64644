"""What to play now: the best choices of a view with what they are worth, from what its seat sees and nothing more."""

from __future__ import annotations

from random import Random
from typing import Final

import msgspec

from zashiki.kernel.contract import View
from zashiki.kernel.registry import game as find_game
from zashiki.study.analysis import study_of_game
from zashiki.study.playouts import Playouts

SHOWN: Final = 3
"""The best choice and so many others less one."""
SECONDS: Final = 2.0
"""A game without values of its own is played on from here as often as this allows."""


class Question(msgspec.Struct, frozen=True):
    """What a worker needs: the game by its rules, and what the seat sees."""

    game: str
    rules: str
    view: View


class Advice(msgspec.Struct, frozen=True):
    """One choice, or all that are left of a secret plan, and the chance to win with it."""

    actions: tuple[int, ...]
    value: float


def advise(question: Question) -> list[Advice]:
    """The best choices, the best first; at least one. Equal views give equal advice, whoever asks; runs in a worker."""
    view, game = question.view, find_game(question.game).under(question.rules)
    chance = Random(view.key())
    study = study_of_game(game)
    if isinstance(study, Playouts):
        study = Playouts(game, SECONDS)
    plans = study.plans(view, chance)
    if plans:
        return [Advice(actions, value) for actions, value in plans[:SHOWN]]
    found = study.values(view, chance)
    ranked = sorted(found.values, key=lambda action: (action != found.best, -found.values[action]))
    return [Advice((action,), found.values[action]) for action in ranked[:SHOWN]]
