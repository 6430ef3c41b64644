"""The page of a table as regions, from its description: each is drawn from its own small inputs, and sent when it changes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec
from markupsafe import Markup

from zashiki.brush.macros import macro
from zashiki.kernel.messages import Message, say
from zashiki.kernel.parts import Finale, Region
from zashiki.store import ChatLine
from zashiki.store.contract import BOT, OPEN
from zashiki.study.hints import Advice
from zashiki.tables.chat_lines import told_by_table
from zashiki.tables.description import Description, SeatRow
from zashiki.web.drawing.faces import alias, face
from zashiki.web.drawing.game_pages import board, finale_of
from zashiki.web.drawing.hint_regions import ask_region, hint_region, taken_text
from zashiki.web.drawing.memory import Memory
from zashiki.web.drawing.wording import (
    CHUNK,
    ChoiceRow,
    ResultText,
    game_name,
    passing_text,
    result_text,
    rule_link,
    title_text,
    worded_choices,
)
from zashiki.words import Words

CHUNKS_SHOWN: Final = 12
"""At least so many chunks are shown, and less than twice as many."""
NEWS_SHOWN: Final = 60
LONG_LABEL: Final = 34
"""Letters of a label."""
FEW_CHOICES: Final = 4
STORY_LINES: Final = 3
"""So many lines tell how a game ended."""


class Present(msgspec.Struct, frozen=True):
    """Who has a page of the table open."""

    here: frozenset[int]
    watching: int


class Status(msgspec.Struct, frozen=True):
    title: str
    my_turn: bool
    outcome: str  # "won" or "lost"; empty while the game goes on


class Heard(msgspec.Struct, frozen=True):
    who: str
    news: tuple[str, ...]  # drawn

    @property
    def lines(self) -> Markup:
        return Markup("\n".join(self.news))


class Notice(msgspec.Struct, frozen=True):
    """Why a choice was not made; no text: there is nothing to say."""

    text: str = ""
    rule: Markup = Markup("")


class PassRow(msgspec.Struct, frozen=True):
    """Another seat of the same visitor that is to choose."""

    label: str
    link: str


class Fields(msgspec.Struct, frozen=True):
    """What is sent with a choice."""

    seat: int
    asked: str
    turn: str
    made: int


class What(msgspec.Struct, frozen=True):
    """What is to be done."""

    text: str
    rule: Markup


class Prompt(msgspec.Struct, frozen=True):
    table: str
    game: str
    query: str
    seat: int | None
    seats: int
    my_turn: bool
    over: bool
    away: bool
    pass_to: tuple[PassRow, ...]
    result: ResultText | None
    result_rule: Markup
    winners_told: bool  # in a game that all win together nobody is named
    verdict: str  # to the reader, who has won; empty for a game that has no words for it
    story: tuple[str, ...]
    scene: bool
    next_table: str
    hints: tuple[str, ...]  # who took some, at the end


class UndoForm(msgspec.Struct, frozen=True):
    table: str
    fields: Fields
    refusal: str


class ChoiceForm(msgspec.Struct, frozen=True):
    table: str
    fields: Fields
    choices: tuple[ChoiceRow, ...]

    @property
    def shown(self) -> str:
        """How many buttons are shown below the board: a few, or "more"."""
        number = len(self._buttons())
        return str(number) if number < 3 else "3" if number < 5 else "more"

    @property
    def tall(self) -> bool:
        """A label takes more than two lines on a phone."""
        return any(len(choice.label) > LONG_LABEL for choice in self._buttons())

    def _buttons(self) -> tuple[ChoiceRow, ...]:
        """All of a few choices; of many, those that can't be chosen on the board."""
        if len(self.choices) <= FEW_CHOICES:
            return self.choices
        return tuple([choice for choice in self.choices if not choice.on_board])


class Log(msgspec.Struct, frozen=True):
    chunk: str  # the name of the first chunk, which holds the later ones
    earlier: int  # lines that are not shown
    earlier_link: str


class Mate(msgspec.Struct, frozen=True):
    """Another seat at the table, as the header names it."""

    seat: int
    name: str
    short: str  # where many sit: the beginning of a nickname, or the number of the seat
    title: str
    acts: bool


class Said(msgspec.Struct, frozen=True):
    """A line of the chat; `by_table`: nobody said it."""

    number: int
    name: str
    text: str
    by_table: bool = False


class SeatLine(msgspec.Struct, frozen=True):
    table: str
    row: int
    face: Markup
    title: str
    about: str  # how a bot plays
    seen: bool
    free: bool
    stand_in: bool
    may_stand_in: bool
    may_fill: bool


_TEMPLATES: Final = {
    name: macro("zashiki.web", f"regions/{name}.html")
    for name in (
        "table", "status", "bar", "heard", "prompt", "notice", "undo", "choice", "log", "log_chunk", "seats",
        "seat", "acts", "away", "watching", "chat", "again", "company", "company_list", "mark", "news_count", "what",
    )
}  # fmt: skip


def page_regions(
    told: Description,
    words: Words,
    memory: Memory,
    present: Present,
    chat: list[ChatLine] | None,
    notice: Message | None = None,
    advice: Sequence[Advice] = (),
) -> tuple[Region, ...]:
    """All that changes on the page: the live part, who else plays, in the header and in its menu, and the chat, if there is one."""
    regions = (
        table_region(told, words, memory, present, notice, advice),
        *company_regions(told, words, memory, present),
    )
    return regions if chat is None else (*regions, chat_region(chat, words))


def table_region(
    told: Description,
    words: Words,
    memory: Memory,
    present: Present,
    notice: Message | None = None,
    advice: Sequence[Advice] = (),
) -> Region:
    """The live part of the page: the region "table"."""
    moments = memory.log.moments(told.told)
    news = tuple([line for moment in moments[told.news_from :] for line in moment.news])[-NEWS_SHOWN:]
    inner = (
        _status(told, words),
        _again(told),
        board(told.game, told.view, f"/t/{told.table_id}/why/"),
        _bar(told, words, memory, news, notice, advice),
        _log(told, memory),
        memory.made("seats", _company_of(told, present), lambda: _seats(told, words, memory, present)),
    )
    return Region("table", _TEMPLATES["table"], told.viewer.seat is not None, told.viewer.seat, inner)


def _status(told: Description, words: Words) -> Region:
    return _status_of(game_name(told.game, words), bool(told.view.legal), _outcome(told), told.viewer.seat)


@lru_cache(maxsize=256)
def _status_of(title: str, my_turn: bool, outcome: str, seat: int | None) -> Region:
    return Region("status", _TEMPLATES["status"], Status(title, my_turn, outcome), seat)


def _outcome(told: Description) -> str:
    """How it ended for the viewer; who only watches is glad with whoever won."""
    result = told.view.result
    if result is None:
        return ""
    seats = told.viewer.mine or range(len(told.seats))
    return "won" if any(seat in result.winners for seat in seats) else "lost"


def _bar(
    told: Description,
    words: Words,
    memory: Memory,
    news: tuple[str, ...],
    notice: Message | None,
    advice: Sequence[Advice],
) -> Region:
    seat, title = told.viewer.seat, told.seat_title
    who = memory.made("who", title, lambda: "" if title is None else title_text(title, words))
    inner = [
        Region("heard", _TEMPLATES["heard"], Heard(who, news), seat, kept=False),
        _prompt(told, words, memory, len(news), notice, advice),
    ]
    if seat is not None:
        choices = worded_choices(told.game, told.view, told.choices, words)
        form = ChoiceForm(told.table_id, _fields(told, seat), choices)
        inner.append(Region("choice", _TEMPLATES["choice"], form, seat, kept=False))
    return Region("bar", _TEMPLATES["bar"], seat is not None, seat, tuple(inner))


def _fields(told: Description, seat: int) -> Fields:
    return Fields(seat, told.viewer.asked, told.turn, told.made)


def _prompt(
    told: Description,
    words: Words,
    memory: Memory,
    news: int,
    notice: Message | None,
    advice: Sequence[Advice],
) -> Region:
    seat, finale = told.viewer.seat, finale_of(told.game, told.view)
    inputs = memory.made("prompt", _asked_of(told, finale), lambda: _prompt_inputs(told, words, finale))
    inner = [
        notice_region(told, words, notice),
        hint_region(told, advice, words),
        _news_count(news),
        _undo(told, words),
        ask_region(told),
    ]
    if told.ending is None:
        inner.append(_what(told, words))
    if finale is not None:
        inner.append(finale.scene)
    return Region("prompt", _TEMPLATES["prompt"], inputs, seat, tuple(inner), kept=False)


def _asked_of(told: Description, finale: Finale | None) -> tuple[object, ...]:
    """All that decides how the prompt is shown to one viewer of one table."""
    passes = [(other, told.seats[other].title) for other in told.pass_to]
    return (
        bool(told.view.legal),
        told.over,
        told.away,
        passes,
        told.ending,
        told.next_table,
        told.hints,
        finale,
    )


def _prompt_inputs(told: Description, words: Words, finale: Finale | None) -> Prompt:
    seat, secrets = told.viewer.seat, told.game.facts.secrets
    passes = tuple(
        PassRow(
            passing_text(told.seats[other].title, words),
            f"/t/{told.table_id}" + (f"/pass?to={other}" if secrets else f"?as={other}"),
        )
        for other in told.pass_to
    )
    return Prompt(
        table=told.table_id,
        game=told.game.id,
        query=_query(told),
        seat=seat,
        seats=len(told.seats),
        my_turn=bool(told.view.legal),
        over=told.over,
        away=told.away,
        pass_to=passes,
        result=result_text(told.ending, words),
        result_rule=rule_link(told.game.id, told.ending.end.rule if told.ending else ""),
        winners_told=not told.game.facts.cooperative,
        verdict=words(finale.verdict) if finale else "",
        story=_end_story(told, finale, words),
        scene=finale is not None,
        next_table=told.next_table,
        hints=taken_text(told.hints, words),
    )


@lru_cache(maxsize=256)
def _news_count(news: int) -> Region:
    return Region("news-count", _TEMPLATES["news_count"], news)


def _what(told: Description, words: Words) -> Region:
    prompt = told.view.prompt
    return Region("what", _TEMPLATES["what"], What(words(prompt), rule_link(told.game.id, prompt.rule)))


def _end_story(told: Description, finale: Finale | None, words: Words) -> tuple[str, ...]:
    """Three lines: how it ended, unless the verdict says so, and what led there."""
    if told.ending is None:
        return ()
    lines = told.ending.story if finale is None else finale.story
    end = () if finale is not None and finale.verdict == told.ending.end else (told.ending.end,)
    return tuple(words(line) for line in (*end, *lines)[:STORY_LINES])


def _again(told: Description) -> Region:
    """Somebody has opened the return match."""
    return _again_at(told.next_table)


@lru_cache(maxsize=256)
def _again_at(table: str) -> Region:
    return Region("again", _TEMPLATES["again"], table)


def notice_region(told: Description, words: Words, notice: Message | None) -> Region:
    """Why the viewer's choice was not made."""
    seat = told.viewer.seat
    if notice is None:
        return _no_notice(seat)
    inputs = Notice(words(notice), rule_link(told.game.id, notice.rule))
    return Region("notice", _TEMPLATES["notice"], inputs, seat)


@lru_cache(maxsize=64)
def _no_notice(seat: int | None) -> Region:
    return Region("notice", _TEMPLATES["notice"], Notice(), seat)


def _undo(told: Description, words: Words) -> Region:
    seat, undo = told.viewer.seat, told.undo
    if undo is None or seat is None or told.over:
        return _no_undo(seat)
    refusal = words(undo.refusal) if undo.refusal else ""
    form = UndoForm(told.table_id, _fields(told, seat), refusal)
    return Region("undo", _TEMPLATES["undo"], form, seat, kept=False)


@lru_cache(maxsize=64)
def _no_undo(seat: int | None) -> Region:
    return Region("undo", _TEMPLATES["undo"], None, seat)


def _log(told: Description, memory: Memory) -> Region:
    """The latest moments first, in chunks that do not change once they are full: each holds the one after it."""
    seat, chunks = told.viewer.seat, _chunks(told, memory)
    first = max(0, (len(chunks) - 1) // CHUNKS_SHOWN - 1) * CHUNKS_SHOWN
    earlier = memory.log.lines_before(first * CHUNK)
    shown = Log(chunks[first].name, earlier, f"{moment_address(told.table_id)}1{_query(told)}")
    return Region("log", _TEMPLATES["log"], shown, seat, tuple(chunks[first:]), kept=False, chained=True)


def _chunks(told: Description, memory: Memory) -> list[Region]:
    """The chunks of the log, the earliest first; those that stood before are the same regions."""
    chunks, regions = memory.log.chunks(), memory.chunks
    del regions[len(chunks) :]
    for index, chunk in enumerate(chunks):
        if index == len(regions) or regions[index].inputs is not chunk:
            drawn = Region(chunk.name, _TEMPLATES["log_chunk"], chunk, told.viewer.seat, kept=False)
            regions[index:] = [drawn]
    return regions


def moment_address(table_id: str) -> str:
    """The page of a moment of a running table, without its number."""
    return f"/t/{table_id}/moment/"


def _query(told: Description) -> str:
    return f"?as={told.viewer.asked}" if told.viewer.asked else ""


def _company_of(told: Description, present: Present) -> tuple[object, ...]:
    """All that decides how the seats are shown to one viewer of one table."""
    return (told.seats, told.over, told.ending is None, present)


def _titles(told: Description, words: Words, memory: Memory, form: str = "") -> list[str]:
    """What the seats are called, in a form of that; who is to choose changes far oftener."""
    titles = [row.title for row in told.seats]
    return memory.made(f"titles {form}", titles, lambda: [title_text(title, words, form) for title in titles])


def _seats(told: Description, words: Words, memory: Memory, present: Present) -> Region:
    titles = _titles(told, words, memory)
    rows = tuple(_seat(told, row, titles[row.seat], words, present) for row in told.seats)
    inner = (*rows, watching_region(present))
    return Region("seats", _TEMPLATES["seats"], tuple(row.name for row in rows), None, inner)


def _seat(told: Description, row: SeatRow, title: str, words: Words, present: Present) -> Region:
    line = SeatLine(
        table=told.table_id,
        row=row.seat,
        face=alias(row.seat, face(row.seat, row.kind, row.level)),
        title=title,
        about=_about(row, words),
        seen=row.seen,
        free=row.kind == OPEN and not told.over,
        stand_in=row.stand_in,
        may_stand_in=row.may_stand_in,
        may_fill=row.may_fill and not told.over,
    )
    inner = (
        acts_region(row.seat, row.acts and told.ending is None),
        away_region(row.seat, _is_away(told, row, present)),
    )
    return Region(f"seat-{row.seat}", _TEMPLATES["seat"], line, told.viewer.seat, inner)


def company_regions(
    told: Description, words: Words, memory: Memory, present: Present
) -> tuple[Region, Region]:
    """Who else plays, and who of them is away: in the header, and in its menu."""
    return memory.made("company", _company_of(told, present), lambda: _company(told, words, memory, present))


def _company(told: Description, words: Words, memory: Memory, present: Present) -> tuple[Region, Region]:
    others, titles = [row for row in told.seats if not row.seen], _titles(told, words, memory, "brief")
    mates = tuple(_mate(told, row, titles[row.seat]) for row in others)
    marks = [(row.seat, _is_away(told, row, present)) for row in others]
    return (
        Region("company", _TEMPLATES["company"], mates, None, tuple(_mark("mark", *one) for one in marks)),
        Region(
            "company-list",
            _TEMPLATES["company_list"],
            mates,
            None,
            tuple(_mark("here", *one) for one in marks),
        ),
    )


def _mate(told: Description, row: SeatRow, title: str) -> Mate:
    name = str(row.title.args.get("name", ""))
    short = name[:2] or str(row.seat + 1)
    return Mate(row.seat, name or title, short, title, row.acts and told.ending is None)


def _is_away(told: Description, row: SeatRow, present: Present) -> bool:
    return row.kind not in (OPEN, BOT) and not told.over and not row.seen and row.seat not in present.here


@lru_cache(maxsize=256)
def _mark(name: str, seat: int, away: bool) -> Region:
    return Region(f"{name}-{seat}", _TEMPLATES["mark"], (name, seat, away))


def presence_regions(seat: int, away: bool) -> tuple[Region, ...]:
    """Wherever a page says whether the person of a seat is away."""
    return (away_region(seat, away), _mark("mark", seat, away), _mark("here", seat, away))


def _about(row: SeatRow, words: Words) -> str:
    if row.replaced_by:
        return words.say("table.level.missing", level=say(f"table.level.{row.replaced_by}"))
    key = f"table.level.{row.level}.about"
    about = words.say(key) if row.kind == BOT and words.has(key) else ""
    return f"{about} {words.say('web.seat.left-by', name=row.left_by)}".strip() if row.left_by else about


@lru_cache(maxsize=64)
def acts_region(seat: int, acts: bool) -> Region:
    """Whether a seat is to choose."""
    return Region(f"acts-{seat}", _TEMPLATES["acts"], (seat, acts))


@lru_cache(maxsize=64)
def away_region(seat: int, away: bool) -> Region:
    """Whether the person of a seat is away."""
    return Region(f"away-{seat}", _TEMPLATES["away"], (seat, away))


def watching_region(present: Present) -> Region:
    return _watching(present.watching)


@lru_cache(maxsize=64)
def _watching(number: int) -> Region:
    return Region("watching", _TEMPLATES["watching"], number)


def chat_region(lines: list[ChatLine], words: Words) -> Region:
    """The lines of the table's chat: the region "chat-lines"."""
    return Region("chat-lines", _TEMPLATES["chat"], tuple(_said(line, words) for line in lines))


def _said(line: ChatLine, words: Words) -> Said:
    told = told_by_table(line)
    return (
        Said(line.number, line.name, line.text) if told is None else Said(line.number, "", words(told), True)
    )
