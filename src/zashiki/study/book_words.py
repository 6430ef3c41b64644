"""An opening book as people read it: pictures and tables in one language."""

from __future__ import annotations

import msgspec

from zashiki.kernel.contract import Game
from zashiki.kernel.studies import BookPlan, BookSide, OpeningBook
from zashiki.study.plots import heat
from zashiki.words import Words
from zashiki.words.numbers import share


class BookOf(msgspec.Struct, frozen=True):
    """The book of one value of the varied option, such as an edition."""

    value: str
    book: OpeningBook


def plan_text(plan: BookPlan, words: Words) -> str:
    return ", ".join(words(part) for part in plan.told)


def pictures_of(game: Game, one: BookOf, words: Words, option: str) -> list[tuple[str, str]]:
    """The names and the SVG of all pictures: the mix of each side, and how the plans do against each other."""
    title = words.say(f"{game.prefix}.option.{option}.{one.value}")
    found = []
    for side in one.book.sides:
        who = words(game.seat_name(side.seat, {}))
        rows, columns = _names(side, words)
        most = max(max(row) for row in side.cells)
        found.append((f"{one.value}-{side.seat}", heat(f"{title}: {who}", rows, columns, side.cells, most)))
    first, second = (words(game.seat_name(side.seat, {})) for side in one.book.sides)
    rows = [f"{first} {number}" for number in range(1, len(one.book.replies) + 1)]
    columns = [f"{second} {number}" for number in range(1, len(one.book.replies[0]) + 1)]
    text = words.say("study.book.replies", value=title, who=first)
    found.append((f"{one.value}-replies", heat(text, rows, columns, one.book.replies, 1.0)))
    return found


def _names(side: BookSide, words: Words) -> tuple[list[str], list[str]]:
    return [words(row) for row in side.rows], [words(column) for column in side.columns]


def markdown_of(game: Game, books: list[BookOf], words: Words, option: str, command: str) -> str:
    """A report with pictures beside it."""
    title = words.say("study.book.title", game=words.say(f"{game.prefix}.name"))
    parts = [f"# {title}", words.say("study.book.how"), f"{words.say('study.balance.command')} `{command}`"]
    for one in books:
        label = words.say(f"{game.prefix}.option.{option}.{one.value}")
        first = words(game.seat_name(one.book.sides[0].seat, {}))
        parts.append(f"## {label}")
        value = share(one.book.value, words.language)
        parts.append(words.say("study.book.value", who=first, value=value))
        parts += [
            f"![{label}]({game.id}-book-{name}.svg)" for name, _svg in pictures_of(game, one, words, option)
        ]
        for side in one.book.sides:
            parts.append(f"### {label}: {words(game.seat_name(side.seat, {}))}")
            parts.append(_table(side, words))
    return "\n\n".join(parts) + "\n"


def _table(side: BookSide, words: Words) -> str:
    language = words.language
    heads = [words.say(f"study.book.{name}") for name in ("number", "plan", "share", "value-of", "worst")]
    rows = [
        f"| {number} | {plan_text(plan, words)} | {share(plan.share, language)} |"
        f" {share(plan.value, language)} | {share(plan.worst, language)} |"
        for number, plan in enumerate(side.plans, 1)
    ]
    return "\n".join([f"| {' | '.join(heads)} |", "| ---: | --- | ---: | ---: | ---: |", *rows])
