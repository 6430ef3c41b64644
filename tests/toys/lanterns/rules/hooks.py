"""What the rules leave to others; the game binds it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from .state import State


class Hooks:
    view: Callable[[State, int | None], Any]
    why_not: Callable[[State, int, int], Any]
    result: Callable[[State], Any]
    tell: Callable[..., None]


HOOKS: Final = Hooks()
