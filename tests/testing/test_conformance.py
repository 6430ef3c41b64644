"""The conformance kit finds games that break the contract: each of these breaks one promise of a game that keeps them all."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any, cast

import pytest

import zashiki
from zashiki.testing import conform


class Changed:
    """A game or a state whose every answer is the original's, but for those that a subclass gives."""

    def __init__(self, original: Any) -> None:
        self.original = original

    def __getattr__(self, name: str) -> Any:
        return getattr(self.original, name)

    def __reduce__(self) -> Any:
        return type(self), (self.original,)


class ChangedState(Changed):
    @property
    def events(self) -> Any:
        return self.original.events

    @events.setter
    def events(self, events: Any) -> None:
        self.original.events = events

    def copy(self) -> Any:
        return type(self)(self.original.copy())


class WithOneKey(ChangedState):
    def key(self) -> bytes:
        return b"the same"


class WithAKeyOfItsOwn(ChangedState):
    def key(self) -> bytes:
        return str(id(self)).encode()


class OpenToAnybody(ChangedState):
    def legal(self, seat: int) -> list[int]:
        return cast(list[int], self.original.legal(0 if seat == -2 else seat))


class SilentToStrangers(ChangedState):
    def why_not(self, seat: int, action: int) -> Any:
        return None if seat == 99 else self.original.why_not(seat, action)


class PlayedByStrangers(ChangedState):
    def apply(self, seat: int, action: int) -> None:
        if seat == -3:
            return
        self.original.apply(seat, action)


class LostOnTheWay(ChangedState):
    """Arrives in another process as the game was at its start."""

    def __reduce__(self) -> Any:
        return type(self), (GAME.start(seats=2),)


class WithStates(Changed):
    """A game that begins with another kind of state."""

    def __init__(self, original: Any, kind: type[ChangedState]) -> None:
        super().__init__(original)
        self.kind = kind

    def start(self, *args: Any, **options: Any) -> Any:
        return self.kind(self.original.start(*args, **options))


class UnderAnything(Changed):
    def under(self, rules: str) -> Any:
        return self if rules != self.rules else self.original


class WithoutItsOwnVersion(Changed):
    versions = ("0",)


GAME = zashiki.game("seven-ronin")


@pytest.mark.parametrize(
    ("game", "complaint"),
    [
        (WithStates(GAME, WithOneKey), "leaves the key as it was"),
        (WithStates(GAME, WithAKeyOfItsOwn), "a copy has another key"),
        (WithStates(GAME, OpenToAnybody), "-2 may not choose, but has choices"),
        (WithStates(GAME, SilentToStrangers), "why_not is silent"),
        (WithStates(GAME, PlayedByStrangers), "is not refused"),
        (WithStates(GAME, LostOnTheWay), "a pickled state differs"),
        (UnderAnything(GAME), "a version of the rules that does not exist is played"),
        (WithoutItsOwnVersion(GAME), "not among its own versions"),
    ],
)
def test_a_broken_promise_is_found(
    game: Any, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # where records of failed games are kept
    with pytest.raises(AssertionError, match=complaint):
        conform(game, 2, {}, 1)


def test_the_same_game_unbroken_is_not_complained_about() -> None:
    conform(cast(zashiki.Game, WithStates(GAME, ChangedState)), 2, {}, 1)
