"""A message among the inputs of a region: inputs are hashable, and the arguments of a message are not."""

from __future__ import annotations

import msgspec

from zashiki.kernel.messages import Arg, Message


class Phrase(msgspec.Struct, frozen=True):
    """A message without its rule. A template puts it into words: `{{ words(it.label.message) }}`."""

    key: str
    args: tuple[tuple[str, int | str | Phrase | tuple[Phrase, ...]], ...] = ()

    @property
    def message(self) -> Message:
        return Message(self.key, "", {name: _thawed(value) for name, value in self.args})


def phrase(message: Message) -> Phrase:
    if not message.args:
        return Phrase(message.key)
    return Phrase(message.key, tuple([(name, _frozen(value)) for name, value in message.args.items()]))


def _frozen(value: Arg) -> int | str | Phrase | tuple[Phrase, ...]:
    if isinstance(value, Message):
        return phrase(value)
    return tuple(phrase(one) for one in value) if isinstance(value, list) else value


def _thawed(value: int | str | Phrase | tuple[Phrase, ...]) -> Arg:
    if isinstance(value, Phrase):
        return value.message
    return [one.message for one in value] if isinstance(value, tuple) else value
