"""`simulate`: many games between bots, as a table or as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from zashiki.cli.long_work import bar, writing
from zashiki.cli.options import Speaker, given_options
from zashiki.cli.reports import show_simulation
from zashiki.cli.workers import worker_options, workers_for
from zashiki.kernel.registry import game as find_game
from zashiki.study.pool import Workers
from zashiki.study.simulation import Setting, Tally, outcomes, setting
from zashiki.terminal.saved_games import SUFFIX
from zashiki.terminal.screen import Screen
from zashiki.terminal.seating import check_level
from zashiki.terminal.speech import UserError


def simulate_command(speaker: Speaker, screen: Screen) -> click.Command:
    def make(name: str) -> click.Command:
        game = find_game(name)
        params = [
            speaker.number("--games", "term.option.games", least=1, default=1000),
            speaker.number("--seed", "term.option.simulation-seed", least=0, default=0),
            speaker.number("--players", "term.option.players", least=1),
            speaker.option(
                "--bot",
                "levels",
                key="term.option.bots",
                default="random",
                metavar="random,novice,villager,...",
            ),
            *worker_options(speaker),
            speaker.option(
                "--records", key="term.option.records", metavar=speaker.words.say("term.help.metavar-folder")
            ),
            speaker.option("--json", "as_json", key="term.option.json", is_flag=True),
            *speaker.game_options(game),
        ]

        def simulate_game(**given: Any) -> None:
            simulate(screen, name, given)

        title = speaker.words.say("term.help.simulate-game", name=speaker.words.say(f"{game.prefix}.name"))
        command = click.Command(
            name, callback=simulate_game, params=list(params), help=title, short_help=title
        )
        return speaker.dress(command)

    return speaker.game_group("simulate", "term.help.simulate", make)


def simulate(screen: Screen, name: str, given: dict[str, Any]) -> None:
    game = find_game(name)
    levels = [check_level(game, level.strip() or "random") for level in given["levels"].split(",")]
    agreed = setting(name, given["players"], given_options(game, given), levels, given["seed"])
    if len(levels) > agreed.seats:
        raise UserError("term.error.bots", seats=agreed.seats, bots=len(levels))
    if set(agreed.levels) == {"random"}:
        given["jobs"] = given["jobs"] or 1  # their games are over before a second process has begun
    folder = Path(given["records"]) if given["records"] else None
    with workers_for(given) as workers:
        report = _play_all(screen, agreed, given["games"], workers, folder).report()
    if given["as_json"]:
        click.echo(json.dumps(report, indent=2, ensure_ascii=False))
    else:
        show_simulation(screen, game, report)


def _play_all(screen: Screen, agreed: Setting, games: int, workers: Workers, folder: Path | None) -> Tally:
    """Plays the games with the progress on stderr; keeps their records if there is a folder for them."""
    tally = Tally(agreed)
    with bar(screen.words.say("term.simulate.progress"), games) as advance:
        for number, outcome in enumerate(outcomes(agreed, games, workers, folder is not None)):
            tally.add(outcome)
            advance()
            if folder is not None:
                _keep(folder, f"{agreed.game}-{agreed.seed}-{number:05}{SUFFIX}", outcome.record)
    return tally


def _keep(folder: Path, name: str, text: str) -> None:
    with writing(folder / name):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
