"""A balance as people read it: sections, each a title and lines with rates, in one language."""

from __future__ import annotations

import msgspec

from zashiki.bots import levels
from zashiki.kernel.contract import Game
from zashiki.kernel.messages import say
from zashiki.kernel.registry import game as find_game
from zashiki.study.balance import varied_option
from zashiki.study.balance_report import Balance, Group, LevelRates, Rate, extremes, keys_of
from zashiki.study.plots import Bar, ticks_up_to, whiskers
from zashiki.words import Words
from zashiki.words.numbers import share, spoken


class Line(msgspec.Struct, frozen=True):
    """One line of a section."""

    label: str
    found: Rate
    games: str
    rate: str
    interval: str


class Section(msgspec.Struct, frozen=True):
    """Rates that are compared with each other."""

    name: str  # of its picture's file
    title: str
    lines: list[Line]
    mean: float | None


def sections_of(balance: Balance, words: Words) -> list[Section]:
    """By number of players or by seat for each edition or level, then by what players were, then by pairs."""
    game = find_game(balance.head.game)
    found = [section for group in balance.groups for section in _of_group(game, group, words)]
    whole = balance.groups[-1]
    if whole.roles:
        key = "study.balance.roles" if game.facts.cooperative else "study.balance.roles-against"
        found.append(Section("roles", words.say(key), _of_roles(whole.roles, words), whole.mean))
    if whole.pairs:
        pairs = _of_roles(extremes(whole.pairs), words)
        mean = sum(one.rate * one.games for one in whole.pairs) / sum(one.games for one in whole.pairs)
        found.append(Section("pairs", words.say("study.balance.pairs"), pairs, mean))
    return [*found, *_of_levels(game, balance, words)]


def _of_levels(game: Game, balance: Balance, words: Words) -> list[Section]:
    """The same by who plays."""
    if not balance.levels:
        return []
    lines = [
        _line(_player_text(level, one, game, words), one, words)
        for level in balance.levels
        for one in level.rates
    ]
    if game.facts.cooperative:
        return [Section("levels", words.say("study.balance.levels"), lines, None)]
    if max(game.facts.seats) == 2:
        title = words.say("study.balance.levels-seat", who=game.seat_name(0, _usual(game)))
        return [Section("levels", title, lines, 0.5)]
    return [Section("levels", words.say("study.balance.levels-roles"), lines, balance.groups[-1].mean)]


def _player_text(of: LevelRates, one: Rate, game: Game, words: Words) -> str:
    """A level, with what its player was where that is compared."""
    level = words.say(f"table.level.{of.level}")
    if game.facts.cooperative or max(game.facts.seats) == 2:
        return level
    return f"{level}: {words.say(one.name)}"


def _of_group(game: Game, group: Group, words: Words) -> list[Section]:
    option, name = varied_option(game), group.value or "all"
    value = words.say(f"{game.prefix}.option.{option.name}.{group.value}") if option and group.value else ""
    if game.facts.cooperative:
        lines = [
            _line(words.say("study.balance.players", n=int(one.name)), one, words) for one in group.players
        ]
        key = "study.balance.team" if value else "study.balance.team-all"
        return [Section(f"players-{name}", _heading(words.say(key, value=value)), lines, None)]
    sections = []
    for players, rates in group.seats.items():
        lines = [_line(words(game.seat_name(int(one.name), _usual(game))), one, words) for one in rates]
        key = "study.balance.seats" if value else "study.balance.seats-all"
        title = _heading(words.say(key, value=value, players=players))
        sections.append(Section(f"seats-{name}-{players}", title, lines, 1 / int(players)))
    return sections


def _heading(text: str) -> str:
    """It may begin with the name of an option, which has a small letter within a sentence."""
    return text[:1].upper() + text[1:]


def _usual(game: Game) -> dict[str, object]:
    return {option.name: option.default for option in game.options}


def _of_roles(rates: list[Rate], words: Words) -> list[Line]:
    return [_line(" + ".join(words.say(key) for key in keys_of(one.name)), one, words) for one in rates]


def _line(label: str, one: Rate, words: Words) -> Line:
    language = words.language
    return Line(
        label,
        one,
        spoken(one.games, language),
        share(one.rate, language),
        f"{share(one.low, language)} – {share(one.high, language)}",
    )


def advice(balance: Balance, words: Words) -> str:
    """Who is a good company for a beginner, in a cooperative game; empty for any other."""
    whole = balance.groups[-1]
    if not find_game(balance.head.game).facts.cooperative or len(whole.roles) < 2:
        return ""
    best, worst = whole.roles[0], whole.roles[-1]
    return words.say(
        "study.balance.advice",
        best=words.say(best.name),
        high=share(best.rate, words.language),
        worst=words.say(worst.name),
        low=share(worst.rate, words.language),
        mean=share(whole.mean, words.language),
    )


def how_made(balance: Balance, words: Words) -> str:
    head = balance.head
    known = head.level in levels(find_game(head.game))
    level = words(say(f"table.level.{head.level}")) if known else head.level
    return words.say("study.balance.how", level=level, seed=head.seed)


def games_of(balance: Balance) -> int:
    """Of all levels."""
    return sum(level.games for level in balance.levels) or balance.games


def played_text(balance: Balance, words: Words) -> str:
    games = games_of(balance)
    return words.say("study.balance.played", n=games, games=spoken(games, words.language))


def commands_of(balance: Balance) -> list[str]:
    """The commands that make the same figures, one a level."""
    head = balance.head
    settings = sum(len(group.players) for group in balance.groups if group.value or len(balance.groups) == 1)
    played = [(one.level, one.games, one.nodes) for one in balance.levels]
    return [
        f"./zashiki study balance {head.game} --games {round(games / max(1, settings))} --level {level} --seed {head.seed}"
        + (f" --nodes {nodes}" if nodes else "")
        for level, games, nodes in played or [(head.level, balance.games, head.nodes)]
    ]


def plot_of(section: Section, words: Words) -> str:
    """The section as SVG."""
    bars = [
        Bar(line.label, line.found.rate, line.found.low, line.found.high, line.rate) for line in section.lines
    ]
    scale = ticks_up_to(max(bar.high for bar in bars))
    ticks = [(tick, share(tick, words.language)) for tick in scale]
    return whiskers(section.title, bars, section.mean, ticks)


def markdown_of(balance: Balance, words: Words, folder: str) -> str:
    """A report with pictures in a folder and a table for each."""
    game = find_game(balance.head.game)
    title = words.say("study.balance.title", game=words.say(f"{game.prefix}.name"))
    parts = [
        f"# {title}",
        played_text(balance, words) + ". " + how_made(balance, words),
    ]
    commands = "\n".join(commands_of(balance))
    parts.append(f"{words.say('study.balance.command')}\n\n```\n{commands}\n```")
    if said := advice(balance, words):
        parts.append(f"**{words.say('study.balance.beginner')}** {said}")
    columns = [words.say(f"study.balance.{name}") for name in ("name", "games", "rate", "interval")]
    for section in sections_of(balance, words):
        rows = [f"| {line.label} | {line.games} | {line.rate} | {line.interval} |" for line in section.lines]
        table = [f"| {' | '.join(columns)} |", "| --- | ---: | ---: | ---: |", *rows]
        parts += [
            f"## {section.title}",
            f"![{section.title}]({folder}{game.id}-{section.name}.svg)",
            "\n".join(table),
        ]
    return "\n\n".join(parts) + "\n"
