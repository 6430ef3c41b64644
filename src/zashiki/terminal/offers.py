"""The choices as they are offered: one by one, or, where they are many, first by what they have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from zashiki.kernel.contract import Game, View
from zashiki.words import Words

MANY: Final = 20
"""More choices than this are offered in two steps, such as first who and then where to."""


class Offer(NamedTuple):
    """One numbered line: a choice, or several that begin with the same words."""

    label: str
    actions: tuple[int, ...]


def one_by_one(game: Game, view: View, words: Words, actions: Sequence[int]) -> list[Offer]:
    return [Offer(words(game.label(view, action)), (action,)) for action in actions]


def offers(game: Game, view: View, words: Words) -> list[Offer]:
    """All choices, in two steps if they are many and their names (`hayai>inn`) and words let them be grouped."""
    single = one_by_one(game, view, words, view.legal)
    if len(single) <= MANY:
        return single
    groups: dict[str, list[Offer]] = {}
    for offer in single:
        groups.setdefault(game.name(offer.actions[0]).partition(">")[0], []).append(offer)
    grouped = [_together(group) for group in groups.values()]
    labels = {offer.label for offer in grouped}
    distinct = len(labels) == len(grouped) and "" not in labels
    return grouped if distinct and 1 < len(grouped) < len(single) else single


def _together(group: list[Offer]) -> Offer:
    if len(group) == 1:
        return group[0]
    common = _common_words([offer.label.split() for offer in group])
    actions = tuple(action for offer in group for action in offer.actions)
    return Offer(f"{common} …" if common else "", actions)


def _common_words(labels: list[list[str]]) -> str:
    common: list[str] = []
    for words in zip(*labels, strict=False):
        if len(set(words)) > 1:
            break
        common.append(words[0])
    return " ".join(common)
