"""`play`: a game begun from the command line, or gone on with from its file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from zashiki.cli.options import GameGroup, Speaker, given_options
from zashiki.kernel.record import Record
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.terminal.local_game import LocalGame
from zashiki.terminal.play import play_on
from zashiki.terminal.saved_games import load
from zashiki.terminal.screen import Screen
from zashiki.terminal.seating import check_level, find_people, kept_level, kept_people
from zashiki.terminal.speech import UserError


def play_command(speaker: Speaker, screen: Screen) -> click.Command:
    def play_without_game(**given: Any) -> None:
        if click.get_current_context().invoked_subcommand is not None:
            return
        if given["resume"] is None:
            raise UserError("term.error.no-game", known=", ".join(names()))
        resume(screen, given)

    def make(name: str) -> click.Command:
        def play_game(**given: Any) -> None:
            if given["resume"] is not None:
                check_resumed(name, given)
                resume(screen, given)
            else:
                begin(screen, name, given)

        game = find_game(name)
        params = [*seat_options(speaker), *speaker.game_options(game)]
        title = speaker.words.say(f"{game.prefix}.tagline")
        command = click.Command(name, callback=play_game, params=list(params), help=title, short_help=title)
        return speaker.dress(command)

    group = GameGroup(
        "play",
        callback=play_without_game,
        params=list(resume_options(speaker)),
        invoke_without_command=True,
        help=speaker.words.say("term.help.play"),
    )
    group.make = make
    return speaker.dress(group)


def resume_options(speaker: Speaker) -> list[click.Option]:
    words = speaker.words
    return [
        speaker.option("--resume", key="term.option.resume", metavar=words.say("term.help.metavar-file")),
        speaker.option("--as", "seat", key="term.option.as", metavar=words.say("term.help.metavar-seat")),
        speaker.option("--hotseat", key="term.option.hotseat", is_flag=True),
        speaker.option("--bot", "level", key="term.option.bot", metavar="novice|villager|warrior|master"),
        speaker.number("--seed", "term.option.seed", least=0),
    ]


def seat_options(speaker: Speaker) -> list[click.Option]:
    return [*resume_options(speaker), speaker.number("--players", "term.option.players", least=1)]


def begin(screen: Screen, name: str, given: dict[str, Any]) -> None:
    game = find_game(name)
    record = Record(game, given["players"], given_options(game, given))
    record.start()
    people = _people(record, given) or frozenset({0})
    level = check_level(game, given["level"], people=True)
    play_on(LocalGame(record, people, level, given["seed"]), screen, seed=given["seed"])


def resume(screen: Screen, given: dict[str, Any]) -> None:
    """Goes on with a game where its file stops; what the command line does not say is as it was."""
    file = Path(given["resume"])
    record = load(file)
    if not record.fold().actors():
        raise UserError("term.error.over", file=str(file))
    people = _people(record, given) or kept_people(record)
    level = check_level(record.game, given["level"] or kept_level(record), people=True)
    local = LocalGame(record, people, level, given["seed"])
    local.catch_up()
    play_on(local, screen, file, given["seed"])


def check_resumed(name: str, given: dict[str, Any]) -> None:
    """A game that has begun stays what it is; options that would change it are not passed over in silence."""
    if given["players"] is not None:
        raise UserError("term.error.begun", option="--players")
    for option in given_options(find_game(name), given):
        raise UserError("term.error.begun", option=f"--{option.replace('_', '-')}")
    file = Path(given["resume"])
    kept = load(file).game.id
    if kept != name:
        raise UserError("term.error.other-game", file=str(file), game=kept)


def _people(record: Record, given: dict[str, Any]) -> frozenset[int]:
    if given["hotseat"] and given["seat"] is not None:
        raise UserError("term.error.as-and-hotseat")
    if given["hotseat"]:
        return frozenset(range(record.seats))
    if given["seat"] is None:
        return frozenset()
    return find_people(record.game, record.seats, record.options, given["seat"])
