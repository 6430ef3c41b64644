"""The levels of games with players that search: which there are, and what is left where they can't."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import zashiki
from zashiki.bots import levels
from zashiki.games.samurai_spirit.bot import searching as samurai_spirit
from zashiki.games.seven_ronin.bot import searching as seven_ronin
from zashiki.games.shinobi.bot import searching as shinobi

MOST_BYTES = 2 * 1024 * 1024
NAMES = ["random", "novice", "villager", "warrior", "master"]
SEARCHING = {"samurai-spirit": samurai_spirit, "seven-ronin": seven_ronin, "shinobi": shinobi}
MEASURED = {
    "samurai-spirit": ("measured", {"cell", "depth", "games", "won", "rate"}),
    "seven-ronin": ("matches", {"game", "games", "players"}),
    "shinobi": ("measured", {"player", "among", "seats", "games", "rate"}),
}
"""Where a recipe says what its net has won, and what is told of it."""
WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
import zashiki
from zashiki.bots import levels, seated
from zashiki.kernel.bots import Budget
from zashiki.kernel.chance import draw_outcome
from random import Random
game = zashiki.game(sys.argv[1])
state = game.start()
while state.actors()[0] < 0:
    state.apply(state.actors()[0], draw_outcome(state, Random(1)))
seat = state.actors()[0]
for level in levels(game):
    assert seated(game, level, seat, 1).decide(state.view(seat), Budget()).action in state.legal(seat)
print(*levels(game))
"""
LOADED = """
import sys, zashiki
from zashiki.bots import levels
levels(zashiki.game(sys.argv[1]))
print("numpy" in sys.modules)
"""

games = pytest.mark.parametrize("name", SEARCHING)


def said(code: str, name: str) -> list[str]:
    """What a new process prints for a game."""
    ended = subprocess.run(
        [sys.executable, "-c", code, name], capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.split()


@games
def test_the_levels_from_the_weakest(name: str) -> None:
    assert list(levels(zashiki.game(name))) == NAMES


@games
def test_without_numpy_there_are_the_levels_that_do_not_search(name: str) -> None:
    assert said(WITHOUT_NUMPY, name) == NAMES[:3]


@games
def test_without_the_net_there_are_the_levels_that_do_not_search(name: str, tmp_path: Path) -> None:
    assert not SEARCHING[name].can_search(tmp_path / "master.npz")
    assert SEARCHING[name].can_search()


@games
def test_asking_for_the_levels_does_not_load_numpy(name: str) -> None:
    """It would make every command wait."""
    assert said(LOADED, name) == ["False"]


@games
def test_the_net_is_small_and_tells_how_it_was_made(name: str) -> None:
    net = SEARCHING[name].NET
    assert net.stat().st_size <= MOST_BYTES
    with np.load(net) as stored:
        recipe = json.loads(str(stored["recipe"]))
    assert isinstance(recipe["version"], int)
    assert isinstance(recipe["seed"], int)
    assert recipe["runs"]
    assert recipe["iterations"]
    where, told = MEASURED[name]
    assert told <= set(recipe[where][-1])
