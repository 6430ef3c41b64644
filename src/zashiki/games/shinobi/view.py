"""What one seat may see of a game of Shinobi, field by field."""

from __future__ import annotations

from zashiki.kernel.contract import View


class ShinobiView(View, frozen=True, kw_only=True):
    """Clans are 0-4 as in `cards.CLANS`; kinds of cards are the clans and `cards.NINJA`; a province has its seat's number."""

    seats: int
    phase: str  # clans, first-player, hands, first-order, second-order, third-order, draw, over
    first: int | None  # the first player; None until it is drawn
    turn: int | None  # whose turn it is; None during the deal
    receiver: int | None  # who is dealt the card that chance draws now
    round: int  # 1 is the first
    turns: int  # turns that are over
    turns_left: int | None  # of the last round, this one included; None while the deck lasts (SHI-E1)
    last: int | None  # who plays the last turn of the game; None while the deck lasts

    provinces: tuple[tuple[int, ...], ...]  # by seat: the strength of each clan's army
    protected: tuple[tuple[bool, ...], ...]  # by seat and clan: may not be attacked this turn (SHI-O5)
    totals: tuple[int, ...]  # by clan: cards in all provinces
    out: tuple[int, ...]  # by kind: cards out of the game

    deck: int  # cards left to draw
    hand_sizes: tuple[int, ...]
    known_ninja: tuple[int, ...]  # by seat: ninja that skipped orders have proved to be in the hand
    clan_dealt: tuple[bool, ...]  # by seat: has a clan card

    clans: tuple[int | None, ...]  # by seat: the own one; all of them once they are revealed
    unserved: tuple[int, ...]  # clans that nobody serves, once they are revealed
    hand: tuple[int, ...] | None  # by kind: the own hand; None for a spectator
    unseen: tuple[int, ...]  # by kind: cards in the deck and in hands this seat can't see

    orders: tuple[int | None, ...]  # actions of this turn's three orders; SKIP: skipped, None: not yet given
    previous: int | None  # who had the turn before this one
    previous_orders: tuple[int | None, ...]  # the orders of that turn
