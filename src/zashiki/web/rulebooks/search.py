"""Search in a rulebook: which passages answer a question, by its words, their other names and the rules that explain them.

The glossary of a game names each thing in three languages. `also_en`, `also_pl`, `also_fr` are what else players call it, and
`rules` are the rules that explain it: a question for the thing leads there.
"""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from zashiki.kernel.parts import Rulebook, find_part
from zashiki.kernel.registry import package
from zashiki.web.rulebooks.excerpts import excerpt, marked
from zashiki.web.rulebooks.stems import Token, alike, asked, mistyped, tokens
from zashiki.web.rulebooks.text import Passage, RenderedRulebook, render
from zashiki.words import LANGUAGES

MOST_FOUND: Final = 12
_TITLE, _SYNONYM, _ALIKE, _MISTYPED = 2.5, 0.7, 0.6, 0.5
"""What a hit is worth beside the word itself in the text."""
_EXPLAINS: Final = 4.0
"""What it is worth that the glossary names the passage as the explanation, in words of middling rarity."""
_PROSE: Final = 0.5
"""What a hit outside of the rules is worth."""
_USUAL_LENGTH: Final = 400
"""Letters of a passage."""
_LEAST_SHARE: Final = 0.2
"""A passage that is worth less than this share of the best one is left out."""

_Weights = dict[str, float]
"""Stem -> how well it answers a word of the question."""


class Found(NamedTuple):
    """A passage that answers a question; what was asked for is marked."""

    anchor: str
    is_rule: bool
    title: Markup
    excerpt: Markup


class _Entry(NamedTuple):
    """A thing of the glossary: its names as sets of stems, the stems it has in this language, the rules that explain it."""

    names: tuple[tuple[frozenset[str], ...], ...]
    stems: frozenset[str]
    rules: frozenset[str]


class _Concept(NamedTuple):
    """One thing that a question asks for."""

    weights: _Weights
    rules: frozenset[str]


class _Indexed(NamedTuple):
    """A passage with its stems, its length beside the others' (from 0.5 on) and what its hits are worth."""

    passage: Passage
    title: frozenset[str]
    counts: Counter[str]
    length: float
    worth: float


class Index(NamedTuple):
    """A rulebook ready to be searched."""

    language: str
    passages: tuple[_Indexed, ...]
    rarity: Mapping[str, float]
    glossary: tuple[_Entry, ...]


def search(game: str, language: str, question: str) -> list[Found]:
    """The passages of a rulebook that answer the question, the best first."""
    words = asked(question, language)
    if not words:
        return []
    index = _index(game, language)
    named = [one for one in index.passages if one.passage.anchor.casefold() == question.strip().casefold()]
    concepts = _concepts(index, words)
    ranked = [one.passage for one in named] or _ranked(index, concepts)
    hits = frozenset(stem for concept in concepts for stem in concept.weights)
    return [_found(passage, hits, language) for passage in ranked[:MOST_FOUND]]


def _found(passage: Passage, hits: frozenset[str], language: str) -> Found:
    return Found(
        passage.anchor,
        is_rule(passage),
        marked(passage.title, hits, language),
        excerpt(passage.text, hits, language),
    )


def _ranked(index: Index, concepts: list[_Concept]) -> list[Passage]:
    scores = [(_score(index, one, concepts), one.passage) for one in index.passages]
    best = max(score for score, _ in scores)
    worthy = [(score, passage) for score, passage in scores if score > 0 and score >= best * _LEAST_SHARE]
    found: dict[str, Passage] = {}
    for _, passage in sorted(worthy, key=lambda pair: -pair[0]):
        found.setdefault(passage.anchor, passage)
    return list(found.values())


def _score(index: Index, one: _Indexed, concepts: list[_Concept]) -> float:
    """The sum over what was asked for, less for each thing that the passage does not speak of."""
    values = [_value(index, one, concept) for concept in concepts]
    covered = sum(value > 0 for value in values) / len(values)
    return sum(values) * math.pow(covered, 1.5)


def _value(index: Index, one: _Indexed, concept: _Concept) -> float:
    best = 0.0
    for stem, weight in concept.weights.items():
        if count := one.counts[stem]:
            often = 2.0 * count / (count + one.length)
            place = _TITLE if stem in one.title else 1.0
            best = max(best, weight * index.rarity[stem] * often * place)
    return best * one.worth + (_EXPLAINS if one.passage.anchor in concept.rules else 0.0)


def _concepts(index: Index, words: list[Token]) -> list[_Concept]:
    """Things of the glossary that the question names, then its other words."""
    concepts: list[_Concept] = []
    rest = list(words)
    for entry, used in sorted(_named(index, words), key=lambda pair: -len(pair[1])):
        if all(word in rest for word in used) or entry.rules:
            weights = {stem: _SYNONYM for stem in entry.stems if stem in index.rarity}
            for word in used:
                weights.update(_known(index, word))
            concepts.append(_Concept(weights, entry.rules))
            rest = [word for word in rest if word not in used]
    concepts += [_Concept(_known(index, word) or _guessed(index, word), frozenset()) for word in rest]
    return concepts


def _named(index: Index, words: list[Token]) -> Iterator[tuple[_Entry, tuple[Token, ...]]]:
    """The entries of the glossary one of whose names stands in the question, with the words that make it up."""
    for entry in index.glossary:
        uses = [used for name in entry.names if (used := _said(name, words))]
        if uses:
            yield entry, max(uses, key=len)


def _said(name: tuple[frozenset[str], ...], words: list[Token]) -> tuple[Token, ...]:
    used = [next((word for word in words if word.stems & part), None) for part in name]
    return tuple(word for word in used if word) if all(used) else ()


def _known(index: Index, word: Token) -> _Weights:
    """The stems of the book that are the word itself or another form of it."""
    weights = {
        stem: _ALIKE for stem in index.rarity if any(alike(stem, one) for one in word.stems if one != stem)
    }
    return weights | {stem: 1.0 for stem in word.stems if stem in index.rarity}


def _guessed(index: Index, word: Token) -> _Weights:
    """For a word that the book does not have: those it may be with a typing error."""
    return {stem: _MISTYPED for stem in index.rarity if any(mistyped(one, stem) for one in word.stems)}


@cache
def _index(game: str, language: str) -> Index:
    book = render(game, language)
    passages = tuple(_indexed(passage, language) for passage in book.passages)
    spread = Counter(stem for one in passages for stem in one.counts)
    rarity = {stem: math.log(1 + len(passages) / number) for stem, number in spread.items()}
    glossary = find_part(package(game), Rulebook).glossary()
    return Index(language, passages, rarity, tuple(_entries(glossary, language, book)))


def _indexed(passage: Passage, language: str) -> _Indexed:
    title = frozenset(stem for token in tokens(passage.title, language) for stem in token.stems)
    text = f"{passage.title} {passage.text}"
    counts = Counter(stem for token in tokens(text, language) for stem in token.stems)
    worth = 1.0 if is_rule(passage) else _PROSE
    return _Indexed(passage, title, counts, 0.5 + len(text) / _USUAL_LENGTH, worth)


def is_rule(passage: Passage) -> bool:
    return not passage.anchor.startswith("chapter-")


def _entries(glossary: str, language: str, book: RenderedRulebook) -> Iterator[_Entry]:
    for entry in tomllib.loads(glossary).values():
        own = [name for name in _names(entry, language) if name == entry[language] or " " not in name]
        names = [(name, one) for one in LANGUAGES for name in _names(entry, one)]
        rules = frozenset(rule for rule in entry.get("rules", ()) if rule in book.rules)
        yield _Entry(
            tuple(tuple(token.stems for token in asked(name, one)) for name, one in names),
            frozenset(stem for name in own for token in asked(name, language) for stem in token.stems),
            rules,
        )


def _names(entry: Mapping[str, Any], language: str) -> list[str]:
    return [entry[language], *entry.get(f"also_{language}", ())]
