"""Open connections: how many one network address may have, and how many the server has files for."""

from __future__ import annotations

import logging
import resource
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Any, Final

import uvicorn

from zashiki.tables.logs import Seldom
from zashiki.web.requests.networks import network_at
from zashiki.web.settings import ANY

_log = logging.getLogger(__name__)
_log.addFilter(Seldom())

MOST_OF_A_NETWORK: Final = 1000
"""Connections of one network address, where the server may have files for twice as many."""
OWN_FILES: Final = 64
"""Files that are not for connections: of tables, bots and logs."""
NEARLY: Final = 0.9
"""The part of all connections that there can be from which on the log warns."""
TOO_MANY: Final = (
    b"429 Too Many Requests",
    b"Too many connections from your network address: close some pages, and load this one again.\n",
)
FULL: Final = (
    b"503 Service Unavailable",
    b"This server has no room for more connections: try again later.\n",
)


def raise_file_limit() -> None:
    """As far as the system allows; many begin with 1,024 files, of which each connection is one."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with suppress(OSError, ValueError):  # where "unlimited" is more than there can be
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def file_limit() -> int:
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return sys.maxsize if limit == resource.RLIM_INFINITY else limit


class Connections:
    """Counts the open connections of each network address; those of proxies, who speak for many, only together."""

    def __init__(self, files: int, trusted: Sequence[str], *, limited: bool) -> None:
        self._files = files
        self._most = max(files - OWN_FILES, files // 2)
        self._most_of_a_network = min(MOST_OF_A_NETWORK, self._most // 2) if limited else self._most
        self._trusted = trusted
        self._open: Counter[str] = Counter()
        self._total = 0

    def enter(self, host: str) -> tuple[bytes, bytes] | None:
        """Counts one more; else the status and the words with which it is refused."""
        network = network_at(host)
        if self._total >= self._most * NEARLY:
            _log.warning("%d connections are open, of %d files that may be", self._total, self._files)
        if self._total >= self._most:
            return FULL
        if self._open[network] >= self._most_of_a_network and not self._is_proxy(host):
            _log.warning(
                "%s has %d connections and is refused more; a proxy is named by --trusted-proxy",
                network,
                self._open[network],
            )
            return TOO_MANY
        self._open[network] += 1
        self._total += 1
        return None

    def leave(self, host: str) -> None:
        network = network_at(host)
        self._total -= 1
        self._open[network] -= 1
        if not self._open[network]:
            del self._open[network]

    def _is_proxy(self, host: str) -> bool:
        """Whether its word is taken for who asks."""
        return tuple(self._trusted) == (ANY,) or any(_lies_in(host, trusted) for trusted in self._trusted)


def _lies_in(host: str, trusted: str) -> bool:
    if host == trusted:
        return True
    try:
        return ip_address(host) in ip_network(trusted)
    except ValueError:
        return False


class ServerConfig(uvicorn.Config):
    """What uvicorn tells every connection, with the count of all of them."""

    def __init__(self, *args: Any, connections: Connections, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.connections = connections


def connections_of(config: uvicorn.Config) -> Connections:
    assert isinstance(config, ServerConfig)
    return config.connections
