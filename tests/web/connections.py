"""A page's connection that keeps what it is sent."""

from __future__ import annotations


class ReadyConnection:
    """Takes every message at once, so that nothing ever waits and no page is closed."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def push(self, frame: bytes) -> bool:
        self.frames.append(frame)
        return True

    async def send(self, text: str) -> None:
        raise AssertionError(text)

    async def close(self) -> None:
        raise AssertionError

    async def renew(self) -> None:
        raise AssertionError
