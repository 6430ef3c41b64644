"""The choices of a seat, worked out a second time: one sentence of the rules a line, slowly."""

from __future__ import annotations

from zashiki.games.shinobi.cards import CLANS, KINDS
from zashiki.games.shinobi.view import ShinobiView


def allowed(view: ShinobiView) -> set[str]:
    """The names of all choices that the rules allow the seat whose view this is."""
    if view.phase == "first-order":
        return _first(view)
    return _second(view) if view.phase == "second-order" else _third(view)


def _armies(view: ShinobiView) -> dict[tuple[str, int], int]:
    return {
        (clan, province): strength
        for province in range(view.seats)
        for clan, strength in zip(CLANS, view.provinces[province], strict=True)
        if strength
    }


def _held(view: ShinobiView) -> set[str]:
    return {kind for kind, count in zip(KINDS, view.hand or (), strict=True) if count}


def _first(view: ShinobiView) -> set[str]:
    troops = _held(view) - {"ninja"}
    abroad = [province for province in range(view.seats) if province != view.seat]
    choices = {f"{clan}>{province}" for clan in troops for province in abroad}
    if "ninja" in _held(view):
        choices |= {f"ninja>{clan}-{province}" for clan, province in _armies(view) if province in abroad}
        if not troops:
            choices.add("skip")
    return choices


def _second(view: ShinobiView) -> set[str]:
    choices = {f"{clan}>{view.seat}" for clan in _held(view) - {"ninja"}}
    for clan, province in _armies(view):
        if province != view.seat:
            choices |= {f"{clan}-{province}>{goal}" for goal in range(view.seats) if goal != province}
    return choices


def _third(view: ShinobiView) -> set[str]:
    armies = _armies(view)
    return {
        f"{attacker}*{clan}-{province}"
        for (attacker, home), attackers in armies.items()
        for (clan, province), defenders in armies.items()
        if home == view.seat
        and province != view.seat
        and clan != attacker
        and defenders < attackers
        and not view.protected[province][CLANS.index(clan)]
    }
