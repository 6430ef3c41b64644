"""`serve` as a command; the server is loaded only when it is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from zashiki.cli.options import Seconds, Speaker
from zashiki.terminal.speech import UserError


def serve_command(speaker: Speaker) -> click.Command:
    """The command, with its help in one language."""
    words, option = speaker.words, speaker.option

    def run(host: str, port: int, socket_file: Path | None, browser: bool, **given: Any) -> None:
        from zashiki.web.server import serve, serve_at
        from zashiki.web.settings import Settings, check_names

        settings = Settings(**given)
        check_names(settings)
        if not settings.database and (settings.redis or not settings.bots):
            raise UserError("database.needed")
        if socket_file is None:
            serve(words, host, port, settings, browser)
        elif any(_is_given(name) for name in ("host", "port")):
            raise UserError("web.serve.two-places")
        else:
            serve_at(words, socket_file, settings)

    return click.Command(
        "serve",
        help=words.say("web.serve.help"),
        callback=run,
        params=[
            option("--host", key="web.serve.host", metavar="HOST", default="127.0.0.1", show_default=True),
            option("--port", key="web.serve.port", metavar="N", type=click.IntRange(0, 65535), default=0),
            option(
                "--socket",
                "socket_file",
                key="web.serve.socket",
                metavar="FILE",
                type=click.Path(path_type=Path),
            ),
            speaker.data_option(),
            *speaker.server_options(),
            option("--bots/--no-bots", key="web.serve.bots", default=True),
            option("--drain", key="web.serve.drain", metavar="S", type=Seconds(300), default=0.0),
            option("--open/--no-open", "browser", key="web.serve.open", default=True),
            option(
                "--tables-an-hour",
                key="web.serve.tables-an-hour",
                metavar="N",
                type=click.IntRange(0),
                default=60,
                show_default=True,
            ),
            option(
                "--allowed-host",
                "allowed_hosts",
                key="web.serve.allowed-host",
                metavar="NAME",
                multiple=True,
            ),
            option(
                "--trusted-proxy",
                "trusted_proxies",
                key="web.serve.trusted-proxy",
                metavar="ADDRESS",
                multiple=True,
            ),
            option("--secure-cookies", "secure", key="web.serve.secure", is_flag=True),
        ],
    )


def _is_given(name: str) -> bool:
    """Whether an option has its value from somebody, not from us."""
    return click.get_current_context().get_parameter_source(name) is not ParameterSource.DEFAULT
