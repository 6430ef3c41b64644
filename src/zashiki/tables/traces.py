"""Where the time of a choice goes, told to whoever watches over the servers; by default nobody is told."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Protocol


class Traces(Protocol):
    """Tells what is done for how long; what is done inside belongs to it."""

    def span(self, name: str, table_id: str) -> AbstractContextManager[object]: ...


class NoTraces:
    def span(self, name: str, table_id: str) -> AbstractContextManager[object]:  # noqa: ARG002
        return nullcontext()
