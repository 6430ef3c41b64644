"""The village in a terminal, 60 to 80 columns wide: shapes and letters carry what colour only underlines."""

from __future__ import annotations

from typing import Final

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from zashiki.games.seven_ronin.events import PLACE, RONIN_NAME, SIDE
from zashiki.games.seven_ronin.rules.pieces import AREAS, ATTACKER, DEFENDER, GREEN, PLANNING, STEPS
from zashiki.games.seven_ronin.view import RoninGameView
from zashiki.kernel.messages import say
from zashiki.words import Words

_CELL: Final = 20
_FRAME: Final = {"free": box.ROUNDED, "contested": box.DOUBLE, "occupied": box.HEAVY}
_COLOUR: Final = {"free": "dim", "contested": "yellow", "occupied": "red"}


def draw(view: RoninGameView, words: Words) -> RenderableType:
    ring = view.ring
    cells = [_area(view, area, words) for area in range(len(AREAS))]
    top = _row([cells[area] for area in ring[:4]])
    middle = _row([cells[ring[9]], _green(view, words), cells[ring[4]]])
    bottom = _row([cells[area] for area in reversed(ring[5:9])])
    return Group(
        _header(view, words),
        _time(view, words),
        top,
        middle,
        bottom,
        _roster(view, words),
        _counts(view, words),
    )


def _row(cells: list[Panel]) -> Table:
    row = Table.grid()
    for _ in cells:
        row.add_column()
    row.add_row(*cells)
    return row


def _header(view: RoninGameView, words: Words) -> Text:
    parts = [
        words.say("ron.name"),
        words.say("ron.draw.round", round=view.round, rounds=view.rounds),
        words.say(f"ron.phase.{view.phase}"),
        words.say("ron.draw.edition", edition=words.say(f"ron.option.edition.{view.edition}")),
    ]
    return Text(" · ".join(parts), style="bold")


def _time(view: RoninGameView, words: Words) -> Table:
    """The rounds with Threat Level, minimum and casualties; the current one in brackets."""
    track = Table.grid(padding=(0, 1))
    track.add_column()
    for _ in range(view.rounds):
        track.add_column(justify="center", width=5)
    numbers = [f"[{number}]" if number == view.round else str(number) for number in range(1, view.rounds + 1)]
    track.add_row("", *(Text(number, style="bold" if "[" in number else "") for number in numbers))
    track.add_row(words.say("ron.draw.threat"), *map(str, view.threat))
    track.add_row(words.say("ron.draw.minimum"), *map(str, view.minimum))
    track.add_row(words.say("ron.draw.casualties"), *("−1" if lost else "" for lost in view.casualties))
    return track


def _area(view: RoninGameView, area: int, words: Words) -> Panel:
    seen = view.areas[area]
    status = words.say(f"ron.draw.{seen.status}")
    if seen.used:
        status += f", {words.say('ron.draw.used')}"
    lines = [
        Text(_ninja(seen.ninja)),
        Text(", ".join(words(RONIN_NAME[ronin]) for ronin in seen.ronin)),
        Text(_plan(view, area, words), style="bold"),
        Text(status, style=_COLOUR[seen.status]),
    ]
    name = words.text(f"ron.area.{seen.name}|short")
    return Panel(
        Group(*lines),
        box=_FRAME[seen.status],
        title=name,
        title_align="left",
        subtitle=f"{words.say('ron.draw.limit')} {seen.limit}",
        subtitle_align="right",
        width=_CELL,
        height=6,
        padding=(0, 1),
    )


def _green(view: RoninGameView, words: Words) -> Panel:
    ronin = [number for number, seen in enumerate(view.ronin) if seen.place == GREEN]
    planning = view.step == STEPS[PLANNING]
    lines = [
        Text(_ninja(view.green)),
        Text(", ".join(words(RONIN_NAME[number]) for number in ronin)),
        Text(_plan(view, GREEN, words), style="bold"),
        Text(words.say("ron.draw.bonus", bonus=view.bonus) if view.bonus and planning else ""),
    ]
    return Panel(
        Group(*lines),
        box=box.ASCII,
        title=words(PLACE[GREEN]),
        width=2 * _CELL,
        height=6,
        padding=(0, 1),
    )


def _ninja(number: int) -> str:
    return f"{'▲' * min(number, 9)} {number}" if number else ""


def _plan(view: RoninGameView, place: int, words: Words) -> str:
    """The seat's own secret plan for a place."""
    if view.attack is not None and view.attack.ninja[place]:
        return f"+{view.attack.ninja[place]} ({words.say('ron.draw.plan')})"
    if view.defence is not None:
        sent = [words(RONIN_NAME[ronin]) for ronin, goal in enumerate(view.defence.ronin) if goal == place]
        return f"< {', '.join(sent)}" if sent else ""
    return ""


def _roster(view: RoninGameView, words: Words) -> Table:
    """Where it is narrow the last two columns give way, never the names and the wounds."""
    roster = Table.grid(padding=(0, 1))
    for width in (7, 9):
        roster.add_column(width=width, no_wrap=True)
    for width in (20, 40):
        roster.add_column(max_width=width)
    for ronin, seen in enumerate(view.ronin):
        hearts = f"{'●' * seen.wounds}{'○' * (seen.vitality - seen.wounds)}"
        place = "" if seen.place is None else words(PLACE[seen.place])
        name = Text(words(RONIN_NAME[ronin]), style="dim strike" if seen.fell else "bold")
        if seen.fell:
            roster.add_row(name, "†", "", _line(words(say("ron.draw.fell", round=seen.fell), seen.name)))
        else:
            roster.add_row(name, hearts, _line(place), _line(_marks(view, ronin, words)))
    return roster


def _line(text: str) -> Text:
    return Text(text, no_wrap=True, overflow="ellipsis")


def _marks(view: RoninGameView, ronin: int, words: Words) -> str:
    seen = view.ronin[ronin]
    signs = {
        "held": seen.held,
        "stays": seen.stays,
        "shrine": seen.shrine,
        "shrine-next": seen.shrine_next,
        "ronin-used": seen.used,
    }
    marks = [f"[{words.say(f'ron.draw.{sign}')}]" for sign, shown in signs.items() if shown]
    return " ".join(marks) or words.say(f"ron.ability.{seen.name}")


def _counts(view: RoninGameView, words: Words) -> Text:
    reserves = f"{words.say('ron.draw.reserves')} {view.reserves}"
    if view.attack is not None:
        reserves += f" ({words.say('ron.draw.in-hand')} {view.attack.in_hand})"
    supply = f"{words.say('ron.draw.supply')} {view.supply}"
    lines = [
        " · ".join([reserves, supply, words.say("ron.draw.counted", counted=view.counted, goal=view.goal)])
    ]
    if view.step == STEPS[PLANNING]:
        lines.append(" · ".join(_readiness(view, side, words) for side in (ATTACKER, DEFENDER)))
    if view.attack is not None:
        threat = view.threat[view.round - 1]
        attacked = words.say("ron.draw.areas-attacked", attacked=view.attack.attacked, threat=threat)
        lines.append(f"{attacked} · {words.say('ron.draw.needed', n=view.attack.needed)}")
    return Text("\n".join(lines))


def _readiness(view: RoninGameView, side: int, words: Words) -> str:
    key = "ron.draw.ready" if view.ready[side] else "ron.draw.planning"
    return words.say(key, side=SIDE[side])
