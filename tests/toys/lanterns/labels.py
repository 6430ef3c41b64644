"""Choices: their names in records and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.kernel.messages import Message, say

from .rules.state import CALM, READY

if TYPE_CHECKING:
    from .view import LanternView

NAMES: Final = ("left", "right", "ready", "bow", "boast", "calm", "gust")


def label(view: LanternView, action: int) -> Message:  # noqa: ARG001
    return say(f"lan.{NAMES[action]}")


def help(view: LanternView, action: int) -> Message:  # noqa: A001, ARG001
    rule = "LAN-1" if action <= READY else "LAN-3" if action < CALM else "LAN-2"
    return say(f"lan.help.{NAMES[action]}", rule)
