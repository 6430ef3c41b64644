"""How long the drawing of a board takes, for every seat at every moment of a random game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

from benchmarks.speed import PAIRS, Pair
from zashiki.brush.regions import Drawings
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE, View
from zashiki.kernel.parts import Page
from zashiki.kernel.registry import game as find_game
from zashiki.words import Words

LINKS: Final = "/why/"
LANGUAGE: Final = "en"


def seen_moments(pair: Pair, seed: int) -> list[list[View]]:
    """What every seat sees after each choice of a random game; outcomes of chance belong to the choice before them."""
    chance = Random(seed)
    state = find_game(pair.game).start(seats=pair.seats, **pair.options)
    moments = []
    while actors := state.actors():
        if actors == (CHANCE,):
            state.apply(CHANCE, draw_outcome(state, chance))
            continue
        moments.append([state.view(seat) for seat in range(pair.seats)])
        seat = chance.choice(actors)
        state.apply(seat, chance.choice(state.legal(seat)))
    return moments


def board_times(pair: Pair, seed: int) -> dict[str, Any]:
    """Medians in milliseconds: of the next moment of a running game, of the same moment again, and with nothing kept."""
    page, words = find_game(pair.game).part(Page), Words(LANGUAGE)

    def draw(drawings: Drawings, view: View) -> str:
        return drawings.whole(page.board(view, LINKS), words)

    for views in seen_moments(pair, seed + 1):  # a game before those that count: templates are loaded
        draw(Drawings(), views[0])
    kept = Drawings()
    following, again, cold = [], [], []
    for views in seen_moments(pair, seed):
        following += [_milliseconds(partial(draw, kept, view)) for view in views]
        again += [_milliseconds(partial(draw, kept, view)) for view in views]
        cold += [_milliseconds(partial(draw, Drawings(), view)) for view in views]
    return {
        "game": pair.game,
        "seats": pair.seats,
        "drawings": len(following),
        "next_ms": round(median(following), 3),
        "again_ms": round(median(again), 3),
        "cold_ms": round(median(cold), 3),
    }


def _milliseconds(draw: Callable[[], str]) -> float:
    began = process_time()
    draw()
    return 1000 * (process_time() - began)


def measure(games: list[str], seed: int) -> list[dict[str, Any]]:
    """The boards of these games, with as many seats as when the rules are timed."""
    pairs = {pair.game: pair for pair in PAIRS}
    return [board_times(pairs[game], seed) for game in games]
