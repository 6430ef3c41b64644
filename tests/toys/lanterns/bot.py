"""The sensible bot of Lanterns: hangs right, where no gust reaches, and boasts when it may."""

from random import Random

from zashiki.kernel.contract import View


def choose(view: View, chance: Random) -> int:  # noqa: ARG001
    return view.legal[-1]
