"""What is to be done now, as each seat is told it."""

from __future__ import annotations

from typing import Final

from zashiki.games.samurai_spirit.names import CARD_WORDS, SAMURAI_WORDS
from zashiki.games.samurai_spirit.rules.marks import NO_CARD, NOBODY
from zashiki.games.samurai_spirit.rules.penalties import icons_left
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.rules.steps import STEPS, extra_of, kind_of, place_of
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.messages import Arg, Message, say

_MOST_CARDS: Final = 3  # that a Kiai turns up or discards

_PROMPT_RULES: Final = {
    "tokens": "SAM-T1",
    "penalty": "SAM-T2",
    "drop": "SAM-N11",
    "action": "SAM-T4",
    "again": "SAM-T11",
    "fight": "SAM-T5",
    "place": "SAM-T6",
    "seating": "SAM-S2",
    "starter": "SAM-S2",
    "draw": "SAM-T5",
    "turn-up": "SAM-E2",
    "reshuffle": "SAM-N9",
    "farmstead": "SAM-E3",
    "family": "SAM-E3",
    "strike": "SAM-S1",
    "cure": "SAM-E2",
}


def prompt(state: State, seat: int | None) -> Message:
    """What is to be done, as this seat is told it."""
    if state.actor == NOBODY:
        return say("sam.prompt.over", "SAM-E3")
    asked = state.asked
    kind = STEPS[kind_of(asked)]
    if state.actor == CHANCE:
        return say(f"sam.prompt.chance.{kind}", _PROMPT_RULES[kind])
    place = place_of(asked)
    args: dict[str, Arg] = {
        "who": SAMURAI_WORDS[state.who[place]],
        "track": state.track[place],
        "kiai": state.kiai[place],
        "n": extra_of(asked) & _MOST_CARDS,
    }
    if state.card != NO_CARD:
        args["card"] = CARD_WORDS[state.card]
    if state.token != NOBODY:
        args["token"] = SAMURAI_WORDS[state.token]
    said = "penalty-one" if kind == "penalty" and len(set(icons_left(extra_of(asked)))) == 1 else kind
    message = Message(f"sam.prompt.{said}", _PROMPT_RULES.get(kind, "SAM-K1"), args)
    return message if seat == state.actor else say("sam.prompt.wait", message.rule, who=args["who"])
