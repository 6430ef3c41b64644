"""The bus tells "table T is at version N". It is a hint: what is true is read from the store by that version."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

Listener = Callable[[str, int], None]
"""Called with the table and its version; it returns at once."""


class Bus(Protocol):
    """Reaches every listener that may care about a table, in this process or in others."""

    def publish(self, table_id: str, version: int) -> None: ...

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Calls the listener from now on; gives what stops that."""


class LocalBus:
    """The bus of one process."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def publish(self, table_id: str, version: int) -> None:
        for listener in tuple(self._listeners):
            listener(table_id, version)

    def listen(self, listener: Listener) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)
