"""How often a visitor may do what costs the server something."""

from __future__ import annotations

from typing import Final

from zashiki.tables.limits import RateLimiter

HOUR: Final = 3600.0
A_NETWORK: Final = 5
"""So many times what one visitor may do can be done from one network address: visitors cost nothing, addresses do."""
CHAT_LINES: Final = 5
CHAT_SECONDS: Final = 10.0
CHOICES: Final = 600
CHOICES_SECONDS: Final = 60.0
"""Choices and undos of one visitor."""
CONNECTIONS: Final = 30
CONNECTIONS_SECONDS: Final = 20.0
"""New sockets of one visitor; a page that is refused one tries again later."""


class RateLimits:
    """All limits of one server, from how many tables one visitor may open in an hour; 0: chat alone is limited."""

    def __init__(self, tables_an_hour: int) -> None:
        limited = tables_an_hour > 0
        self.tables = RateLimiter(tables_an_hour, HOUR)
        self.network_tables = RateLimiter(A_NETWORK * tables_an_hour, HOUR)
        self.choices = RateLimiter(CHOICES * limited, CHOICES_SECONDS)
        self.connections = RateLimiter(CONNECTIONS * limited, CONNECTIONS_SECONDS)
        self.network_connections = RateLimiter(A_NETWORK * CONNECTIONS * limited, CONNECTIONS_SECONDS)
        self.chat = RateLimiter(CHAT_LINES, CHAT_SECONDS)

    async def allow_table(self, visitor: str, network: str) -> bool:
        """Whether one more table may be opened; a visitor without a name is known by the network address alone."""
        return await self.tables.allows(visitor or network) and await self.network_tables.allows(network)

    async def allow_connection(self, visitor: str, network: str) -> bool:
        """Whether one more socket may be opened."""
        if visitor and not await self.connections.allows(visitor):
            return False
        return await self.network_connections.allows(network)
