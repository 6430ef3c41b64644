"""Who is looking: a signed cookie with a random name for the browser and a nickname. No account is needed."""

from __future__ import annotations

import secrets
from typing import Final

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from zashiki.words import LANGUAGES

COOKIE: Final = "zashiki"
YEAR: Final = 365 * 24 * 3600
LONGEST_NAME: Final = 24
THEMES: Final = ("auto", "light", "dark")


class Person(msgspec.Struct, frozen=True):
    """`id` is empty for someone who has not done anything yet."""

    id: str = ""
    name: str = ""


class People:
    """Reads and writes the signed cookie."""

    def __init__(self, secret: str, secure: bool) -> None:
        self._signer = URLSafeSerializer(secret, salt="person")
        self._secure = secure

    def who(self, connection: HTTPConnection) -> Person:
        """The person of the cookie; nobody if there is none, or one that was not signed here."""
        try:
            found = self._signer.loads(connection.cookies.get(COOKIE, ""))
            return msgspec.convert(found, Person)
        except (BadSignature, msgspec.ValidationError):
            return Person()

    def introduce(self, connection: HTTPConnection, name: str = "") -> Person:
        """The person, made known if need be, under the nickname given."""
        person = self.who(connection)
        return Person(person.id or secrets.token_hex(16), clean_name(name) or person.name)

    def remember(self, response: Response, person: Person) -> None:
        self.keep(response, COOKIE, str(self._signer.dumps(msgspec.to_builtins(person))))

    def keep(self, response: Response, name: str, value: str) -> None:
        response.set_cookie(
            name, value, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=self._secure
        )


def clean_name(name: str) -> str:
    """A nickname of visible characters on one line, not too long."""
    return "".join(letter for letter in " ".join(name.split()) if letter.isprintable())[:LONGEST_NAME].strip()


def language_of(connection: HTTPConnection) -> str:
    """The language of the cookie, else the one the browser prefers, else English."""
    chosen = connection.cookies.get("language", "")
    if chosen in LANGUAGES:
        return chosen
    return preferred_language(connection.headers.get("accept-language", ""))


def preferred_language(accepted: str) -> str:
    """The best of our languages for an Accept-Language header."""
    wishes: list[tuple[float, str]] = []
    for wish in accepted.split(","):
        tag, _, weight = wish.strip().partition(";q=")
        try:
            quality = float(weight or 1)
        except ValueError:
            continue
        wishes.append((-quality, tag.split("-")[0].lower()))
    return next(
        (tag for quality, tag in sorted(wishes, key=lambda wish: wish[0]) if quality and tag in LANGUAGES),
        "en",
    )


def theme_of(connection: HTTPConnection) -> str:
    chosen = connection.cookies.get("theme", "auto")
    return chosen if chosen in THEMES else "auto"


def shortcuts_of(connection: HTTPConnection) -> bool:
    """Whether single keys choose; a page may be used with a voice that types, so they can be switched off."""
    return connection.cookies.get("shortcuts", "on") != "off"
