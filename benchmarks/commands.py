"""`bench`: random games of ours timed beside OpenSpiel's in one run; `--web`: clicks in the browser beside a bare page's;
`--vector`: thousands of games stepped together; `--growth`: how cost grows with players, games in memory and length of records; `--explore`: searches over many moments;
`--boards`: how long boards take to draw; `--layout`: whether anything on a board lies under the prompt.

`load`: how many moves a second a server carries and what they cost, beside a bare relay; `--aims`: what else is asked of it; `--soak`: what it takes in
memory while people play on; `--parts`: where the processor time of a move goes.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from benchmarks import growth, peers, picture
from benchmarks.boards import measure as time_boards
from benchmarks.load.reports import show_aims, show_load, show_parts, show_soak
from benchmarks.reports import (
    show_bench,
    show_boards,
    show_explore,
    show_growth,
    show_layout,
    show_vector,
    show_web_bench,
)
from benchmarks.speed import PAIRS, ROUNDS, compare_both, has_rivals
from zashiki.cli.options import Speaker
from zashiki.kernel.registry import names
from zashiki.terminal.screen import Screen
from zashiki.terminal.speech import UserError

IDLE = 2000
"""Tables of `load --aims` where nobody plays."""


def bench_command(speaker: Speaker, screen: Screen) -> click.Command:
    def bench(**given: Any) -> None:
        if given["web"]:
            report, show = measure_web(screen, given["samples"], given["seed"]), show_web_bench
        elif given["vector"]:
            games = _chosen(given["games"])
            report, show = measure_vector(games, given["seconds"], given["seed"]), show_vector
        elif given["layout"]:
            report, show = measure_layout(screen, _chosen(given["games"]), given["seed"]), show_layout
        elif given["explore"]:
            report, show = measure_explore(screen, given), show_explore
        elif given["boards"]:
            report, show = measure_boards(_chosen(given["games"]), given["seed"]), show_boards
        elif given["growth"]:
            report, show = measure_growth(_chosen(given["games"]), given), show_growth
        else:
            games = _chosen(given["games"])
            report, show = measure_all(screen, games, given["seconds"], given["seed"]), show_bench
            if given["plots"]:
                given["plots"].mkdir(parents=True, exist_ok=True)
                (given["plots"] / "speed.svg").write_text(picture.draw(report), encoding="utf-8")
        if given["as_json"]:
            click.echo(json.dumps(report, indent=2, ensure_ascii=False))
        else:
            show(screen, report)

    params = [
        speaker.option("--games", key="term.option.bench-games", metavar=",".join((*names()[:2], "..."))),
        speaker.number("--seconds", "term.option.seconds", least=1, default=9),
        speaker.number("--seed", "term.option.simulation-seed", least=0, default=7),
        speaker.option("--web", key="term.option.bench-web", is_flag=True),
        speaker.option("--vector", key="term.option.bench-vector", is_flag=True),
        speaker.option("--boards", key="term.option.bench-boards", is_flag=True),
        speaker.option("--layout", key="term.option.bench-layout", is_flag=True),
        speaker.option("--explore", key="term.option.bench-explore", is_flag=True),
        speaker.number("--moments", "term.option.bench-moments", least=1000, default=1_000_000),
        speaker.option(
            "--data", key="term.option.bench-data", metavar="DIR", type=click.Path(path_type=Path)
        ),
        speaker.option("--growth", key="term.option.bench-growth", is_flag=True),
        speaker.option(
            "--plots", key="term.option.bench-plots", metavar="FOLDER", type=click.Path(path_type=Path)
        ),
        speaker.number("--samples", "term.option.bench-samples", least=2, default=60),
        speaker.option("--json", "as_json", key="term.option.json", is_flag=True),
    ]
    help_ = speaker.words.say("term.help.bench")
    return speaker.dress(click.Command("bench", callback=bench, params=list(params), help=help_))


def load_command(speaker: Speaker, screen: Screen) -> click.Command:
    def load(**given: Any) -> None:
        if given["soak"]:
            report, show = measure_soak(screen, given), show_soak
        elif given["parts"]:
            report, show = measure_parts(given), show_parts
        elif given["aims"] or given["idle"]:
            report, show = measure_aims(screen, given), show_aims
        else:
            report, show = measure_load(screen, given), show_load
        if given["svg"] and show in (show_load, show_soak):
            from benchmarks.load.picture import draw, draw_memory

            drawn = draw_memory(report["points"]) if show is show_soak else draw(report)
            given["svg"].write_text(drawn, encoding="utf-8")
        if given["as_json"]:
            click.echo(json.dumps(report, indent=2))
        else:
            show(screen, report)

    params = [
        speaker.number("--tables", "term.option.load-tables", least=4, default=512),
        speaker.number("--spectators", "term.option.load-spectators", least=0, default=2),
        speaker.number("--seconds", "term.option.load-seconds", least=1, default=6),
        speaker.number("--seed", "term.option.simulation-seed", least=0, default=7),
        speaker.option("--peer", key="term.option.load-peer", is_flag=True),
        speaker.option("--aims", key="term.option.load-aims", is_flag=True),
        speaker.number("--idle", "term.option.load-idle", least=2),
        speaker.number("--soak", "term.option.load-soak", least=1),
        speaker.option("--parts", key="term.option.load-parts", is_flag=True),
        speaker.option("--svg", key="term.option.load-svg", metavar="FILE", type=click.Path(path_type=Path)),
        speaker.option("--json", "as_json", key="term.option.json", is_flag=True),
    ]
    help_ = speaker.words.say("term.help.load")
    return speaker.dress(click.Command("load", callback=load, params=list(params), help=help_))


def measure_load(screen: Screen, given: dict[str, Any]) -> dict[str, Any]:
    """The curve, with what it is compared to."""
    from benchmarks.load.curve import measure
    from benchmarks.load.peer import NoPeer

    tables, spectators, seconds, seed = (given[key] for key in ("tables", "spectators", "seconds", "seed"))
    command = f"./zashiki load --tables {tables} --spectators {spectators} --seconds {seconds} --seed {seed}"
    try:
        figures = measure(tables, spectators, seconds, seed, peer=given["peer"], tell=_progress(screen))
    except NoPeer:
        raise UserError("term.load.no-peer") from None
    command += f"{' --peer' if given['peer'] else ''} --json"
    return {"command": command, "python": _python(), **figures}


def measure_aims(screen: Screen, given: dict[str, Any]) -> dict[str, Any]:
    """What is asked of a server besides its curve: all of it, or only what many tables cost where nobody plays."""
    from benchmarks.load.aims import measure, measure_crowd

    idle, seed = given["idle"] or IDLE, given["seed"]
    command = f"./zashiki load{' --aims' if given['aims'] else ''} --idle {idle} --seed {seed} --json"
    figures = (measure if given["aims"] else measure_crowd)(idle, seed, _progress(screen))
    return {"command": command, "python": _python(), **figures}


def measure_soak(screen: Screen, given: dict[str, Any]) -> dict[str, Any]:
    """Memory over the time."""
    from benchmarks.load.soak import measure

    minutes, tables, spectators, seed = (given[key] for key in ("soak", "tables", "spectators", "seed"))
    command = (
        f"./zashiki load --soak {minutes} --tables {tables} --spectators {spectators} --seed {seed} --json"
    )
    figures = measure(minutes, tables, spectators, seed, _progress(screen))
    return {"command": command, "python": _python(), **figures}


def measure_parts(given: dict[str, Any]) -> dict[str, Any]:
    """Where the processor time of a move goes."""
    from benchmarks.load.parts import measure

    spectators, seed = given["spectators"], given["seed"]
    command = f"./zashiki load --parts --spectators {spectators} --seed {seed} --json"
    return {"command": command, "python": _python(), **measure(spectators, seed)}


def _progress(screen: Screen) -> Callable[[str], None]:
    console = Console(stderr=True, highlight=False)
    return lambda step: console.print(screen.words.say("term.load.progress", step=step))


def _chosen(text: str | None) -> list[str]:
    benched = list(dict.fromkeys(pair.game for pair in PAIRS))
    chosen = benched if text is None else [name.strip() for name in text.split(",")]
    for name in chosen:
        if name not in benched or name not in names():
            raise UserError("term.error.game", game=name, known=", ".join(benched))
    return chosen


def measure_all(screen: Screen, games: list[str], seconds: int, seed: int) -> dict[str, Any]:
    """Every comparison in which one of the games takes part."""
    progress = Console(stderr=True, highlight=False)
    comparisons = []
    for pair in PAIRS:
        if pair.game in games:
            progress.print(screen.words.say("term.bench.progress", game=pair.game, rival=pair.rival))
            comparisons.append(compare_both(pair, seconds, seed))

    def tell(name: str) -> None:
        progress.print(screen.words.say("term.bench.peer-progress", name=name))

    return {
        "command": f"./zashiki bench --games {','.join(games)} --seconds {seconds} --seed {seed} --json",
        "python": _python(),
        "openspiel": has_rivals(),
        "rounds": ROUNDS,
        "seconds_a_game": seconds,
        "comparisons": comparisons,
        "peers": peers.measure(seconds, seed, tell),
    }


def measure_growth(games: list[str], given: dict[str, Any]) -> dict[str, Any]:
    """How cost grows, drawn into a folder if one is given."""
    seconds, seed, folder = given["seconds"], given["seed"], given["plots"]
    figures = growth.measure(games, seconds, seed)
    if folder:
        growth.draw(figures, folder)
    command = f"./zashiki bench --growth --games {','.join(games)} --seconds {seconds} --seed {seed} --json"
    return {"command": command, "python": _python(), "growth": growth.in_report(figures)}


def measure_vector(games: list[str], seconds: int, seed: int) -> dict[str, Any]:
    """How fast thousands of games are stepped together."""
    if find_spec("gymnasium") is None:
        raise UserError("term.bench.no-gymnasium")
    from benchmarks.vector import measure

    command = f"./zashiki bench --vector --games {','.join(games)} --seconds {seconds} --seed {seed} --json"
    return {"command": command, "python": _python(), "vector": measure(games, seconds, seed)}


def measure_boards(games: list[str], seed: int) -> dict[str, Any]:
    """How long the boards of these games take to draw."""
    command = f"./zashiki bench --boards --games {','.join(games)} --seed {seed} --json"
    return {"command": command, "python": _python(), "boards": time_boards(games, seed)}


def measure_layout(screen: Screen, games: list[str], seed: int) -> dict[str, Any]:
    """What lies under the prompt, is cut off, too small or sideways, at every step of whole games."""
    from benchmarks.layout import measure
    from benchmarks.pages import NoBrowser

    Console(stderr=True, highlight=False).print(screen.words.say("term.bench.layout-progress"))
    try:
        figures = measure(games, seed)
    except NoBrowser as error:
        raise UserError(f"term.bench.no-{error.missing}") from None
    return {"command": f"./zashiki bench --layout --games {','.join(games)} --seed {seed} --json", **figures}


def measure_explore(screen: Screen, given: dict[str, Any]) -> dict[str, Any]:
    """How long searches over so many moments take, with the index and without."""
    from benchmarks.explore import measure

    moments, seed = given["moments"], given["seed"]
    command = f"./zashiki bench --explore --moments {moments} --seed {seed} --json"
    figures = measure(moments, seed, _progress(screen), given["data"])
    return {"command": command, "python": _python(), **figures}


def measure_web(screen: Screen, samples: int, seed: int) -> dict[str, Any]:
    """Clicks at a table in the browser; the server is loaded only for them."""
    from benchmarks.pages import NoBrowser, measure

    Console(stderr=True, highlight=False).print(screen.words.say("term.bench.web-progress"))
    try:
        figures = measure(samples, seed)
    except NoBrowser as error:
        raise UserError(f"term.bench.no-{error.missing}") from None
    command = f"./zashiki bench --web --samples {samples} --seed {seed} --json"
    return {"command": command, "python": _python(), **figures}


def _python() -> str:
    return f"{platform.python_implementation()} {platform.python_version()}"
