"""How a game of 7 Ronin ended, in words."""

from __future__ import annotations

from zashiki.games.seven_ronin.rules.actions import COUNTS
from zashiki.games.seven_ronin.rules.pieces import ATTACKER
from zashiki.games.seven_ronin.rules.rounds import WINNER, counted
from zashiki.games.seven_ronin.rules.state import State
from zashiki.kernel.contract import Result
from zashiki.kernel.messages import say


def result(state: State) -> Result | None:
    if not state.end:
        return None
    winner = WINNER[state.end]
    left = (
        ("ron.story.ronin", COUNTS[state.alive]),
        ("ron.story.ninja", sum(state.ninja) + state.reserves),
    )
    return Result(
        winners=(winner,),
        returns=(1.0, -1.0) if winner == ATTACKER else (-1.0, 1.0),
        end=say(f"ron.end.x{state.end}", f"RON-X{state.end}"),
        story=(
            say("ron.story.round", round=state.round, rounds=state.village.rounds),
            say("ron.story.areas", "RON-V8", n=counted(state)),
            *(say(key, n=number) for key, number in left if number),
        ),
    )
