"""How a game ended and why, in words."""

from __future__ import annotations

from typing import Final

from zashiki.games.samurai_spirit.names import SAMURAI_WORDS
from zashiki.games.samurai_spirit.rules import village
from zashiki.games.samurai_spirit.rules.chronicle import (
    BACK,
    DIED,
    FAMILY_LOST,
    FARMSTEAD_LOST,
    LOST_DEATH,
    UNDECIDED,
    UNDEFENDED,
    VICTORY,
    cause_of_loss,
    kind_of_loss,
    place_of_loss,
    round_of_loss,
)
from zashiki.games.samurai_spirit.rules.marks import NOWHERE
from zashiki.games.samurai_spirit.rules.samurai import MEMBERS
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.kernel.contract import Result
from zashiki.kernel.messages import Arg, Message, say

ENDS: Final = ("", "victory", "death", "farmsteads", "families")
LOSSES: Final = ("wounded", "turned", "died", "farmstead", "family")
CAUSES: Final = ("penalty", "impossible", "overrun", "undefended", "burnt", "back")


def result(state: State) -> Result | None:
    if state.end == UNDECIDED:
        return None
    won = state.end == VICTORY
    story = tuple(_loss_words(state, loss) for loss in state.chronicle)
    score = ""
    args: dict[str, Arg] = {"n": state.round}
    if won:
        score = f"{_points(state)}{'+' * state.level}"
        args = {
            "score": score,
            "farmsteads": sum(village.count_farmsteads(state.farmsteads)),
            "families": len(MEMBERS[state.families]),
            "level": say(f"sam.option.level.{village.LEVELS[state.level]}"),
        }
    else:
        args |= {name: story[-1].args[name] for name in ("who", "cause") if name in story[-1].args}
    return Result(
        winners=tuple(range(state.seats)) if won else (),
        returns=(1.0 if won else 0.0,) * state.seats,
        end=Message(f"sam.end.{ENDS[state.end]}", end_rule(state.end), args),
        story=story,
        score=score,
    )


def end_rule(end: int) -> str:
    return "SAM-K3" if end == LOST_DEATH else "SAM-E3"


def _points(state: State) -> int:
    """SAM-E5"""
    farmsteads = sum(village.count_farmsteads(state.farmsteads))
    return farmsteads + len(MEMBERS[state.families]) + (0 if state.wounded else 1)


def _loss_words(state: State, packed: int) -> Message:
    """One line of the chronicle: "Round 2: Kyuzo is wounded (no hat)." """
    loss = kind_of_loss(packed)
    place = place_of_loss(packed)
    args: dict[str, Arg] = {
        "round": round_of_loss(packed),
        "cause": cause_words(state, loss, cause_of_loss(packed), place),
    }
    if loss <= DIED:
        args["who"] = SAMURAI_WORDS[state.who[place]]
    return Message(f"sam.story.{LOSSES[loss]}", "SAM-K3" if loss <= DIED else "SAM-E3", args)


def cause_words(state: State, loss: int, cause: int, place: int) -> Message:
    """Why something was lost: "Kyuzo: no farm"; of a Wound, whose it is is known: "no hat"."""
    key = CAUSES[cause]
    if cause == UNDEFENDED:
        key += f".{'farm' if loss == FARMSTEAD_LOST else 'doll' if loss == FAMILY_LOST else 'hat'}"
    elif loss <= DIED and cause != BACK:
        key += ".wound"
    args: dict[str, Arg] = {}
    if place != NOWHERE and loss > DIED:
        args["who"] = SAMURAI_WORDS[state.who[place]]
    return Message(f"sam.cause.{key}", "", args)
