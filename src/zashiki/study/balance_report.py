"""What the games of a balance say: rates with Wilson's 95 % intervals, ready for JSON, tables and plots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from zashiki.bots import levels
from zashiki.kernel.registry import game as find_game
from zashiki.study.balance import ALL, AND, PAIR, ROLE, SEAT, Chunk, Head, varied_option
from zashiki.study.scores import interval

SHOWN_PAIRS: Final = 5
"""So many of the best pairs are told, and of the worst."""


class Rate(msgspec.Struct, frozen=True):
    """How often something won. `name` is a number of players or of a seat, or the keys of what players were."""

    name: str
    games: int
    rate: float
    low: float
    high: float


class Group(msgspec.Struct, frozen=True):
    """One value of the varied option, "" for all of them together. Where all roles are in every game they can't be told apart, so such
    games do not count for `roles` and `pairs`; `mean` is the rate of the games and seats that do."""

    value: str
    players: list[Rate]
    seats: dict[str, list[Rate]]  # by number of players; empty in a cooperative game
    mean: float
    roles: list[Rate]
    pairs: list[Rate]


class LevelRates(msgspec.Struct, frozen=True, omit_defaults=True):
    """What players of one level make of the game in all settings together: what the team wins, what the first of two seats wins, or by what
    players were."""

    level: str
    games: int
    rates: list[Rate]
    nodes: int | None = None


class Balance(msgspec.Struct, frozen=True):
    """All that is told of a game. The groups are of the games of one level, `levels` compares it with others, the weakest first."""

    head: Head
    games: int
    groups: list[Group]
    levels: list[LevelRates] = []


def balance_of(
    head: Head, chunks: Sequence[Chunk], others: Sequence[tuple[Head, Sequence[Chunk]]] = ()
) -> Balance:
    """The figures of the chunks; they do not depend on their order."""
    settings: dict[str, dict[str, tuple[int, float]]] = {}
    for chunk in chunks:
        _add(settings.setdefault(chunk.name, {}), chunk)
    option = varied_option(find_game(head.game))
    values = [
        value
        for value in (option.values if option else ("",))
        if any(_value(name) == value for name in settings)
    ]
    groups = [
        _group(value, {name: settings[name] for name in settings if _value(name) == value})
        for value in values
    ]
    if len(values) > 1:
        groups.append(_group("", settings, with_seats=False))
    known = list(levels(find_game(head.game)))
    compared = [_level_rates(of, some) for of, some in [(head, chunks), *others]] if others else []
    compared.sort(key=lambda one: known.index(one.level))
    return Balance(head, sum(found[ALL][0] for found in settings.values()), groups, compared)


def _add(found: dict[str, tuple[int, float]], chunk: Chunk) -> None:
    for what, (games, won) in chunk.counts.items():
        before = found.get(what, (0, 0.0))
        found[what] = (before[0] + games, before[1] + won)


def _level_rates(head: Head, chunks: Sequence[Chunk]) -> LevelRates:
    found: dict[str, tuple[int, float]] = {}
    for chunk in chunks:
        _add(found, chunk)
    facts = find_game(head.game).facts
    if facts.cooperative:
        rates = [_rate(ALL, *found[ALL])]
    elif max(facts.seats) == 2:
        rates = [_rate("0", *found[f"{SEAT}0"])]
    else:
        rates = sorted(_rates(found, ROLE), key=lambda one: one.name)
    return LevelRates(head.level, found[ALL][0], rates, head.nodes)


def _value(name: str) -> str:
    """The value of the varied option in the name of a setting."""
    return name.split("/")[0]


def _group(
    value: str, settings: dict[str, dict[str, tuple[int, float]]], *, with_seats: bool = True
) -> Group:
    by_players = sorted(settings.items(), key=lambda one: int(one[0].split("/")[1]))
    telling = [found for _name, found in by_players if _tells_roles(found)]
    roles = _pooled(telling, ROLE)
    games, won = sum(one.games for one in roles), sum(one.games * one.rate for one in roles)
    return Group(
        value,
        _merged([(name.split("/")[1], found[ALL]) for name, found in by_players]),
        {
            name.split("/")[1]: _rates(found, SEAT)
            for name, found in by_players
            if with_seats and _rates(found, SEAT)
        },
        round(won / games, 5) if games else 0.0,
        roles,
        _pooled(telling, PAIR),
    )


def _tells_roles(found: dict[str, tuple[int, float]]) -> bool:
    """Whether not everybody was there in every game; seats that play against each other can always be compared."""
    roles = [games for what, (games, _won) in found.items() if what.startswith(ROLE)]
    against = any(what.startswith(SEAT) for what in found)
    return bool(roles) and (against or min(roles) < found[ALL][0])


def _merged(counted: list[tuple[str, tuple[int, float]]]) -> list[Rate]:
    """The same names together."""
    sums: dict[str, tuple[int, float]] = {}
    for name, (games, won) in counted:
        before = sums.get(name, (0, 0.0))
        sums[name] = (before[0] + games, before[1] + won)
    return [_rate(name, *count) for name, count in sums.items()]


def _pooled(settings: list[dict[str, tuple[int, float]]], kind: str) -> list[Rate]:
    """What is counted by its kind, over several settings, the best first."""
    counted = [
        (what.removeprefix(kind), count)
        for found in settings
        for what, count in sorted(found.items())
        if what.startswith(kind)
    ]
    return sorted(_merged(counted), key=lambda one: (-one.rate, one.name))


def _rates(found: dict[str, tuple[int, float]], kind: str) -> list[Rate]:
    return [_rate(what.removeprefix(kind), *found[what]) for what in sorted(found) if what.startswith(kind)]


def _rate(name: str, games: int, won: float) -> Rate:
    rate = won / games
    low, high = interval(rate, games)
    return Rate(name, games, round(rate, 5), round(low, 5), round(high, 5))


def extremes(pairs: list[Rate]) -> list[Rate]:
    """The best and the worst pairs."""
    return pairs if len(pairs) <= 2 * SHOWN_PAIRS else [*pairs[:SHOWN_PAIRS], *pairs[-SHOWN_PAIRS:]]


def keys_of(name: str) -> list[str]:
    """The message keys of a role or of a pair of them."""
    return name.split(AND)
