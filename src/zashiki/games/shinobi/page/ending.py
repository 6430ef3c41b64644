"""The end as a scene: on the mat, where the hand lay, the five clan cards are turned up and counted."""

from __future__ import annotations

from typing import Final

import msgspec

from zashiki.brush.phrases import Phrase
from zashiki.games.shinobi.cards import CLANS
from zashiki.games.shinobi.labels import clan_message, seat_message
from zashiki.games.shinobi.page.drawing import drawing
from zashiki.games.shinobi.view import ShinobiView
from zashiki.kernel.contract import Result
from zashiki.kernel.messages import Message, say
from zashiki.kernel.parts import Finale, Region


class ClanCard(msgspec.Struct, frozen=True, cache_hash=True):
    """A clan card that is turned up, and what counts for it; "" stands for the clan of one that is still face down."""

    clan: str
    total: int = 0
    seat: int | None = None  # who served it
    own: bool = False
    won: bool = False
    at_home: int = 0
    largest: int | None = None  # its largest army, where that decided (SHI-E3)


class Reveal(msgspec.Struct, frozen=True, cache_hash=True):
    cards: tuple[ClanCard, ...]
    told: Phrase | None  # who won and why


_draw: Final = drawing("reveal")
_SCENE: Final = drawing("finale")


def reveal(view: ShinobiView) -> Region:
    """SHI-E2, SHI-E3: who served whom, what counted for it, and in a sentence who won and why.

    At a table the prompt says that sentence; a replay has no prompt.
    """
    served = [_served(view, clan, seat) for seat, clan in enumerate(view.clans)]
    unserved = [ClanCard(CLANS[clan], view.totals[clan]) for clan in view.unserved]
    face_down = [ClanCard("")] * (len(CLANS) - len(served) - len(unserved))
    told = None if view.result is None else Phrase(view.result.end)
    return Region("reveal", _draw, Reveal((*served, *unserved, *face_down), told))


def finale(view: ShinobiView) -> Finale:
    """The castle under the crest of who won, what it means for who reads, and whom they and the winners served."""
    result = view.result
    assert result is not None
    crests = tuple(CLANS[clan] for seat in result.winners if (clan := view.clans[seat]) is not None)
    return Finale(Region("finale-scene", _SCENE, crests), _verdict(view), _clans(view, result))


def _clans(view: ShinobiView, result: Result) -> tuple[Message, ...]:
    """SHI-E2: what the reader served with all that counts for it, then whom everybody else did, those who won first."""
    own = () if view.seat is None else (seat_message(view.seat),)
    told = [line for line in result.story if line.key == "shi.story.clan"]
    to_reader = [
        Message(f"{line.key}.you", line.rule, line.args) for line in told if line.args["seat"] in own
    ]
    winners = [seat_message(seat) for seat in result.winners]
    others = [line for line in told if line.args["seat"] not in own]
    others.sort(key=lambda line: line.args["seat"] not in winners)
    served: list[Message] = [
        say("shi.finale.served", line.rule, **{name: line.args[name] for name in ("seat", "clan", "n")})
        for line in others
    ]
    return (*to_reader, say("shi.finale.clans", "SHI-E2", clans=served))


def _verdict(view: ShinobiView) -> Message:
    """Who has won, said to who reads; the end as it is to one who watches."""
    result = view.result
    assert result is not None
    clan = None if view.seat is None else view.clans[view.seat]
    if clan is None:
        return result.end
    if view.seat not in result.winners:
        winners = [seat_message(seat) for seat in result.winners]
        return say("shi.finale.lost", result.end.rule, seats=list[Message](winners), clan=clan_message(clan))
    shared = "-shared" if len(result.winners) > 1 else ""
    return say(f"shi.finale.won{shared}", result.end.rule, clan=clan_message(clan))


def _served(view: ShinobiView, clan: int | None, seat: int) -> ClanCard:
    if clan is None:
        return ClanCard("", seat=seat)
    result = view.result
    decided = result is not None and result.end.rule == "SHI-E3"
    return ClanCard(
        CLANS[clan],
        view.totals[clan],
        seat=seat,
        own=seat == view.seat,
        won=result is not None and seat in result.winners,
        at_home=view.provinces[seat][clan],
        largest=max(province[clan] for province in view.provinces) if decided else None,
    )
