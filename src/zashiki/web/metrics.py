"""Figures for Prometheus, at an address of their own: how many choices are made is nothing for visitors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from zashiki import __version__
from zashiki.kernel.messages import say
from zashiki.kernel.options import BadOption
from zashiki.kernel.reasons import of_system
from zashiki.web.live import Channels
from zashiki.web.services import Services

if TYPE_CHECKING:
    from prometheus_client.core import Metric

HIGHEST_PORT: Final = 65535
EVENTS: Final = ("opened", "ended", "chosen", "stale", "refused", "conflict", "not_kept")


class Figures:
    """Read when Prometheus asks, so that they cost nothing otherwise."""

    def __init__(self, services: Services, channels: Channels) -> None:
        self._services = services
        self._channels = channels

    def collect(self) -> Iterator[Metric]:
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        services, measures = self._services, self._services.tables.measures
        pages, tables = self._channels.counts()
        events = CounterMetricFamily("zashiki_events", "What happened at the tables.", labels=["event"])
        for event in EVENTS:
            events.add_metric([event], measures.events[event])
        yield events
        commits = HistogramMetricFamily("zashiki_commit_seconds", "How long commits of choices took.")
        commits.add_metric([], measures.commits(), measures.seconds)
        yield commits
        yield GaugeMetricFamily("zashiki_open_pages", "Pages open at this server.", pages)
        yield GaugeMetricFamily("zashiki_open_tables", "Tables with pages open at this server.", tables)
        yield GaugeMetricFamily("zashiki_loaded_tables", "Tables kept in memory.", services.tables.loaded())
        playing = services.bots.playing() if services.bots else 0
        yield GaugeMetricFamily("zashiki_bot_tables", "Tables at which bots think now.", playing)
        longest = "Processor time of the longest search for garbage while somebody played."
        yield GaugeMetricFamily("zashiki_longest_collection_seconds", longest, services.garbage.longest)
        about = GaugeMetricFamily("zashiki_info", "The program.", labels=["version"])
        about.add_metric([__version__], 1)
        yield about


def serve_metrics(held: ExitStack, address: str, services: Services, channels: Channels) -> None:
    """Answers Prometheus at HOST:PORT until `held` is left; raises BadOption."""
    if find_spec("prometheus_client") is None:
        raise BadOption(say("web.serve.no-metrics"))
    from prometheus_client import GC_COLLECTOR, PROCESS_COLLECTOR, CollectorRegistry, start_http_server

    host, _, port = address.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not port.isdecimal() or int(port) > HIGHEST_PORT:
        raise BadOption(say("web.serve.bad-metrics", address=address))
    registry = CollectorRegistry()
    for collector in (Figures(services, channels), PROCESS_COLLECTOR, GC_COLLECTOR):
        registry.register(collector)
    try:
        server, thread = start_http_server(int(port), host or "127.0.0.1", registry)
    except OSError as error:
        reason = of_system(error)
        raise BadOption(say("web.serve.no-port", host=host, port=int(port), reason=reason)) from None
    held.callback(thread.join, 5)
    held.callback(server.shutdown)
