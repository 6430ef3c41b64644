"""How often a visitor may do what costs the server something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from zashiki.tables.limits import Limiter, RateLimiter

HOUR: Final = 3600.0
A_NETWORK: Final = 5
"""So many times what one visitor may do can be done from one network address: visitors cost nothing, addresses do."""
CHAT_LINES: Final = 5
CHAT_SECONDS: Final = 10.0
CHOICES: Final = 600
CHOICES_SECONDS: Final = 60.0
"""Choices and undos of one visitor."""
SEATS: Final = 60
SEATS_SECONDS: Final = 60.0
"""Changes of seats by one visitor: joining and leaving, bots that play on, new secret links."""
TRIES: Final = 90
TRIES_SECONDS: Final = 60.0
"""Choices of one visitor in variations, which bots answer."""
CONNECTIONS: Final = 30
CONNECTIONS_SECONDS: Final = 20.0
"""New sockets of one visitor; a page that is refused one tries again later."""

SEARCHES: Final = 60
SEARCHES_SECONDS: Final = 60.0
"""Searches of one visitor in the explorer."""


Make = Callable[[str, int, float], Limiter]
"""Makes a limit from what is limited, how many times and in how many seconds."""


def count_here(_what: str, times: int, seconds: float) -> Limiter:
    """A limit of this server alone."""
    return RateLimiter(times, seconds)


class RateLimits:
    """All limits, from how many tables one visitor may open in an hour; 0: chat alone is limited."""

    def __init__(self, tables_an_hour: int, make: Make = count_here) -> None:
        limited = tables_an_hour > 0
        connections = CONNECTIONS * limited
        self.tables = make("tables", tables_an_hour, HOUR)
        self.network_tables = make("network-tables", A_NETWORK * tables_an_hour, HOUR)
        self.choices = make("choices", CHOICES * limited, CHOICES_SECONDS)
        self.seats = make("seats", SEATS * limited, SEATS_SECONDS)
        self.network_seats = make("network-seats", A_NETWORK * SEATS * limited, SEATS_SECONDS)
        self.variations = make("variations", tables_an_hour, HOUR)
        self.network_variations = make("network-variations", A_NETWORK * tables_an_hour, HOUR)
        self.analyses = make("analyses", tables_an_hour, HOUR)
        self.network_analyses = make("network-analyses", A_NETWORK * tables_an_hour, HOUR)
        self.tries = make("tries", TRIES * limited, TRIES_SECONDS)
        self.network_tries = make("network-tries", A_NETWORK * TRIES * limited, TRIES_SECONDS)
        self.connections = make("connections", connections, CONNECTIONS_SECONDS)
        self.network_connections = make("network-connections", A_NETWORK * connections, CONNECTIONS_SECONDS)
        searches = SEARCHES * limited
        self.searches = make("searches", searches, SEARCHES_SECONDS)
        self.network_searches = make("network-searches", A_NETWORK * searches, SEARCHES_SECONDS)
        self.chat = make("chat", CHAT_LINES, CHAT_SECONDS)

    async def allow_table(self, visitor: str, network: str) -> bool:
        """Whether one more table may be opened; a visitor without a name is known by the network address alone."""
        return await self.tables.allows(visitor or network) and await self.network_tables.allows(network)

    async def allow_seat_change(self, visitor: str, network: str) -> bool:
        """Whether one more seat may be changed."""
        if visitor and not await self.seats.allows(visitor):
            return False
        return await self.network_seats.allows(network)

    async def allow_variations(self, visitor: str, network: str) -> bool:
        """Whether one more tree of variations may be kept."""
        return await self.variations.allows(visitor or network) and await self.network_variations.allows(
            network
        )

    async def allow_analysis(self, visitor: str, network: str) -> bool:
        """Whether one more game may be analysed."""
        return await self.analyses.allows(visitor or network) and await self.network_analyses.allows(network)

    async def allow_try(self, visitor: str, network: str) -> bool:
        """Whether bots may be asked for one more answer."""
        return await self.tries.allows(visitor) and await self.network_tries.allows(network)

    async def allow_connection(self, visitor: str, network: str) -> bool:
        """Whether one more socket may be opened."""
        if visitor and not await self.connections.allows(visitor):
            return False
        return await self.network_connections.allows(network)

    async def allow_search(self, visitor: str, network: str) -> bool:
        """Whether one more search may be made."""
        if visitor and not await self.searches.allows(visitor):
            return False
        return await self.network_searches.allows(network)
