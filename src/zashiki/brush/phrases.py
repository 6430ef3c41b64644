"""A message among the inputs of a region: inputs are hashable, and the arguments of a message are not."""

from __future__ import annotations

from collections.abc import Hashable

from zashiki.kernel.messages import Arg, Message


class Phrase:
    """A message that can be compared and hashed. A template puts it into words: `{{ words(it.label.message) }}`."""

    __slots__ = ("_hash", "_parts", "message")

    def __init__(self, message: Message) -> None:
        self.message = message
        self._parts = _parts(message)
        self._hash = hash(self._parts)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Phrase) and self._parts == other._parts)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Phrase({self.message!r})"


def _parts(message: Message) -> Hashable:
    return (message.key, message.rule, *[(name, _value(value)) for name, value in message.args.items()])


def _value(value: Arg) -> Hashable:
    if isinstance(value, Message):
        return _parts(value)
    return tuple(_parts(one) for one in value) if isinstance(value, list) else value
