"""The figures of simulations and of the bench, as tables for people."""

from __future__ import annotations

from typing import Any, Final

from rich.table import Table as Grid
from rich.text import Text

from zashiki.kernel.contract import Game
from zashiki.kernel.record import Record
from zashiki.terminal.screen import Screen
from zashiki.words import Words
from zashiki.words.numbers import share, spoken

BAR: Final = 30


def show_simulation(screen: Screen, game: Game, report: dict[str, Any]) -> None:
    """Winners, ends, lengths and scores of many games."""
    words, games = screen.words, report["games"]
    screen.line(words.say(f"{game.prefix}.name"))
    screen.say("term.simulate.games", n=games, bots=", ".join(report["bots"]), seed=report["seed"])
    _show_shares(screen, words.say("term.simulate.winners"), _winners(words, game, report), games)
    ends = [(f"{end['rule']}  {end_name(words, end['end'])}", end["games"]) for end in report["ends"]]
    _show_shares(screen, words.say("term.simulate.ends"), ends, games)
    choices = report["choices"]
    mean = spoken(choices["mean"], words.language)
    lengths = words.say("term.simulate.lengths", low=choices["min"], mean=mean, high=choices["max"])
    spans = [(f"{span['from']}–{span['to']}", span["games"]) for span in choices["histogram"]]
    _show_shares(screen, lengths, spans, games)
    if report["scores"]:
        _show_shares(screen, words.say("term.simulate.scores"), list(report["scores"].items()), games)
    speed = report["speed"]
    rates = {"games": spoken(speed["games_per_second"], words.language), "n": speed["choices_per_second"]}
    screen.say("term.simulate.speed", seconds=spoken(speed["seconds"], words.language), **rates)


def end_name(words: Words, key: str) -> str:
    """An end in a few words: its form `|short`, or its sentence if that has no figures of a single game."""
    short = f"{key}|short"
    text = words.text(short if words.has(short) else key)
    return key if "{" in text else text


def _winners(words: Words, game: Game, report: dict[str, Any]) -> list[tuple[str, int]]:
    if game.facts.cooperative:
        rows = [(words.say("term.simulate.together"), report["games"] - report["nobody_won"])]
    else:
        options = Record(game, report["players"]).options
        names = [words(game.seat_name(seat, options)) for seat in range(report["players"])]
        rows = list(zip(names, report["winners"].values(), strict=True))
    if report["nobody_won"]:
        rows.append((words.say("term.simulate.nobody"), report["nobody_won"]))
    return rows


def _show_shares(screen: Screen, title: str, rows: list[tuple[str, int]], whole: int) -> None:
    """A bar a row: how many of all games."""
    screen.print(title, "bold")
    grid = Grid(box=None, show_header=False, padding=(0, 1))
    for name, count in rows:
        part = count / whole
        figures = [
            Text(figure, justify="right") for figure in (str(count), share(part, screen.words.language))
        ]
        grid.add_row(Text(name), *figures, "█" * round(part * BAR))
    screen.console.print(grid)
