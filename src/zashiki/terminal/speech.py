"""Which language a person is spoken to in, and how a message with its rule is said."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Final

from zashiki.kernel.messages import Arg, Message
from zashiki.words import LANGUAGES, Words

LANGUAGE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


class UserError(Exception):
    """Something the person can put right; told in one sentence."""

    def __init__(self, key: str, **args: Arg) -> None:
        super().__init__(key, args)
        self.message = Message(key, "", args)


def environment_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the first variable that is set, as programs do it; English if it is not one of ours."""
    for name in LANGUAGE_VARIABLES:
        value = environment.get(name)
        if value:
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


def asked_language(arguments: Sequence[str]) -> str | None:
    """What `--lang` asks for, wherever it stands among the arguments; None if it asks for nothing of ours."""
    asked = None
    for index, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            asked = argument.removeprefix("--lang=")
        elif argument == "--lang" and index + 1 < len(arguments):
            asked = arguments[index + 1]
    return asked if asked in LANGUAGES else None


def sentence(words: Words, message: Message) -> str:
    """The message in words, followed by its rule."""
    text = words(message)
    return f"{text} ({message.rule})" if message.rule else text
