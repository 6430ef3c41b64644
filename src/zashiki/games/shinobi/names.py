"""The names of the actions, as records spell them."""

from __future__ import annotations

from typing import Final

from zashiki.games.shinobi.cards import CLANS, KINDS
from zashiki.games.shinobi.rules.actions import ARMIES, PROVINCES


def army_name(army: int) -> str:
    return f"{CLANS[army % 5]}-{army // 5}"


def _names() -> tuple[str, ...]:
    names = [f"{CLANS[army % 5]}>{army // 5}" for army in range(ARMIES)]
    names += [f"ninja>{army_name(army)}" for army in range(ARMIES)]
    names += [f"{army_name(army)}>{goal}" for army in range(ARMIES) for goal in range(PROVINCES)]
    names += [f"{attacker}*{army_name(army)}" for attacker in CLANS for army in range(ARMIES)]
    names += ["skip"]
    names += [f"clan-{clan}" for clan in CLANS]
    names += [f"first-{seat}" for seat in range(PROVINCES)]
    names += [f"draw-{kind}" for kind in KINDS]
    return tuple(names)


NAMES: Final = _names()
NUMBERS: Final = {name: number for number, name in enumerate(NAMES)}
