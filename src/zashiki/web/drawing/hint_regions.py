"""A hint at the table: the button that asks for one, the best choice with its reason in words, and how many were taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
from markupsafe import Markup

from zashiki.brush.macros import macro
from zashiki.kernel.contract import Game, View
from zashiki.kernel.messages import Message
from zashiki.kernel.parts import Region
from zashiki.study.hints import Advice
from zashiki.tables import LiveTable
from zashiki.tables.description import Description, hints_taken
from zashiki.web.drawing.wording import seat_text, title_text
from zashiki.words import Words
from zashiki.words.numbers import points, share

CLEAR: Final = 0.005
"""A smaller difference between two chances to win is none that anybody could tell."""

_ASK: Final = macro("zashiki.web", "regions/hint_ask.html")
_HINT: Final = macro("zashiki.web", "regions/hint.html")


class AskForm(msgspec.Struct, frozen=True):
    """What is sent to ask for a hint; the names are those of a choice."""

    table: str
    seat: int
    asked: str
    turn: str
    made: int


class HintText(msgspec.Struct, frozen=True):
    """A hint in words, and the actions whose places are marked on the board."""

    is_plan: bool  # several choices at once
    actions: str
    best: str
    reason: str
    others: tuple[tuple[str, str], ...]  # what else could be chosen, and its chance


def ask_region(told: Description) -> Region:
    """The button; nothing where no hint may be asked for."""
    seat = told.viewer.seat
    if not told.may_ask or seat is None:
        return _nothing("hint-ask", _ASK, seat)
    form = AskForm(told.table_id, seat, told.viewer.asked, told.turn, told.made)
    return Region("hint-ask", _ASK, form, seat)


@lru_cache(maxsize=64)
def _nothing(name: str, draw: Callable[[Any, Any], Markup], seat: int | None) -> Region:
    return Region(name, draw, None, seat)


def hint_region(told: Description, advice: Sequence[Advice], words: Words) -> Region:
    """What was advised; nothing before it is asked for."""
    seat = told.viewer.seat
    if not advice:
        return _nothing("hint", _HINT, seat)
    return Region("hint", _HINT, hint_text(told.game, told.view, advice, words), seat)


def hint_text(game: Game, view: View, advice: Sequence[Advice], words: Words) -> HintText:
    """The best choice, its chance to win, and how much more that is than the next one has."""
    best, language = advice[0], words.language
    more = best.value - max((other.value for other in advice[1:]), default=best.value)
    key = "web.hint.alone" if len(advice) == 1 else "web.hint.better" if more >= CLEAR else "web.hint.as-good"
    is_plan = any(len(one.actions) > 1 for one in advice)
    reason = {"value": share(best.value, language), "more": points(more, language)}
    if is_plan:
        key += "-plan" * (len(advice) > 1)
    elif len(advice) > 1:
        reason["next"] = choices_text(game, view, advice[1].actions, words)
    return HintText(
        is_plan,
        " ".join(map(str, best.actions)),
        choices_text(game, view, best.actions, words),
        words.say(key, **reason),
        tuple(
            (choices_text(game, view, other.actions, words), share(other.value, language))
            for other in advice[1:]
        ),
    )


def choices_text(game: Game, view: View, actions: Sequence[int], words: Words) -> str:
    """Choices by their labels, the same ones together."""
    said = []
    for action, times in Counter(actions).items():
        label = words(game.label(view, action))
        said.append(f"{label} ×{times}" if times > 1 else label)
    return ", ".join(said)


def hint_lines(live: LiveTable, number: int, words: Words) -> tuple[str, ...]:
    """What a replay says at a moment: who took a hint just then, and who took how many in the whole game."""
    asked = live.hints.asked if live.hints else ()
    here = {seat: seat_text(live, seat, words, "brief") for seat, length in asked if length == number}
    told = [words.say("web.hint.here", who=who) for who in here.values()]
    return (*told, *taken_text(hints_taken(live), words))


def taken_text(hints: Sequence[tuple[Message, int]], words: Words) -> tuple[str, ...]:
    """Who took hints, and how many."""
    return tuple(
        words.say("web.hint.taken", n=number, who=title_text(title, words, "brief"))
        for title, number in hints
    )
