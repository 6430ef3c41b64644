"""Traces for OpenTelemetry, sent to a collector: choices, commits, and what servers do besides."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from zashiki import __version__
from zashiki.kernel.messages import say
from zashiki.kernel.options import BadOption

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer

TRACES_PATH: Final = "/v1/traces"


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


def open_telemetry(held: ExitStack, address: str) -> OpenTelemetry:
    """Sends traces to the collector at this address until `held` is left; raises BadOption."""
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
    return OpenTelemetry(provider.get_tracer("zashiki", __version__))
