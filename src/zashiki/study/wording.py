"""A decision in words: what was chosen and what would have been better, as buttons call it."""

from __future__ import annotations

from collections import Counter

from zashiki.kernel.parts import Speech
from zashiki.study.analysis import Valuation, Work


def choice_text(work: Work, valuation: Valuation, names: list[str], words: Speech) -> str:
    """One choice by its label; of a plan all of them, the same ones together."""
    actions = Counter(work.game.action(name) for name in names)
    view = work.view_before(valuation)
    said = []
    for action, times in actions.items():
        label = words(work.game.label(view, action))
        said.append(f"{label} ×{times}" if times > 1 else label)
    return ", ".join(said)
