"""How a game ends, the chronicle of losses that tells why, and what else the end of a round brought."""

from __future__ import annotations

from typing import Final

from zashiki.games.samurai_spirit import village
from zashiki.games.samurai_spirit.cards import FACES
from zashiki.games.samurai_spirit.samurai import WORDS as SAMURAI_WORDS
from zashiki.games.samurai_spirit.state import NOBODY, NOWHERE, UNDECIDED, State
from zashiki.games.samurai_spirit.view import Deed, Loss
from zashiki.kernel.contract import Result
from zashiki.kernel.messages import Arg, Message, say

VICTORY: Final = 1
LOST_DEATH: Final = 2
LOST_FARMSTEADS: Final = 3
LOST_FAMILIES: Final = 4
_ENDS: Final = ("", "victory", "death", "farmsteads", "families")

# What is written down
WOUNDED: Final = 0
TURNED: Final = 1
DIED: Final = 2
FARMSTEAD_LOST: Final = 3
FAMILY_LOST: Final = 4
LOSSES: Final = ("wounded", "turned", "died", "farmstead", "family")

# Why
PENALTY: Final = 0
IMPOSSIBLE: Final = 1
OVERRUN: Final = 2
UNDEFENDED: Final = 3
BURNT: Final = 4
BACK: Final = 5
CAUSES: Final = ("penalty", "impossible", "overrun", "undefended", "burnt", "back")
VILLAGE_RULES: Final = ("SAM-N1", "SAM-T3", "SAM-T7", "SAM-E2", "SAM-E2", "SAM-S1")
"""The rule by which a cause takes something from the village."""


# The end of a round (SAM-E2): what the Families and the Intruders do
HEALED: Final = 0
REBUILT: Final = 1
DRIVEN_OUT: Final = 2
HELD: Final = 3
BURNT_DOWN: Final = 4
HARMLESS: Final = 5
DEEDS: Final = ("healed", "rebuilt", "driven-out", "held", "burnt-down", "harmless")

VICTORY_KEY: Final = "sam.end.victory"


def write_down(state: State, loss: int, cause: int, place: int) -> None:
    state.chronicle.append(state.round | loss << 2 | cause << 5 | place << 8)


def chronicle(state: State) -> tuple[Loss, ...]:
    """The losses so far, unpacked."""
    return tuple(
        Loss(
            entry & 3,
            LOSSES[entry >> 2 & 7],
            CAUSES[entry >> 5 & 7],
            None if entry >> 8 == NOWHERE else entry >> 8,
        )
        for entry in state.chronicle
    )


def packed(losses: tuple[Loss, ...]) -> list[int]:
    """The chronicle as the state keeps it."""
    return [
        loss.round
        | LOSSES.index(loss.loss) << 2
        | CAUSES.index(loss.cause) << 5
        | (NOWHERE if loss.place is None else loss.place) << 8
        for loss in losses
    ]


def note(state: State, deed: int, detail: int = 0) -> None:
    """Something else that the end of a round brought: to a place, or by a card."""
    state.evening += (deed | detail << 3,)


def evening(state: State) -> tuple[Deed, ...]:
    """What was noted at the end of the latest round, unpacked."""
    return tuple(
        Deed(
            DEEDS[entry & 7],
            entry >> 3 if entry & 7 == HEALED else None,
            FACES[entry >> 3] if entry & 7 >= DRIVEN_OUT else None,
        )
        for entry in state.evening
    )


def packed_evening(deeds: tuple[Deed, ...]) -> tuple[int, ...]:
    """The end of a round as the state keeps it."""
    return tuple(
        DEEDS.index(deed.deed) | (deed.place or 0) << 3 | (deed.card.card if deed.card else 0) << 3
        for deed in deeds
    )


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


def finish(state: State, end: int) -> None:
    """The game is over; nothing that was still to be resolved matters any more."""
    state.end = end
    state.pending.clear()
    state.actor = NOBODY
    if state.events is not None:
        state.tell(f"end.{_ENDS[end]}", "SAM-K3" if end == LOST_DEATH else "SAM-E3", n=state.round)


def end_of(result: Result | None) -> int:
    """The end that a result tells of."""
    return UNDECIDED if result is None else _ENDS.index(result.end.key.rpartition(".")[2])


def points(state: State) -> int:
    """SAM-E5"""
    return sum(state.farmsteads) + state.families.bit_count() + (0 if state.wounded else 1)


def result(state: State) -> Result:
    won = state.end == VICTORY
    story = tuple(_loss_words(state, entry) for entry in state.chronicle)
    score = ""
    args: dict[str, Arg] = {"n": state.round}
    if won:
        score = f"{points(state)}{'+' * state.level}"
        args = {
            "score": score,
            "farmsteads": sum(state.farmsteads),
            "families": state.families.bit_count(),
            "level": say(f"sam.option.level.{village.LEVELS[state.level]}"),
        }
    else:
        args |= {name: story[-1].args[name] for name in ("who", "cause") if name in story[-1].args}
    rule = "SAM-K3" if state.end == LOST_DEATH else "SAM-E3"
    seats = tuple(range(state.seats))
    return Result(
        winners=seats if won else (),
        returns=(1.0 if won else 0.0,) * state.seats,
        end=Message(f"sam.end.{_ENDS[state.end]}", rule, args),
        story=story,
        score=score,
    )


def _loss_words(state: State, entry: int) -> Message:
    """One line of the chronicle: "Round 2: Kyuzo is wounded (no hat)." """
    loss = entry >> 2 & 7
    place = entry >> 8
    args: dict[str, Arg] = {
        "round": entry & 3,
        "cause": cause_words(state, loss, entry >> 5 & 7, place),
    }
    if loss <= DIED:
        args["who"] = SAMURAI_WORDS[state.who[place]]
    return Message(f"sam.story.{LOSSES[loss]}", "SAM-K3" if loss <= DIED else "SAM-E3", args)
