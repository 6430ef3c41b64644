"""Choices offered in two steps: nothing is lost, nothing is offered twice, and every line says something else."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.terminal.desk import run
from zashiki import CHANCE, game, names
from zashiki.kernel.chance import draw_outcome
from zashiki.terminal.offers import MANY, offers
from zashiki.words import LANGUAGES, Words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_every_legal_choice_is_offered_once_under_a_line_of_its_own(name: str, language: str) -> None:
    played, words, chance = game(name), Words(language), Random(2)
    state = played.start()
    while actors := state.actors():
        seat = actors[-1]
        if seat == CHANCE:
            state.apply(CHANCE, draw_outcome(state, chance))
            continue
        view = state.view(seat)
        offered = offers(played, view, words)
        assert sorted(action for offer in offered for action in offer.actions) == view.legal
        assert len({offer.label for offer in offered}) == len(offered)
        assert len(view.legal) > MANY or all(len(offer.actions) == 1 for offer in offered)
        state.apply(seat, chance.choice(view.legal))


def test_many_choices_are_offered_first_by_who_then_by_where(tmp_path: Path) -> None:
    typed = "1\n\n1\n1\nq\n"
    shown = run(tmp_path, "play", "seven-ronin", "--as", "defender", "--seed", "1", typed=typed).stdout
    assert "\n1 Hayai" in shown
    assert "…\n" in shown
    assert "Enter goes back to all choices." in shown
    assert shown.count(" Defender ") >= 3
    assert "\n1 hayai>" in next(tmp_path.rglob("*.zashiki")).read_text(encoding="utf-8")
