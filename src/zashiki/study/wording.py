"""Choices in words, as buttons call them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from zashiki.kernel.contract import Game, View
from zashiki.kernel.parts import Speech
from zashiki.study.analysis import Valuation, Work

PLAIN: Final = "plain"
"""The form of a label without what only matters while one chooses, where its words have that."""


def choices_text(game: Game, view: View, names: Iterable[str], words: Speech) -> str:
    """One choice by its label; of a plan all of them, the same ones together. A choice that the game does not know any more is told as records spell
    it."""
    said = []
    for name, times in Counter(names).items():
        try:
            label = words(game.label(view, game.action(name)), PLAIN)
        except KeyError:
            label = name
        said.append(f"{label} ×{times}" if times > 1 else label)
    return ", ".join(said)


def choice_text(work: Work, valuation: Valuation, names: list[str], words: Speech) -> str:
    """Of a decision that was looked at: what was chosen, or what would have been better."""
    return choices_text(work.game, work.view_before(valuation), names, words)
