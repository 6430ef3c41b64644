"""A game in the reader's words: choices, log, result, names of seats, links to rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Final

import msgspec
from markupsafe import Markup, escape

from zashiki.brush.macros import add_filters, macro, macro_of
from zashiki.kernel.bots import Told
from zashiki.kernel.contract import Game, View
from zashiki.kernel.messages import Arg, Message
from zashiki.store import Seat
from zashiki.store.contract import BOT, OPEN
from zashiki.tables.bot_names import bot_name
from zashiki.tables.description import Choice, Ending, choices, seat_title
from zashiki.tables.live_table import LiveTable
from zashiki.web.drawing import event_looks
from zashiki.web.drawing.art import icon
from zashiki.web.drawing.game_pages import keys_of, on_board
from zashiki.words import Words


@lru_cache(maxsize=512)
def sign(name: str) -> Markup:
    """The sign before a line of the log."""
    return icon(name, 20, name="icon sign") if name else Markup("")


class ChoiceRow(msgspec.Struct, frozen=True, gc=False):
    """A choice in the list below the board."""

    action: int
    key: str
    label: str
    help: str
    rule: str
    on_board: bool  # it can be chosen on the board too


class Line(msgspec.Struct, frozen=True, gc=False):
    """An event in words, with how it is shown; as news it is told by its sound, at its places."""

    text: str
    key: str
    sound: str
    places: str
    staged: bool
    told: bool
    drawn_sign: Markup
    drawn_rule: Markup


class LogRow(msgspec.Struct, frozen=True):
    """A line of the log; `moment` is its place among the viewer's moments."""

    id: str
    line: Line
    seat: int | None
    moment: int


class ResultText(msgspec.Struct, frozen=True):
    """How a game ended."""

    end: str
    rule: str
    winners: tuple[str, ...]
    story: tuple[str, ...]
    score: str


@cache
def words_in(language: str) -> Words:
    return Words(language)


def game_name(game: Game, words: Words) -> str:
    return words.say(f"{game.prefix}.name")


def title_text(title: Message, words: Words, form: str = "") -> str:
    """The title of a seat: what the game calls it is said as such, whatever nickname its person has.

    In the form "brief" it fits behind a colon: "Defender (bot)", "Ann (Defender)".
    """
    return words_in(words.language)(title, form)


def passing_text(title: Message, words: Words) -> str:
    """That the device goes to the person of this seat."""
    return words_in(words.language).say("web.pass.to", name=title)


def seat_text(live: LiveTable, seat: int, words: Words, form: str = "") -> str:
    """What a seat is called at this table: the person's name with what the game calls the seat."""
    return title_text(seat_title(live, live.seats[seat]), words, form)


def seat_name(live: LiveTable, seat: int, words: Words) -> str:
    """What the game, or the nickname of its person, calls a seat."""
    return words(live.game.seat_name(seat, live.record.options))


def with_nicknames(live: LiveTable, words: Words) -> Words:
    """The words of a table: a seat is called by the nickname of its person, or by the name of its bot, if no other seat
    is called so."""
    places = [live.game.seat_name(seat.seat, live.record.options) for seat in live.seats]
    names = [_nickname(seat) for seat in live.seats]
    taken = names + [words(place) for place in places]
    return words.calling(
        (place, name) for place, name in zip(places, names, strict=True) if name and taken.count(name) == 1
    )


def lines_for(
    live: LiveTable, words: Words, seat: int | None, mine: Sequence[int], others: Lines | None = None
) -> Lines:
    """Events as they are told to a viewer: to one who plays a single seat among others, as "you".

    `others` are the lines of viewers who are not told so, in the same words.
    """
    if seat is None or len(mine) != 1 or len(live.seats) == 1:
        return others or Lines(live.game, words)
    reader = live.game.seat_name(seat, live.record.options)
    return Lines(live.game, words.addressing(reader), seat, others)


def _nickname(seat: Seat) -> str:
    if seat.kind == BOT:
        return bot_name(seat.level, seat.seat)
    return "" if seat.kind == OPEN else seat.name


@lru_cache(maxsize=4096)
def rule_link(game: str, rule: str) -> Markup:
    """A sign that links to the rule in the rulebook and tells its id on demand; empty for no rule."""
    if not rule:
        return Markup("")
    return Markup('<a class="rule" href="/rules/{0}#{1}" title="{1}" aria-label="{1}"></a>').format(
        game, rule
    )


def choice_rows(game: Game, view: View, words: Words) -> tuple[ChoiceRow, ...]:
    """The legal choices of a view in order."""
    return worded_choices(game, view, choices(game, view), words)


_button_macro: Final = macro("zashiki.web", "parts/choice_button.html")


@lru_cache(maxsize=4096)
def _button(row: ChoiceRow, alone: bool) -> Markup:
    return _button_macro(row, alone)


add_filters("zashiki.web", button=_button, fields=macro("zashiki.web", "parts/fields.html"))


def worded_choices(game: Game, view: View, offered: Sequence[Choice], words: Words) -> tuple[ChoiceRow, ...]:
    """The choices in words, each with its key, label and explanation."""
    drawn = on_board(game, view)
    return tuple(
        ChoiceRow(
            action=choice.action,
            key=keys_of(game, choice.action),
            label=words(choice.label),
            help=words(choice.help),
            rule=choice.help.rule,
            on_board=choice.action in drawn,
        )
        for choice in offered
    )


class DrawnLine(msgspec.Struct, frozen=True, gc=False):
    """A line as an element of the log, up to and from its address, and as news, from the end of its id on."""

    told: bool
    item_begin: str
    item_end: str
    news_end: str


NEWS_BEGIN: Final = '<li id="'
SUBJECTS: Final = ("seat", "side", "who")
"""Arguments of an event that stand for who did it."""
_GAP: Final = Markup("\x02")

ToldLine = tuple[Message, int | None]
"""What was told, and who did it."""


class Lines:
    """Events in one reader's words: what several viewers are told alike is put into words, and drawn, once.

    `own` is the seat of the reader, whose deeds are told as "you"; None: everybody is told of by name. `others` are the lines of
    readers who are not addressed, in words that are the same otherwise: what does not speak of this reader is told as to them.
    """

    def __init__(self, game: Game, words: Words, own: int | None = None, others: Lines | None = None) -> None:
        self._game = game
        self._words = words
        self._own = own
        self._others = others
        self._lines: dict[int, tuple[Message, Line]] = {}
        self._drawn: dict[int, tuple[Message, DrawnLine]] = {}
        self._together: dict[tuple[int, ...], tuple[Sequence[ToldLine], DrawnLine]] = {}

    def drawn(self, message: Message, seat: int | None) -> DrawnLine:
        found = self._drawn.get(id(message))
        if found is None or found[0] is not message:
            found = self._drawn[id(message)] = (message, self._draw(message, seat))
        return found[1]

    def _draw(self, message: Message, seat: int | None) -> DrawnLine:
        if self._others is not None and not self._concerns_reader(message, seat):
            return self._others.drawn(message, seat)
        return _draw(self.line(message, seat), seat)

    def _concerns_reader(self, message: Message, seat: int | None) -> bool:
        """Whether a line is told to this reader in other words than to the others."""
        return seat == self._own or self._words.addresses_reader(message)

    def line(self, message: Message, seat: int | None) -> Line:
        found = self._lines.get(id(message))
        if found is None or found[0] is not message:
            found = self._lines[id(message)] = (message, self._line(message, seat))
        return found[1]

    def are_alike(self, one: ToldLine, another: ToldLine) -> bool:
        """Whether two lines in a row can be told as one: the same again, or of a kind that has words for several."""
        (message, seat), (other, other_seat) = one, another
        if (message.key, message.rule, seat) != (other.key, other.rule, other_seat):
            return False
        if message.args == other.args:
            return True
        if not self._words.has(f"{message.key}.many"):
            return False
        return all(message.args[name] == other.args[name] for name in SUBJECTS if name in message.args)

    def together(self, alike: Sequence[ToldLine]) -> DrawnLine:
        """Lines that are alike as one line: "You draw two cards", or the line with how often it came."""
        key = tuple([id(message) for message, _ in alike])
        found = self._together.get(key)
        if found is None or any(one[0] is not other[0] for one, other in zip(found[0], alike, strict=True)):
            found = self._together[key] = (alike, self._put_together(alike))
        return found[1]

    def _put_together(self, alike: Sequence[ToldLine]) -> DrawnLine:
        (message, seat), count = alike[0], len(alike)
        if self._others is not None and not any(self._concerns_reader(*one) for one in alike):
            return self._others.together(alike)
        many = f"{message.key}.many"
        if self._words.has(many):
            line = self._line(
                Message(many, message.rule, {**_collected(alike), "n": count}), seat, message.key
            )
        else:
            line = self.line(message, seat)
            text = self._words.say("web.table.log-times", line=line.text, n=count)
            line = msgspec.structs.replace(line, text=text)
        return _draw(line, seat)

    def _of_reader(self, message: Message, seat: int | None) -> bool:
        if self._own is None:
            return False
        return seat == self._own or any(self._words.names_reader(message.args.get(name)) for name in SUBJECTS)

    def _line(self, message: Message, seat: int | None, key: str = "") -> Line:
        """`key`: the event that this is told of, where it has another name."""
        key = key or message.key
        look = event_looks.look(self._game.id, key)
        return Line(
            text=self._words.told(message, of_reader=self._of_reader(message, seat)),
            key=key,
            sound=look.sound,
            places=event_looks.places(self._game, message),
            staged=look.staged,
            told=look.told,
            drawn_sign=sign(look.sign),
            drawn_rule=rule_link(self._game.id, message.rule),
        )


def _draw(line: Line, seat: int | None) -> DrawnLine:
    return DrawnLine(line.told, *_line_macro()(line, seat, _GAP).split(_GAP))


def _collected(alike: Sequence[ToldLine]) -> dict[str, Arg]:
    """The arguments of several messages of one kind: those that differ become lists."""
    first = alike[0][0].args
    collected: dict[str, Arg] = {}
    for name, value in first.items():
        found = [message.args[name] for message, _ in alike]
        named = [one for one in found if isinstance(one, Message)]
        collected[name] = named if named and any(one != value for one in found) else value
    return collected


class DrawnMoment(msgspec.Struct, frozen=True, gc=False):
    """The lines of one moment as elements of the log, the first one first, and those among them that are news."""

    items: tuple[str, ...]
    news: tuple[str, ...]


class LogChunk(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    name: str
    items: tuple[str, ...]  # drawn, the latest first
    later: str  # the name of the chunk after it, which it holds; empty in the last one

    @property
    def lines(self) -> Markup:
        return Markup("\n".join(self.items))


CHUNK: Final = 4
"""So many moments of the log make one chunk."""
_Row = tuple[ToldLine, int, str]
"""A line of the log with its moment and as it is drawn."""


class _Growing:
    """A chunk to which moments are added: the lines that stand, and the last ones, which are alike and may become more."""

    __slots__ = ("alike", "items", "moments", "number")

    def __init__(self, number: int) -> None:
        self.number = number
        self.moments = 0
        self.items: list[str] = []
        self.alike: list[_Row] = []


class WordedLog:
    """What one viewer was told, moment by moment. What was drawn once stays so while it stands.

    `address` and `query` lead to a moment, with its number between them.
    """

    def __init__(self, lines: Lines, address: str, query: str) -> None:
        self._lines = lines
        self._address = address
        self._query = query
        self._told: list[Told] = []
        self._moments: list[DrawnMoment] = []
        self._counts: list[int] = [0]  # lines before each moment
        self._full: list[LogChunk] = []  # all chunks but the last
        self._growing = _Growing(0)

    def moments(self, told: Sequence[Told]) -> list[DrawnMoment]:
        """Every moment, in order."""
        while self._told and not (
            len(self._told) <= len(told) and self._told[-1] is told[len(self._told) - 1]
        ):
            self._told.pop()
            self._moments.pop()
            self._counts.pop()
            self._growing = _Growing(0)
        del self._full[self._last_chunk() :]
        for one in told[len(self._told) :]:
            self._told.append(one)
            self._moments.append(self._drawn(one))
            self._counts.append(self._counts[-1] + len(one.lines))
        return self._moments

    def chunks(self) -> list[LogChunk]:
        """All moments in chunks, the earliest first; there is always one."""
        last = self._last_chunk()
        while len(self._full) < last:
            self._full.append(self._chunk(len(self._full), f"log-{len(self._full) + 1}"))
        return [*self._full, self._chunk(last, "")]

    def _last_chunk(self) -> int:
        return max(0, len(self._moments) - 1) // CHUNK

    def _chunk(self, number: int, later: str) -> LogChunk:
        """Lines in a row that are alike are told as one, at the place of the last of them."""
        growing = self._growing
        if growing.number != number:
            growing = self._growing = _Growing(number)
        end = min((number + 1) * CHUNK, len(self._told))
        for index in range(number * CHUNK + growing.moments, end):
            told = self._told[index]
            for line, item in zip(told.lines, self._moments[index].items, strict=True):
                self._grow(growing, (line, told.moment, item))
        growing.moments = end - number * CHUNK
        items = [*growing.items, self._item(growing.alike)] if growing.alike else growing.items
        return LogChunk(f"log-{number}", tuple(reversed(items)), later)

    def _grow(self, growing: _Growing, row: _Row) -> None:
        if growing.alike and not self._lines.are_alike(growing.alike[-1][0], row[0]):
            growing.items.append(self._item(growing.alike))
            growing.alike = []
        growing.alike.append(row)

    def _item(self, rows: list[_Row]) -> str:
        _, moment, drawn = rows[-1]
        if len(rows) == 1:
            return drawn
        line = self._lines.together([row[0] for row in rows])
        return line.item_begin + self._address_of(moment) + line.item_end

    def _drawn(self, told: Told) -> DrawnMoment:
        address = self._address_of(told.moment)
        items, news = [], []
        for place, (message, seat) in enumerate(told.lines, 1):
            line = self._lines.drawn(message, seat)
            items.append(line.item_begin + address + line.item_end)
            if line.told:
                news.append(f"{NEWS_BEGIN}news-{told.moment}-{place}{line.news_end}")
        return DrawnMoment(tuple(items), tuple(news))

    def _address_of(self, moment: int) -> str:
        return str(escape(f"{self._address}{moment}{self._query}"))

    def lines_before(self, index: int) -> int:
        """How many lines were told before the moment at this index."""
        return self._counts[index]


@cache
def _line_macro() -> Callable[[Line, int | None, Markup], str]:
    return macro_of("zashiki.web", "parts/line.html")


def log_rows(told: Told, lines: Lines, moment: int | None = None) -> tuple[LogRow, ...]:
    """The lines of one moment; `moment` is its number where it is not that among the viewer's moments."""
    number = told.moment if moment is None else moment
    return tuple(
        [
            LogRow(f"news-{number}-{place}", lines.line(message, seat), seat, number)
            for place, (message, seat) in enumerate(told.lines, 1)
        ]
    )


def result_text(ending: Ending | None, words: Words) -> ResultText | None:
    """How it ended, in words; None while it goes on."""
    if ending is None:
        return None
    return ResultText(
        end=words(ending.end),
        rule=ending.end.rule,
        winners=tuple(title_text(winner, words, "brief") for winner in ending.winners),
        story=tuple(words(message) for message in ending.story),
        score=ending.score,
    )
