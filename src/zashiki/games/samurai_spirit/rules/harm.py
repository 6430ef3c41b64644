"""What the village and the samurai suffer: Barricades, Farmsteads, Families, Wounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zashiki.games.samurai_spirit.rules import actions, village
from zashiki.games.samurai_spirit.rules.actions import of_samurai
from zashiki.games.samurai_spirit.rules.chronicle import (
    BACK,
    DIED,
    FAMILY_LOST,
    FARMSTEAD_LOST,
    HEALED,
    LOST_DEATH,
    LOST_FAMILIES,
    LOST_FARMSTEADS,
    REBUILT,
    TURNED,
    WOUNDED,
    finish,
    note,
    packed_loss,
)
from zashiki.games.samurai_spirit.rules.hooks import tell
from zashiki.games.samurai_spirit.rules.marks import NOWHERE
from zashiki.games.samurai_spirit.rules.reach import check_kiai
from zashiki.games.samurai_spirit.rules.samurai import KIAI_ANIMAL, MEMBERS
from zashiki.games.samurai_spirit.rules.steps import CURE_ANYONE, LOSE_FAMILY, LOSE_FARMSTEAD, WOUND_ANYONE
from zashiki.games.samurai_spirit.rules.unseen import ONES

if TYPE_CHECKING:
    from zashiki.games.samurai_spirit.rules.state import State

_FAMILIES: Final = of_samurai(actions.FAMILY)
_STRIKE: Final = of_samurai(actions.STRIKE)
_CURE: Final = of_samurai(actions.CURE)

# Barricades


def add_barricade(state: State) -> None:
    """SAM-K2: never more than at the start."""
    if state.barricades < state.barricades_start:
        state.barricades += 1
        if state.ending:
            note(state, REBUILT)
        if state.events is not None:
            tell(state, "barricade-added")


def lose_barricade(state: State, cause: int, place: int) -> None:
    """A Barricade is removed, else a Farmstead (SAM-T7, SAM-N1, SAM-E2)."""
    if not state.barricades:
        lose_farmstead(state, cause, place)
        return
    state.barricades -= 1
    if state.events is not None:
        tell(state, "barricade-lost", cause, place)


# Farmsteads


def lose_farmstead(state: State, cause: int, place: int) -> None:
    """Which one goes is chance, where its back matters."""
    if state.farmstead_penalties:
        state.push(LOSE_FARMSTEAD, place, cause)
        return
    back = 0
    while not state.farmsteads[back]:
        back += 1
    _remove_farmstead(state, place, cause, back)


def draw_farmstead(state: State, place: int, cause: int) -> None:
    state.ask_chance(LOSE_FARMSTEAD, place, cause)


def which_farmstead(state: State) -> tuple[list[int], list[int]]:
    backs = [(back, count) for back, count in enumerate(state.farmsteads) if count]
    return [actions.FARMSTEAD + back for back, _ in backs], [count for _, count in backs]


def farmstead_goes(state: State, place: int, cause: int, action: int) -> None:
    _remove_farmstead(state, place, cause, action - actions.FARMSTEAD)


def _remove_farmstead(state: State, place: int, cause: int, back: int) -> None:
    """SAM-E3: the last one loses the game; otherwise its back strikes at the higher levels."""
    state.farmsteads = state.farmsteads.copy()
    left = state.farmsteads[back] - 1
    state.farmsteads[back] = left
    state.chronicle.append(packed_loss(state.round, FARMSTEAD_LOST, cause, place))
    if state.events is not None:
        tell(state, "farmstead-lost", cause, place)
    if not left and not any(state.farmsteads):
        finish(state, LOST_FARMSTEADS)
    elif state.farmstead_penalties:
        if state.events is not None:
            tell(state, "back", back)
        _strike_back(state, back)


def _strike_back(state: State, back: int) -> None:
    """The penalty on the back of a Farmstead (SAM-S1)."""
    if back == village.BACK_FAMILY:
        lose_family(state, BACK, NOWHERE)
    elif back == village.BACK_FARMSTEAD:
        lose_farmstead(state, BACK, NOWHERE)
    elif back == village.BACK_BARRICADE:
        lose_barricade(state, BACK, NOWHERE)
    else:
        state.push(WOUND_ANYONE)


# Families


def lose_family(state: State, cause: int, place: int) -> None:
    state.push(LOSE_FAMILY, place, cause)


def draw_family(state: State, place: int, cause: int) -> None:
    families = MEMBERS[state.families]
    if len(families) > 1:
        state.ask_chance(LOSE_FAMILY, place, cause)
    else:
        _remove_family(state, place, cause, families[0])


def which_family(state: State) -> tuple[list[int], list[int]]:
    families = _FAMILIES[state.families]
    return families, ONES[len(families)]


def family_goes(state: State, place: int, cause: int, action: int) -> None:
    _remove_family(state, place, cause, action - actions.FAMILY)


def _remove_family(state: State, place: int, cause: int, family: int) -> None:
    """SAM-E3: the last one loses the game."""
    state.families &= ~(1 << family)
    state.chronicle.append(packed_loss(state.round, FAMILY_LOST, cause, place))
    if state.events is not None:
        tell(state, "family-lost", cause, place)
    if not state.families:
        finish(state, LOST_FAMILIES)


# Wounds


def wound(state: State, place: int, cause: int) -> None:
    """SAM-K3: a marker; a second turns the board to the animal side; another pair is death."""
    bit = state.bit[place]
    if not state.wounded & bit:
        state.wounded |= bit
        loss = WOUNDED
    elif not state.animal & bit:
        state.wounded ^= bit
        state.animal |= bit
        state.set_kiai(place, KIAI_ANIMAL[state.who[place]])
        loss = TURNED
    else:
        loss = DIED
    state.chronicle.append(packed_loss(state.round, loss, cause, place))
    if state.events is not None:
        tell(state, "wound", place, loss, cause)
    if loss == TURNED:
        check_kiai(state, place)
    elif loss == DIED:
        finish(state, LOST_DEATH)


def heal(state: State, place: int) -> None:
    """SAM-K3: healing only removes a marker."""
    state.wounded &= ~state.bit[place]
    if state.ending:
        note(state, HEALED, place)
    if state.events is not None:
        tell(state, "healed", place)


def wound_anyone(state: State, _place: int, _extra: int) -> None:
    state.ask_chance(WOUND_ANYONE)


def who_is_struck(state: State) -> tuple[list[int], list[int]]:
    return _STRIKE[state.in_play], ONES[state.count]


def struck(state: State, _place: int, _extra: int, action: int) -> None:
    wound(state, state.where[action - actions.STRIKE], BACK)


def cure_anyone(state: State, _place: int, _extra: int) -> None:
    """A Family's bonus: a random wounded samurai loses his Wound (SAM-E2)."""
    wounded = MEMBERS[state.wounded]
    if len(wounded) > 1:
        state.ask_chance(CURE_ANYONE)
    elif wounded:
        heal(state, state.where[wounded[0]])


def who_is_cured(state: State) -> tuple[list[int], list[int]]:
    cured = _CURE[state.wounded]
    return cured, ONES[len(cured)]


def cured(state: State, _place: int, _extra: int, action: int) -> None:
    heal(state, state.where[action - actions.CURE])
