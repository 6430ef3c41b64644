"""What a seat of 7 Ronin may see. Areas and ronin are numbered as in `pieces`; place 10 is the Green."""

from __future__ import annotations

import msgspec

from zashiki.games.seven_ronin.prompts import prompt
from zashiki.games.seven_ronin.result import result
from zashiki.games.seven_ronin.rules.actions import BITS, COUNTS
from zashiki.games.seven_ronin.rules.pieces import (
    AREAS,
    ATTACKER,
    CAMP,
    DEFENDER,
    DIVIDE,
    GOAL,
    GREEN,
    PASSAGE_DIVIDE,
    PHASES,
    PLANNING,
    RONIN,
    STEPS,
    TASUKE,
    VOLLEY,
    WHOLE,
)
from zashiki.games.seven_ronin.rules.rounds import count_areas, counted
from zashiki.games.seven_ronin.rules.state import State
from zashiki.games.seven_ronin.rules.wounds import divisions, partner
from zashiki.kernel.contract import View


class AreaView(msgspec.Struct, frozen=True, kw_only=True):
    name: str  # "well": its words are `ron.area.<name>`
    limit: int
    neighbours: tuple[int, int]  # before and after it on the ring
    ninja: int
    ronin: tuple[int, ...]  # those who stand there openly
    status: str  # "free", "contested" or "occupied"
    used: bool  # its ability was used this round


class RoninView(msgspec.Struct, frozen=True, kw_only=True):
    name: str  # "hayai": his words are `ron.ronin.<name>`
    vitality: int
    wounds: int
    fell: int  # the round he fell in; 0 while he lives
    place: int | None  # area, 10 for the Green, None when he is not on the board
    held: bool  # kept on his area by the Animal Pen, so he does not deploy this round (RON-V5)
    stays: bool  # named by the Animal Pen this round: he will be held in the next
    shrine: bool  # without ability this round (RON-A7)
    shrine_next: bool  # named by the Shrine this round: without ability in the next
    used: bool  # his ability was used this round


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """The Attacker's own plan while it is secret."""

    ninja: tuple[int, ...]  # put on each of the ten areas and the Green
    put: int
    in_hand: int  # of the Reserves
    needed: int  # at least so many (RON-P5): the minimum, or fewer when it can't be reached
    attacked: int  # areas; at most the Threat Level
    bonus_used: int


class Defence(msgspec.Struct, frozen=True, kw_only=True):
    """The Defender's own plan while it is secret."""

    ronin: tuple[int | None, ...]  # where each is put: an area, 10, or None (not yet, held or fallen)
    waiting: tuple[int, ...]  # ronin still to be put


class Reveal(msgspec.Struct, frozen=True, kw_only=True):
    """The latest deployment as it was revealed."""

    round: int
    ninja: tuple[int, ...]  # the new ones on each of the ten areas and the Green
    ronin: tuple[int | None, ...]  # where each stood
    bonus: int  # how far limits could be passed in it
    cleared: int  # ninja that a ronin removed from the Green


class Dividing(msgspec.Struct, frozen=True, kw_only=True):
    """Wounds that the Defender divides between Tasuke and another (RON-W2)."""

    area: int
    ninja: int
    partner: int
    least: int  # to Tasuke
    most: int  # to Tasuke


class RoninGameView(View, frozen=True, kw_only=True):
    edition: str
    round: int
    rounds: int
    phase: str  # "planning", "abilities", "wounds", "areas" or "over"
    step: str  # `pieces.STEPS`: the phase, or what a choice in it still asks for
    threat: tuple[int, ...]  # by round, the first is round 1
    minimum: tuple[int, ...]  # by round, as the edition has it
    casualties: tuple[bool, ...]  # by round
    ring: tuple[int, ...]  # the areas as they follow one another
    areas: tuple[AreaView, ...]
    ronin: tuple[RoninView, ...]
    green: int  # ninja on it
    bonus: int  # ninja on it when this round's planning started: so far may limits be passed (RON-P3)
    reserves: int  # while planning: as they were at its start, for everybody
    supply: int
    ready: tuple[bool, bool]
    counted: int  # areas occupied now, counted as for victory (RON-V8)
    goal: int
    copied: int | None  # the area that the Inn copied this round
    attack: Attack | None  # to the Attacker alone, while planning
    defence: Defence | None  # to the Defender alone, while planning
    reveal: Reveal | None
    dividing: Dividing | None
    targets: tuple[int, ...]  # ronin whom the Watchtower has yet to wound, when the order matters
    village: str  # "whole", or the name of a smaller one


def see(state: State, seat: int | None) -> RoninGameView:
    """The view of a seat; before the reveal a plan is shown to its own side alone (RON-P10)."""
    village = state.village
    planning = state.phase == PLANNING
    reveal = _reveal(state)
    standing = _standing(state)
    return RoninGameView(
        seat=seat,
        actors=state.acting,
        legal=list(state.legal(seat)) if seat is not None else [],
        prompt=prompt(state, seat),
        result=result(state),
        edition=village.edition,
        round=state.round,
        rounds=village.rounds,
        phase=PHASES[state.phase],
        step=STEPS[state.phase],
        threat=tuple(village.threat[1:]),
        minimum=tuple(village.minimum[1:]),
        casualties=tuple(village.casualties[1:]),
        ring=tuple(village.ring),
        areas=tuple(_area(state, area, standing) for area in range(len(AREAS))),
        ronin=tuple(_ronin(state, ronin, standing) for ronin in range(len(RONIN))),
        green=state.ninja[GREEN],
        bonus=state.ninja[GREEN] if planning or reveal is None else reveal.bonus,
        reserves=state.reserves,
        supply=state.supply,
        ready=(bool(state.ready & 1), bool(state.ready & 2)),
        counted=_counted(state, standing),
        goal=GOAL,
        copied=state.copied if state.copied >= 0 else None,
        attack=_attack(state) if planning and seat == ATTACKER else None,
        defence=_defence(state) if planning and seat == DEFENDER else None,
        reveal=reveal,
        dividing=_dividing(state) if state.acting and state.phase in (DIVIDE, PASSAGE_DIVIDE) else None,
        targets=tuple(BITS[state.detail]) if state.phase == VOLLEY else (),
        village=WHOLE if village.reduction is None else village.reduction.name,
    )


def _standing(state: State) -> list[int | None]:
    """Where each ronin stands openly: while planning only those who are held."""
    public = state.held if state.phase == PLANNING else state.alive
    return [
        place if public >> ronin & 1 and place < CAMP else None for ronin, place in enumerate(state.place)
    ]


def _counted(state: State, standing: list[int | None]) -> int:
    """Of the plans only those who are held are seen."""
    if state.phase != PLANNING:
        return counted(state)
    return count_areas(state.beset & ~sum(1 << place for place in set(standing) if place is not None), -1)


def _area(state: State, area: int, standing: list[int | None]) -> AreaView:
    ronin = tuple(number for number, place in enumerate(standing) if place == area)
    ninja = state.ninja[area]
    status = "free" if not ninja else "contested" if ronin else "occupied"
    return AreaView(
        name=AREAS[area],
        limit=state.village.limit[area],
        neighbours=state.village.neighbours[area],
        ninja=ninja,
        ronin=ronin,
        status=status,
        used=bool(state.used_areas >> area & 1),
    )


def _ronin(state: State, ronin: int, standing: list[int | None]) -> RoninView:
    bit = 1 << ronin
    return RoninView(
        name=RONIN[ronin],
        vitality=state.village.vitality[ronin],
        wounds=state.wounds[ronin],
        fell=max(0, state.place[ronin] - CAMP),
        place=standing[ronin],
        held=bool(state.held & bit),
        stays=bool(state.stays & bit),
        shrine=bool(state.shrine & bit),
        shrine_next=bool(state.shrine_next & bit),
        used=bool(state.used_ronin & bit),
    )


def _attack(state: State) -> Attack:
    return Attack(
        ninja=tuple(state.plan),
        put=state.put,
        in_hand=state.reserves - state.put,
        needed=state.needed,
        attacked=COUNTS[state.attacked],
        bonus_used=state.spent,
    )


def _defence(state: State) -> Defence:
    free = state.alive & ~state.held
    return Defence(
        ronin=tuple(
            place if free >> ronin & 1 and place < CAMP else None for ronin, place in enumerate(state.place)
        ),
        waiting=tuple(BITS[state.waiting]),
    )


def _reveal(state: State) -> Reveal | None:
    """Out of its bytes: round, bonus, ninja removed from the Green, eleven numbers of ninja, seven places."""
    told = state.reveal
    if not told:
        return None
    return Reveal(
        round=told[0],
        bonus=told[1],
        cleared=told[2],
        ninja=tuple(told[3:14]),
        ronin=tuple(place if place < CAMP else None for place in told[14:21]),
    )


def _dividing(state: State) -> Dividing:
    area = state.place[TASUKE]
    least, most = divisions(state)
    return Dividing(area=area, ninja=state.ninja[area], partner=partner(state), least=least, most=most)
