"""Where requests come from, and the names that this server answers to."""

from __future__ import annotations

import socket
from ipaddress import IPv6Address, IPv6Network, ip_address

from starlette.requests import HTTPConnection

ANY_HOST = "*"


def network_of(connection: HTTPConnection) -> str:
    """The network address of a visitor, for limits."""
    return network_at(connection.client.host if connection.client else "")


def network_at(host: str) -> str:
    """Of an IPv6 address it is the part that a household shares: the rest can be changed at will."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address, 64), strict=False))


def own_names() -> frozenset[str]:
    """The names of this machine in its network."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, name.split(".")[0], f"{name.split('.')[0]}.local"})


def answers_to(host: str, allowed: frozenset[str]) -> bool:
    """Whether a request with this `Host` is meant for this server. A page elsewhere can make its own name lead here; it can't do
    that with an address of numbers."""
    name = _without_port(host).lower().rstrip(".")
    if ANY_HOST in allowed or name in allowed or name.endswith(".localhost"):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if host.count(":") == 1 else host
