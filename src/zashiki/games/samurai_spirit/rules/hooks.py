"""What the rules leave to others: seeing, explaining, telling. The game binds it, so that the rules import none of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from zashiki.games.samurai_spirit.rules.state import State


def _unbound(*_: Any) -> Any:
    raise RuntimeError("the game binds its hooks when it is imported")


class Hooks:
    """Functions of the modules around the rules."""

    def __init__(self) -> None:
        self.view: Callable[[State, int | None], Any] = _unbound
        self.why_not: Callable[[State, int, int], Any] = _unbound
        self.result: Callable[[State], Any] = _unbound
        self.tell: Callable[..., None] = _unbound


HOOKS: Final = Hooks()


def tell(state: State, event: str, *facts: int) -> None:
    """Something has happened; called only while `state.events` is a list."""
    HOOKS.tell(state, event, *facts)
