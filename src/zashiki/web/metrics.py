"""The figures of a server: those of its tables, its open pages and its search for garbage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from zashiki.tables.metrics import figures_of_tables
from zashiki.web.live import Channels
from zashiki.web.services import Services

if TYPE_CHECKING:
    from prometheus_client.core import Metric


class ServerFigures:
    def __init__(self, services: Services, channels: Channels) -> None:
        self._services = services
        self._channels = channels

    def collect(self) -> Iterator[Metric]:
        from prometheus_client.core import GaugeMetricFamily

        services = self._services
        pages, tables = self._channels.counts()
        yield from figures_of_tables(services.tables, services.bots)
        yield GaugeMetricFamily("zashiki_open_pages", "Pages open at this server.", pages)
        yield GaugeMetricFamily("zashiki_open_tables", "Tables with pages open at this server.", tables)
        longest = "Processor time of the longest search for garbage while somebody played."
        yield GaugeMetricFamily("zashiki_longest_collection_seconds", longest, services.garbage.longest)
