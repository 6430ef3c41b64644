"""The legal choices of a view, to be laid upon the place each belongs to."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from zashiki.games.samurai_spirit import labels
from zashiki.games.samurai_spirit.view import SamuraiSpiritView
from zashiki.kernel.messages import Message


class Text(msgspec.Struct, frozen=True):
    """A message among the inputs of a region. Messages hold a dict, so the hash is that of the key."""

    message: Message

    def __hash__(self) -> int:
        return hash(self.message.key)


class Choice(msgspec.Struct, frozen=True):
    """A choice that can be made now."""

    action: int
    label: Text
    help: Text
    caption: str  # the key of the word on its place; "": the place speaks for itself


class Question(msgspec.Struct, frozen=True):
    """A choice that can't be made now, with the address that names the rule which refuses it."""

    action: int
    address: str


class Choices:
    """What can be chosen now, for one who looks at a view."""

    def __init__(self, view: SamuraiSpiritView, links: str) -> None:
        self._view = view
        self._links = links
        self._legal = frozenset(view.legal) if links else frozenset()

    def open(self, action: int) -> bool:
        return action in self._legal

    def choice(self, action: int, caption: str = "") -> Choice | None:
        if action not in self._legal:
            return None
        label, told = labels.label(self._view, action), labels.help(self._view, action)
        return Choice(action, Text(label), Text(told), caption)

    def choices(self, wanted: Iterable[tuple[int, str]]) -> tuple[Choice, ...]:
        """Those of some actions with captions that are legal."""
        found = [self.choice(action, caption) for action, caption in wanted if action in self._legal]
        return tuple(choice for choice in found if choice is not None)

    def question(self, action: int) -> Question | None:
        """A way to ask, while there is anything to choose, why this is not legal."""
        if not self._legal or action in self._legal:
            return None
        return Question(action, f"{self._links}{action}")
