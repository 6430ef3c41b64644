"""The last page: what became of the village, and every loss that led there."""

from __future__ import annotations

from typing import Final

import msgspec

from zashiki.brush.templates import template
from zashiki.games.samurai_spirit.page.choices import Text
from zashiki.games.samurai_spirit.view import SamuraiSpiritView
from zashiki.kernel.contract import Result
from zashiki.kernel.messages import Message
from zashiki.kernel.parts import Finale, Region

_ENDING: Final = template(__package__, "ending.html")
_FINALE: Final = template(__package__, "finale.html")


class LossLine(msgspec.Struct, frozen=True):
    """A loss in words; of a defeat, the last one is fatal."""

    loss: str
    text: Text
    fatal: bool


class StoryRound(msgspec.Struct, frozen=True):
    number: int
    lines: tuple[LossLine, ...]


class Scene(msgspec.Struct, frozen=True):
    scene: str  # the village "saved", "forsaken" or "burnt", or a samurai "fallen"
    families: int
    fallen: str  # who fell


class Ending(msgspec.Struct, frozen=True):
    won: bool
    end: Text
    score: str
    scene: str  # the village "saved", "forsaken" or "burnt", or a samurai "fallen"
    families: int
    fallen: str  # who fell
    rounds: tuple[StoryRound, ...]


def ending(view: SamuraiSpiritView) -> Region | None:
    result = view.result
    if result is None:
        return None
    scene, fallen = _scene(view, result)
    inputs = Ending(
        won=bool(result.winners),
        end=Text(result.end),
        score=result.score,
        scene=scene,
        families=len(view.families),
        fallen=fallen,
        rounds=_story(result),
    )
    return Region("ending", _ENDING, inputs)


def finale(view: SamuraiSpiritView) -> Finale:
    """What became of the village as a page of its own; who plays has won or lost with all the others."""
    result = view.result
    assert result is not None
    name, fallen = _scene(view, result)
    scene = Region("finale-scene", _FINALE, Scene(name, len(view.families), fallen))
    verdict = result.end
    if view.seat is not None:
        verdict = Message(f"sam.finale.{result.end.key.rpartition('.')[2]}", result.end.rule, result.end.args)
    losses = result.story if result.winners else result.story[:-1]
    return Finale(scene, verdict, losses[-2:])


def _scene(view: SamuraiSpiritView, result: Result) -> tuple[str, str]:
    """The village saved, burnt or forsaken, or the samurai who fell."""
    if result.winners:
        return "saved", ""
    last = view.chronicle[-1] if view.chronicle else None
    if last is not None and last.loss == "died" and last.place is not None:
        return "fallen", view.samurai[last.place].name
    return ("forsaken", "") if last is not None and last.loss == "family" else ("burnt", "")


def _story(result: Result) -> tuple[StoryRound, ...]:
    """The losses in their order, round by round."""
    rounds: dict[int, list[LossLine]] = {}
    for message in result.story:
        loss = message.key.rpartition(".")[2]
        fatal = not result.winners and message is result.story[-1]
        number = message.args["round"]
        assert isinstance(number, int)
        text = Text(Message(f"sam.page.loss.{loss}", "", message.args))
        rounds.setdefault(number, []).append(LossLine(loss, text, fatal))
    return tuple(StoryRound(number, tuple(lines)) for number, lines in rounds.items())
