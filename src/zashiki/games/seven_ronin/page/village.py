"""What moves over the village: the ronin, the lanterns of the rounds, the reveal."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from zashiki.brush.macros import add_filters, each, kept, macro
from zashiki.games.seven_ronin.page.buttons import Spot
from zashiki.games.seven_ronin.page.moves import Moves
from zashiki.games.seven_ronin.rules.actions import DEPLOY
from zashiki.games.seven_ronin.rules.pieces import PLACES, RONIN
from zashiki.games.seven_ronin.view import RoninGameView, RoninView
from zashiki.kernel.parts import Region


class Token(msgspec.Struct, frozen=True, cache_hash=True):
    """A ronin on the board, and what can be chosen on him with a pointer."""

    name: str
    place: str
    beside: bool  # another ronin stands there already
    rope: bool
    strip: bool
    planned: bool
    take_back: int | None = None
    use: str = ""
    spots: tuple[Spot, ...] = ()


class Round(msgspec.Struct, frozen=True, cache_hash=True):
    number: int
    state: str  # "past", "now" or "next"
    threat: int
    minimum: int
    casualties: bool


_TOKENS: Final = macro(__package__, "tokens.html")
add_filters(__package__, tokens=each(kept(__package__, "token.html")))
add_filters(__package__, rounds=each(kept(__package__, "round.html")))
_LANTERNS: Final = macro(__package__, "lanterns.html")
_REVEAL: Final = macro(__package__, "reveal.html")


def tokens(view: RoninGameView, moves: Moves) -> Region:
    drawn: list[Token] = []
    taken: set[int] = set()
    for index, ronin in enumerate(view.ronin):
        planned = view.defence.ronin[index] if view.defence is not None else None
        place = planned if planned is not None else ronin.place
        if place is not None and not ronin.fell:
            drawn.append(_token(moves, index, ronin, place, planned is not None, place in taken))
            taken.add(place)
    secret = view.defence is not None
    return Region("tokens", _TOKENS, tuple(drawn), view.seat if secret else None)


def _token(moves: Moves, index: int, ronin: RoninView, place: int, planned: bool, beside: bool) -> Token:
    take_back = DEPLOY + len(PLACES) * index + place if planned and not ronin.held and moves.legal else None
    return Token(
        name=ronin.name,
        place=PLACES[place],
        beside=beside,
        rope=ronin.held or ronin.stays,
        strip=ronin.shrine or ronin.shrine_next,
        planned=planned,
        take_back=take_back,
        use=moves.use(RONIN[index]) if moves.step == "abilities" else "",
        spots=moves.at_ronin(index, mouse=True),
    )


def lanterns(view: RoninGameView) -> Region:
    """The eight rounds as lanterns on a rope: threat level, minimum, casualties."""
    return Region("lanterns", _LANTERNS, _rounds(view.round, view.threat, view.minimum, view.casualties))


@lru_cache
def _rounds(
    now: int, threat: tuple[int, ...], minimum: tuple[int, ...], casualties: tuple[bool, ...]
) -> tuple[Round, ...]:
    facts = enumerate(zip(threat, minimum, casualties, strict=True), start=1)
    return tuple(Round(number, _state(number, now), *one) for number, one in facts)


def _state(number: int, now: int) -> str:
    return "now" if number == now else "past" if number < now else "next"


def reveal(view: RoninGameView) -> Region:
    """The reveal is a moment: the golden screen folds away from the board, once a round."""
    shown = view.reveal
    unveils = shown is not None and shown.round == view.round and view.phase == "abilities"
    return Region("reveal", _REVEAL, view.round if unveils else 0)
