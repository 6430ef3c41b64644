"""Figures for Prometheus, at an address of their own: how many choices are made is nothing for visitors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from zashiki import __version__
from zashiki.kernel.messages import say
from zashiki.kernel.options import BadOption
from zashiki.kernel.reasons import of_system
from zashiki.tables.bot_turns import BotTurns
from zashiki.tables.health import report
from zashiki.tables.service import Tables

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

    from prometheus_client.core import Metric

HIGHEST_PORT: Final = 65535
EVENTS: Final = ("opened", "ended", "chosen", "stale", "refused", "conflict", "not_kept")
_REASONS: Final = {200: "200 OK", 503: "503 Service Unavailable"}


class Figures(Protocol):
    def collect(self) -> Iterator[Metric]:
        """Read when Prometheus asks, so that they cost nothing otherwise."""


Checks = dict[str, Callable[[], str]]
"""By their path: what is wrong, empty if nothing is."""


def figures_of_tables(tables: Tables, bots: BotTurns | None) -> Iterator[Metric]:
    """What servers and workers count alike."""
    from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

    measures = tables.measures
    events = CounterMetricFamily("zashiki_events", "What happened at the tables.", labels=["event"])
    for event in EVENTS:
        events.add_metric([event], measures.events[event])
    yield events
    commits = HistogramMetricFamily("zashiki_commit_seconds", "How long commits of choices took.")
    commits.add_metric([], measures.commits.counted(), measures.commits.seconds)
    yield commits
    took = "How long bots took to decide, the wait for a process included."
    decisions = HistogramMetricFamily("zashiki_bot_decision_seconds", took)
    decisions.add_metric([], measures.decisions.counted(), measures.decisions.seconds)
    yield decisions
    playing = bots.playing() if bots else 0
    yield GaugeMetricFamily("zashiki_bot_tables", "Tables at which bots think now.", playing)
    yield GaugeMetricFamily("zashiki_loaded_tables", "Tables kept in memory.", tables.loaded())
    about = GaugeMetricFamily("zashiki_info", "The program.", labels=["version"])
    about.add_metric([__version__], 1)
    yield about


def serve_metrics(held: ExitStack, address: str, figures: Figures, checks: Checks) -> None:
    """Answers Prometheus at HOST:PORT, and whoever asks for a check, until `held` is left; raises BadOption."""
    if find_spec("prometheus_client") is None:
        raise BadOption(say("web.serve.no-metrics"))
    from prometheus_client import GC_COLLECTOR, PROCESS_COLLECTOR, CollectorRegistry, start_http_server

    host, _, port = address.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not port.isdecimal() or int(port) > HIGHEST_PORT:
        raise BadOption(say("web.serve.bad-metrics", address=address))
    registry = CollectorRegistry()
    for collector in (figures, PROCESS_COLLECTOR, GC_COLLECTOR):
        registry.register(collector)
    try:
        server, thread = start_http_server(int(port), host or "127.0.0.1", registry)
    except OSError as error:
        reason = of_system(error)
        raise BadOption(say("web.serve.no-port", host=host, port=int(port), reason=reason)) from None
    application = server.get_app()
    assert application is not None
    server.set_app(_with_checks(application, checks))
    held.callback(thread.join, 5)
    held.callback(server.shutdown)


def _with_checks(application: WSGIApplication, checks: Checks) -> WSGIApplication:
    def answer(environment: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        check = checks.get(environment["PATH_INFO"])
        if check is None:
            return application(environment, start)
        status, told = report(check())
        start(_REASONS[status], [("Content-Type", "application/json")])
        return [msgspec.json.encode(told)]

    return answer
