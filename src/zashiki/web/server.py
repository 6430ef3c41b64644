"""The server itself: listens, says where, opens the browser, stops cleanly."""

from __future__ import annotations

import logging
import signal
import socket
import threading
import webbrowser
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from types import FrameType

import click
import msgspec
import uvicorn
from starlette.types import ASGIApp

from zashiki.kernel.messages import say
from zashiki.kernel.options import BadOption
from zashiki.kernel.reasons import of_system
from zashiki.store.serving import AlreadyServed, serving
from zashiki.tables.logs import Seldom, set_up_logs
from zashiki.tables.metrics import serve_metrics
from zashiki.web.app import create_app
from zashiki.web.garbage import spare_collections
from zashiki.web.listening import EVERYWHERE, listen, listening_at, network_address
from zashiki.web.metrics import ServerFigures
from zashiki.web.requests.connections import Connections, ServerConfig, file_limit, raise_file_limit
from zashiki.web.requests.protocol import BY_FILE, TimedProtocol
from zashiki.web.requests.push import BURST, PushProtocol
from zashiki.web.services import Services
from zashiki.web.settings import Settings
from zashiki.web.traces import traced
from zashiki.words import Words


class _Server(uvicorn.Server):
    """Says where it is, and opens the browser there, once it listens."""

    def __init__(
        self,
        config: uvicorn.Config,
        address: str,
        others: str,
        words: Words,
        open_browser: bool,
        services: Services,
    ) -> None:
        super().__init__(config)
        self._services = services
        self._address = address
        self._others = others
        self._words = words
        self._open_browser = open_browser

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Says first that it is not ready any more, and goes on serving until proxies have noticed; at the second signal no more."""
        drain = self._services.settings.drain
        if self._services.stopping or not drain:
            super().handle_exit(sig, frame)
            return
        self._services.stopping = True
        waiting = threading.Timer(drain, super().handle_exit, (sig, frame))
        waiting.daemon = True
        waiting.start()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        spare_collections()
        click.echo(self._words.say("web.serve.started", address=self._address))
        if self._others:
            click.echo(self._words.say("web.serve.others", address=f"{self._others}/"))
        if self._open_browser:
            threading.Thread(target=_open, args=(self._address, self._words), daemon=True).start()


def _open(address: str, words: Words) -> None:
    if not webbrowser.open(address):
        click.echo(words.say("web.serve.open-yourself", address=address))


def serve(words: Words, host: str, port: int, settings: Settings, open_browser: bool) -> None:
    """Runs until Ctrl-C or SIGTERM, and ends in order; raises BadOption for an address or a data folder that can't be used."""
    listening = listen(host, port)
    port = listening.getsockname()[1]
    others = network_address() if host in EVERYWHERE else ""
    if others:
        settings = msgspec.structs.replace(settings, address=_address(others, port))
    address = _address("127.0.0.1" if host in EVERYWHERE else host, port) + "/"
    with closing(listening):
        _serve(words, listening, address, settings, open_browser)


def serve_at(words: Words, file: Path, settings: Settings) -> None:
    """The same at a socket file, for a proxy on the same machine."""
    believed = (*settings.trusted_proxies, BY_FILE)
    with listening_at(file) as listening:
        _serve(
            words, listening, str(file), msgspec.structs.replace(settings, trusted_proxies=believed), False
        )


def _serve(
    words: Words, listening: socket.socket, address: str, settings: Settings, open_browser: bool
) -> None:
    set_up_logs(as_json=settings.log == "json")
    logging.getLogger("uvicorn.error").addFilter(Seldom())  # its warnings are about what visitors send
    raise_file_limit()
    with ExitStack() as held:
        _hold_folder(held, settings, address)
        app = create_app(settings)
        services: Services = app.state.services
        if settings.metrics:
            serve_metrics(held, settings.metrics, ServerFigures(services, app.state.channels), {})
        serving_app = traced(held, settings.traces, app, services) if settings.traces else app
        config = server_config(serving_app, settings)
        with suppress(KeyboardInterrupt):
            signal.signal(signal.SIGTERM, signal.default_int_handler)  # uvicorn raises it again at its end
            _Server(config, address, settings.address, words, open_browser, services).run(sockets=[listening])
    click.echo(words.say("web.serve.stopped"))


def _hold_folder(held: ExitStack, settings: Settings, address: str) -> None:
    """One server a folder, until `held` is left; several share a database."""
    if settings.database:
        return
    folder = str(settings.data)
    try:
        held.enter_context(serving(settings.data, address))
    except AlreadyServed as error:
        raise BadOption(say("web.serve.served", folder=folder, address=error.address)) from None
    except OSError as error:
        raise BadOption(say("web.serve.no-data", folder=folder, reason=of_system(error))) from None


def server_config(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    """How uvicorn serves the application."""
    limited = settings.tables_an_hour > 0
    return ServerConfig(
        app,
        connections=Connections(file_limit(), settings.trusted_proxies, limited=limited),
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=2,
        http=TimedProtocol,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        ws=PushProtocol,
        ws_max_size=BURST,
        ws_per_message_deflate=False,  # changes are small, and a compressor a page takes 256 KiB
    )


def _address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
