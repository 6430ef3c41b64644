"""Visitors: a signed cookie with a random id and a nickname, and cookies for language, theme, shortcuts and stories."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import cache
from typing import Final

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from zashiki.words import LANGUAGES, Words

COOKIE: Final = "zashiki"
SALT: Final = "person"
"""Part of every signature: another one would make all cookies invalid."""
YEAR: Final = 365 * 24 * 3600
LONGEST_NAME: Final = 24
THEMES: Final = ("auto", "light", "dark")


class Visitor(msgspec.Struct, frozen=True):
    """`id` is empty for a visitor who has not opened or joined a table yet."""

    id: str = ""
    name: str = ""


class Visitors:
    """Reads and writes the cookies of visitors. The first of the keys signs, all of them are believed."""

    def __init__(self, keys: Sequence[str], secure: bool) -> None:
        self._signer = URLSafeSerializer(list(reversed(keys)), salt=SALT)
        self._newest = URLSafeSerializer(keys[0], salt=SALT) if len(keys) > 1 else None
        self._secure = secure

    def visitor_of(self, connection: HTTPConnection) -> Visitor:
        """The visitor of the cookie; one without an id if there is no cookie, or one with a wrong signature."""
        cookie = connection.cookies.get(COOKIE)
        if not cookie:
            return Visitor()
        try:
            found = self._signer.loads(cookie)
            return msgspec.convert(found, Visitor)
        except (BadSignature, msgspec.ValidationError):
            return Visitor()

    def identify(self, connection: HTTPConnection, name: str = "") -> Visitor:
        """The visitor with an id, a new one if need be, and with the nickname given."""
        visitor = self.visitor_of(connection)
        return Visitor(visitor.id or secrets.token_hex(16), clean_name(name) or visitor.name)

    def with_cookie(self, response: Response, visitor: Visitor) -> Response:
        """The response with the cookie of this visitor."""
        self.set_cookie(response, COOKIE, str(self._signer.dumps(msgspec.to_builtins(visitor))))
        return response

    def renew(self, connection: HTTPConnection, response: Response) -> None:
        """Gives a visitor whose cookie an older key has signed one of the newest key."""
        if self._newest is None:
            return
        visitor = self.visitor_of(connection)
        if visitor.id and not self._newest.loads_unsafe(connection.cookies[COOKIE])[0]:
            self.with_cookie(response, visitor)

    def set_cookie(self, response: Response, name: str, value: str) -> None:
        response.set_cookie(
            name, value, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=self._secure
        )


def clean_name(name: str) -> str:
    """A nickname of visible characters on one line, not too long."""
    return "".join(letter for letter in " ".join(name.split()) if letter.isprintable())[:LONGEST_NAME].strip()


def language_of(connection: HTTPConnection) -> str:
    """The language of the page that asks, else that of the cookie, else the one the browser prefers, else English.

    What scripts ask for, over a socket or beside it, goes into a page whose language another tab can't change.
    """
    if connection.scope["type"] == "websocket" or "hx-request" in connection.headers:
        of_page = connection.query_params.get("lang", "")
        if of_page in LANGUAGES:
            return of_page
    chosen = connection.cookies.get("language", "")
    if chosen in LANGUAGES:
        return chosen
    return preferred_language(connection.headers.get("accept-language", ""))


def preferred_language(accepted: str) -> str:
    """The best of our languages for an Accept-Language header."""
    wishes: list[tuple[float, str]] = []
    for wish in accepted.split(","):
        tag, *given = (part.strip().lower() for part in wish.split(";"))
        weight = next((part[2:] for part in given if part.startswith("q=")), "1")
        try:
            quality = float(weight)
        except ValueError:
            continue
        wishes.append((-quality, tag.split("-")[0]))
    return next(
        (tag for quality, tag in sorted(wishes, key=lambda wish: wish[0]) if quality and tag in LANGUAGES),
        "en",
    )


@cache
def words_in(language: str) -> Words:
    return Words(language)


def words_of(connection: HTTPConnection) -> Words:
    """The words of the visitor's language."""
    return words_in(language_of(connection))


def theme_of(connection: HTTPConnection) -> str:
    chosen = connection.cookies.get("theme", "auto")
    return chosen if chosen in THEMES else "auto"


def shortcuts_of(connection: HTTPConnection) -> bool:
    """Whether single keys choose; visitors who type by voice switch them off."""
    return connection.cookies.get("shortcuts", "on") != "off"


def stories_of(connection: HTTPConnection) -> bool:
    """Whether what happened is told step by step before the page goes on."""
    return connection.cookies.get("stories", "on") != "off"
