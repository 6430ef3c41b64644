"""The table in a terminal: one row a province, one column a clan; readable without colour."""

from __future__ import annotations

from typing import Final

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from zashiki.games.shinobi.cards import CLANS, COLOURS
from zashiki.games.shinobi.labels import clan_message, seat_message
from zashiki.games.shinobi.view import ShinobiView
from zashiki.words import Words

_WIDE: Final = 76
"""From so many columns on nothing has to give way."""
_STYLES: Final = {"purple": "magenta", "green": "green", "red": "red", "blue": "blue", "yellow": "yellow"}


def draw(view: ShinobiView, words: Words) -> RenderableType:
    """Where the game stands, the provinces and counts, and the seat's own secrets."""
    parts: list[RenderableType] = [Text(_headline(view, words), style="bold"), _Provinces(view, words)]
    clan = None if view.seat is None else view.clans[view.seat]
    if clan is not None:
        parts.append(Text(words.say("shi.draw.your-clan", clan=clan_message(clan)), style="bold"))
    parts.append(Text(words.say("shi.draw.legend"), style="dim"))
    return Group(*parts)


def _headline(view: ShinobiView, words: Words) -> str:
    if view.result is not None:
        return words.say("shi.draw.over")
    if view.turn is None:
        moment = words.say("shi.draw.deal")
    else:
        moment = words.say("shi.draw.turn", round=view.round, seat=seat_message(view.turn))
    if view.last is None:
        return f"{moment} · {words.say('shi.draw.deck', n=view.deck)}"
    last = seat_message(view.last)
    return f"{moment} · {words.say('shi.draw.turns-left', n=view.turns_left, seat=last)}"


class _Provinces:
    """The table as wide as the screen lets it be."""

    def __init__(self, view: ShinobiView, words: Words) -> None:
        self.view = view
        self.words = words

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> RenderResult:
        yield _table(self.view, self.words, narrow=options.max_width < _WIDE)


def _table(view: ShinobiView, words: Words, narrow: bool) -> Table:
    """Where it is narrow the headings and what is counted give way, never the players' names."""
    table = Table(
        box=box.SIMPLE_HEAD, pad_edge=False, show_edge=not narrow, padding=(0, 0 if narrow else 1, 0, 0)
    )
    rows = [_province(view, seat, words) for seat in range(view.seats)]
    width = 4 if narrow else None
    table.add_column(words.say("shi.draw.province"), min_width=max(cell_len(row[0]) for row in rows))
    for clan, colour in zip(CLANS, COLOURS, strict=True):
        table.add_column(
            words.say(f"shi.clan.{clan}"), justify="right", style=_STYLES[colour], no_wrap=True, width=width
        )
    for heading in ("ninja", "hand"):
        table.add_column(words.say(f"shi.draw.{heading}"), justify="right", no_wrap=True, width=width)
    table.add_column(words.say("shi.draw.clan"), no_wrap=True)
    for seat, row in enumerate(rows):
        table.add_row(*row, end_section=seat == view.seats - 1)
    table.add_row(f"  {words.say('shi.draw.total')}", *map(_count, view.totals))
    table.add_row(f"  {words.say('shi.draw.out')}", *map(_count, view.out))
    table.add_row(f"  {words.say('shi.draw.unseen')}", *map(_count, view.unseen))
    if view.hand is not None:
        total = str(sum(view.hand))
        table.add_row(f"  {words.say('shi.draw.your-hand')}", *map(_count, view.hand), total, style="bold")
    return table


def _province(view: ShinobiView, seat: int, words: Words) -> list[str]:
    name = words(seat_message(seat))
    if seat == view.seat:
        name = words.say("shi.draw.you", seat=name)
    armies = [
        f"{_count(strength)}{'*' if safe and strength else ' '}"
        for strength, safe in zip(view.provinces[seat], view.protected[seat], strict=True)
    ]
    known = view.known_ninja[seat]
    hand = f"{view.hand_sizes[seat]}{f' +{known}' if known else ''}"
    clan = view.clans[seat]
    secret = "?" if clan is None else words(clan_message(clan))
    return [f"{'>' if seat == view.turn else ' '} {name}", *armies, "", hand, secret]


def _count(count: int) -> str:
    return str(count) if count else "·"
