"""The state of a view: a seat sees all there is."""

from __future__ import annotations

from random import Random
from typing import Final

from zashiki.games.samurai_spirit.result import CAUSES, ENDS, LOSSES
from zashiki.games.samurai_spirit.rules import village
from zashiki.games.samurai_spirit.rules.cards import DOLL, FARM, HAT, card_set
from zashiki.games.samurai_spirit.rules.chronicle import UNDECIDED, packed_deed, packed_loss
from zashiki.games.samurai_spirit.rules.marks import (
    MUST_PASS,
    NO_CARD,
    NO_DEFEND,
    NO_SUPPORT,
    NO_TALENT,
    NOBODY,
    NOWHERE,
)
from zashiki.games.samurai_spirit.rules.ring import leave_ring
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.games.samurai_spirit.rules.seating import seat_samurai
from zashiki.games.samurai_spirit.rules.setup import lay_table
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.rules.steps import OVER
from zashiki.games.samurai_spirit.rules.tokens import move_token
from zashiki.games.samurai_spirit.view import DEEDS, HANDED, Deed, Loss, SamuraiSpiritView, SamuraiView
from zashiki.kernel.contract import Result

_BANS: Final = (NO_DEFEND, NO_SUPPORT, MUST_PASS, NO_TALENT)


def imagine(view: SamuraiSpiritView, chance: Random) -> State:  # noqa: ARG001
    """Nothing is hidden from a seat but what does not exist yet, so `chance` has nothing to deal."""
    level = village.LEVELS.index(view.level)
    count = view.barricades_start - village.barricades(level, 0)
    state = lay_table(int(view.rules), view.seats, count, level, view.two_player_rules)
    for samurai in view.samurai:
        seat_samurai(state, samurai.place, NAMES.index(samurai.name))
    for samurai in view.samurai:
        _board(state, samurai)
    state.absent = _mask(view.absent_tokens)
    state.idle = _mask(view.idle_tokens)
    state.barricades = view.barricades
    state.farmsteads = village.pack_farmsteads([view.farmstead_backs[back] for back in village.BACKS])
    state.families = sum(1 << village.FAMILIES.index(family) for family in view.families)
    _moment(state, view)
    _stacks(state, view)
    if state.end:
        state.asked = OVER
    else:
        state.go_on()
    return state


def _mask(names: tuple[str, ...]) -> int:
    return sum(1 << NAMES.index(name) for name in names)


def _board(state: State, samurai: SamuraiView) -> None:
    place = samurai.place
    bit = state.bit[place]
    state.set_kiai(place, samurai.kiai)
    state.track[place] = samurai.track
    state.line[place] = tuple(face.card for face in samurai.line)
    for symbol, face in ((HAT, samurai.hat), (FARM, samurai.farm), (DOLL, samurai.doll)):
        state.left[place * 3 + symbol] = NO_CARD if face is None else face.card
    move_token(state, place, samurai.token_at)
    state.borrowed[place] = _mask(samurai.borrowed)
    state.animal |= bit if samurai.animal else 0
    state.wounded |= bit if samurai.wound else 0
    if samurai.passed:
        leave_ring(state, place)
    state.in_kiai |= bit if samurai.kiai_open else 0


def _stacks(state: State, view: SamuraiSpiritView) -> None:
    state.raiders = view.raiders
    state.top = tuple(face.card for face in reversed(view.raiders_top))
    state.bottom = tuple(face.card for face in view.raiders_under)
    state.intruders = [
        -1 - lot if face is None else face.card
        for face, lot in zip(reversed(view.intruders), reversed(view.intruder_lots), strict=True)
    ]
    state.discard = [face.card for face in view.discard]
    state.classes = [card_set(list(lot.cards)) for lot in view.unseen]
    state.lots = [lot.places for lot in view.unseen]
    state.used = _in_the_game(state)


def _in_the_game(state: State) -> int:
    """All cards that have been shown, and the unseen ones that cannot lie in the box."""
    used = card_set([card for card in (*state.left, *state.intruders, state.card) if card >= 0])
    for line in (*state.line, state.top, state.bottom, state.arranging, tuple(state.discard)):
        used |= card_set(list(line))
    for cards in state.classes[1:]:
        used |= cards
    return used


def _moment(state: State, view: SamuraiSpiritView) -> None:
    """Where in its flow the game stands."""
    state.round = view.round
    state.turn = NOWHERE if view.turn is None else view.turn
    state.ending = view.turn is None and view.round > 0
    state.last_active = NOWHERE if view.last_active is None else view.last_active
    state.fights = view.fights
    state.reshuffled = view.reshuffled
    state.card = NO_CARD if view.card is None else view.card.card
    state.second = view.card_second
    state.handed = sum(HANDED[name] for name in view.handed)
    state.token = NOBODY if view.token is None else NAMES.index(view.token)
    state.arranging = tuple(face.card for face in view.arranging)
    bans = (view.no_defend, view.no_support, view.must_pass, view.no_talent)
    state.banned = sum(ban for ban, in_force in zip(_BANS, bans, strict=True) if in_force)
    state.pending = list(view.pending)
    state.chronicle = [_packed_loss(loss) for loss in view.chronicle]
    state.evening = tuple(_packed_deed(deed) for deed in view.evening)
    state.end = _end(view.result)


def _packed_loss(loss: Loss) -> int:
    place = NOWHERE if loss.place is None else loss.place
    return packed_loss(loss.round, LOSSES.index(loss.loss), CAUSES.index(loss.cause), place)


def _packed_deed(deed: Deed) -> int:
    return packed_deed(DEEDS.index(deed.deed), deed.card.card if deed.card else deed.place or 0)


def _end(result: Result | None) -> int:
    """The end that a result tells of."""
    return UNDECIDED if result is None else ENDS.index(result.end.key.rpartition(".")[2])
