"""The commands of Zashiki. `./zashiki` alone starts the server and opens the browser."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Final, NoReturn

import click

from zashiki.cli.analyse import analyse_command
from zashiki.cli.compile import compile_command
from zashiki.cli.keeping import keeping_commands
from zashiki.cli.match import match_command
from zashiki.cli.options import Speaker, usage_error
from zashiki.cli.play import play_command
from zashiki.cli.replay import replay_command
from zashiki.cli.serve import serve_command
from zashiki.cli.simulate import simulate_command
from zashiki.cli.study import study_command
from zashiki.cli.worker import worker_command
from zashiki.kernel.messages import Refused
from zashiki.kernel.options import BadOption
from zashiki.terminal.menu import show_menu
from zashiki.terminal.play import program
from zashiki.terminal.screen import Screen
from zashiki.terminal.speech import UserError, asked_language, environment_language
from zashiki.words import Words

CHECKOUT_COMMANDS: Final = ("audit", "bench", "load", "test")
"""The start script runs these from a checkout: they measure or check, and are not installed."""


def main(
    arguments: Sequence[str] | None = None, commands: Callable[[Words], click.Group] | None = None
) -> NoReturn:
    """Runs a command line; leaves with 0, or with 2 and one sentence about what was wrong."""
    # before numpy: matrices so small gain nothing from a second core
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    given = sys.argv[1:] if arguments is None else list(arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    words = Words(asked_language(given) or environment_language())
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # who asks the program to end means Ctrl-C
    try:
        (commands or all_commands)(words).main(given, prog_name=program(), standalone_mode=False)
        sys.stdout.flush()
    except click.UsageError as error:
        _fail(words, usage_error(error))
    except (UserError, BadOption, Refused) as error:
        _fail(words, error)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    sys.exit(0)


def _fail(words: Words, error: UserError | BadOption | Refused) -> NoReturn:
    sys.stderr.write(words(error.message) + "\n")
    sys.exit(2)


def _script_commands(words: Words) -> str | None:
    """The commands that the start script does itself."""
    return words.say("term.help.script", program=program()) if "ZASHIKI_PROGRAM" in os.environ else None


def all_commands(words: Words) -> click.Group:
    """Every command, speaking one language."""
    speaker, screen = Speaker(words), Screen(words)

    serve = serve_command(speaker)

    def serve_if_alone() -> None:
        context = click.get_current_context()
        if context.invoked_subcommand is None:
            context.invoke(serve)

    group = click.Group(
        help=words.say("term.help.zashiki"),
        epilog=_script_commands(words),
        invoke_without_command=True,
        callback=serve_if_alone,
        params=[speaker.version()],
    )
    menu = click.Command("menu", help=words.say("term.help.menu"), callback=lambda: show_menu(screen))
    for command in (
        speaker.dress(menu),
        play_command(speaker, screen),
        replay_command(speaker, screen),
        simulate_command(speaker, screen),
        match_command(speaker, screen),
        analyse_command(speaker, screen),
        study_command(speaker, screen),
        compile_command(speaker),
        speaker.dress(serve),
        worker_command(speaker),
        *keeping_commands(speaker),
    ):
        group.add_command(command)
    for name in CHECKOUT_COMMANDS:
        group.add_command(_checkout_command(name))
    speaker.dress(group)
    return group


def _checkout_command(name: str) -> click.Command:
    """Says where a command is that the installed program does not have."""

    def refuse(**_given: object) -> None:
        raise UserError("term.error.checkout", command=name)

    settings = {"ignore_unknown_options": True, "help_option_names": []}
    arguments = click.Argument(["arguments"], nargs=-1, type=click.UNPROCESSED)
    return click.Command(
        name,
        callback=refuse,
        hidden=True,
        context_settings=settings,
        params=[arguments],
        add_help_option=False,
    )


if __name__ == "__main__":
    main()
