"""Command lines in the person's language: click's commands with our words, and options made from those of a game."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan
from pathlib import Path
from typing import Any, Final

import click

from zashiki import __version__
from zashiki.kernel.bots import Budget
from zashiki.kernel.contract import Game
from zashiki.kernel.options import Choice, Document, Flag, Option, Several
from zashiki.kernel.registry import compiled, names
from zashiki.terminal.numbers import whole
from zashiki.terminal.saved_games import read_text, state_folder
from zashiki.terminal.speech import UserError
from zashiki.words import LANGUAGES, Words

HEADINGS: Final = {"Options": "term.help.options", "Commands": "term.help.commands"}
SHOWN: Final = 40
"""So much of a value that is wrong is repeated."""


def whole_number(least: int) -> Callable[[click.Context, click.Parameter, str | None], int | None]:
    """Checks that an option is a whole number that is not below its least."""

    def check(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:  # noqa: ARG001
        if value is None:
            return None
        number = whole(value)
        if number is None or number < least:
            raise UserError("term.usage.number", option=param.opts[0], value=value[:SHOWN], least=least)
        return number

    return check


class Seconds(click.FloatRange):
    """A time that passes: what is no number is none."""

    def __init__(self, most: float) -> None:
        super().__init__(0, most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds = float(super().convert(value, param, ctx))
        if isnan(seconds):
            self.fail(str(value), param, ctx)
        return seconds


class GameGroup(click.Group):
    """A command that takes the name of a game; the options of a game are known once its name is."""

    make: Callable[[str], click.Command]

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(names())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        return self.make(cmd_name) if cmd_name in names() else None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The game may stand anywhere: `play --hotseat seven-ronin` is `play seven-ronin --hotseat`."""
        return super().parse_args(ctx, sorted(args, key=lambda argument: argument not in names()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in names():
            raise UserError("term.error.game", game=args[0], known=", ".join(names()))
        return super().resolve_command(ctx, args)


class Speaker:
    """Makes commands and options whose help is in one language."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.context = _context_class(words)

    def option(self, *names: str, key: str, **settings: Any) -> click.Option:
        return click.Option(list(names), help=self.words.say(key), **settings)

    def number(self, name: str, key: str, least: int, default: int | None = None) -> click.Option:
        text = None if default is None else str(default)
        return self.option(
            name, key=key, metavar="N", default=text, show_default=True, callback=whole_number(least)
        )

    def game_group(self, name: str, key: str, make: Callable[[str], click.Command]) -> click.Command:
        """A command that needs the name of a game; without one it says which games there are."""

        def without_game() -> None:
            if click.get_current_context().invoked_subcommand is None:
                raise UserError("term.error.no-game", known=", ".join(names()))

        group = GameGroup(name, callback=without_game, invoke_without_command=True, help=self.words.say(key))
        group.make = make
        return self.dress(group)

    def data_option(self) -> click.Option:
        """The folder of tables; one that can't be read is told with its reason."""
        folder = click.Path(path_type=Path, readable=False)
        return self.option("--data", key="web.serve.data", metavar="DIR", type=folder, default=state_folder)

    def database_option(self) -> click.Option:
        return self.option(
            "--database", key="web.serve.database", metavar="URL", default="", envvar="ZASHIKI_DATABASE"
        )

    def server_options(self) -> list[click.Parameter]:
        """What servers and their workers are told alike."""
        return [
            self.database_option(),
            self.option("--redis", key="web.serve.redis", metavar="URL", default="", envvar="ZASHIKI_REDIS"),
            self.option("--log", key="web.serve.log", type=click.Choice(["text", "json"]), default="text"),
            self.option("--metrics", key="web.serve.metrics", metavar="HOST:PORT", default=""),
            self.option(
                "--traces",
                key="web.serve.traces",
                metavar="URL",
                default="",
                envvar="OTEL_EXPORTER_OTLP_ENDPOINT",
            ),
            self.option(
                "--bot-pause",
                key="web.serve.bot-pause",
                metavar="S",
                type=Seconds(10),
                default=0.5,
            ),
            self.option(
                "--sleep-after",
                key="web.serve.sleep-after",
                metavar="DAYS",
                type=click.IntRange(0),
                default=30,
                show_default=True,
            ),
        ]

    def version(self) -> click.Option:
        def show(ctx: click.Context, param: click.Parameter, value: bool) -> None:  # noqa: ARG001
            if value:
                click.echo(f"Zashiki {__version__}")
                for name, how in compiled().items():
                    click.echo(self.words.say(f"term.rules.{how}", game=name))
                ctx.exit()

        settings = {"is_flag": True, "is_eager": True, "expose_value": False, "callback": show}
        return self.option("--version", key="term.option.version", **settings)

    def dress(self, command: click.Command) -> click.Command:
        """Adds what every command has: our words around its help, `--lang` and `--help`."""
        self._say_defaults(command)
        command.context_class = self.context
        command.options_metavar = self.words.say("term.help.metavar-options")
        command.add_help_option = False
        languages = "|".join(LANGUAGES)
        command.params += [
            self.option(
                "--lang",
                key="term.option.lang",
                expose_value=False,
                metavar=languages,
                callback=_check_language,
            ),
            self.option(
                "--help",
                "-h",
                key="term.option.help",
                is_flag=True,
                is_eager=True,
                expose_value=False,
                callback=_show_help,
            ),
        ]
        if isinstance(command, click.Group):
            metavar = (
                "term.help.metavar-game" if isinstance(command, GameGroup) else "term.help.metavar-command"
            )
            command.subcommand_metavar = self.words.say(metavar)
        return command

    def _say_defaults(self, command: click.Command) -> None:
        """Click would add them to the help in English."""
        for param in command.params:
            if isinstance(param, click.Option) and param.show_default and param.default is not None:
                param.show_default = False
                param.help = f"{param.help} {self.words.say('term.help.default', value=str(param.default))}"

    def game_options(self, game: Game) -> list[click.Option]:
        """One option of the command line for every option of the game."""
        return [self._game_option(game, option) for option in game.options]

    def _game_option(self, game: Game, option: Option) -> click.Option:
        flag, field = option.name.replace("_", "-"), _field(option)
        key = f"{game.prefix}.option.{option.name}.help"
        if isinstance(option, Flag):
            return self.option(f"--{flag}/--no-{flag}", field, key=key, default=None)
        metavar = flag.upper()
        if isinstance(option, Choice):
            metavar = "|".join(option.values)
        elif isinstance(option, Several):
            metavar = ",".join((*option.values[:2], "..."))
        elif isinstance(option, Document):
            metavar = self.words.say("term.help.metavar-file")
        return self.option(f"--{flag}", field, key=key, metavar=metavar)


def _field(option: Option) -> str:
    """Apart from the program's own fields, whatever a game calls its option."""
    return f"game_{option.name}"


def given_options(game: Game, given: dict[str, Any]) -> dict[str, Any]:
    """What the command line says about the game's options; a document is read from its file."""
    values: dict[str, Any] = {}
    for option in game.options:
        value = given[_field(option)]
        if value is not None:
            values[option.name] = read_text(Path(value)) if isinstance(option, Document) else value
    return values


def given_budget(given: dict[str, Any]) -> Budget:
    """How long players of a match may think. Seconds are of processor time, so that what else the machine does weighs on nobody."""
    seconds = given["budget"]
    if seconds is not None and not 0 < seconds < 3600:
        raise UserError("term.match.bad-budget")
    return Budget(seconds, given["nodes"], processor=True)


def _context_class(words: Words) -> type[click.Context]:
    """Click's way to put other words into its help: a formatter that a context names."""

    class SpokenFormatter(click.HelpFormatter):
        def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:  # noqa: ARG002
            super().write_usage(prog, args, words.say("term.help.usage") + " ")

        def write_heading(self, heading: str) -> None:
            self.write(f"{'':>{self.current_indent}}{words.say(HEADINGS[heading])}\n")

    class SpokenContext(click.Context):
        formatter_class = SpokenFormatter

    return SpokenContext


def _check_language(ctx: click.Context, param: click.Parameter, value: str | None) -> None:  # noqa: ARG001
    if value is not None and value not in LANGUAGES:
        raise UserError("term.error.language", language=value, known=", ".join(LANGUAGES))


def _show_help(ctx: click.Context, param: click.Parameter, value: bool) -> None:  # noqa: ARG001
    if value:
        click.echo(ctx.get_help())
        ctx.exit()


def _shown_commands(context: click.Context, group: click.Group) -> list[str]:
    """The names of the commands that are part of the program."""
    found = {name: group.get_command(context, name) for name in group.list_commands(context)}
    return [name for name, command in found.items() if command is not None and not command.hidden]


def usage_error(error: click.UsageError) -> UserError:
    """What click has found wrong with a command line, in a sentence of ours."""
    command = error.ctx.command_path if error.ctx else ""
    if isinstance(error, click.NoSuchOption):
        return UserError("term.usage.no-option", option=error.option_name, command=command)
    if isinstance(error, click.BadOptionUsage):
        return UserError("term.usage.no-value", option=error.option_name)
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return UserError("term.usage.missing", name=error.param.human_readable_name, command=command)
    if isinstance(error, click.BadParameter) and error.param is not None:
        return UserError("term.usage.bad-value", option=error.param.opts[0], command=command)
    if error.ctx and isinstance(error.ctx.command, click.Group):
        return UserError("term.usage.command", known=", ".join(_shown_commands(error.ctx, error.ctx.command)))
    return UserError("term.usage.too-much", command=command)
