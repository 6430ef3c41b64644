"""The part of a text that answers a question, with the words that were asked for marked."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup, escape

from zashiki.web.rulebooks.stems import Token, tokens

LONGEST: Final = 220
_ELLIPSIS: Final = "…"


def marked(text: str, stems: frozenset[str], language: str) -> Markup:
    """A text in which every word that has one of the stems is marked."""
    return _marked(text, [token for token in tokens(text, language) if token.stems & stems])


def excerpt(text: str, stems: frozenset[str], language: str) -> Markup:
    """As much of the text as a list shows: where most of the words stand, from the beginning of a sentence if it is near."""
    hits = [token for token in tokens(text, language) if token.stems & stems]
    start = _beginning(text, _densest(hits))
    end = len(text) if len(text) - start <= LONGEST else text.rfind(" ", start, start + LONGEST)
    shown = [token._replace(start=token.start - start, end=token.end - start) for token in hits]
    inside = [token for token in shown if token.start >= 0 and token.end <= end - start]
    before, after = (_ELLIPSIS if start else ""), (_ELLIPSIS if end < len(text) else "")
    return Markup("").join([escape(before), _marked(text[start:end], inside), escape(after)])


def _densest(hits: list[Token]) -> int:
    """Where an excerpt starts that holds the most different words."""

    def held(first: Token) -> int:
        return len({hit.stems for hit in hits if 0 <= hit.start - first.start < LONGEST - 60})

    return max(hits, key=held).start if hits else 0


def _beginning(text: str, place: int) -> int:
    """The beginning of the sentence of a place, or of a word not long before it."""
    sentence = max(text.rfind(sign, 0, place) for sign in (". ", ": ", "; ", "? "))
    if place - sentence < LONGEST // 2:
        return sentence + 2 if sentence >= 0 else 0
    return text.rfind(" ", 0, place - 40) + 1


def _marked(text: str, hits: list[Token]) -> Markup:
    pieces: list[Markup] = []
    last = 0
    for hit in hits:
        pieces += [
            escape(text[last : hit.start]),
            Markup("<mark>{}</mark>").format(text[hit.start : hit.end]),
        ]
        last = hit.end
    return Markup("").join([*pieces, escape(text[last:])])
