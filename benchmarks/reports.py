"""The figures of the benchmarks as tables in a terminal."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rich.table import Table as Grid

from zashiki.kernel.messages import Message
from zashiki.terminal.screen import Screen
from zashiki.words import LANGUAGES

RATIOS = ("choices_per_second", "steps_per_second", "whole_games_steps_per_second", "copy_time")
COSTS = ("view", "features", "features-row", "information-state", "record-entry")


def show_bench(screen: Screen, report: dict[str, Any]) -> None:
    """Ours beside OpenSpiel's, and the ratios; once more where the rules are compiled."""
    words = screen.words
    grid = Grid()
    for key in ("game", "choices", "steps", "whole", "copy", "bytes"):
        grid.add_column(words.say(f"term.bench.{key}"), justify="left" if key == "game" else "right")
    for comparison in report["comparisons"]:
        _add_comparison(grid, screen, comparison, "")
        if "compiled" in comparison:
            _add_comparison(grid, screen, comparison["compiled"], words.say("term.bench.compiled"))
        grid.add_section()
    screen.console.print(grid)
    _show_costs(screen, report["comparisons"])
    if not all("compiled" in comparison for comparison in report["comparisons"]):
        screen.tell(Message("term.bench.not-compiled"))
    if not report["openspiel"]:
        screen.tell(Message("term.bench.no-rivals"))
    _show_peers(screen, report["peers"])


def _show_costs(screen: Screen, comparisons: list[dict[str, Any]]) -> None:
    """Microseconds of single things, each game once."""
    words, grid = screen.words, Grid()
    for key in ("game", *COSTS):
        grid.add_column(words.say(f"term.bench.{key}"), justify="left" if key == "game" else "right")
    rows: dict[str, list[str]] = {}
    for comparison in comparisons:
        for found, remark in (
            (comparison, ""),
            (comparison.get("compiled"), words.say("term.bench.compiled")),
        ):
            if found is not None:
                costs = found["ours"]["costs"]
                rows[f"{found['ours']['name']} {remark}".strip()] = [
                    f"{costs[key]:.2f}" if (key := f"{cost.replace('-', '_')}_microseconds") in costs else ""
                    for cost in COSTS
                ]
    for name, row in rows.items():
        grid.add_row(name, *row)
    screen.console.print(grid)


def _show_peers(screen: Screen, peers: list[dict[str, Any]]) -> None:
    """Other suites that are installed, and the names of those that are not."""
    measured = [peer for peer in peers if "missing" not in peer]
    if measured:
        grid = Grid()
        grid.add_column(screen.words.say("term.bench.peer"))
        grid.add_column(screen.words.say("term.bench.choices"), justify="right")
        for peer in measured:
            grid.add_row(peer["name"], f"{peer['choices_per_second']:,}".replace(",", " "))
        screen.console.print(grid)
    modules = sorted({module for peer in peers for module in peer.get("missing", ())})
    if modules:
        screen.tell(Message("term.bench.no-peers", args={"modules": ", ".join(modules)}))


def show_growth(screen: Screen, report: dict[str, Any]) -> None:
    """A table for each thing that grows: a column a value, a row a game."""
    for plot, figures in report["growth"].items():
        grid = Grid(title=screen.words.say(f"term.bench.growth-{plot}"))
        grid.add_column(screen.words.say("term.bench.game"))
        grid.add_column(screen.words.say("term.bench.growth-rates"))
        for name, points in figures["games"].items():
            grid.add_row(
                name, "  ".join(f"{across:g}: {rate:,}".replace(",", " ") for across, rate in points)
            )
        screen.console.print(grid)


def _add_comparison(grid: Grid, screen: Screen, comparison: dict[str, Any], remark: str) -> None:
    for figures, note in ((comparison["ours"], remark), (comparison.get("rival"), "")):
        if figures is not None:
            name, *row = _bench_row(figures)
            grid.add_row(f"{name} {note}".strip(), *row)
    if "ratios" in comparison:
        ratios = [f"{comparison['ratios'][key]:.2f} ×" for key in RATIOS]
        grid.add_row(screen.words.say("term.bench.ratio"), *ratios, "", style="bold")


def _bench_row(figures: dict[str, Any]) -> list[str]:
    return [
        figures["name"],
        f"{figures['choices_per_second']:,}".replace(",", " "),
        f"{figures['steps_per_second']:,}".replace(",", " "),
        f"{figures['whole_games_steps_per_second']:,}".replace(",", " "),
        f"{figures['copy_microseconds']:.2f}",
        str(figures.get("state_bytes", "")),
    ]


def show_vector(screen: Screen, report: dict[str, Any]) -> None:
    """Decisions a second, with and without observations, and the ratio to the rival's choices."""
    grid = Grid()
    for key in ("game", "vector-observed", "vector-unobserved", "ratio"):
        grid.add_column(screen.words.say(f"term.bench.{key}"), justify="left" if key == "game" else "right")
    for figures in report["vector"]:
        rates = [figures["decisions_per_second"], figures["decisions_per_second_unobserved"]]
        ratio = f"{figures['ratio']:.2f} ×" if "ratio" in figures else ""
        name = f"{figures['game']} ({figures['seats']}), {figures['rules']}"
        grid.add_row(name, *(f"{rate:,}".replace(",", " ") for rate in rates), ratio)
    screen.console.print(grid)


def show_boards(screen: Screen, report: dict[str, Any]) -> None:
    """Milliseconds for one drawing of each game's board."""
    grid = Grid()
    for key in ("game", "board-next", "board-again", "board-cold"):
        heading = screen.words.say(f"term.bench.{key}")
        grid.add_column(heading, justify="left" if key == "game" else "right", no_wrap=key == "game")
    for board in report["boards"]:
        times = (f"{board[key]:.2f} ms" for key in ("next_ms", "again_ms", "cold_ms"))
        grid.add_row(f"{board['game']} ({board['seats']})", *times)
    screen.console.print(grid)


def show_explore(screen: Screen, report: dict[str, Any]) -> None:
    """Milliseconds of each search in each database, and how much longer it takes without the index."""
    for database in report["databases"]:
        screen.print(database["database"], "bold")
        grid = Grid()
        for key in (
            "explore-search",
            "explore-processor",
            "explore-median",
            "explore-p95",
            "explore-without",
        ):
            grid.add_column(
                screen.words.say(f"term.bench.{key}"), justify="left" if key == "explore-search" else "right"
            )
        for row in database["searches"]:
            times = (row.get(key) for key in ("processor_ms", "median_ms", "p95_ms", "without_index_ms"))
            grid.add_row(row["search"], *("–" if time is None else f"{time:.1f} ms" for time in times))
        screen.console.print(grid)


def show_layout(screen: Screen, report: dict[str, Any]) -> None:
    """How many steps of each game were measured, and every fault with how often it was found."""
    words = screen.words
    grid = Grid()
    for key in ("game", "layout-steps", "layout-faults"):
        grid.add_column(words.say(f"term.bench.{key}"), justify="left" if key == "game" else "right")
    for game in report["games"]:
        name = f"{game['game']} ({game['seats']}, {game['seat'] + 1}, {game['language']})"
        grid.add_row(name, str(game["steps"]), str(sum(game["faults"].values())))
    screen.console.print(grid)
    for fault, count in sum((Counter(game["faults"]) for game in report["games"]), Counter[str]()).items():
        screen.console.print(f"{count} × {fault}")


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
