"""Things and choices in words: names, a label for a button, a sentence that explains it with its rule."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from zashiki.games.shinobi.cards import CLANS, KINDS
from zashiki.games.shinobi.rules.actions import ATTACK, CLAN, DRAW, FIRST, MOVE, NINJA_ON, PLACE, SKIP
from zashiki.kernel.messages import Message, say

if TYPE_CHECKING:
    from zashiki.games.shinobi.view import ShinobiView

_SEATS: Final = [say("shi.seat", number=seat + 1) for seat in range(5)]
_CLANS: Final = [say(f"shi.clan.{clan}") for clan in CLANS]
_KINDS: Final = [say(f"shi.kind.{kind}") for kind in KINDS]


def seat_message(seat: int) -> Message:
    return _SEATS[seat]


def clan_message(clan: int) -> Message:
    return _CLANS[clan]


def kind_message(kind: int) -> Message:
    """A card of this kind: a troop of a clan, or a ninja."""
    return _KINDS[kind]


_READER: Final = say("shi.seat.you")


def _seat_to(reader: int | None, seat: int) -> Message:
    """A seat as it is told to who reads."""
    return _READER if seat == reader else _SEATS[seat]


@cache
def army_message(army: int, reader: int | None = None) -> Message:
    """The army of a clan in a province, with both its names."""
    return say("shi.army", clan=_CLANS[army % 5], seat=_seat_to(reader, army // 5))


def label(view: ShinobiView, action: int) -> Message:
    """A choice in a few words."""
    return order_label(action, view.turn if view.turn == view.seat else None)


@cache
def order_label(action: int, home: int | None, reader: int | None = None) -> Message:
    """The same; `home` is "your own" province to whoever reads: to the seat whose turn it is, and to nobody else. `reader` is the
    seat of another who reads, whose province is theirs too."""
    if action >= CLAN:
        return _outcome_label(action)
    if action == SKIP:
        return say("shi.label.skip", "SHI-O2")
    if action >= ATTACK:
        clan, army = divmod(action - ATTACK, 25)
        return say("shi.label.attack", "SHI-O4", attacker=clan_message(clan), army=army_message(army, reader))
    if action >= MOVE:
        army, goal = divmod(action - MOVE, 5)
        if goal == home:
            return say("shi.label.fetch", "SHI-O3", **_army(army))
        return say("shi.label.move", "SHI-O3", **_army(army, reader), goal=_seat_to(reader, goal))
    if action >= NINJA_ON:
        return say("shi.label.ninja", "SHI-O2", army=army_message(action - NINJA_ON, reader))
    if (action - PLACE) // 5 == home:
        return say("shi.label.reinforce", "SHI-O3", clan=clan_message(action % 5))
    return say("shi.label.deploy", "SHI-O1", **_army(action - PLACE, reader))


def touches(action: int, seat: int) -> bool:
    """Whether an order is carried out in the province of this seat."""
    if action >= SKIP:
        return False
    if action >= ATTACK:
        return (action - ATTACK) % 25 // 5 == seat
    if action >= MOVE:
        army, goal = divmod(action - MOVE, 5)
        return seat in (army // 5, goal)
    return (action - (NINJA_ON if action >= NINJA_ON else PLACE)) // 5 == seat


def help(view: ShinobiView, action: int) -> Message:  # noqa: A001 as every game calls it
    """What a choice does, in a sentence, with the figures of the armies it touches."""
    if action >= CLAN:
        return say("shi.help.outcome", "SHI-S1", outcome=_outcome_label(action))
    if action == SKIP:
        return say("shi.help.skip", "SHI-O2")
    if action >= ATTACK:
        return _attack_help(view, action)
    if action >= MOVE:
        army, goal = divmod(action - MOVE, 5)
        left, joined = _strength(view, army) - 1, _strength(view, goal * 5 + army % 5) + 1
        to = _seat_to(view.turn if view.turn == view.seat else None, goal)
        return say("shi.help.move", "SHI-O3", **_army(army), goal=to, left=left, joined=joined)
    if action >= NINJA_ON:
        army = action - NINJA_ON
        return say("shi.help.ninja", "SHI-O2", army=army_message(army), left=_strength(view, army) - 1)
    army = action - PLACE
    joined = _strength(view, army) + 1
    if army // 5 == view.turn:
        return say("shi.help.reinforce", "SHI-O3", clan=clan_message(army % 5), joined=joined)
    return say("shi.help.deploy", "SHI-O1", **_army(army), joined=joined)


def _attack_help(view: ShinobiView, action: int) -> Message:
    clan, army = divmod(action - ATTACK, 25)
    attackers = 0 if view.turn is None else view.provinces[view.turn][clan]
    return say(
        "shi.help.attack",
        "SHI-O6",
        attacker=clan_message(clan),
        attackers=attackers,
        army=army_message(army),
        defenders=_strength(view, army),
    )


def _outcome_label(action: int) -> Message:
    if action >= DRAW:
        return say("shi.label.draw", "SHI-O7", card=kind_message(action - DRAW))
    if action >= FIRST:
        return say("shi.label.first", "SHI-S1", seat=seat_message(action - FIRST))
    return say("shi.label.clan", "SHI-S1", clan=clan_message(action - CLAN))


def _army(army: int, reader: int | None = None) -> dict[str, Message]:
    return {"clan": clan_message(army % 5), "province": _seat_to(reader, army // 5)}


def _strength(view: ShinobiView, army: int) -> int:
    """None in a province that is not at this table."""
    return view.provinces[army // 5][army % 5] if army // 5 < view.seats else 0
