"""How fast games are played at random, one choice a call, beside OpenSpiel's games driven in the same way."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from random import Random
from statistics import median
from time import process_time
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final, NamedTuple

from benchmarks.costs import costs
from zashiki.compiling.loading import COMPILED, SWITCH, SWITCHED_OFF, running
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE, State
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import package
from zashiki.kernel.rollouts import make_dice, rollouts_of

ROUNDS: Final = 9
COPIES: Final = 500
SAMPLES: Final = 20
WHOLE_GAMES_A_LOOK: Final = 8
"""A look at the clock takes as long as a few steps of a game that is played in one call."""


class Count(NamedTuple):
    """Choices of the seats, and outcomes of chance."""

    choices: int
    outcomes: int


Playout = Callable[[Random], Count]


class Contestant(NamedTuple):
    """A game to be timed: one random game driven from Python, one in a single call, and states of one to be copied."""

    name: str
    play: Playout
    play_whole: Playout
    states: Callable[[Random], list[Any]]
    copy: Callable[[Any], Any]


class Pair(NamedTuple):
    """One of our games and the one it is measured against."""

    game: str
    seats: int
    options: dict[str, Any]
    rival: str
    rival_seats: int


PAIRS: Final = (
    Pair("seven-ronin", 2, {}, "hanabi", 2),
    Pair("samurai-spirit", 4, {"level": "normal"}, "hanabi", 4),
    Pair("shinobi", 4, {}, "hanabi", 4),
    Pair("seven-ronin", 2, {}, "goofspiel", 2),
)


def has_rivals() -> bool:
    """OpenSpiel is installed."""
    return find_spec("pyspiel") is not None


def play_ours(start: Callable[[], State], chance: Random) -> Count:
    """One random game: the legal list, one of it, apply; several planners one after the other."""
    random = chance.random
    state = start()
    choices = outcomes = 0
    while actors := state.actors():
        seat = actors[0]
        if seat == CHANCE:
            state.apply(CHANCE, draw_outcome(state, chance))
            outcomes += 1
        else:
            legal = state.legal(seat)
            state.apply(seat, legal[int(random() * len(legal))])
            choices += 1
    return Count(choices, outcomes)


def play_rival(start: Callable[[], Any], chance: Random) -> Count:
    """The same for a game of OpenSpiel whose players take turns."""
    random = chance.random
    state = start()
    choices = outcomes = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(draw_rival_outcome(state, chance))
            outcomes += 1
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(random() * len(legal))])
            choices += 1
    return Count(choices, outcomes)


def play_simultaneous_rival(start: Callable[[], Any], chance: Random) -> Count:
    """The same for a game of OpenSpiel whose players choose at the same time."""
    random = chance.random
    state = start()
    choices = outcomes = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(draw_rival_outcome(state, chance))
            outcomes += 1
        else:
            joint = []
            for seat in range(state.num_players()):
                legal = state.legal_actions(seat)
                joint.append(legal[int(random() * len(legal))])
            state.apply_actions(joint)
            choices += len(joint)
    return Count(choices, outcomes)


def draw_rival_outcome(state: Any, chance: Random) -> int:
    outcomes = state.chance_outcomes()
    rest = chance.random()
    for outcome, probability in outcomes:
        rest -= probability
        if rest < 0:
            return int(outcome)
    return int(outcomes[-1][0])


def our_contestant(name: str, seats: int, options: dict[str, Any]) -> Contestant:
    start = partial(find_game(name).start, seats=seats, **options)
    return Contestant(
        f"{name} ({seats})",
        partial(play_ours, start),
        our_whole_games(name, seats, options),
        partial(_our_states, start),
        lambda state: state.copy(),
    )


def rival_contestant(name: str, seats: int) -> Contestant:
    import pyspiel

    game = pyspiel.load_game(name, {"players": seats})
    start = game.new_initial_state
    at_once = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    play = play_simultaneous_rival if at_once else play_rival
    return Contestant(
        f"OpenSpiel {name} ({seats})",
        partial(play, start),
        rival_whole_games(name, seats),
        partial(rival_states, start),
        lambda state: state.clone(),
    )


def our_whole_games(name: str, seats: int, options: dict[str, Any]) -> Playout:
    """One random game in a single call; every choice and outcome counted as a choice."""
    game = find_game(name)
    start = game.start(seats=seats, **options)
    random_game = rollouts_of(game).random_game
    return lambda chance: Count(random_game(start.copy(), make_dice(chance.getrandbits(32)))[0], 0)


def rival_whole_games(name: str, seats: int) -> Playout:
    """The same inside OpenSpiel: `evaluate_bots` with bots that choose at random, which are made once."""
    import pyspiel

    game = pyspiel.load_game(name, {"players": seats})
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)

    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(seats)]

    def play(chance: Random) -> Count:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, chance.getrandbits(31))
        return Count(state.move_number(), 0)

    return play


def _our_states(start: Callable[[], State], chance: Random) -> list[Any]:
    """Copies from all over a random game."""
    states: list[Any] = []
    state = start()
    while actors := state.actors():
        states.append(state.copy())
        seat = actors[0]
        action = draw_outcome(state, chance) if seat == CHANCE else chance.choice(state.legal(seat))
        state.apply(seat, action)
    return states


def rival_states(start: Callable[[], Any], chance: Random) -> list[Any]:
    states: list[Any] = []
    state = start()
    while not state.is_terminal():
        states.append(state.clone())
        if state.is_chance_node():
            state.apply_action(draw_rival_outcome(state, chance))
        elif state.is_simultaneous_node():
            state.apply_actions([chance.choice(state.legal_actions(s)) for s in range(state.num_players())])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
    return states


class Rate(NamedTuple):
    """In one slice of time."""

    choices: float
    steps: float
    games: float


def rate(play: Playout, seconds: float, chance: Random, games_a_look: int = 1) -> Rate:
    """Choices, choices with outcomes of chance, and games a second; the clock is looked at after so many games."""
    choices = outcomes = games = 0
    start = process_time()
    while (elapsed := process_time() - start) < seconds:
        for _ in range(games_a_look):
            count = play(chance)
            choices += count.choices
            outcomes += count.outcomes
        games += games_a_look
    return Rate(choices / elapsed, (choices + outcomes) / elapsed, games / elapsed)


def copy_time(contestant: Contestant, states: list[Any]) -> float:
    """Microseconds a copy, over states from all over a game."""
    copy = contestant.copy
    rounds = max(1, COPIES // len(states))
    start = process_time()
    for _ in range(rounds):
        for state in states:
            copy(state)
    return (process_time() - start) / (rounds * len(states)) * 1e6


def measure(contestants: list[Contestant], seconds: float, seed: int) -> list[dict[str, Any]]:
    """All contestants in turn, round after round, so that a busy moment of the machine meets them alike."""
    chance = Random(seed)
    states = [contestant.states(chance) for contestant in contestants]
    slice_ = seconds / ROUNDS
    rates: list[list[Rate]] = [[] for _ in contestants]
    whole: list[list[float]] = [[] for _ in contestants]
    copies: list[list[float]] = [[] for _ in contestants]
    for _ in range(ROUNDS):
        for index, contestant in enumerate(contestants):
            rates[index].append(rate(contestant.play, slice_, chance))
            whole[index].append(rate(contestant.play_whole, slice_ / 2, chance, WHOLE_GAMES_A_LOOK).steps)
            copies[index].append(copy_time(contestant, states[index]))
    return [
        {"name": contestant.name, "rates": rates[index], "whole": whole[index], "copies": copies[index]}
        for index, contestant in enumerate(contestants)
    ]


def _figures(measured: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": measured["name"],
        "choices_per_second": round(median(rate.choices for rate in measured["rates"])),
        "steps_per_second": round(median(rate.steps for rate in measured["rates"])),
        "games_per_second": round(median(rate.games for rate in measured["rates"]), 1),
        "whole_games_steps_per_second": round(median(measured["whole"])),
        "copy_microseconds": round(median(measured["copies"]), 3),
        "spread": {
            "steps_per_second": _spread([rate.steps for rate in measured["rates"]]),
            "whole_games_steps_per_second": _spread(measured["whole"]),
            "copy_microseconds": _spread(measured["copies"]),
        },
    }


def _spread(values: list[float]) -> list[float]:
    """The lowest and the highest."""
    return [round(min(values), 3), round(max(values), 3)]


def compare_both(pair: Pair, seconds: float, seed: int) -> dict[str, Any]:
    """The comparison with interpreted rules and, under "compiled", that with compiled ones if there are any; each in a
    process of its own, where the rules can run in one way only."""
    report = _compare_apart(pair, seconds, seed, "0")
    if running(package(pair.game)) in (COMPILED, SWITCHED_OFF):
        report["compiled"] = _compare_apart(pair, seconds, seed, "1")
    return report


def _compare_apart(pair: Pair, seconds: float, seed: int, switch: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "benchmarks.speed", str(PAIRS.index(pair)), str(seconds), str(seed)]
    done = subprocess.run(command, env=os.environ | {SWITCH: switch}, stdout=subprocess.PIPE, check=True)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def compare(pair: Pair, seconds: float, seed: int) -> dict[str, Any]:
    """One of our games beside its rival: figures of both, and the medians of the ratios round by round."""
    ours = our_contestant(pair.game, pair.seats, pair.options)
    contestants = [ours, rival_contestant(pair.rival, pair.rival_seats)] if has_rivals() else [ours]
    measured = measure(contestants, seconds, seed)
    own = {"state_bytes": state_size(pair, seed), "costs": costs(pair.game, pair.seats, pair.options, seed)}
    report: dict[str, Any] = {"ours": _figures(measured[0]) | own}
    if len(measured) == 2:
        mine, rival = measured
        both = list(zip(mine["rates"], rival["rates"], strict=True))
        report["rival"] = _figures(rival)
        report["ratios"] = {
            "choices_per_second": round(median(a.choices / b.choices for a, b in both), 3),
            "steps_per_second": round(median(a.steps / b.steps for a, b in both), 3),
            "whole_games_steps_per_second": round(
                median(a / b for a, b in zip(mine["whole"], rival["whole"], strict=True)), 3
            ),
            "copy_time": round(
                median(a / b for a, b in zip(mine["copies"], rival["copies"], strict=True)), 3
            ),
        }
    return report


def state_size(pair: Pair, seed: int) -> int:
    """Bytes of the largest of some states of a random game, with everything that such a state alone holds."""
    contestant = our_contestant(pair.game, pair.seats, pair.options)
    chance = Random(seed)
    states, others = contestant.states(chance), contestant.states(chance)
    shared = {id(thing) for state in others for thing in held(state)}
    some = states[:: max(1, len(states) // SAMPLES)]
    return max(
        sum(sys.getsizeof(thing) for thing in held(state) if id(thing) not in shared) for state in some
    )


def held(state: Any) -> Iterator[Any]:
    """The state and everything it refers to, once each; code, types and the small numbers of Python are not followed."""
    waiting, seen = [state], {id(state)}
    while waiting:
        thing = waiting.pop()
        yield thing
        for other in gc.get_referents(thing):
            if id(other) not in seen and not _is_common(other):
                seen.add(id(other))
                waiting.append(other)


def _is_common(thing: Any) -> bool:
    if isinstance(thing, int):
        return -5 <= thing <= 256
    return isinstance(thing, type | ModuleType | FunctionType | BuiltinFunctionType)


if __name__ == "__main__":
    print(json.dumps(compare(PAIRS[int(sys.argv[1])], float(sys.argv[2]), int(sys.argv[3]))))
