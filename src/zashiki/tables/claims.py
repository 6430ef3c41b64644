"""Which of several servers and workers lets the bots of a table play, or analyses a game: one at a time, so that none thinks in vain.

Nothing rests on it: of two that play the same turn, the store lets one win; a piece of an analysis that is done twice is the same.
"""

from __future__ import annotations

from typing import Final, Protocol


class Claims(Protocol):
    async def take(self, table_id: str) -> bool:
        """Whether the bots of this table are ours to play now."""

    async def release(self, table_id: str) -> None: ...

    async def take_work(self, name: str) -> bool:
        """Whether the work of this name is ours to do now."""

    async def release_work(self, name: str) -> None: ...

    async def close(self) -> None: ...


class OwnClaims:
    """Of a server that is alone: everything is its own."""

    async def take(self, table_id: str) -> bool:  # noqa: ARG002
        return True

    async def release(self, table_id: str) -> None:
        """Nobody else waits."""

    async def take_work(self, name: str) -> bool:  # noqa: ARG002
        return True

    async def release_work(self, name: str) -> None:
        """Nobody else waits."""

    async def close(self) -> None:
        """Nothing is held."""


OWN_CLAIMS: Final = OwnClaims()
