"""What stands around the village: the two sides, the plan so far, areas held, how it ended."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec
from markupsafe import Markup

from zashiki.brush.macros import macro
from zashiki.brush.phrases import Phrase
from zashiki.brush.templates import picture
from zashiki.games.seven_ronin.page.moves import Moves, Radio
from zashiki.games.seven_ronin.rules.pieces import ATTACKER, DEFENDER, SIDES
from zashiki.games.seven_ronin.view import AreaView, Attack, Defence, RoninGameView
from zashiki.kernel.messages import say
from zashiki.kernel.parts import Region

PHASES: Final = ("planning", "abilities", "wounds", "areas")


class Strip(msgspec.Struct, frozen=True, cache_hash=True):
    """The header's part: which side, which round, which step; for a phone the three numbers."""

    side: str
    round: int
    rounds: int
    steps: tuple[tuple[str, str], ...]  # each phase, and whether it is "done" or "now"
    threat: int
    reserves: int
    counted: int
    goal: int


class Side(msgspec.Struct, frozen=True, cache_hash=True):
    name: str
    behind: bool  # it plans behind the golden screen
    sealed: bool

    @property
    def seat(self) -> int:
        return SIDES.index(self.name)

    @property
    def byobu(self) -> Markup:
        return _byobu(self.name)


class Screen(msgspec.Struct, frozen=True, cache_hash=True):
    """Who plans behind the golden screen, and what the Attacker has."""

    sides: tuple[Side, ...]
    reserves: int
    supply: int

    @property
    def both(self) -> bool:
        return len(self.sides) > 1 and all(side.behind for side in self.sides)


class Line(msgspec.Struct, frozen=True, cache_hash=True):
    symbol: str
    text: Phrase
    enough: bool = True


class Held(msgspec.Struct, frozen=True, cache_hash=True):
    counted: int
    goal: int


class OwnArea(msgspec.Struct, frozen=True, cache_hash=True):
    """An occupied area in combat 3, to be picked or used."""

    name: str
    used: bool
    picks: tuple[Radio, ...]
    at_once: int | None  # the action, where the ability needs no target


class Own(msgspec.Struct, frozen=True, cache_hash=True):
    areas: tuple[OwnArea, ...] = ()
    must_pick: bool = False
    hidden: bool = True


class Ending(msgspec.Struct, frozen=True, cache_hash=True):
    taken: bool
    mood: str  # "won" or "lost"; "" for one who watches
    end: Phrase
    story: tuple[Phrase, ...]
    living: tuple[str, ...]  # the ronin


_STRIP: Final = macro(__package__, "strip.html")
_SCREEN: Final = macro(__package__, "screen.html")
_PLAN: Final = macro(__package__, "plan.html")
_HELD: Final = macro(__package__, "held.html")
_OWN: Final = macro(__package__, "own.html")
_ENDING: Final = macro(__package__, "ending.html")


_STEPS: Final = {
    now: tuple(
        (phase, "now" if phase == now else "done" if index < place else "")
        for index, phase in enumerate(PHASES)
    )
    for place, now in enumerate((*PHASES, "over"))
}


@cache
def _byobu(side: str) -> Markup:
    """The golden screen; a side has its own, so that both can stand on one page."""
    return picture(__package__, f"byobu-{side}.html")


def strip(view: RoninGameView) -> Region:
    inputs = Strip(
        side="watch" if view.seat is None else SIDES[view.seat],
        round=view.round,
        rounds=view.rounds,
        steps=_STEPS[view.phase],
        threat=view.threat[min(view.round, view.rounds) - 1],
        reserves=view.reserves,
        counted=view.counted,
        goal=view.goal,
    )
    return Region("strip", _STRIP, inputs)


def screen(view: RoninGameView) -> Region:
    """The other side plans behind it, both for one who watches."""
    behind = [side for side in (DEFENDER, ATTACKER) if side != view.seat and view.phase == "planning"]
    titled = behind if ATTACKER in behind else [*behind, ATTACKER]
    sides = tuple(Side(SIDES[side], side in behind, view.ready[side]) for side in titled)
    return Region("screen", _SCREEN, Screen(sides, view.reserves, view.supply))


def plan(view: RoninGameView) -> Region:
    """The own plan while it is secret: how much, where, over which limits."""
    lines: tuple[Line, ...] = ()
    if view.attack is not None:
        lines = _attack(view, view.attack)
    elif view.defence is not None:
        lines = _defence(view, view.defence)
    return Region("plan", _PLAN, lines, view.seat if lines else None)


def _attack(view: RoninGameView, attack: Attack) -> tuple[Line, ...]:
    threat = view.threat[view.round - 1]
    put = say("ron.page.plan.put", put=attack.put, n=attack.needed)
    attacked = say("ron.page.plan.attacked", attacked=attack.attacked, n=threat)
    lines = (Line("ninja", Phrase(put), attack.put >= attack.needed), Line("eye", Phrase(attacked)))
    if not view.bonus:
        return lines
    bonus = say("ron.page.plan.bonus", used=attack.bonus_used, n=view.bonus)
    return (*lines, Line("shuriken", Phrase(bonus)))


def _defence(view: RoninGameView, defence: Defence) -> tuple[Line, ...]:
    waiting = len(defence.waiting)
    threat = say("ron.page.plan.threat", n=view.threat[view.round - 1])
    left = say("ron.page.plan.waiting", n=waiting)
    return (Line("eye", Phrase(threat)), Line("lock", Phrase(left), not waiting))


def held(view: RoninGameView) -> Region:
    """Areas occupied, as they count for victory (RON-X2)."""
    return Region("held", _HELD, Held(view.counted, view.goal))


def own(view: RoninGameView, moves: Moves) -> Region:
    """The Attacker's occupied areas in combat 3; then the targets of the one that asks for more."""
    inputs = Own()
    if view.phase == "areas" and view.seat == ATTACKER:
        choosing = view.step == "areas"
        listed = [
            _own_area(index, area, moves)
            for index, area in enumerate(view.areas)
            if (area.status == "occupied" if choosing else moves.of_area(index))
        ]
        hidden = not listed or not (choosing or moves.must_pick)
        inputs = Own(tuple(listed), moves.must_pick, hidden)
    return Region("own", _OWN, inputs)


def _own_area(index: int, area: AreaView, moves: Moves) -> OwnArea:
    radios = [moves.radio(group) for group in moves.of_area(index)]
    picks = tuple(radio for radio in radios if radio is not None)
    return OwnArea(area.name, area.used, picks, moves.at_once(index))


def ending(view: RoninGameView) -> list[Region]:
    """How the game ended, as a scene: banners over the village, or the ronin who live before the sun."""
    result = view.result
    if result is None:
        return []
    mood = "" if view.seat is None else "won" if view.seat in result.winners else "lost"
    inputs = Ending(
        taken=ATTACKER in result.winners,
        mood=mood,
        end=Phrase(result.end),
        story=tuple(Phrase(line) for line in result.story),
        living=tuple(ronin.name for ronin in view.ronin if not ronin.fell),
    )
    return [Region("ending", _ENDING, inputs)]
