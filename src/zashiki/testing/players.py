"""What must hold for the bots and the text screen of every game."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from itertools import count, cycle, product
from math import isclose
from random import Random
from typing import Any, Final

from rich.cells import cell_len
from rich.console import Console

from zashiki.kernel.bots import Bot, Budget, Decision, Level, Told
from zashiki.kernel.contract import CHANCE, Game, View
from zashiki.kernel.messages import Event
from zashiki.kernel.parts import Bots, Terminal
from zashiki.testing.conformance import in_words, pick_chance, words
from zashiki.testing.games import moments, seat_counts
from zashiki.words import LANGUAGES

COLUMNS: Final = (60, 80)
BUDGET: Final = Budget(nodes=50)


def conform_bots(game: Game, options: dict[str, Any], seed: int) -> None:
    """Every level plays whole games by legal decisions, the same ones for the same seed."""
    levels = game.part(Bots).LEVELS
    assert next(iter(levels), "") == "random", "the weakest level is random"
    for name, level in levels.items():
        for seats in seat_counts(game):
            played = [list(_played(game, level, seats, options, seed)) for _ in range(2)]
            assert played[0] == played[1], f"{name} chooses differently for the same seed"


def _played(game: Game, level: Level, seats: int, options: dict[str, Any], seed: int) -> Iterator[int]:
    """The choices of a game that one level plays in all seats, each told what it may know."""
    random = Random(seed)
    state = game.start(seats=seats, **options)
    bots = [level.seated(seat, seed + seat) for seat in range(seats)]
    told = [0] * seats
    for number in count(1):
        actors = state.actors()
        if not actors:
            return
        seat = actors[0]
        action = (
            pick_chance(state, random) if seat == CHANCE else _decided(game, bots[seat], state.view(seat))
        )
        state.events = []
        state.apply(seat, action)
        events, state.events = state.events, None
        for viewer, bot in enumerate(bots):
            lines = tuple(_lines(events, viewer))
            if lines or viewer == seat:
                told[viewer] += 1
                bot.observe(Told(told[viewer], number, action if viewer == seat else None, lines))
        yield action


def _lines(events: list[Event], viewer: int) -> Iterator[tuple[Any, int | None]]:
    for event in events:
        message = event.seen_by(viewer)
        if message is not None:
            yield message, event.seat


def _decided(game: Game, bot: Bot, view: View) -> int:
    decision = bot.decide(view, BUDGET)
    assert decision.action in view.legal, f"{decision.action} is not legal"
    _check_thoughts(game, view, decision)
    return decision.action


def _check_thoughts(game: Game, view: View, decision: Decision) -> None:
    if decision.policy:
        assert set(decision.policy) <= set(view.legal), "the policy names what is not legal"
        assert isclose(sum(decision.policy.values()), 1.0, abs_tol=1e-6), "the policy does not add up to 1"
    if decision.value is not None:
        assert game.facts.lowest_return <= decision.value <= game.facts.highest_return
    for reason in decision.reasons:
        in_words(reason)


def conform_terminal(game: Game, options: dict[str, Any], seed: int, checks: int) -> None:
    """Views can be drawn on every screen in three languages, and no line is wider than the screen."""
    terminal = game.part(Terminal)
    screens = cycle(product(COLUMNS, LANGUAGES))
    for moment in moments(game, options, seed, checks):
        for viewer in moment.viewers:
            view = moment.state.view(viewer)
            columns, language = next(screens)
            console = Console(file=StringIO(), width=columns, color_system=None)
            with console.capture() as capture:
                console.print(terminal.draw(view, words(language)), crop=False)
            drawn = capture.get()
            assert drawn.strip(), "nothing is drawn"
            widest = max(cell_len(line) for line in drawn.splitlines())
            assert widest <= columns, f"{widest} columns are needed where there are {columns}"
