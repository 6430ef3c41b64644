"""What a host may set."""

from __future__ import annotations

import re
from ipaddress import ip_network
from pathlib import Path
from typing import Final

import msgspec

from zashiki.kernel.messages import say
from zashiki.kernel.options import BadOption

ANY: Final = "*"
_NAME: Final = re.compile(r"[^\s/:@?#]+")


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    data: Path
    database: str = ""  # the address of a PostgreSQL database that several servers share; empty: tables are kept in `data`
    redis: str = ""  # the address of a Redis server that tells the servers of a database what changes; empty: PostgreSQL does
    bots: bool = True  # whether bots think here; with a database workers can do that
    bot_pause: float = 0.5  # seconds between two moves of bots that others can see
    bot_processes: int = 1  # 0: bots think in threads of the server itself
    metrics: str = ""  # HOST:PORT where Prometheus is answered; empty: nowhere
    traces: str = ""  # the address of a collector of OpenTelemetry; empty: none
    log: str = "text"  # or "json": one object a line
    drain: float = (
        0.0  # seconds for which a server that is to stop goes on serving and says that it is not ready
    )
    secure: bool = False  # cookies for HTTPS only, even where this server does not see that HTTPS is used
    tables_an_hour: int = 60  # that one visitor may open; 0: any number, of choices and connections too
    allowed_hosts: tuple[str, ...] = ()  # names that are ours, besides this machine's and its addresses
    trusted_proxies: tuple[str, ...] = ()  # whose word is taken for who asks, and whether by HTTPS
    sleep_after: int = 30  # days after which a table that nobody touches is asleep; 0: never
    address: str = ""  # where others reach a server that listens everywhere, if that is known


def check_names(settings: Settings) -> None:
    """Raises BadOption for a name or an address that nobody could have: it would be passed over in silence."""
    for name in settings.allowed_hosts:
        if not _NAME.fullmatch(name):
            raise BadOption(say("web.serve.bad-host", name=name))
    for address in settings.trusted_proxies:
        if address != ANY and not _is_network(address):
            raise BadOption(say("web.serve.bad-proxy", address=address))


def _is_network(address: str) -> bool:
    try:
        ip_network(address)  # one with bits of a host would be believed for nobody
    except ValueError:
        return False
    return True
