"""A position set up by hand from JSON-like facts (tests, puzzles, what-if); impossible ones are refused.

What is not checked, because a puzzle may want it or a search would have to tell: whether Katsushiro is there by whom a
Raider or an Intruder would be known; whether the cards on the table could all have been drawn, and the losses all have
been suffered, by this turn; whether a token could have been spent before; whether a track could have come so far
above Kiai. There may be fewer Raiders than the level deals, and cards may be left out altogether.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from zashiki.games.samurai_spirit.names import SAMURAI_WORDS
from zashiki.games.samurai_spirit.raids import REDUCED, WHOLE
from zashiki.games.samurai_spirit.rules import village
from zashiki.games.samurai_spirit.rules.cards import (
    CARD_NAMES,
    DOLLS,
    KIND,
    NO_SYMBOL,
    NUMBER,
    OF_KIND,
    SYMBOL,
    VALUE,
    card_list,
    card_set,
)
from zashiki.games.samurai_spirit.rules.marks import NO_CARD, NOWHERE
from zashiki.games.samurai_spirit.rules.ring import leave_ring
from zashiki.games.samurai_spirit.rules.samurai import ALL, KIAI_ANIMAL, NAMES
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.rules.steps import TURN
from zashiki.games.samurai_spirit.rules.tokens import move_token
from zashiki.games.samurai_spirit.start import FACTS, OPTIONS, samurai_count, seated_table
from zashiki.kernel.messages import Arg, Refused, say
from zashiki.kernel.options import check_options, check_seats
from zashiki.kernel.reasons import of_shape


class Board(msgspec.Struct, forbid_unknown_fields=True):
    """One samurai. Cards by name, the first of the line first."""

    line: list[str] = []
    left: list[str] = []
    wound: bool = False
    animal: bool = False
    passed: bool = False
    token: str = ""  # who holds his support token; empty: he does
    borrowed: list[str] = []  # absent samurai whose tokens serve him in this round


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """The start of a turn. A stack is a number of unseen cards, or a list from the top, null if unseen."""

    round: int = 1
    turn: str = ""  # the samurai in turn; empty: the first one
    boards: dict[str, Board] = {}
    barricades: int | None = None
    farmsteads: dict[str, int] | None = None  # by the kind of their backs
    families: list[str] | None = None
    raiders: int | list[str | None] | None = None  # None: all that are left of the level's cards
    intruders: int | list[str | None] = 0
    discard: list[str] = []
    unseen: list[str] = []  # cards known to be among the unseen ones of both stacks
    spent: list[str] = []  # absent samurai whose tokens have been used in earlier rounds


def position(rules: int, given: Mapping[str, Any]) -> State:
    """The state before the turn that the facts describe; seats and options are given beside them."""
    facts = dict(given)
    seats = check_seats(facts.pop("seats", None), FACTS.seats, FACTS.default_seats)
    names = {option.name for option in OPTIONS}
    options = check_options(OPTIONS, {name: facts.pop(name) for name in names & set(facts)})
    try:
        described = msgspec.convert(facts, Position)
    except msgspec.ValidationError as error:
        raise _refuse("unreadable", "", reason=of_shape(error)) from None
    state = seated_table(rules, seats, options)
    if options["raid"] != WHOLE:
        raise _refuse("reduced", "SAM-S1")
    if not options["samurai"]:
        raise _refuse("samurai", "SAM-S2")
    if not 1 <= described.round <= village.ROUNDS:
        raise _refuse("round", "SAM-E4", round=described.round)
    state.round = described.round
    _set_up(state, described)
    return state


def start_reduced(rules: int, seats: int | None, options: dict[str, Any]) -> State:
    """The beginning of a smaller game for study."""
    if isinstance(options.get("samurai"), list):
        options["samurai"] = tuple(options["samurai"])
    return _reduced(rules, seats, **options).copy()


@lru_cache(maxsize=16)
def _reduced(rules: int, seats: int | None, **given: Any) -> State:
    count = check_seats(seats, FACTS.seats, FACTS.default_seats)
    options = check_options(OPTIONS, given)
    raid = REDUCED[options["raid"]]
    named = options["samurai"] or tuple(raid.samurai[: samurai_count(count, options)])
    state = seated_table(rules, count, {**options, "samurai": named})
    state.round = raid.round
    absent = [name for name in NAMES if name not in named]
    _set_up(
        state,
        Position(
            boards={name: Board(animal=True) for name in raid.animal if name in named},
            barricades=raid.barricades,
            farmsteads=raid.farmsteads,
            families=raid.families,
            raiders=len(raid.raiders),
            unseen=raid.raiders,
            spent=absent if state.two_player_rules else [],
        ),
    )
    return state


def _set_up(state: State, position: Position) -> None:
    _village(state, position)
    for name, board in position.boards.items():
        _board(state, _in_play(state, name), board)
    _tokens(state, position)
    _stacks(state, position)
    _check_cards(state)
    _check_dealt(state)
    turn = _in_play(state, position.turn) if position.turn else 0
    if state.passed & state.bit[turn]:
        raise _refuse("turn", "SAM-T0", who=SAMURAI_WORDS[state.who[turn]])
    state.push(TURN, turn)
    state.go_on()


def _refuse(key: str, rule: str, **args: Arg) -> Refused:
    return Refused(say(f"sam.position.{key}", rule, **args))


def _in_play(state: State, name: str) -> int:
    place = state.where[_samurai(name)]
    if place == NOWHERE:
        raise _refuse("absent", "SAM-S2", who=say(f"sam.samurai.{name}"))
    return place


def _samurai(name: str) -> int:
    if name not in NAMES:
        raise _refuse("name", "", name=name)
    return NAMES.index(name)


def _cards(names: list[str]) -> list[int]:
    for name in names:
        if name not in NUMBER:
            raise _refuse("name", "", name=name)
    return [NUMBER[name] for name in names]


def _village(state: State, position: Position) -> None:
    """SAM-K2 and SAM-E3 hold."""
    if position.barricades is not None:
        if not 0 <= position.barricades <= state.barricades_start:
            raise _refuse("barricades", "SAM-K2", n=position.barricades, most=state.barricades_start)
        state.barricades = position.barricades
    if position.farmsteads is not None:
        for back, count in position.farmsteads.items():
            if back not in village.BACKS:
                raise _refuse("name", "", name=back)
            if not 0 <= count <= village.BACK_COUNTS[village.BACKS.index(back)]:
                raise _refuse("farmsteads", "SAM-S1", n=count)
        state.farmsteads = village.pack_farmsteads(
            [position.farmsteads.get(back, 0) for back in village.BACKS]
        )
    if position.families is not None:
        for family in position.families:
            if family not in village.FAMILIES:
                raise _refuse("name", "", name=family)
        state.families = sum(1 << village.FAMILIES.index(family) for family in set(position.families))
    if not state.farmsteads or not state.families:
        raise _refuse("lost", "SAM-E3")


def _board(state: State, place: int, board: Board) -> None:
    """Who has not passed cannot rest on his Kiai value (SAM-K1); no symbol twice on the left (SAM-T6)."""
    bit = state.bit[place]
    who = SAMURAI_WORDS[state.who[place]]
    line = _cards(board.line)
    state.line[place] = tuple(line)
    state.track[place] = sum(VALUE[card] for card in line)
    for card in _cards(board.left):
        spot = place * 3 + SYMBOL[card]
        if SYMBOL[card] == NO_SYMBOL or state.left[spot] != NO_CARD:
            raise _refuse("left", "SAM-T6", who=who, card=CARD_NAMES[card])
        state.left[spot] = card
    if board.animal:
        state.animal |= bit
        state.set_kiai(place, KIAI_ANIMAL[state.who[place]])
    if board.wound:
        state.wounded |= bit
    if board.passed:
        leave_ring(state, place)
    elif state.track[place] == state.kiai[place]:
        raise _refuse("kiai", "SAM-K1", who=who, kiai=state.kiai[place])


def _tokens(state: State, position: Position) -> None:
    """Tokens lie with someone in the round (SAM-T10); absent ones serve one samurai, once (SAM-T1)."""
    state.absent = ALL & ~state.in_play if state.two_player_rules else 0
    for name in position.spent:
        _spend(state, _samurai(name))
    for name, board in position.boards.items():
        place = _in_play(state, name)
        if board.token and board.token != name:
            holder = _in_play(state, board.token)
            if state.passed & state.bit[holder]:
                raise _refuse("token", "SAM-T10", who=SAMURAI_WORDS[state.who[holder]])
            move_token(state, place, holder)
        for borrowed in board.borrowed:
            _spend(state, _samurai(borrowed))
            state.borrowed[place] |= 1 << _samurai(borrowed)


def _spend(state: State, who: int) -> None:
    if not state.absent >> who & 1:
        raise _refuse("spent", "SAM-T1", who=SAMURAI_WORDS[who])
    state.absent ^= 1 << who


def _stacks(state: State, position: Position) -> None:
    """What is known of the stacks, and the cards that the unseen ones may be."""
    state.discard = _cards(position.discard)
    intruders = position.intruders
    for count in (intruders, position.raiders):
        if isinstance(count, int) and count < 0:
            raise _refuse("negative", "", n=count)
    from_top: list[str | None] = [None] * intruders if isinstance(intruders, int) else intruders
    state.intruders = [-2 if name is None else _cards([name])[0] for name in reversed(from_top)]
    unseen = _cards(position.unseen)
    kind = OF_KIND[state.round - 1]
    limit = _dealt(state, state.round - 1)
    raiders = position.raiders
    if raiders is None:
        raiders = _left_over(state, unseen, kind, limit)
    _raiders(state, [None] * raiders if isinstance(raiders, int) else raiders)
    state.used = card_set(_placed(state)) | card_set(unseen)
    candidates = kind & ~state.used
    hidden = state.raiders - len(state.top) - len(state.bottom) + state.intruders.count(-2)
    newcomers = hidden - len(unseen)
    if not 0 <= newcomers <= min(candidates.bit_count(), limit - (state.used & kind).bit_count()):
        raise _refuse("unseen", "SAM-S1", n=hidden, named=len(unseen), most=limit)
    state.classes = [candidates, card_set(unseen)]
    state.lots = [candidates.bit_count() - newcomers, hidden]


def _left_over(state: State, unseen: list[int], kind: int, limit: int) -> int:
    """The newcomers not placed and the cards known to be unseen, less the unseen Intruders."""
    placed = card_set(_placed(state)) | card_set(unseen)
    return limit - (placed & kind).bit_count() + len(unseen) - state.intruders.count(-2)


def _raiders(state: State, from_top: list[str | None]) -> None:
    if not from_top:
        raise _refuse("raiders", "SAM-E1")
    first = next((index for index, name in enumerate(from_top) if name is None), len(from_top))
    last = next((index for index in range(len(from_top), first, -1) if from_top[index - 1] is None), first)
    known = [name for name in from_top if name is not None]
    if any(name is not None for name in from_top[first:last]):
        raise _refuse("order", "SAM-T5")
    cards = _cards(known)
    state.top = tuple(reversed(cards[:first]))
    state.bottom = tuple(cards[first:])
    state.raiders = len(from_top)


def _placed(state: State) -> list[int]:
    """Every card that lies somewhere for all to know."""
    cards = [card for card in (*state.left, *state.intruders) if card >= 0]
    for line in (*state.line, state.top, state.bottom, tuple(state.discard)):
        cards += line
    return cards


def _dealt(state: State, kind: int) -> int:
    """How many cards of a kind are in the game once its round has come (SAM-S1)."""
    count = village.newcomers if kind else village.plunderers
    return count(state.level, state.count)


def _check_cards(state: State) -> None:
    """No card twice, and none before its round (SAM-E4)."""
    cards = _placed(state) + card_list(state.classes[1])
    for card in cards:
        if cards.count(card) > 1:
            raise _refuse("twice", "", card=CARD_NAMES[card])
        if KIND[card] >= state.round:
            raise _refuse("too-early", "SAM-E4", card=CARD_NAMES[card], round=state.round)


def _check_dealt(state: State) -> None:
    """No more cards of a kind than are dealt (SAM-S1); if all Plunderers are known, two of them have a doll (SAM-S3)."""
    for kind in range(state.round):
        known = (state.used & OF_KIND[kind]).bit_count()
        if known > _dealt(state, kind):
            raise _refuse("too-many", "SAM-S1", round=kind + 1, n=known, most=_dealt(state, kind))
    unknown = _dealt(state, 0) - (state.used & OF_KIND[0]).bit_count()
    if state.two_player_rules and unknown + (state.used & DOLLS).bit_count() < village.DOLLS_NEEDED:
        raise _refuse("dolls", "SAM-S3", n=village.DOLLS_NEEDED)
