"""What an event looks and sounds like, and whether it is staged."""

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


def test_a_combat_is_staged_and_a_plan_is_not() -> None:
    assert EVENTS["reveal"].staged
    assert EVENTS["wounds"].staged
    assert not EVENTS["put"].staged
    assert not EVENTS["ready"].staged
