"""Random games of 7 Ronin held to the contract, and played until everything in the rules has occurred."""

from __future__ import annotations

import pytest

from tests.conformance import conform
from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.pieces import EDITIONS


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(6))
def test_random_games_keep_the_contract(edition: str, seed: int) -> None:
    conform(GAME, 2, {"edition": edition}, seed)
