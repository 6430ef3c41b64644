"""What the rules ask of the rest of the game; the game's package binds it, so the rules import none of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from zashiki.kernel.messages import Refused

if TYPE_CHECKING:
    from zashiki.games.seven_ronin.rules.state import State
    from zashiki.kernel.contract import Result
    from zashiki.kernel.messages import Message


class Hooks:
    """The functions that turn states into views, messages and events."""

    view: Callable[[State, int | None], Any]
    why_not: Callable[[State, int, int], Message | None]
    result: Callable[[State], Result | None]
    tell: Callable[..., None]


HOOKS: Final = Hooks()


def tell(state: State, event: str, *numbers: int) -> None:
    """Tells an event by its name in `events.py`, with the numbers of what it is about. Call it only if someone listens."""
    HOOKS.tell(state, event, *numbers)


def refusal(state: State, seat: int, action: int) -> Refused:
    """The error for a choice that is not legal."""
    message = HOOKS.why_not(state, seat, action)
    assert message is not None
    return Refused(message)
