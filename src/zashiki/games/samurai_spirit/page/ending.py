"""The last page: what became of the village, and every loss that led there."""

from __future__ import annotations

from typing import Final

import msgspec

from zashiki.brush.templates import template
from zashiki.games.samurai_spirit.page.choices import Text
from zashiki.games.samurai_spirit.view import SamuraiSpiritView
from zashiki.kernel.contract import Result
from zashiki.kernel.messages import Message
from zashiki.kernel.parts import Region

_ENDING: Final = template(__package__, "ending.html")


class LossLine(msgspec.Struct, frozen=True):
    """A loss in words; of a defeat, the last one is fatal."""

    loss: str
    text: Text
    fatal: bool


class StoryRound(msgspec.Struct, frozen=True):
    number: int
    lines: tuple[LossLine, ...]


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
