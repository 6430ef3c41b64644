"""Drawings of small pieces that many boards share, each drawn once for a language.

What is kept here must not name a person at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, Protocol, TypeVar

from markupsafe import Markup

from zashiki.kernel.parts import Speech

MOST: Final = 1024
"""So many drawings of one kind are kept; the oldest goes first."""


class Piece(Hashable, Protocol):
    @property
    def at_rest(self) -> bool:
        """Whether nothing can be chosen on it now."""


Inputs = TypeVar("Inputs", bound=Hashable)
PieceInputs = TypeVar("PieceInputs", bound=Piece)
Drawing = Callable[[Inputs, Speech], Markup]


def kept(draw: Drawing[Inputs]) -> Drawing[Inputs]:
    drawn: dict[tuple[Inputs, str], Markup] = {}

    def drawing(inputs: Inputs, words: Speech) -> Markup:
        key = (inputs, words.language)
        found = drawn.get(key)
        if found is None:
            if len(drawn) >= MOST:
                drawn.pop(next(iter(drawn)), None)
            found = drawn[key] = draw(inputs, words)
        return found

    return drawing


def kept_at_rest(draw: Drawing[PieceInputs]) -> Drawing[PieceInputs]:
    """Keeps the drawings of pieces at rest; choices have the words of their moment."""
    still = kept(draw)

    def drawing(inputs: PieceInputs, words: Speech) -> Markup:
        return still(inputs, words) if inputs.at_rest else draw(inputs, words)

    return drawing
