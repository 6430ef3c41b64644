"""The sensible bot of Lanterns: hangs right, where no gust reaches, and boasts when it may."""

from collections.abc import Mapping
from random import Random
from typing import Final

from zashiki.kernel.bots import RANDOM, Level, Memoryless
from zashiki.kernel.contract import View


def choose(view: View, chance: Random) -> int:  # noqa: ARG001
    return view.legal[-1]


LEVELS: Final[Mapping[str, Level]] = {"random": RANDOM, "villager": Memoryless(choose)}
