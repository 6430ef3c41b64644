"""Which of several servers and workers lets the bots of a table play: one at a time, so that none thinks in vain.

Nothing rests on it: of two that play the same turn, the store lets one win.
"""

from __future__ import annotations

from typing import Protocol


class Claims(Protocol):
    async def take(self, table_id: str) -> bool:
        """Whether the bots of this table are ours to play now."""

    async def release(self, table_id: str) -> None: ...

    async def close(self) -> None: ...


class OwnClaims:
    """Of a server that is alone: everything is its own."""

    async def take(self, table_id: str) -> bool:  # noqa: ARG002
        return True

    async def release(self, table_id: str) -> None:
        """Nobody else waits."""

    async def close(self) -> None:
        """Nothing is held."""
