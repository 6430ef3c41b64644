"""Why something outside of the rules failed, as messages: what the system and the readers of formats say in English alone."""

from __future__ import annotations

import errno
import json
import re
import socket
from typing import Final

import msgspec

from zashiki.kernel.messages import Message, say

_SYSTEM: Final = {
    errno.ENOENT: "no-file",
    errno.ENOEXEC: "not-program",
    errno.EACCES: "no-permission",
    errno.EPERM: "no-permission",
    errno.EROFS: "read-only",
    errno.ENOSPC: "disk-full",
    errno.EDQUOT: "disk-full",
    errno.EISDIR: "is-folder",
    errno.ENOTDIR: "not-folder",
    errno.EEXIST: "exists",
    errno.ENAMETOOLONG: "long-name",
    errno.ELOOP: "link-loop",
    errno.EMFILE: "many-files",
    errno.ENFILE: "many-files",
    errno.EIO: "device",
    errno.EADDRINUSE: "port-taken",
    errno.EADDRNOTAVAIL: "no-address",
}


def of_system(error: OSError) -> Message:
    """Why the system could not do what it was asked for."""
    if isinstance(error, socket.gaierror):
        return say("reason.no-address")
    name = _SYSTEM.get(error.errno or 0)
    return say(f"reason.{name}") if name else say("reason.system", number=error.errno or 0)


def of_json(error: ValueError | RecursionError) -> Message:
    """Why a text is not JSON that can be read."""
    if isinstance(error, json.JSONDecodeError):
        return say("reason.not-json", column=error.colno)
    return say("reason.too-deep" if isinstance(error, RecursionError) else "reason.not-json-at-all")


_PLACE: Final = re.compile(r" - at (?:`key` in )?`\$\.?([^`]*)`$")
_TYPE: Final = re.compile(r"Expected `([^`]+)`, got `([^`]+)`")
_LEAST: Final = re.compile(r"Expected `int` >= (-?\d+)")
_FIELD: Final = re.compile(r"Object (missing required|contains unknown) field `([^`]+)`")
_TYPES: Final = ("int", "float", "str", "bool", "null", "array", "object")


def of_shape(error: msgspec.ValidationError) -> Message:
    """Why a value is not of the shape it should have, and where in it."""
    told = str(error)
    place = _PLACE.search(told)
    reason = _shape(_PLACE.sub("", told))
    return say("reason.at", place=place[1], reason=reason) if place and place[1] else reason


def _shape(told: str) -> Message:
    if field := _FIELD.match(told):
        return say("reason.missing" if field[1].startswith("missing") else "reason.unknown", name=field[2])
    if types := _TYPE.match(told):
        expected = [_kind(name) for name in types[1].split(" | ")]
        return say("reason.type", expected=expected, found=_kind(types[2]))
    if least := _LEAST.match(told):
        return say("reason.least", least=int(least[1]))
    return say("reason.shape")


def _kind(name: str) -> Message:
    return say(f"reason.type.{name if name in _TYPES else 'other'}")
