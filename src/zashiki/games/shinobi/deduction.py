"""Where it matters who serves whom: the master's values with what others did, and without it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from zashiki.games.shinobi.bot.manner import WHOLE, Manner
from zashiki.games.shinobi.bot.searching import master_mind
from zashiki.games.shinobi.bot.thinking import ANSWER
from zashiki.games.shinobi.cards import CLANS
from zashiki.games.shinobi.rules.cards import CLAN_COUNT
from zashiki.games.shinobi.view import ShinobiView
from zashiki.kernel.bots import Told
from zashiki.kernel.messages import Message, say
from zashiki.kernel.studies import Deduced, Valued
from zashiki.search.belief import Belief
from zashiki.search.budget import Meter

SURE: Final = 0.6
"""So likely one clan has to be for another seat at least."""
CLEAR: Final = 0.06
"""The best choice has to win so much more often than that of a player who has forgotten what the others did."""
SEEMS: Final = 0.02
"""The same at a first look."""
FIRST_LOOK: Final = Manner(remembers=True, ways=300, answers=0)
LOOKS: Final = (0, 12, 120)
"""Worlds imagined for a first look, a second and a deep one, which is done twice; the end of a game is exact over all deals of clans."""


def deduced_from(view: ShinobiView, told: Sequence[Told], chance: Random) -> Deduced | None:
    """One clan is likely enough, the choice of a player who knows that is best twice, with other worlds each time, and another one is best to a player
    who has forgotten it."""
    witness = master_mind().witness()
    for one in told:
        witness.observe(one)
    belief = witness.belief(view.seats)
    guesses = _guesses(view, belief)
    if not guesses:
        return None
    for worlds in LOOKS:
        found = _values(view, belief, worlds, chance)
        best = max(found, key=lambda action: found[action])
        forgotten = _values(view, _forgetting(view, belief), worlds, chance)
        if found[best] - found[max(forgotten, key=lambda action: forgotten[action])] < (
            CLEAR if worlds else SEEMS
        ):
            return None
    again = _values(view, belief, LOOKS[-1], chance)
    if max(again, key=lambda action: again[action]) != best:
        return None
    return Deduced(Valued(best, {action: (found[action] + again[action]) / 2 for action in found}), guesses)


def _guesses(view: ShinobiView, belief: Belief) -> list[tuple[int, Message, float]]:
    """Of the other seats: the clans that are likely enough."""
    assert view.seat is not None
    own = view.clans[view.seat]
    assert own is not None
    shares = belief.shares(belief.weights(view.seat, own)).tolist()
    return [
        (seat, say(f"shi.clan.{CLANS[clan]}"), round(likely[clan], 3))
        for seat, likely in enumerate(shares)
        for clan in [max(range(CLAN_COUNT), key=lambda clan: likely[clan])]
        if seat != view.seat and likely[clan] >= SURE
    ]


def _forgetting(view: ShinobiView, belief: Belief) -> Belief:
    """What the own orders have told the others is still known."""
    flat = Belief(view.seats, CLAN_COUNT)
    flat.evidence[view.seat] = belief.evidence[view.seat]
    return flat


def _values(view: ShinobiView, belief: Belief, worlds: int, chance: Random) -> dict[int, float]:
    manner = WHOLE if worlds else FIRST_LOOK
    meter = Meter(None, WHOLE.ways + ANSWER * WHOLE.answers * worlds)
    return master_mind().values(view, belief, manner, meter, chance)
