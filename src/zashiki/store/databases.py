"""Where tables are kept: in a folder, with SQLite, or in a PostgreSQL database that several servers share."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import msgspec

from zashiki.kernel.messages import say
from zashiki.kernel.options import BadOption
from zashiki.store import keys
from zashiki.store.backups import TABLES
from zashiki.store.contract import Store, TooNew
from zashiki.store.failures import why
from zashiki.store.sqlite import SQLiteStore

POSTGRESQL: Final = ("postgresql", "postgres")
_PLAIN: Final = re.compile(r"[^/?#@]*//([^/?#@]*@)?[^@#]*")
"""An address that is read as it was meant: @ ends the password and nothing else, and there is no fragment."""
_BAD_ESCAPE: Final = re.compile("%(?![0-9A-Fa-f]{2})")


class NoDatabase(BadOption):
    """The tables can't be reached; `message` says why."""


class Database(msgspec.Struct, frozen=True):
    """A data folder, or the address of a PostgreSQL database, which is empty for a folder."""

    folder: Path
    address: str = ""

    @property
    def shared(self) -> bool:
        """Whether several servers may use it."""
        return bool(self.address)

    @property
    def name(self) -> str:
        """As it may be told: without a password."""
        if not self.shared:
            return str(self.folder)
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"

    def check(self) -> None:
        """Raises NoDatabase for an address that can't be one, or if what is needed for it is not installed."""
        if self.shared and self.address.partition("://")[0] not in POSTGRESQL:
            raise NoDatabase(say("database.unknown", database=re.sub(r"(/+).*@", r"\1", self.address)))
        if self.shared and (not _PLAIN.fullmatch(self.address) or _BAD_ESCAPE.search(self.address)):
            # It is not named: what is taken for its host may be a part of the password.
            raise NoDatabase(say("database.odd-address"))
        if self.shared and find_spec("psycopg_pool") is None:
            raise NoDatabase(say("database.no-driver"))

    def open(self) -> Store:
        """The store, at its newest schema; raises NoDatabase."""
        self.check()
        return self._open_postgres() if self.shared else self._open_sqlite()

    def _open_sqlite(self) -> Store:
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            return SQLiteStore(self.folder / TABLES)
        except TooNew:
            raise NoDatabase(say("web.serve.newer-data", folder=self.name)) from None
        except (OSError, sqlite3.Error) as error:
            raise NoDatabase(say("web.serve.no-data", folder=self.name, reason=why(error))) from None

    def _open_postgres(self) -> Store:
        from zashiki.store.postgres import PostgresStore

        with self._failures_told():
            return PostgresStore(self.address)

    def signing_keys(self) -> tuple[str, ...]:
        """The keys that sign cookies, the newest first, made at the first start. The store has been opened before. Raises NoDatabase."""
        if not self.shared:
            with self._folder_failures_told():
                return keys.signing_keys(self.folder)
        from zashiki.store import postgres_schema

        with self._failures_told():
            return postgres_schema.signing_keys(self.address)

    def rotate_key(self, *, forget: bool) -> int:
        """Makes a new key; gives the number of keys then. Raises NoDatabase."""
        if not self.shared:
            with self._folder_failures_told():
                return keys.rotate_key(self.folder, forget=forget)
        self.check()
        from zashiki.store import postgres_schema

        with self._failures_told():
            postgres_schema.migrate(self.address)
            return postgres_schema.rotate_key(self.address, forget=forget)

    @contextmanager
    def _folder_failures_told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise NoDatabase(say("web.serve.no-data", folder=self.name, reason=why(error))) from None

    @contextmanager
    def _failures_told(self) -> Iterator[None]:
        """What PostgreSQL refuses is raised as NoDatabase."""
        import psycopg

        try:
            yield
        except TooNew:
            raise NoDatabase(say("database.newer", database=self.name)) from None
        except psycopg.Error as error:
            reason = " ".join(str(error).split()) or type(error).__name__
            raise NoDatabase(say("database.unreachable", database=self.name, reason=reason)) from None
