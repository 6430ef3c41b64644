"""Random games of 7 Ronin held to the contract, and played until everything in the rules has occurred."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.seven_ronin.table import EVERYBODY, alone
from zashiki import State
from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.rules.actions import ACTIONS, NAMES, READY
from zashiki.games.seven_ronin.rules.pieces import AREAS, EDITIONS, RONIN
from zashiki.testing import conform, exhaust, perft

FAR = [area for area in AREAS if area not in ("inn", "watchtower", "field-2")]
EVENTS = {
    "put-ninja",
    "put-ronin",
    "ready",
    "reveal-ninja",
    "reveal-no-ninja",
    "reveal-ronin",
    "green-cleared",
    "strike",
    "shoot",
    "push",
    "ride",
    "heal",
    "wounds",
    "divided",
    "falls",
    "occupied",
    "watchtower",
    "watchtower-wound",
    "granary",
    "well",
    "pen",
    "shrine",
    "burial",
    "passage",
    "inn",
    "stays",
    "shrine-off",
    "casualties",
    "round",
    "end-1",
    "end-2",
    "end-3",
    "end-4",
}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(8))
def test_random_games_keep_the_contract(edition: str, seed: int) -> None:
    conform(GAME, 2, {"edition": edition}, seed)


def biased(_state: State, _seat: int, legal: list[int], random: Random) -> int:
    """Sides that sometimes hurry and sometimes hoard, so that rare ends come about."""
    if READY in legal and random.random() < 0.4:
        return READY
    return random.choice(legal)


def test_everything_in_the_rules_occurs_in_random_games() -> None:
    wanted = {f"ron.event.{key}" for key in EVENTS} | {f"ron.end.x{number}" for number in (1, 2, 3, 4)}
    setups = [(2, {"edition": edition}) for edition in EDITIONS]
    exhaust(GAME, setups, wanted, 3000, pick=biased)


def short_of_supply(random: Random) -> State:
    """The Watchtower is held, ronin stand on both sides of it, and the Supply has one marker for them."""
    places = dict(zip(random.sample(RONIN, 7), ["inn", *random.sample(FAR, 5), "field-2"], strict=True))
    return GAME.position(phase="areas", round=7, supply=1, ninja={"watchtower": 1}, places=places)


def test_every_choice_is_made_in_random_games() -> None:
    """Each action of the game is legal at some time, but those that never are."""
    never = {"inn=inn", "heal>taiko"} | {f"divide-{number}" for number in range(4, 10)}
    missing = set(NAMES) - never
    random = Random(5)
    for number in range(3000):
        state = GAME.start(edition=EDITIONS[number % 3]) if number % 2 else short_of_supply(random)
        while state.actors():
            seat = random.choice(state.actors())
            action = random.choice(state.legal(seat))
            missing.discard(NAMES[action])
            state.apply(seat, action)
        if not missing:
            return
    raise AssertionError(sorted(missing))


def test_names_are_stable_and_told_apart() -> None:
    assert len(NAMES) == len(set(NAMES)) == ACTIONS == GAME.facts.actions
    assert all(GAME.action(GAME.name(action)) == action for action in range(ACTIONS))
    known = {0: "ninja>burial-grounds", 11: "ready", 12: "hayai>burial-grounds", 89: "done", 120: "divide-0"}
    assert {action: NAMES[action] for action in known} == known
    assert NAMES[-1] == "watchtower>yumi"


POSITIONS: dict[str, dict[str, Any]] = {
    "start": {},
    "polish-round-8": {"edition": "pl-2013", "round": 8, "ninja": {"green": 1}, "reserves": 9},
    "abilities": {
        "phase": "abilities",
        "round": 3,
        "ninja": {"inn": 1, "passage": 2, "field-2": 2, "well": 1},
        "wounds": {"kabe": 2, "yobu": 1},
        "places": EVERYBODY,
    },
    "areas": {
        "phase": "areas",
        "round": 4,
        "ninja": {"inn": 1, "watchtower": 1, "passage": 1, "burial-grounds": 2, "well": 1},
        "wounds": {"yumi": 2},
        **alone(yumi="field-2", tasuke="field-2", kabe="granary", hayai="green"),
    },
}


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("start", [11, 127, 2057]),
        ("polish-round-8", [11, 120, 1296]),
        ("abilities", [7, 35, 202]),
        ("areas", [33, 438, 4549]),
    ],
)
def test_counts_of_choice_sequences(name: str, counts: list[int]) -> None:
    state = GAME.position(**POSITIONS[name])
    assert [perft(state, depth + 1) for depth in range(len(counts))] == counts
