"""The end as a page of its own: the scene, and what it means for who reads."""

from __future__ import annotations

from typing import Final

import msgspec

from zashiki.brush.macros import macro
from zashiki.games.seven_ronin.rules.pieces import ATTACKER
from zashiki.games.seven_ronin.view import RoninGameView
from zashiki.kernel.messages import say
from zashiki.kernel.parts import Finale, Region

_SCENE: Final = macro(__package__, "finale.html")


class Scene(msgspec.Struct, frozen=True, cache_hash=True):
    taken: bool
    living: tuple[str, ...]  # the ronin


def finale(view: RoninGameView) -> Finale:
    result = view.result
    assert result is not None
    living = tuple(ronin.name for ronin in view.ronin if not ronin.fell)
    scene = Region("finale-scene", _SCENE, Scene(ATTACKER in result.winners, living))
    verdict = result.end
    if view.seat is not None:
        end, won = result.end.key.rpartition(".")[2], view.seat in result.winners
        verdict = say(f"ron.finale.{end}.{'won' if won else 'lost'}", result.end.rule, round=view.round)
    return Finale(scene, verdict, result.story)
