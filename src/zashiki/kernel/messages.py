"""Messages: a key with arguments and the rule it comes from. The words live in the catalogues."""

from __future__ import annotations

import msgspec


class Message(msgspec.Struct, frozen=True, gc=False):
    """A sentence as a key. `args["n"]` decides the plural; a Message among the args is put into words as well."""

    key: str
    rule: str = ""
    args: dict[str, int | str | Message | list[Message]] = {}


Arg = int | str | Message | list[Message]


def say(key: str, rule: str = "", **args: Arg) -> Message:
    """`say("ron.refuse.limit", "RON-P2", area=say("ron.area.well"), n=1)`"""
    return Message(key, rule, args)


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, born with its secret and its public form.

    `only` are the seats that are told `message`; everybody else is told `public`, or nothing. None: all are told.
    `seat` is who did it (CHANCE included), None for the game itself.
    """

    message: Message
    seat: int | None = None
    only: tuple[int, ...] | None = None
    public: Message | None = None

    def seen_by(self, seat: int | None) -> Message | None:
        if self.only is None or (seat is not None and seat in self.only):
            return self.message
        return self.public


class Refused(Exception):
    """A choice that the rules do not allow. Nothing has changed."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    @property
    def rule(self) -> str:
        return self.message.rule

    def __str__(self) -> str:
        return f"{self.message.rule}: {self.message.key} {self.message.args}"
