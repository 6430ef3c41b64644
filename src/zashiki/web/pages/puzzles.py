"""Puzzles: the list of all, the one of the day, and each on its board with its answer and the line that proves it."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from zashiki.kernel.contract import Game, View
from zashiki.kernel.messages import say
from zashiki.kernel.record import read
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.kernel.timeline import Timeline
from zashiki.study.puzzles import DEDUCTION, Puzzle, puzzle_of_day, puzzles_kept
from zashiki.web.drawing.faces import aliases_of_guests
from zashiki.web.drawing.game_pages import board
from zashiki.web.drawing.wording import ChoiceRow, Lines, choice_rows, game_name, log_rows
from zashiki.web.errors import game_or_error, page_error
from zashiki.web.requests.addresses import number_of, see_other
from zashiki.web.requests.visitors import words_of
from zashiki.web.services import services_of
from zashiki.words import Words
from zashiki.words.numbers import share

KEPT: Final = 64
"""So many puzzles are kept played through."""


class PuzzleLink(msgspec.Struct, frozen=True):
    address: str
    number: int
    difficulty: str


class ThemeRow(msgspec.Struct, frozen=True):
    title: str
    puzzles: list[PuzzleLink]


class GameRow(msgspec.Struct, frozen=True):
    title: str
    themes: list[ThemeRow]


class PuzzlesPage(msgspec.Struct, frozen=True):
    games: list[GameRow]


class Answer(msgspec.Struct, frozen=True):
    """What is said to a choice that was tried."""

    right: bool
    text: str
    rule: str  # that refuses the choice
    values: list[tuple[str, str]]  # what the choices are worth; only once it is right
    guesses: list[str]  # what could be deduced from what others did
    line: list[str]  # how it goes on
    actions: str  # whose place is marked on the board


class PuzzlePage(msgspec.Struct, frozen=True):
    game: Game
    game_name: str
    title: str
    about: str
    prompt: str
    prompt_rule: str
    board: Markup
    faces: Markup
    choices: tuple[ChoiceRow, ...]
    address: str
    solution: str
    next: str
    story: list[str]  # what the seat was told until now, where others hide something
    story_matters: bool
    answer: Answer | None


@lru_cache(maxsize=KEPT)
def _timeline(record: str) -> Timeline:
    return Timeline(read(record))


def _address(game: str, puzzle: Puzzle) -> str:
    return f"/puzzles/{game}/{puzzle.name}"


async def puzzles(request: Request) -> Response:
    words = words_of(request)
    kept = [(find_game(name), puzzles_kept(name).puzzles) for name in names()]
    page = PuzzlesPage([_game_row(game, found, words) for game, found in kept if found])
    return services_of(request).page(request, "puzzles.html", page)


def _game_row(game: Game, found: list[Puzzle], words: Words) -> GameRow:
    themes = list(dict.fromkeys(puzzle.theme for puzzle in found))
    return GameRow(
        game_name(game, words),
        [
            ThemeRow(
                words.say(f"{game.prefix}.puzzle.{theme}"),
                [
                    PuzzleLink(_address(game.id, puzzle), number, _difficulty(puzzle, words))
                    for number, puzzle in enumerate(found, 1)
                    if puzzle.theme == theme
                ],
            )
            for theme in themes
        ],
    )


def _difficulty(puzzle: Puzzle, words: Words) -> str:
    return words.say(f"study.puzzle.difficulty.{puzzle.difficulty}")


async def today(_request: Request) -> Response:
    found = puzzle_of_day(datetime.now(UTC).date())
    if found is None:
        raise page_error(404, "web.puzzle.none")
    return see_other(_address(*found))


async def puzzle(request: Request) -> Response:
    """The position; with a choice in the address also what it is worth."""
    game = game_or_error(request.path_params["game"])
    kept = puzzles_kept(game.id).puzzles
    at = next((at for at, one in enumerate(kept) if one.name == request.path_params["name"]), None)
    if at is None:
        raise page_error(404, "web.puzzle.none", "/puzzles")
    words, found = words_of(request), kept[at]
    timeline, address = _timeline(found.record), _address(game.id, found)
    view = timeline.state.view(found.seat)
    who = game.seat_name(found.seat, timeline.record.options)
    page = PuzzlePage(
        game=game,
        game_name=game_name(game, words),
        title=words.say("web.puzzle.number", number=at + 1),
        about=words.say(
            "web.puzzle.about",
            theme=words.say(f"{game.prefix}.puzzle.{found.theme}"),
            difficulty=_difficulty(found, words),
            who=who,
        ),
        prompt=words(view.prompt),
        prompt_rule=view.prompt.rule,
        board=services_of(request).drawn(board(game, view, f"{address}?action="), words),
        faces=aliases_of_guests(),
        choices=choice_rows(game, view, words),
        address=address,
        solution=f"{address}?action={game.action(found.best)}",
        next=_address(game.id, kept[(at + 1) % len(kept)]),
        story=_story(timeline, found, words) if game.facts.secrets else [],
        story_matters=found.theme == DEDUCTION,
        answer=_answer(game, found, view, request.query_params.get("action", ""), words),
    )
    return services_of(request).page(request, "puzzle.html", page, here=address)


def _answer(game: Game, found: Puzzle, view: View, tried: str, words: Words) -> Answer | None:
    action = number_of(tried)
    if action is None or action >= game.facts.actions:
        return None
    if action not in view.legal:
        refusal = _timeline(found.record).state.why_not(found.seat, action)
        return None if refusal is None else Answer(False, words(refusal), refusal.rule, [], [], [], "")
    values, name, language = dict(found.values), game.name(action), words.language
    label = words(game.label(view, action))
    if name != found.best:
        worth = values.get(name)
        key = "web.puzzle.wrong" if worth is None else "web.puzzle.wrong-by"
        text = words.say(key, choice=label, value="" if worth is None else share(worth, language))
        return Answer(False, text, "", [], [], [], "")
    ranked = [
        (words(game.label(view, game.action(one))), share(value, language)) for one, value in found.values
    ]
    return Answer(
        True,
        words.say("web.puzzle.right", choice=label),
        "",
        ranked,
        _guesses_told(game, found, words),
        _line_told(found, words),
        str(action),
    )


def _story(timeline: Timeline, found: Puzzle, words: Words) -> list[str]:
    """As the seat was told it, the last first."""
    lines = Lines(timeline.game, words)
    told = [row.line.text for one in timeline.told(found.seat) for row in log_rows(one, lines)]
    return told[::-1]


def _guesses_told(game: Game, found: Puzzle, words: Words) -> list[str]:
    options = _timeline(found.record).record.options
    return [
        words.say(
            "web.puzzle.guess",
            who=game.seat_name(seat, options),
            what=say(what),
            likely=share(likely, words.language),
        )
        for seat, what, likely in found.guesses
    ]


def _line_told(found: Puzzle, words: Words) -> list[str]:
    """How the line goes on, as the seat would be told it."""
    before = _timeline(found.record)
    after = before.until(before.length)
    after.extend([after.record.entry(seat, choice) for seat, choice in found.line])
    lines = Lines(after.game, words)
    told = after.told(found.seat)[len(before.told(found.seat)) :]
    return [row.line.text for one in told for row in log_rows(one, lines)]


ROUTES: Final = [
    Route("/puzzles", puzzles),
    Route("/puzzles/today", today),
    Route("/puzzles/{game}/{name}", puzzle),
]
