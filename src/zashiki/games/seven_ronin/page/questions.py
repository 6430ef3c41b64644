"""Where the board lets a player ask which rule forbids a choice."""

from __future__ import annotations

from typing import Final

from zashiki.games.seven_ronin.page.buttons import Question
from zashiki.games.seven_ronin.page.moves import Moves
from zashiki.games.seven_ronin.rules.actions import (
    COPY_OF,
    CURSE,
    DEPLOY,
    HEAL,
    HOLD,
    LOOT,
    NINJA,
    POISON,
    PUSH_TO,
    RETURN_FROM,
    RIDE_TO,
    SEND_ONE,
    SHOOT,
    STRIKE,
    WATCH,
)
from zashiki.games.seven_ronin.rules.pieces import (
    ANIMAL_PEN,
    AREAS,
    ATTACKER,
    BURIAL_GROUNDS,
    GRANARY,
    HAYAI,
    INN,
    MUSASHI,
    PASSAGE,
    PLACES,
    RONIN,
    SHRINE,
    TAIKO,
    WATCHTOWER,
    WELL,
    YOBU,
    YUMI,
)
from zashiki.games.seven_ronin.view import RoninGameView

OF_AREA: Final = {
    BURIAL_GROUNDS: RETURN_FROM,
    INN: COPY_OF,
    WATCHTOWER: WATCH,
    PASSAGE: SEND_ONE,
    GRANARY: LOOT,
    WELL: POISON,
    ANIMAL_PEN: HOLD,
    SHRINE: CURSE,
}
"""The first action of each area's ability."""
OF_RONIN: Final = {HAYAI: RIDE_TO, MUSASHI: STRIKE, TAIKO: HEAL, YOBU: PUSH_TO, YUMI: SHOOT}
"""The first action of each ronin's ability."""


def at_place(view: RoninGameView, moves: Moves, place: int, groups: set[str]) -> tuple[Question, ...]:
    """What can't be done on a place; `groups` are those of the choices that can be made there."""
    if not moves.legal:
        return ()
    if view.attack is not None:
        return () if groups else _questions(moves, (NINJA + place, ""))
    if view.defence is not None:
        waiting = [ronin for ronin in view.defence.waiting if RONIN[ronin] not in groups]
        return _questions(moves, *[(DEPLOY + len(PLACES) * ronin + place, RONIN[ronin]) for ronin in waiting])
    if view.step == "areas" and view.seat == ATTACKER and place in OF_AREA and not groups:
        usable = any(group.startswith(AREAS[place]) for group in moves.groups)
        return () if usable else _questions(moves, (OF_AREA[place], ""))
    return ()


def at_ronin(view: RoninGameView, moves: Moves, ronin: int) -> tuple[Question, ...]:
    """Why his ability can't be used; nothing where it can be picked."""
    if not moves.legal or view.step != "abilities" or view.ronin[ronin].fell:
        return ()
    if ronin not in OF_RONIN or RONIN[ronin] in moves.groups:
        return ()
    return _questions(moves, (OF_RONIN[ronin], ""))


def _questions(moves: Moves, *asked: tuple[int, str]) -> tuple[Question, ...]:
    return tuple([Question(action, group, f"{moves.links}{action}") for action, group in asked])
