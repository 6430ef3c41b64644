"""The table in a terminal: the village, the stacks, one row a samurai; readable without colour."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from zashiki.games.samurai_spirit.names import CARD_WORDS
from zashiki.games.samurai_spirit.rules.cards import SYMBOLS
from zashiki.games.samurai_spirit.view import FACES, CardFace, SamuraiSpiritView, SamuraiView
from zashiki.kernel.messages import Message, say
from zashiki.words import Words


def draw(view: SamuraiSpiritView, words: Words) -> RenderableType:
    """Where the game stands, from the village to the last token."""
    lines = [_head(view, words), _village(view, words), _stacks(view, words), *_known(view, words)]
    parts: list[RenderableType] = [Text(lines[0], style="bold"), *map(Text, lines[1:]), _samurai(view, words)]
    if view.card is not None:
        parts.append(Text(words.say("sam.terminal.card", card=_card(view.card)), style="bold"))
    return Group(*parts)


def _card(face: CardFace) -> Message:
    return CARD_WORDS[face.card]


def _head(view: SamuraiSpiritView, words: Words) -> str:
    level = say(f"sam.option.level.{view.level}")
    if not view.round:
        return words.say("sam.terminal.setup", level=level)
    return words.say("sam.terminal.head", round=view.round, rounds=view.rounds, level=level)


def _village(view: SamuraiSpiritView, words: Words) -> str:
    families = [say(f"sam.family.{family}") for family in view.families]
    return words.say(
        "sam.terminal.village",
        barricades=view.barricades,
        start=view.barricades_start,
        farmsteads=view.farmsteads,
        all=view.farmsteads_start,
        families=f"{len(families)} ({words.format_field(families, '')})",
    )


def _stacks(view: SamuraiSpiritView, words: Words) -> str:
    return words.say(
        "sam.terminal.stacks", raiders=view.raiders, intruders=len(view.intruders), discard=len(view.discard)
    )


def _known(view: SamuraiSpiritView, words: Words) -> list[str]:
    """What is known of the stack, or how likely its next card is."""
    lines = []
    if view.raiders_top:
        lines.append(words.say("sam.terminal.top", cards=[_card(face) for face in view.raiders_top]))
    elif view.odds_total:
        lines.append(words.say("sam.terminal.odds", odds=_odds(view, words)))
    if view.raiders_under:
        lines.append(words.say("sam.terminal.under", cards=[_card(face) for face in view.raiders_under]))
    if view.arranging:
        lines.append(words.say("sam.terminal.arranging", cards=[_card(face) for face in view.arranging]))
    if view.absent_tokens:
        tokens = [say(f"sam.samurai.{name}") for name in view.absent_tokens]
        lines.append(words.say("sam.terminal.absent", tokens=tokens))
    return lines


def _odds(view: SamuraiSpiritView, words: Words) -> str:
    """The chance of each value and of each symbol, in whole per cent."""
    values = dict.fromkeys(range(1, 7), 0)
    symbols = dict.fromkeys(SYMBOLS, 0)
    for face, weight in zip(FACES, view.odds, strict=True):
        values[face.value] += weight
        if face.defence:
            symbols[face.defence] += weight
    named: list[tuple[str, int]] = [(str(value), weight) for value, weight in values.items() if weight]
    named += [(words.say(f"sam.symbol.{symbol}"), weight) for symbol, weight in symbols.items()]
    total = view.odds_total
    return ", ".join(
        words.say("sam.terminal.share", what=what, percent=round(100 * weight / total))
        for what, weight in named
    )


def _samurai(view: SamuraiSpiritView, words: Words) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("")
    for heading in ("samurai", "track", "line", "left", "tokens"):
        table.add_column(words.say(f"sam.terminal.{heading}"))
    for samurai in view.samurai:
        mark = ">" if samurai.place == view.decides else "*" if samurai.place == view.turn else ""
        table.add_row(
            mark,
            _who(samurai, words),
            f"{samurai.track}/{samurai.kiai}{'!' if samurai.track > samurai.kiai else ''}",
            _line(samurai, words),
            _left(samurai, words),
            _tokens(view, samurai, words),
            style="dim" if samurai.passed else "bold" if mark == ">" else None,
        )
    return table


def _who(samurai: SamuraiView, words: Words) -> str:
    states = [
        name
        for name, holds in (("animal", samurai.animal), ("wound", samurai.wound), ("passed", samurai.passed))
        if holds
    ]
    name = words.say(f"sam.samurai.{samurai.name}")
    return name + "".join(f", {words.say(f'sam.terminal.{state}')}" for state in states)


def _line(samurai: SamuraiView, words: Words) -> str:
    """The values from the first card on; of the last one all its signs, for its penalty is live."""
    if not samurai.line:
        return "-"
    *covered, last = samurai.line
    return " ".join([*(str(face.value) for face in covered), words(_card(last))])


def _left(samurai: SamuraiView, words: Words) -> str:
    faces = (samurai.hat, samurai.farm, samurai.doll)
    return " ".join(
        "-" if face is None else words.say(f"sam.symbol.{symbol}")
        for symbol, face in zip(SYMBOLS, faces, strict=True)
    )


def _tokens(view: SamuraiSpiritView, samurai: SamuraiView, words: Words) -> str:
    held = [words.say(f"sam.samurai.{name}") for name in (*samurai.tokens, *samurai.borrowed)]
    if samurai.token_at != samurai.place:
        holder = say(f"sam.samurai.{view.samurai[samurai.token_at].name}")
        held.append(words.say("sam.terminal.lent", who=holder))
    return ", ".join(held) or "-"
