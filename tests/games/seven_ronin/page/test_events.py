"""What an event looks and sounds like, and upon which scene it is told."""

from __future__ import annotations

from importlib.resources import files

from zashiki.games.seven_ronin.page import EMBLEM, EVENTS
from zashiki.words import catalogue


def drawings() -> set[str]:
    """The drawings that a table of the game has: its own and those of the house."""
    folders = [files(package).joinpath("art") for package in ("zashiki.brush", "zashiki.games.seven_ronin")]
    return {file.name.removesuffix(".svg") for folder in folders for file in folder.iterdir()}


def test_every_sign_is_drawn() -> None:
    assert {look.sign for look in EVENTS.values()} | {EMBLEM} <= drawings()


def test_every_look_is_that_of_an_event() -> None:
    told = {key.removeprefix("ron.event.") for key in catalogue("en") if key.startswith("ron.event.")}
    for name in EVENTS:
        assert any(event == name or event.startswith((f"{name}-", f"{name}.")) for event in told), name


def test_a_combat_is_told_upon_the_reveal_and_a_plan_upon_the_board() -> None:
    assert EVENTS["reveal"].scene == "combat"
    assert EVENTS["wounds"].scene == "combat"
    assert EVENTS["put"].scene == ""
    assert EVENTS["round"].scene == ""
