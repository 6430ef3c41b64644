"""The end in words: who wins, by which rule, and the story behind it."""

from __future__ import annotations

from zashiki.games.shinobi.labels import clan_message, seat_message
from zashiki.games.shinobi.rules.ending import Ending, ending, largest_army, totals, unserved
from zashiki.games.shinobi.rules.state import State
from zashiki.kernel.contract import Result
from zashiki.kernel.messages import Arg, Message, say


def result(state: State) -> Result:
    """The result of a game whose last turn is over."""
    end = ending(state)
    share = 1 / len(end.winners)
    returns = tuple(share if seat in end.winners else 0.0 for seat in range(state.seats))
    return Result(tuple(end.winners), returns, _end_message(state, end), _story(state, end), str(end.figure))


def _end_message(state: State, end: Ending) -> Message:
    """SHI-E2: most cards of the own clan; SHI-E3: largest single army, as a clan nobody serves has the most."""
    key, rule = ("shi.end.neutral", "SHI-E3") if end.neutral else ("shi.end.most", "SHI-E2")
    more: dict[str, Arg] = {}
    if end.neutral:
        more["neutral"] = [clan_message(clan) for clan in end.neutral]
    winner = end.winners[0]
    if len(end.winners) > 1:
        seats: list[Message] = [seat_message(seat) for seat in end.winners]
        return say(f"{key}-shared", rule, seats=seats, n=end.figure, home=end.home[winner], **more)
    more |= {"seat": seat_message(winner), "clan": clan_message(state.clans[winner]), "n": end.figure}
    if len(end.tied) == 1:
        return say(key, rule, **more)
    more["tied"] = [seat_message(seat) for seat in end.tied if seat != winner]
    return say(f"{key}-tie", rule, home=end.home[winner], **more)


def _story(state: State, end: Ending) -> tuple[Message, ...]:
    """SHI-E2: every clan card face up, with the cards that count for it."""
    strengths = totals(state)
    lines = [
        say(
            "shi.story.clan",
            "SHI-E2",
            seat=seat_message(seat),
            clan=clan_message(clan),
            n=strengths[clan],
            home=end.home[seat],
            largest=largest_army(state, clan),
        )
        for seat, clan in enumerate(state.clans)
    ]
    lines += [
        say("shi.story.unserved", "SHI-E3", clan=clan_message(clan), n=strengths[clan])
        for clan in unserved(state)
    ]
    return tuple(lines)
