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
    LOSS_PLACE,
    LOST_DEATH,
    LOST_FAMILIES,
    LOST_FARMSTEADS,
    PACKED,
    REBUILT,
    TURNED,
    WOUNDED,
    finish,
    note,
)
from zashiki.games.samurai_spirit.rules.hooks import tell
from zashiki.games.samurai_spirit.rules.marks import NOWHERE
from zashiki.games.samurai_spirit.rules.reach import check_kiai
from zashiki.games.samurai_spirit.rules.samurai import KIAI_ANIMAL, MEMBERS
from zashiki.games.samurai_spirit.rules.steps import (
    CURE_ANYONE,
    LOSE_FAMILY,
    LOSE_FARMSTEAD,
    WOUND_ANYONE,
    at_each_place,
)
from zashiki.games.samurai_spirit.rules.village import BACK_BITS

if TYPE_CHECKING:
    from mypy_extensions import i64

    from zashiki.games.samurai_spirit.rules.state import State

_FAMILIES: Final = of_samurai(actions.FAMILY)
_STRIKE: Final = of_samurai(actions.STRIKE)
_BACK_MASK: Final = (1 << BACK_BITS) - 1
_CURE: Final = of_samurai(actions.CURE)
_LOSE_FARMSTEAD: Final = [at_each_place(LOSE_FARMSTEAD, cause) for cause in range(BACK + 1)]
_LOSE_FAMILY: Final = [at_each_place(LOSE_FAMILY, cause) for cause in range(BACK + 1)]

# Barricades


def add_barricade(state: State) -> None:
    """SAM-K2: never more than at the start."""
    if state.barricades < state.barricades_start:
        state.barricades += 1
        if state.ending:
            note(state, REBUILT)
        if state.events is not None:
            tell(state, "barricade-added")


def lose_barricade(state: State, cause: i64, place: i64) -> None:
    """A Barricade is removed, else a Farmstead (SAM-T7, SAM-N1, SAM-E2)."""
    if not state.barricades:
        lose_farmstead(state, cause, place)
        return
    state.barricades -= 1
    if state.events is not None:
        tell(state, "barricade-lost", cause, place)


# Farmsteads


def lose_farmstead(state: State, cause: i64, place: i64) -> None:
    """Which one goes is chance, where its back matters."""
    if state.farmstead_penalties:
        state.push(LOSE_FARMSTEAD, place, cause)
        return
    back: i64 = 0
    farmsteads = state.farmsteads
    while not farmsteads & _BACK_MASK:
        farmsteads >>= BACK_BITS
        back += 1
    _remove_farmstead(state, place, cause, back)


def draw_farmstead(state: State, place: i64, cause: i64) -> None:
    state.ask_chance(_LOSE_FARMSTEAD[cause][place])


def which_farmstead(state: State) -> tuple[list[int], list[int]]:
    counts = village.count_farmsteads(state.farmsteads)
    backs = [(back, count) for back, count in enumerate(counts) if count]
    return [actions.FARMSTEAD + back for back, _ in backs], [count for _, count in backs]


def farmstead_goes(state: State, place: i64, cause: i64, action: i64) -> None:
    _remove_farmstead(state, place, cause, action - actions.FARMSTEAD)


def _remove_farmstead(state: State, place: i64, cause: i64, back: i64) -> None:
    """SAM-E3: the last one loses the game; otherwise its back strikes at the higher levels."""
    state.farmsteads -= 1 << BACK_BITS * back
    state.chronicle.append(state.round + PACKED[FARMSTEAD_LOST][cause] + place * LOSS_PLACE)
    if state.events is not None:
        tell(state, "farmstead-lost", cause, place)
    if not state.farmsteads:
        finish(state, LOST_FARMSTEADS)
    elif state.farmstead_penalties:
        if state.events is not None:
            tell(state, "back", back)
        _strike_back(state, back)


def _strike_back(state: State, back: i64) -> None:
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


def lose_family(state: State, cause: i64, place: i64) -> None:
    state.push(LOSE_FAMILY, place, cause)


def draw_family(state: State, place: i64, cause: i64) -> None:
    families = _FAMILIES[state.families]
    if len(families) > 1:
        state.ask_even(_LOSE_FAMILY[cause][place], families)
    else:
        family_goes(state, place, cause, families[0])


def family_goes(state: State, place: i64, cause: i64, action: i64) -> None:
    """SAM-E3: the last one loses the game."""
    state.families ^= 1 << action - actions.FAMILY
    state.chronicle.append(state.round + PACKED[FAMILY_LOST][cause] + place * LOSS_PLACE)
    if state.events is not None:
        tell(state, "family-lost", cause, place)
    if not state.families:
        finish(state, LOST_FAMILIES)


# Wounds


def wound(state: State, place: i64, cause: i64) -> None:
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
    state.chronicle.append(state.round + PACKED[loss][cause] + place * LOSS_PLACE)
    if state.events is not None:
        tell(state, "wound", place, loss, cause)
    if loss == TURNED:
        check_kiai(state, place)
    elif loss == DIED:
        finish(state, LOST_DEATH)


def heal(state: State, place: i64) -> None:
    """SAM-K3: healing only removes a marker."""
    state.wounded &= ~state.bit[place]
    if state.ending:
        note(state, HEALED, place)
    if state.events is not None:
        tell(state, "healed", place)


def wound_anyone(state: State, _place: i64, _extra: i64) -> None:
    state.ask_even(WOUND_ANYONE, _STRIKE[state.in_play])


def struck(state: State, _place: i64, _extra: i64, action: i64) -> None:
    wound(state, state.where[action - actions.STRIKE], BACK)


def cure_anyone(state: State, _place: i64, _extra: i64) -> None:
    """A Family's bonus: a random wounded samurai loses his Wound (SAM-E2)."""
    wounded = MEMBERS[state.wounded]
    if len(wounded) > 1:
        state.ask_even(CURE_ANYONE, _CURE[state.wounded])
    elif wounded:
        heal(state, state.where[wounded[0]])


def cured(state: State, _place: i64, _extra: i64, action: i64) -> None:
    heal(state, state.where[action - actions.CURE])
