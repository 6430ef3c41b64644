"""The view of a state, field by field, and the state of a view: a seat sees all there is."""

from __future__ import annotations

from typing import Final

from zashiki.games.samurai_spirit import village
from zashiki.games.samurai_spirit.cards import (
    COUNT,
    DOLL,
    FACES,
    FARM,
    HAT,
    ICONS,
    PENALTIES,
    card_list,
    card_set,
)
from zashiki.games.samurai_spirit.ends import chronicle, end_of, evening, packed, packed_evening
from zashiki.games.samurai_spirit.labels import prompt_of
from zashiki.games.samurai_spirit.samurai import ALL, KIAI_ANIMAL, KIAI_HUMAN, MEMBERS, NAMES
from zashiki.games.samurai_spirit.setup import seat_samurai
from zashiki.games.samurai_spirit.state import (
    ICON,
    MUST_PASS,
    NO_CARD,
    NO_DEFEND,
    NO_SUPPORT,
    NO_TALENT,
    NOBODY,
    NOWHERE,
    STEPS,
    State,
)
from zashiki.games.samurai_spirit.talents import BY_TALENT, BY_TOKEN, talents
from zashiki.games.samurai_spirit.unseen import deal_from, next_raider
from zashiki.games.samurai_spirit.view import CardFace, SamuraiSpiritView, SamuraiView, Unseen
from zashiki.kernel.contract import CHANCE

_NAMED: Final = tuple(tuple(NAMES[who] for who in members) for members in MEMBERS)
_FAMILIES: Final = tuple(
    tuple(village.FAMILIES[family] for family in MEMBERS[mask]) for mask in range(village.ALL_FAMILIES + 1)
)
_HANDED: Final = ("talent", "token")
_BANS: Final = (NO_DEFEND, NO_SUPPORT, MUST_PASS, NO_TALENT)


def view(state: State, seat: int | None) -> SamuraiSpiritView:
    asked = state.asked if state.actor != NOBODY else -1
    icon = _icon_step(state)
    weights = _next_odds(state)
    result = state.result()
    return SamuraiSpiritView(
        seat=seat,
        actors=state.actors(),
        legal=[] if seat is None else state.legal(seat),
        prompt=prompt_of(state, seat),
        result=result,
        level=village.LEVELS[state.level],
        seats=state.seats,
        solo=state.seats == 1,
        two_player_rules=state.two_player_rules,
        farmstead_penalties=state.farmstead_penalties,
        family_bonuses=state.family_bonuses,
        round=state.round,
        rounds=village.ROUNDS,
        step="over" if asked < 0 else STEPS[asked & 63],
        turn=None if state.turn == NOWHERE else state.turn,
        decides=None if asked < 0 or state.actor == CHANCE else asked >> 6 & 7,
        samurai=tuple(_samurai(state, place) for place in range(state.count) if state.who[place] != NOBODY),
        barricades=state.barricades,
        barricades_start=state.barricades_start,
        farmsteads=sum(state.farmsteads),
        farmsteads_start=village.FARMSTEADS,
        farmstead_backs=dict(zip(village.BACKS, state.farmsteads, strict=True)),
        families=_FAMILIES[state.families],
        families_lost=_FAMILIES[village.ALL_FAMILIES & ~state.families],
        absent_tokens=_NAMED[state.absent],
        spent_tokens=_spent(state),
        raiders=state.raiders,
        raiders_top=_faces(state.top[::-1]),
        raiders_under=_faces(state.bottom),
        intruders=tuple(None if card < 0 else FACES[card] for card in reversed(state.intruders)),
        intruder_lots=tuple(-1 - card if card < 0 else -1 for card in reversed(state.intruders)),
        discard=_faces(tuple(state.discard)),
        unseen=tuple(
            Unseen(tuple(card_list(cards)), places)
            for cards, places in zip(state.classes, state.lots, strict=True)
        ),
        odds=weights,
        odds_total=sum(weights),
        card=None if state.card == NO_CARD else FACES[state.card],
        card_second=state.second and state.card != NO_CARD,
        handed=tuple(
            name for name, bit in zip(_HANDED, (BY_TALENT, BY_TOKEN), strict=True) if state.handed & bit
        ),
        arranging=_faces(state.arranging),
        penalties=() if icon < 0 else _icons_left(icon >> 9),
        penalty_card=None if icon < 0 else FACES[icon >> 11],
        token=None if state.token == NOBODY else NAMES[state.token],
        no_defend=bool(state.banned & NO_DEFEND),
        no_support=bool(state.banned & NO_SUPPORT),
        must_pass=bool(state.banned & MUST_PASS),
        no_talent=bool(state.banned & NO_TALENT),
        fights=state.fights,
        reshuffled=state.reshuffled,
        last_active=None if state.last_active == NOWHERE else state.last_active,
        pending=tuple(state.pending) if asked < 0 else (*state.pending, asked),
        chronicle=chronicle(state),
        evening=evening(state),
    )


def _samurai(state: State, place: int) -> SamuraiView:
    who = state.who[place]
    bit = state.bit[place]
    left = [None if card == NO_CARD else FACES[card] for card in state.left[place * 3 : place * 3 + 3]]
    return SamuraiView(
        place=place,
        seat=state.player[place],
        name=NAMES[who],
        animal=bool(state.animal & bit),
        wound=bool(state.wounded & bit),
        kiai=state.kiai[place],
        kiai_human=KIAI_HUMAN[who],
        kiai_animal=KIAI_ANIMAL[who],
        track=state.track[place],
        passed=bool(state.passed & bit),
        line=_faces(state.line[place]),
        hat=left[HAT],
        farm=left[FARM],
        doll=left[DOLL],
        token_at=state.holder[place],
        tokens=_NAMED[state.lent[place]],
        borrowed=_NAMED[state.borrowed[place]],
        talents=_NAMED[talents(state, place)],
        kiai_open=bool(state.in_kiai & bit),
    )


def _faces(cards: tuple[int, ...]) -> tuple[CardFace, ...]:
    return tuple([FACES[card] for card in cards])


def _spent(state: State) -> tuple[str, ...]:
    """Tokens of absent samurai that have been used."""
    if not state.two_player_rules or not state.round:
        return ()
    return _NAMED[ALL & ~(state.in_play | state.absent)]


def _icon_step(state: State) -> int:
    """The step with the penalty icons still to be applied, or -1."""
    if state.actor != NOBODY and state.asked & 63 == ICON:
        return state.asked
    for step in state.pending:
        if step & 63 == ICON:
            return step
    return -1


def _icons_left(extra: int) -> tuple[str, ...]:
    return tuple(PENALTIES[icon] for position, icon in enumerate(ICONS[extra >> 2]) if extra >> position & 1)


def _next_odds(state: State) -> tuple[int, ...]:
    weights = [0] * COUNT
    if state.raiders:
        known = next_raider(state)
        if known != NOBODY:
            weights[known] = 1
        else:
            for card, weight in zip(*deal_from(state, len(state.lots) - 1), strict=True):
                weights[card] = weight
    return tuple(weights)


def imagine(view: SamuraiSpiritView) -> State:
    """The state of a view. Nothing is left to imagine but what chance has not brought yet."""
    level = village.LEVELS.index(view.level)
    count = view.barricades_start - village.barricades(level, 0)
    state = State(view.seats, count, level, view.two_player_rules)
    for samurai in view.samurai:
        _board(state, samurai)
    state.absent = _mask(view.absent_tokens)
    state.barricades = view.barricades
    state.farmsteads = [view.farmstead_backs[back] for back in village.BACKS]
    state.families = sum(1 << village.FAMILIES.index(family) for family in view.families)
    _moment(state, view)
    _stacks(state, view)
    if not state.end:
        state.go_on()
    return state


def _mask(names: tuple[str, ...]) -> int:
    return sum(1 << NAMES.index(name) for name in names)


def _board(state: State, samurai: SamuraiView) -> None:
    place = samurai.place
    seat_samurai(state, place, NAMES.index(samurai.name))
    bit = state.bit[place]
    state.kiai[place] = samurai.kiai
    state.track[place] = samurai.track
    state.line[place] = tuple(face.card for face in samurai.line)
    for symbol, face in ((HAT, samurai.hat), (FARM, samurai.farm), (DOLL, samurai.doll)):
        state.left[place * 3 + symbol] = NO_CARD if face is None else face.card
    state.holder[place] = samurai.token_at
    state.lent[place] = _mask(samurai.tokens)
    state.borrowed[place] = _mask(samurai.borrowed)
    state.animal |= bit if samurai.animal else 0
    state.wounded |= bit if samurai.wound else 0
    state.passed |= bit if samurai.passed else 0
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
    state.handed = sum(
        bit for name, bit in zip(_HANDED, (BY_TALENT, BY_TOKEN), strict=True) if name in view.handed
    )
    state.token = NOBODY if view.token is None else NAMES.index(view.token)
    state.arranging = tuple(face.card for face in view.arranging)
    bans = (view.no_defend, view.no_support, view.must_pass, view.no_talent)
    state.banned = sum(ban for ban, in_force in zip(_BANS, bans, strict=True) if in_force)
    state.pending = list(view.pending)
    state.chronicle = packed(view.chronicle)
    state.evening = packed_evening(view.evening)
    state.end = end_of(view.result)
