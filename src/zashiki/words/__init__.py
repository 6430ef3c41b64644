"""Messages put into words: gettext catalogues in English, Polish and French, read as the .po files they are."""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any, Final

from babel.lists import format_list
from babel.messages.pofile import read_po

from zashiki.kernel.messages import Message
from zashiki.kernel.registry import names, package

LANGUAGES: Final = ("en", "pl", "fr")
PLURALS: Final = {
    "en": "n != 1",
    "fr": "n > 1",
    "pl": "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2",
}
_BEFORE_SIGN: Final = re.compile(r" (?=[:;?!»%])|(?<=«) ")
SHARED: Final = ("zashiki.kernel", "zashiki.study", "zashiki.tables", "zashiki.terminal", "zashiki.web")


class MissingWords(KeyError):
    """A key that the catalogue of a language lacks."""


def packages() -> tuple[str, ...]:
    """Every package that has catalogues in its `words` folder."""
    return SHARED + tuple(package(name) for name in names())


@cache
def catalogue(language: str) -> dict[str, tuple[str, ...]]:
    """Key -> its text, or its texts in the order of the plural forms."""
    texts: dict[str, tuple[str, ...]] = {}
    for name in packages():
        file = folder(name) / f"{language}.po"
        if file.is_file():
            texts.update(read_catalogue(file.read_bytes()))
    return {key: tuple(_typeset(language, form) for form in forms) for key, forms in texts.items()}


@cache
def _plain(language: str) -> dict[str, str]:
    """The texts that are the same whoever reads them: without arguments, plural forms and a form that addresses the reader."""
    texts = catalogue(language)
    return {
        key: forms[0]
        for key, forms in texts.items()
        if len(forms) == 1 and not {"{", "}"} & set(forms[0]) and f"{key}.you|" not in texts
    }


@cache
def _plural(language: str) -> Callable[[int], int]:
    """The number of the plural form, by number; made once, as each one made stays until garbage is looked for."""
    found: Callable[[int], int] = gettext.c2py(PLURALS[language])
    return found


def _typeset(language: str, text: str) -> str:
    """A text as it is set: French keeps its high signs and guillemets on the line of their word."""
    return _BEFORE_SIGN.sub("\u00a0", text) if language == "fr" else text


def folder(name: str) -> Path:
    """Where a package has its catalogues; the package itself is not run, so that words come quickly."""
    spec = find_spec(name)
    places = spec.submodule_search_locations if spec else None
    if not places:
        raise ModuleNotFoundError(name)
    return Path(places[0]) / "words"


def read_catalogue(po: bytes) -> dict[str, tuple[str, ...]]:
    """The texts of one .po file; an untranslated or uncertain entry is left out."""
    texts: dict[str, tuple[str, ...]] = {}
    for entry in read_po(BytesIO(po), abort_invalid=True):
        key = entry.id if isinstance(entry.id, str) else entry.id[0]
        forms = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
        if key and forms and all(forms) and not entry.fuzzy:
            texts[key] = forms
    return texts


_Piece = tuple[str, str, str]
"""A text, then the name of an argument and the form it is asked for in (both empty at the end)."""


@cache
def _pieces(text: str) -> tuple[_Piece, ...]:
    """A text taken apart once, so that it is put together quickly."""
    return tuple(
        (literal, name or "", form or "") for literal, name, form, _conversion in Formatter().parse(text)
    )


class Words:
    """Puts messages into one language. `{area:loc}` asks for another form of a name: the key `<key>|loc`.

    With `calling`, messages that stand for a person are put as `<key>.named`, where a catalogue has that. With `addressing`, the
    one that stands for the reader is put as `<key>.you|<form>`, where a catalogue has that form. Words are equal, and drawings
    made with them can be shared, when they are of one language, call everybody by the same names and address the same person.
    """

    def __init__(
        self, language: str, people: Iterable[tuple[Message, str]] = (), reader: Message | None = None
    ) -> None:
        if language not in LANGUAGES:
            raise ValueError(language)
        self.language = language
        self._texts = catalogue(language)
        self._plain = _plain(language)
        self._plural = _plural(language)
        self._people: dict[str, list[tuple[dict[str, Any], str]]] = {}
        for message, name in people:
            if self.has(f"{message.key}.named"):
                self._people.setdefault(message.key, []).append((message.args, name))
        self._reader = reader
        self.identity = repr((language, self._people, reader))

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Words) and self.identity == other.identity)

    def __hash__(self) -> int:
        return hash(self.identity)

    def calling(self, people: Iterable[tuple[Message, str]]) -> Words:
        """The same words, in which these people are called by their names."""
        return _same(Words(self.language, people, self._reader))

    def addressing(self, reader: Message) -> Words:
        """The same words, told to the person for whom this message stands."""
        people = [
            (Message(key, "", args), name) for key, found in self._people.items() for args, name in found
        ]
        return _same(Words(self.language, people, reader))

    def told(self, message: Message, *, of_reader: bool) -> str:
        """The message in words; one of what the reader did is told to them: `<key>.you`, where a catalogue has that."""
        key = f"{message.key}.you"
        return self(Message(key, message.rule, message.args) if of_reader and self.has(key) else message)

    def names_reader(self, value: object) -> bool:
        """Whether this argument of a message stands for the reader."""
        return self._reader is not None and value == self._reader

    def addresses_reader(self, message: Message) -> bool:
        """Whether the message, or any one among its arguments, stands for the reader."""
        if self.names_reader(message):
            return True
        for value in message.args.values():
            for one in value if isinstance(value, list) else (value,):
                if isinstance(one, Message) and self.addresses_reader(one):
                    return True
        return False

    def name_of(self, message: Message) -> str:
        """What the person is called whom the message stands for; "" if it stands for nobody who has a name."""
        for args, name in self._people.get(message.key, ()):
            if args == message.args:
                return name
        return ""

    def has(self, key: str) -> bool:
        return key in self._texts

    def __call__(self, message: Message, form: str = "") -> str:
        """The message in words, in a form of it where it has that; raises MissingWords for a key the catalogue lacks."""
        key, args = message.key, message.args
        if not args and not form and key in self._plain and key not in self._people:
            return self._plain[key]
        if self._reader is not None and message == self._reader and f"{key}.you|{form}" in self._texts:
            return self._filled(self.text(f"{key}.you|{form}"), args)
        if key in self._people and (name := self.name_of(message)):
            key, args = f"{key}.named", {"name": name}
        if form and f"{key}|{form}" in self._texts:
            key = f"{key}|{form}"
        forms = self._texts.get(key)
        text = forms[0] if forms is not None and len(forms) == 1 else self.text(key, args.get("n"))
        return self._filled(text, args)

    def say(self, key: str, **args: Any) -> str:
        if not args and key not in self._people:
            text = self._plain.get(key)
            if text is not None:
                return text
        return self(Message(key, "", args))

    def text(self, key: str, n: Any = None) -> str:
        """The text of a key before its arguments are put in, in the plural of `n`."""
        if key not in self._texts:
            raise MissingWords(f"{self.language}: {key}")
        forms = self._texts[key]
        if len(forms) == 1:
            return forms[0]
        return forms[self._plural(n) if isinstance(n, int) else -1]

    def _filled(self, text: str, args: dict[str, Any]) -> str:
        if "{" not in text and "}" not in text:
            return text
        filled = []
        for literal, name, form in _pieces(text):
            filled.append(literal)
            if name:
                value = args[name]
                kind = type(value)
                if kind is str:
                    filled.append(value)
                else:
                    filled.append(self(value, form) if kind is Message else self.format_field(value, form))
        return "".join(filled)

    def format_field(self, value: Any, form: str = "") -> str:
        """An argument in words: a message, a list of them, or plain text."""
        if isinstance(value, Message):
            return self(value, form)
        if isinstance(value, list):
            parts = [self.format_field(item, form) for item in value]
            return format_list(parts, locale=self.language) if parts else "-"
        return str(value)


@lru_cache(maxsize=1024)
def _same(words: Words) -> Words:
    """Equal words become one and the same, which are found among keys without comparing names."""
    return words
