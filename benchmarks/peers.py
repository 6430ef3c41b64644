"""Games of other suites driven at random in the same run: two more of OpenSpiel's, RLCard, PettingZoo's classic ones, Catanatron, pgx.

Each is measured where it is installed (`./zashiki setup bench`); of the others the report says what is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import Any, Final, NamedTuple

from benchmarks.speed import ROUNDS, Count, Playout, play_rival, rate

STEPS: Final = 32
"""Of all games of a batch in one call of pgx's."""


class Peer(NamedTuple):
    """A game of another suite: what must be installed for it, and how one random game, or a stretch of a batch, is played."""

    name: str
    needs: tuple[str, ...]
    prepare: Callable[[], Playout]


def openspiel_game(name: str) -> Playout:
    return partial(play_rival, import_module("pyspiel").load_game(name).new_initial_state)


def rlcard_game(name: str) -> Playout:
    env: Any = import_module("rlcard").make(name)

    def play(chance: Random) -> Count:
        choices = 0
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(chance.random() * len(legal))])
            choices += 1
        return Count(choices, 0)

    return play


def pettingzoo_game(name: str) -> Playout:
    env: Any = import_module(f"pettingzoo.classic.{name}").env()

    def play(chance: Random) -> Count:
        choices = 0
        env.reset(seed=chance.getrandbits(31))
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(chance.random() * len(legal))]))
            choices += 1
        return Count(choices, 0)

    return play


def catanatron_game(players: int) -> Playout:
    suite: Any = import_module("catanatron")
    seats = [suite.RandomPlayer(color) for color in list(suite.Color)[:players]]

    def play(chance: Random) -> Count:
        game, choices = suite.Game(seats, seed=chance.getrandbits(31)), 0
        while game.winning_color() is None and game.state.num_turns < 1000:
            legal = game.state.playable_actions
            game.execute(legal[int(chance.random() * len(legal))], validate_action=False)
            choices += 1
        return Count(choices, 0)

    return play


def pgx_games(name: str, batch: int) -> Playout:
    """A stretch of steps of a batch, compiled by JAX as one call; a game that is over begins anew."""
    jax: Any = import_module("jax")
    env: Any = import_module("pgx").make(name)
    anew: Any = import_module("pgx.experimental").auto_reset
    begin, go_on = jax.vmap(env.init), jax.vmap(anew(env.step, env.init))

    def step(state: Any, key: Any) -> tuple[Any, None]:
        own, drawn = jax.random.split(key)
        weights = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        chosen = jax.random.categorical(own, weights, axis=-1)
        return go_on(state, chosen, jax.random.split(drawn, batch)), None

    def steps(state: Any, key: Any) -> Any:
        return jax.lax.scan(step, state, jax.random.split(key, STEPS))[0]

    stretch = jax.jit(steps)
    state: list[Any] = [jax.jit(begin)(jax.random.split(jax.random.PRNGKey(1), batch))]
    state[0] = jax.block_until_ready(stretch(state[0], jax.random.PRNGKey(2)))

    def play(chance: Random) -> Count:
        key = jax.random.PRNGKey(chance.getrandbits(31))
        state[0] = jax.block_until_ready(stretch(state[0], key))
        return Count(STEPS * batch, 0)

    return play


def _peers() -> list[Peer]:
    return [
        Peer("OpenSpiel leduc_poker (2)", ("pyspiel",), lambda: openspiel_game("leduc_poker")),
        Peer("OpenSpiel universal_poker (2)", ("pyspiel",), lambda: openspiel_game("universal_poker")),
        Peer("RLCard leduc-holdem (2)", ("rlcard",), lambda: rlcard_game("leduc-holdem")),
        Peer("RLCard uno (2)", ("rlcard",), lambda: rlcard_game("uno")),
        Peer(
            "PettingZoo connect_four (2)",
            ("pettingzoo", "pygame"),
            lambda: pettingzoo_game("connect_four_v3"),
        ),
        Peer(
            "PettingZoo leduc_holdem (2)",
            ("pettingzoo", "pygame", "rlcard"),
            lambda: pettingzoo_game("leduc_holdem_v4"),
        ),
        Peer("Catanatron (4)", ("catanatron",), lambda: catanatron_game(4)),
        *(_pgx_peer(name, batch) for name in ("leduc_holdem", "connect_four") for batch in (1, 1024)),
    ]


def _pgx_peer(name: str, batch: int) -> Peer:
    return Peer(f"pgx {name} (2), batch {batch}", ("jax", "pgx"), lambda: pgx_games(name, batch))


PEERS: Final = _peers()


def missing(peer: Peer) -> list[str]:
    """The modules that are not installed."""
    return [module for module in peer.needs if find_spec(module) is None]


def measure(seconds: float, seed: int, tell: Callable[[str], None]) -> list[dict[str, Any]]:
    """All that are installed, one after the other; of the others, what is missing."""
    return [figures(peer, seconds, seed, tell) for peer in PEERS]


def figures(peer: Peer, seconds: float, seed: int, tell: Callable[[str], None]) -> dict[str, Any]:
    absent = missing(peer)
    if absent:
        return {"name": peer.name, "missing": absent}
    tell(peer.name)
    play, chance = peer.prepare(), Random(seed)
    rates = [rate(play, seconds / ROUNDS, chance).choices for _ in range(ROUNDS)]
    return {
        "name": peer.name,
        "choices_per_second": round(median(rates)),
        "spread": [round(min(rates)), round(max(rates))],
    }
