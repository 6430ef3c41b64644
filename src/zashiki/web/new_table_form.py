"""The form of a new table: its fields, and what they say when they come back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

import msgspec
from markupsafe import Markup

from zashiki.bots import level_name, levels, offered, usual_level
from zashiki.kernel.contract import Game
from zashiki.kernel.messages import say
from zashiki.kernel.options import Choice, Flag, Option, Several, offered_options
from zashiki.store import Seat
from zashiki.store.contract import SCREEN
from zashiki.tables.seats import bot_seat, open_seat, person_seat
from zashiki.web.drawing import art
from zashiki.web.lessons import has_lesson, lesson
from zashiki.web.requests.forms import number_in
from zashiki.web.requests.visitors import Visitor
from zashiki.words import Words

WAITS: Final = (0, 120, 600, 3600, 86400)
"""Seconds after which a bot may play for an absent player; 0: never."""
USUAL_WAIT: Final = 600

HINTS: Final = ("usual", "yes", "no")
"""Whether players may ask for hints; "usual": where all others are bots."""

NOBODY: Final = "none"
SEPARATOR: Final = " · "

GivenOption: TypeAlias = bool | str | tuple[str, ...]


BOTS, FRIENDS, SCREEN_ONLY = "bots", "friends", "screen"
COMPANY: Final = (BOTS, FRIENDS, SCREEN_ONLY)
"""With whom a table is opened, as the form begins: bots, people who come by a link, people at the same screen."""


class SeatField(msgspec.Struct, frozen=True):
    """Who sits where: `kinds` are what can be chosen, each with its words; `faces` are drawings for the kinds that have one."""

    name: str
    title: str
    kinds: list[tuple[str, str]]
    chosen: str
    faces: list[tuple[str, Markup]]


class LevelCard(msgspec.Struct, frozen=True):
    """A level of bots as people meet it; the face is empty where nobody drew one, and so is the sentence."""

    name: str
    face: Markup
    about: str


class OptionValue(msgspec.Struct, frozen=True):
    value: str
    label: str
    brief: str  # with the name of its option, as the line that sums up the game says it
    help: str = ""


class OptionField(msgspec.Struct, frozen=True):
    """An option; `kind` is "choice", "flag", "several" or "document"."""

    name: str
    title: str
    help: str
    kind: str
    chosen: str = ""
    checked: bool = False  # of a flag
    values: list[OptionValue] = []
    rows: list[tuple[str, str]] = []  # of "several": the name of each field and what is chosen in it


def seat_field(game: Game, seat: int, chosen: str, words: Words) -> SeatField:
    kinds = ["me", *(f"bot-{level}" for level in reversed(offered(game))), "open", "screen"]
    if len(game.facts.seats) > 1:
        kinds.append(NOBODY)
    called = game.seat_name(seat, {option.name: option.default for option in game.options})
    return SeatField(
        name=f"seat-{seat}",
        title=words(called),
        kinds=[(kind, _kind_text(kind, words)) for kind in kinds],
        chosen=chosen,
        faces=[(kind, face) for kind in kinds if (face := _face(kind))],
    )


def usual_seats(game: Game, company: str) -> list[str]:
    """Who sits where when the form begins: the visitor in the first seat, then the company."""
    other = {FRIENDS: "open", SCREEN_ONLY: "screen"}.get(company, f"bot-{usual_level(game)}")
    return [
        "me" if seat == 0 else other if seat < game.facts.default_seats else NOBODY
        for seat in range(game.facts.seats.stop - 1)
    ]


def usual_seat(game: Game) -> int:
    """The seat of a visitor who did not choose one: that of the lesson, so that they play what they have learned."""
    return lesson(game.id).seat if has_lesson(game.id) else 0


def _face(kind: str) -> Markup:
    face = kind.replace("bot-", "level-")
    return art.icon(face, 44, name="level-face") if face in art.every_drawing() else Markup("")


def _kind_text(kind: str, words: Words) -> str:
    level = kind.removeprefix("bot-")
    if level == kind:
        return words.say(f"web.new.seat.{kind}")
    return words.say("web.new.seat.bot", level=say(f"table.level.{level}"))


def level_cards(game: Game, words: Words) -> list[LevelCard]:
    """The levels that can be chosen, the weakest first."""
    return [_level_card(level, words) for level in offered(game)]


def _level_card(level: str, words: Words) -> LevelCard:
    key = f"table.level.{level}"
    return LevelCard(
        words.say(key),
        _face(f"bot-{level}"),
        words.say(f"{key}.about") if words.has(f"{key}.about") else "",
    )


def option_field(game: Game, option: Option, form: Mapping[str, str], words: Words) -> OptionField:
    key, name = f"{game.prefix}.option.{option.name}", f"option-{option.name}"
    field = OptionField(name, words.say(key), words.say(f"{key}.help"), "document", form.get(name, ""))
    change = msgspec.structs.replace
    if isinstance(option, Choice):
        values = [_value(words, key, value, with_help=True) for value in option.values]
        return change(field, kind="choice", values=values, chosen=field.chosen or option.default)
    if isinstance(option, Flag):
        return change(field, kind="flag", checked=field.chosen == "yes" if form else option.default)
    if isinstance(option, Several):
        values = [_value(words, key, value) for value in option.values]
        rows = [f"{name}-{index}" for index in range(game.facts.seats.stop - 1)]
        return change(field, kind="several", values=values, rows=[(row, form.get(row, "")) for row in rows])
    return field


def _value(words: Words, key: str, value: str, with_help: bool = False) -> OptionValue:
    explained = f"{key}.{value}.help"
    shows = with_help and words.has(explained)
    label = words.say(f"{key}.{value}")
    brief = words.say("web.new.brief", title=words.say(key), value=label)
    return OptionValue(value, label, brief, words.say(explained) if shows else "")


def read_seats(game: Game, form: Mapping[str, str], visitor: Visitor) -> list[Seat]:
    """The seats of the form, without those that are not used."""
    seats: list[Seat] = []
    for index in range(game.facts.seats.stop - 1):
        kind, number = form.get(f"seat-{index}", NOBODY), len(seats)
        if kind == "me" and not any(seat.owner for seat in seats):
            seats.append(person_seat(number, visitor.id, visitor.name))
        elif kind in ("me", "screen"):
            seats.append(person_seat(number, visitor.id, "", SCREEN))
        elif kind == "open":
            seats.append(open_seat(number))
        elif (level := level_name(kind.removeprefix("bot-"))) in levels(game):
            seats.append(bot_seat(number, level))
    return seats


def read_options(game: Game, form: Mapping[str, str]) -> dict[str, GivenOption]:
    """The options as `game.start` takes them; each game has its own."""
    given: dict[str, GivenOption] = {}
    for option in offered_options(game.options):
        name = f"option-{option.name}"
        if isinstance(option, Flag):
            given[option.name] = form.get(name) == "yes"
        elif isinstance(option, Several):
            rows = (form.get(f"{name}-{index}", "") for index in range(game.facts.seats.stop - 1))
            given[option.name] = tuple(value for value in rows if value)
        elif form.get(name, "").strip():
            given[option.name] = form[name]
    return given


def read_wait(form: Mapping[str, str]) -> int:
    wait = number_in(form, "wait") if form.get("wait") else 0
    return wait if wait in WAITS else 0


def read_hints(form: Mapping[str, str]) -> bool | None:
    """Whether hints are allowed; None: where all others are bots."""
    return {"yes": True, "no": False}.get(form.get("hints", ""))


def options_summary(options: list[OptionField]) -> str:
    """What is chosen of the game, in one line."""
    return SEPARATOR.join(text for option in options for text in _chosen_texts(option))


def _chosen_texts(option: OptionField) -> list[str]:
    if option.kind == "flag":
        return [option.title] if option.checked else []
    if option.kind == "several":
        labels = {value.value: value.label for value in option.values}
        return [labels[chosen] for _, chosen in option.rows if chosen in labels]
    if option.kind == "choice":
        return [value.brief for value in option.values if value.value == option.chosen]
    return [option.title] if option.chosen else []
