"""The figures of simulations and of the bench, as tables for people."""

from __future__ import annotations

from typing import Any, Final

from rich.table import Table as Grid
from rich.text import Text

from zashiki.kernel.contract import Game
from zashiki.kernel.messages import Message
from zashiki.kernel.record import Record
from zashiki.terminal.numbers import share, spoken
from zashiki.terminal.screen import Screen
from zashiki.words import LANGUAGES, Words

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


def show_bench(screen: Screen, report: dict[str, Any]) -> None:
    """Ours beside OpenSpiel's, and the ratios."""
    words = screen.words
    grid = Grid()
    for key in ("game", "choices", "steps", "copy", "bytes"):
        grid.add_column(words.say(f"term.bench.{key}"), justify="left" if key == "game" else "right")
    for comparison in report["comparisons"]:
        for figures in (comparison["ours"], comparison.get("rival")):
            if figures is not None:
                grid.add_row(*_bench_row(figures))
        if "ratios" in comparison:
            ratios = comparison["ratios"]
            figures = [
                f"{ratios[key]:.2f} ×" for key in ("choices_per_second", "steps_per_second", "copy_time")
            ]
            grid.add_row(words.say("term.bench.ratio"), *figures, "", style="bold")
        grid.add_section()
    screen.console.print(grid)
    if not report["openspiel"]:
        screen.tell(Message("term.bench.no-rivals"))


def _bench_row(figures: dict[str, Any]) -> list[str]:
    return [
        figures["name"],
        f"{figures['choices_per_second']:,}".replace(",", " "),
        f"{figures['steps_per_second']:,}".replace(",", " "),
        f"{figures['copy_microseconds']:.2f}",
        str(figures.get("state_bytes", "")),
    ]


def show_web_bench(screen: Screen, report: dict[str, Any]) -> None:
    """Clicks at the table beside those at the floor, and what a first visit loads."""
    words = screen.words
    clicks = Grid(title=words.say("term.bench.click"))
    for key in ("tab", "median", "p95"):
        clicks.add_column(words.say(f"term.bench.{key}"), justify="left" if key == "tab" else "right")
    for tab, figures in report["click_to_change_ms"].items():
        for side in ("table", "floor"):
            name = words.say(f"term.bench.{side}", tab=Message(f"term.bench.{tab.replace('_', '-')}"))
            clicks.add_row(name, f"{figures[side]['median']:.1f} ms", f"{figures[side]['p95']:.1f} ms")
        ratio = figures["ratio"]
        clicks.add_row(
            words.say("term.bench.to-floor"),
            f"{ratio['median']:.2f} ×",
            f"{ratio['p95']:.2f} ×",
            style="bold",
        )
        clicks.add_section()
    screen.console.print(clicks)
    pages = report["first_load"]["pages"]
    loads = Grid(title=words.say("term.bench.first-load", most=_kib(report["first_load"]["at_most_bytes"])))
    loads.add_column(words.say("term.bench.page"))
    for language in LANGUAGES:
        loads.add_column(language, justify="right")
    for page in dict.fromkeys(load["page"] for load in pages):
        loads.add_row(page, *(_kib(load["bytes"]) for load in pages if load["page"] == page))
    screen.console.print(loads)


def _kib(size: int) -> str:
    return f"{size / 1024:.0f} KiB"
