"""Words as a search compares them: without case, accents and endings, in three languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import import_module
from typing import Final, NamedTuple, Protocol, cast

_WORD: Final = re.compile(r"[A-Z]{3}-[A-Z]?\d+|\w+")
_FOLDED: Final = str.maketrans({"ł": "l", "œ": "oe", "æ": "ae", "’": "'"})
_STEMMERS: Final = {"en": "english", "pl": "polish", "fr": "french"}
_SHORTEST: Final = 4
_COMMON: Final = {
    language: frozenset(words.split())
    for language, words in {
        "en": """a about after all am an and any are as at be been by can could did do does for from get gets go goes had happen
            happens has have he her his how i if in into is it its just many may me much must my of on or our she should so
            than that the their them then there they this to up use was we what when where which who whom whose why will with
            would you your""",
        "pl": """a aby albo ale bo byc by być był była było co czy dla do dzieje gdy gdzie go i ich ile ilu im in ja jak jaka jaki
            jakie jakich jest jesli jeśli juz już kiedy kto kogo komu ktora która ktore które ktory który ma mam mi mnie moge mogę
            moj mój moja mozna można może moze mu na nad nie nim o od ona oni ono po pod przez przy sa są sie się stanie ta tak tam te
            tego tej ten to tu ty u w we wiec więc wolno z za ze zeby żeby""",
        "fr": """a à ai as au aux avec c ça ce ces cette combien comment d dans de des du elle elles en est et être eu faire fait faut
            il ils j je l la le les leur lui m ma mais me mes mon n ne nos notre on ont ou où par pas passe peut peux plus pour
            pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se ses si son sont sur t ta te tes toi ton tu un une
            va vont vos votre vous y""",
    }.items()
}


class Token(NamedTuple):
    """A word of a text: where it stands, and the stems it is known by."""

    start: int
    end: int
    stems: frozenset[str]


def fold(text: str) -> str:
    """Text without case and accents, so that "wieza" finds "Wieża"."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_FOLDED))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def tokens(text: str, language: str) -> Iterator[Token]:
    """Every word of a text, in order."""
    for found in _WORD.finditer(text):
        yield Token(found.start(), found.end(), stems(found[0], language))


def asked(question: str, language: str) -> list[Token]:
    """The words of a question that say what it is about; all of them if they are all common ones."""
    every = list(tokens(question, language))
    telling = [one for one in every if question[one.start : one.end].casefold() not in _COMMON[language]]
    return telling or every


@lru_cache(maxsize=16384)
def stems(word: str, language: str) -> frozenset[str]:
    """A word typed without its accents has another stem, so each word is known by both."""
    lower = word.casefold()
    return frozenset((fold(_stem(lower, language)), fold(_stem(fold(lower), language))))


def _stem(word: str, language: str) -> str:
    """At least four letters of a longer word: the Polish stemmer makes one of "poziom" and "później"."""
    found = _stemmer(language).stemWord(word)
    return word[:_SHORTEST] if len(found) < _SHORTEST < len(word) else found


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802 the library's name


@cache
def _stemmer(language: str) -> _Stemmer:
    library = import_module(
        "snowballstemmer"
    )  # at the first question: it brings all its languages, and takes a while
    return cast(_Stemmer, library.stemmer(_STEMMERS[language]))


def alike(one: str, other: str) -> bool:
    """Two stems of one word whose endings the stemmer has cut differently ("tal", "tali")."""
    short, long = sorted((one, other), key=len)
    spare = 1 if len(short) < 4 else 3
    return len(short) >= 3 and len(long) - len(short) <= spare and long.startswith(short)


def mistyped(one: str, other: str) -> bool:
    """Whether one stem may be the other with a typing error: a letter too many, too few, wrong, or two in the wrong order."""
    if one[:1] != other[:1] and len(one) < 6:
        return False
    most = 0 if len(one) < 4 else 1 if len(one) < 8 else 2
    return abs(len(one) - len(other)) <= most and _distance(one, other) <= most


def _distance(one: str, other: str) -> int:
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        before, last, row = row, before, [i]
        for j, wanted in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]
