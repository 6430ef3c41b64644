"""The figures of `load` in a terminal."""

from __future__ import annotations

from typing import Any

from rich.table import Table as Grid

from zashiki.kernel.messages import say
from zashiki.terminal.screen import Screen

COLUMNS = ("tables", "pages", "moves", "cost", "busy")


def show_load(screen: Screen, report: dict[str, Any]) -> None:
    """A curve for each server, then the ratios and the memory."""
    for name, found in report["contenders"].items():
        grid = Grid(title=name)
        for key in COLUMNS[:3]:
            grid.add_column(screen.words.say(f"term.load.{key}"), justify="right")
        grid.add_column("p50", justify="right")
        grid.add_column("p99", justify="right")
        for key in COLUMNS[3:]:
            grid.add_column(screen.words.say(f"term.load.{key}"), justify="right")
        for point in found["points"]:
            _add_point(grid, point)
        screen.console.print(grid)
    for other, key in (("floor", "cpu_to_floor"), ("boardgame.io", "cpu_to_peer")):
        if key in report:
            screen.tell(say("term.load.ratio", n=f"{report[key]:.2f}", other=other))
    idle = report["idle"]
    screen.tell(say("term.load.memory", table=f"{idle['kib_a_table']:.1f}", page=f"{idle['kib_a_page']:.1f}"))


def _add_point(grid: Grid, point: dict[str, Any]) -> None:
    shown = point["choice_to_all_views_ms"]
    grid.add_row(
        str(point["tables"]),
        str(point["pages"]),
        f"{point['moves_a_second']:.0f}",
        f"{shown['p50']:.0f} ms",
        f"{shown['p99']:.0f} ms",
        f"{point['cpu_ms_a_move']:.2f} ms",
        f"{point['load_average']:.1f}",
    )


def show_aims(screen: Screen, report: dict[str, Any]) -> None:
    """What is asked for, what was found, and whether that is enough."""
    grid = Grid()
    for key in ("aim", "found", "met"):
        grid.add_column(screen.words.say(f"term.load.{key}"))
    for aim in report["aims"]:
        met = screen.words.say("term.load.yes" if aim["met"] else "term.load.no")
        grid.add_row(
            f"{aim['name']} ≤ {aim['at_most']} {aim['unit']}", f"{aim['measured']} {aim['unit']}", met
        )
    screen.console.print(grid)


def show_soak(screen: Screen, report: dict[str, Any]) -> None:
    """Memory minute by minute, then whether it is flat."""
    grid = Grid()
    for key in ("minute", "memory-mb", "games", "all-moves"):
        grid.add_column(screen.words.say(f"term.load.{key}"), justify="right")
    for point in report["points"]:
        figures = (f"{point['minute']:.1f}", f"{point['memory_mb']:.1f}", point["games"], point["moves"])
        grid.add_row(*map(str, figures))
    screen.console.print(grid)
    show_aims(screen, report)


def show_parts(screen: Screen, report: dict[str, Any]) -> None:
    """Where the time of a move goes, then what is sent."""
    words = screen.words
    grid = Grid()
    grid.add_column(words.say("term.load.part"))
    grid.add_column(words.say("term.load.share"), justify="right")
    for part in report["parts"]:
        grid.add_row(part["name"], f"{100 * part['share']:.1f} %")
    screen.console.print(grid)
    grid = Grid()
    grid.add_column(words.say("term.load.region"))
    for key in ("a-move", "bytes"):
        grid.add_column(words.say(f"term.load.{key}"), justify="right")
    for region in report["regions"]:
        grid.add_row(region["name"], f"{region['a_move']:.2f}", str(region["bytes"]))
    screen.console.print(grid)
    grid = Grid()
    for key in ("bytes", "tcp", "file"):
        grid.add_column(words.say(f"term.load.{key}"), justify="right")
    for write in report["bare_writes"]:
        grid.add_row(str(write["bytes"]), f"{write['tcp_us']:.1f} µs", f"{write['file_us']:.1f} µs")
    screen.console.print(grid)
    figures = {"us": report["cpu_us_a_move"], "bytes": report["bytes_a_message"]}
    screen.tell(say("term.load.of-a-move", messages=f"{report['messages_a_move']:.1f}", **figures))
