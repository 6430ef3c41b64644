"""Traces of a server's requests. A span of a request is named by the page, never by its address: invitations and links to seats are secrets."""

from __future__ import annotations

from contextlib import ExitStack

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zashiki.tables.open_telemetry import OpenTelemetry, open_telemetry
from zashiki.web.services import Services


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
    traces = services.tables.traces = open_telemetry(held, address)
    return TracedApp(app, traces)
