"""The end: who wins, by which rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zashiki.games.shinobi.naming import clan_message, seat_message
from zashiki.kernel.contract import Result
from zashiki.kernel.messages import Arg, Message, say

if TYPE_CHECKING:
    from zashiki.games.shinobi.state import State


def totals(state: State) -> list[int]:
    """By clan: its cards in all provinces."""
    return [sum(state.strength[clan::5]) for clan in range(5)]


def unserved(state: State) -> list[int]:
    """The clans that nobody serves, once all are dealt."""
    return [clan for clan in range(5) if clan not in state.clans]


def outcome(state: State) -> Result:
    """The result of a game whose last turn is over."""
    strengths = totals(state)
    served = max(strengths[clan] for clan in state.clans)
    neutral = [clan for clan in unserved(state) if strengths[clan] > served]
    if neutral:
        winners, end = _neutral_clan(state, neutral)
    else:
        winners, end = _most_cards(state, strengths)
    share = 1 / len(winners)
    returns = tuple(share if seat in winners else 0.0 for seat in range(state.seats))
    return Result(tuple(winners), returns, end, _story(state, strengths), str(end.args["n"]))


def _most_cards(state: State, strengths: list[int]) -> tuple[list[int], Message]:
    """SHI-E2: most cards of the own clan in all provinces."""
    figures = [strengths[clan] for clan in state.clans]
    tied = [seat for seat in range(state.seats) if figures[seat] == max(figures)]
    winners = _break_tie(state, tied)
    return winners, _end_message("shi.end.most", "SHI-E2", state, tied, winners, max(figures))


def _neutral_clan(state: State, neutral: list[int]) -> tuple[list[int], Message]:
    """SHI-E3, ruling 6: a clan nobody serves has strictly the most, so the largest single army wins."""
    figures = [max(state.strength[clan::5]) for clan in state.clans]
    tied = [seat for seat in range(state.seats) if figures[seat] == max(figures)]
    winners = _break_tie(state, tied)
    clans: list[Message] = [clan_message(clan) for clan in neutral]
    return winners, _end_message(
        "shi.end.neutral", "SHI-E3", state, tied, winners, max(figures), neutral=clans
    )


def _break_tie(state: State, tied: list[int]) -> list[int]:
    """SHI-E2, ruling 6: more cards of the own clan in the own province; those still tied share."""
    most = max(_at_home(state, seat) for seat in tied)
    return [seat for seat in tied if _at_home(state, seat) == most]


def _at_home(state: State, seat: int) -> int:
    return state.strength[seat * 5 + state.clans[seat]]


def _end_message(
    key: str, rule: str, state: State, tied: list[int], winners: list[int], figure: int, **more: Arg
) -> Message:
    if len(winners) > 1:
        seats: list[Message] = [seat_message(seat) for seat in winners]
        return say(f"{key}-shared", rule, seats=seats, n=figure, home=_at_home(state, winners[0]), **more)
    winner = winners[0]
    more |= {"seat": seat_message(winner), "clan": clan_message(state.clans[winner]), "n": figure}
    if len(tied) == 1:
        return say(key, rule, **more)
    return say(f"{key}-tie", rule, home=_at_home(state, winner), **more)


def _story(state: State, strengths: list[int]) -> tuple[Message, ...]:
    """SHI-E2: every clan card face up, with the cards that count for it."""
    lines = [
        say(
            "shi.story.clan",
            "SHI-E2",
            seat=seat_message(seat),
            clan=clan_message(clan),
            n=strengths[clan],
            home=_at_home(state, seat),
            largest=max(state.strength[clan::5]),
        )
        for seat, clan in enumerate(state.clans)
    ]
    lines += [
        say("shi.story.unserved", "SHI-E3", clan=clan_message(clan), n=strengths[clan])
        for clan in unserved(state)
    ]
    return tuple(lines)
