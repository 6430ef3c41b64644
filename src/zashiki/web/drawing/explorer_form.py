"""The form of the explorer. What belongs to one game can be chosen once that game is."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Final

import msgspec

from zashiki.bots import levels
from zashiki.kernel.contract import Game
from zashiki.kernel.messages import say
from zashiki.kernel.options import Choice, Flag
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.study.explorer import DEFEAT, LATEST_ROUND, LONGEST, OPTION, VICTORY
from zashiki.study.explorer_words import result_text, usual, value_text
from zashiki.words import Words

ANY: Final = ""
_ANY_VALUE: Final = say("web.explore.any")
"""In the form of a field it agrees with what that field is called."""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A field: one of `options` to choose, or text of a kind that browsers know."""

    name: str
    label: str
    value: str
    kind: str = "select"
    options: list[tuple[str, str]] = []
    most: int = LONGEST
    placeholder: str = ""
    help: str = ""


def form_fields(given: Mapping[str, str], words: Words) -> list[Field]:
    game = find_game(given["game"]) if given.get("game") in names() else None
    fields = [_games(given, words)]
    if game is not None:
        fields += _of_game(game, given, words)
    fields += [
        _select("result", _results(game, words), given, words),
        Field(
            name="player",
            label=_label("player", words),
            value=given.get("player", ""),
            kind="text",
            most=24,
        ),
        _select("level", _levels(game, words), given, words),
        *(
            Field(name=name, label=_label(name, words), value=_day(given.get(name, "")), kind="date")
            for name in ("from", "to")
        ),
    ]
    if game is not None:
        fields += _of_plan(game, given, words)
    return fields


def _day(text: str) -> str:
    """Browsers complain about what is no date."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return ""


def _label(name: str, words: Words) -> str:
    return words.say(f"study.explore.field.{name}")


def _select(
    name: str, options: list[tuple[str, str]], given: Mapping[str, str], words: Words, label: str = ""
) -> Field:
    return Field(
        name=name,
        label=label or _label(name, words),
        value=given.get(name, ""),
        options=[(ANY, words(_ANY_VALUE, name)), *options],
    )


def _games(given: Mapping[str, str], words: Words) -> Field:
    options = [(name, words.say(f"{find_game(name).prefix}.name")) for name in names()]
    return msgspec.structs.replace(
        _select("game", options, given, words), help=words.say("web.explore.game-help")
    )


def _of_game(game: Game, given: Mapping[str, str], words: Words) -> list[Field]:
    """The number of players, and the options that have few values."""
    fields = []
    if len(game.facts.seats) > 1:
        fields.append(_select("seats", [(str(n), str(n)) for n in game.facts.seats], given, words))
    for option in game.options:
        if isinstance(option, Choice | Flag):
            values = option.values if isinstance(option, Choice) else ("yes", "no")
            options = [(value, value_text(game, option.name, value, words)) for value in values]
            label = words.say(f"{game.prefix}.option.{option.name}")
            fields.append(_select(f"{OPTION}{option.name}", options, given, words, label))
    return fields


def _results(game: Game | None, words: Words) -> list[tuple[str, str]]:
    ends = [(result, result_text(game, result, words)) for result in (VICTORY, DEFEAT)]
    return (
        ends
        if game is None or game.facts.cooperative
        else [*_sides(game, words, "study.explore.won-by"), ends[1]]
    )


def _sides(game: Game, words: Words, key: str = "") -> list[tuple[str, str]]:
    seats = range(game.facts.seats.stop - 1)
    called = [game.seat_name(seat, usual(game)) for seat in seats]
    return [
        (str(seat), words.say(key, who=who) if key else words(who))
        for seat, who in zip(seats, called, strict=True)
    ]


def _levels(game: Game | None, words: Words) -> list[tuple[str, str]]:
    known = dict.fromkeys(
        level for name in ([game.id] if game else names()) for level in levels(find_game(name))
    )
    return [(level, words.say(f"table.level.{level}")) for level in known]


def _of_plan(game: Game, given: Mapping[str, str], words: Words) -> list[Field]:
    return [
        _select("side", _sides(game, words), given, words),
        Field(
            name="round",
            label=_label("round", words),
            value=given.get("round", ""),
            kind="number",
            most=LATEST_ROUND,
        ),
        Field(
            name="plan",
            label=_label("plan", words),
            value=given.get("plan", ""),
            kind="text",
            placeholder=words.say("web.explore.plan-like"),
            help=words.say("web.explore.plan-help"),
        ),
    ]
