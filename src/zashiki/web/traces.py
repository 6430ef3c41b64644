"""Traces for OpenTelemetry, sent to a collector: requests, choices, commits and the drawing of pages.

A span of a request is named by the page, never by its address: invitations and links to seats are secrets.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zashiki import __version__
from zashiki.kernel.messages import say
from zashiki.kernel.options import BadOption
from zashiki.web.services import Services

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer

TRACES_PATH = "/v1/traces"


class OpenTelemetry:
    """What is done at the tables, as spans. Of an error its kind is told, not its text."""

    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer

    @contextmanager
    def span(self, name: str, table_id: str) -> Iterator[None]:
        with self._open(name, {"zashiki.table": table_id}):
            yield

    @contextmanager
    def request(self, method: str) -> Iterator[Span]:
        with self._open(method, {"http.request.method": method}) as span:
            yield span

    @contextmanager
    def _open(self, name: str, about: dict[str, str]) -> Iterator[Span]:
        with self._tracer.start_as_current_span(
            name, attributes=about, record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield span
            except BaseException as error:
                span.set_attribute("error.type", type(error).__name__)
                raise


class TracedApp:
    """The application, each request a span."""

    def __init__(self, app: ASGIApp, traces: OpenTelemetry) -> None:
        self._app = app
        self._traces = traces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        with self._traces.request(scope["method"]) as span:

            async def watched(message: Message) -> None:
                if message["type"] == "http.response.start":
                    span.set_attribute("http.response.status_code", message["status"])
                await send(message)

            await self._app(scope, receive, watched)
            if endpoint := scope.get("endpoint"):
                room = endpoint.__module__.rpartition(".")[2]
                span.update_name(f"{scope['method']} {room}.{endpoint.__name__}")


def traced(held: ExitStack, address: str, app: ASGIApp, services: Services) -> ASGIApp:
    """The application, which sends traces to the collector at this address until `held` is left; raises BadOption."""
    if find_spec("opentelemetry.exporter.otlp.proto.http") is None:
        raise BadOption(say("web.serve.no-traces"))
    if not address.startswith(("http://", "https://")):
        raise BadOption(say("web.serve.bad-traces", address=address))
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider(
        resource=Resource.create({SERVICE_NAME: "zashiki", SERVICE_VERSION: __version__})
    )
    exporter = OTLPSpanExporter(endpoint=address.rstrip("/").removesuffix(TRACES_PATH) + TRACES_PATH)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    held.callback(provider.shutdown)
    traces = services.tables.traces = OpenTelemetry(provider.get_tracer("zashiki", __version__))
    return TracedApp(app, traces)
