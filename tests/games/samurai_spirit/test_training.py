"""Games of levels that are broken off go on in their middle."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from training.samurai_spirit.difficulty import play
from zashiki.games.samurai_spirit import GAME
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE

GAME_OF = ((2, "normal", ""), "master", "numpy", 60, 7, 3)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """The file with the choices of a game that was played to its end."""
    play(*GAME_OF, tmp_path)
    (path,) = tmp_path.iterdir()
    return path


@pytest.mark.parametrize("cut", [0, 1, 31, 32, -1])
def test_a_game_that_was_broken_off_goes_on_to_the_same_end(kept: Path, cut: int) -> None:
    whole, end = kept.read_text(), play(*GAME_OF)
    assert len(whole.splitlines()) == end[1]
    kept.write_text(whole[:cut])
    assert play(*GAME_OF, kept.parent) == end
    assert kept.read_text() == whole


def test_what_is_kept_is_not_chosen_again(kept: Path) -> None:
    chance, state = Random("7/3"), GAME.start(2, level="normal")
    while (seat := state.actors()[0]) == CHANCE:
        state.apply(seat, draw_outcome(state, chance))
    chosen = int(kept.read_text().splitlines()[0])
    other = next(action for action in state.legal(seat) if action != chosen)
    kept.write_text(f"{other}\n")
    play(*GAME_OF, kept.parent)
    assert int(kept.read_text().splitlines()[0]) == other


def test_other_deals_and_levels_have_choices_of_their_own(kept: Path) -> None:
    cell, level, evaluate, nodes, seed, deal = GAME_OF
    before = kept.read_text()
    play(cell, level, evaluate, nodes, seed, deal + 1, kept.parent)
    play(cell, "villager", evaluate, nodes, seed, deal, kept.parent)
    play(cell, level, evaluate, nodes + 1, seed, deal, kept.parent)
    assert len(list(kept.parent.iterdir())) == 4
    assert kept.read_text() == before
