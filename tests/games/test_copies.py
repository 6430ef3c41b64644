"""Copies of a state share lists that seldom change: whoever plays on changes none of them."""

from __future__ import annotations

from copy import deepcopy
from inspect import isdatadescriptor
from random import Random
from typing import Any

import pytest

import zashiki
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE

TABLES = (
    ("seven-ronin", {"seats": 2}),
    ("samurai-spirit", {"seats": 4, "level": "heroic"}),
    ("samurai-spirit", {"seats": 2}),
    ("shinobi", {"seats": 5}),
)


def fields_of(state: Any) -> dict[str, Any]:
    """A snapshot of all that the state holds; its village or pack never changes."""
    names = [name for name, value in vars(type(state)).items() if isdatadescriptor(value)]
    return {name: deepcopy(getattr(state, name)) for name in names if name not in ("village", "pack")}


@pytest.mark.parametrize(("name", "options"), TABLES)
@pytest.mark.parametrize("seed", range(4))
def test_playing_on_changes_no_field_of_an_earlier_copy(
    name: str, options: dict[str, Any], seed: int
) -> None:
    random = Random(seed)
    state = zashiki.game(name).start(**options)
    kept = []
    while actors := state.actors():
        seat = random.choice(actors)
        legal = state.legal(seat)
        kept.append((state.copy(), fields_of(state.copy())))
        state.apply(seat, draw_outcome(state, random) if seat == CHANCE else random.choice(legal))
    assert len(kept) > 20
    for copy, fields in kept:
        assert fields_of(copy) == fields
