"""Puzzles on the page: tried, refused, answered, proved, in every language."""

from __future__ import annotations

import re

import pytest

from tests.web.visitor import Server, Visitor, buttons
from zashiki.kernel.registry import game as find_game
from zashiki.study.puzzles import DEDUCTION, puzzles_kept

GAMES = ("samurai-spirit", "seven-ronin", "shinobi")


def test_the_list_leads_to_every_puzzle_and_the_home_page_to_that_of_the_day(ann: Visitor) -> None:
    page = ann.get("/puzzles").text
    for game in GAMES:
        for puzzle in puzzles_kept(game).puzzles:
            assert f'href="/puzzles/{game}/{puzzle.name}"' in page
    assert 'href="/puzzles/today"' in ann.get("/").text
    today = ann.get("/puzzles/today")
    assert today.status_code == 200
    assert re.search(r"/puzzles/[a-z-]+/[0-9a-f]{8}$", str(today.url))


@pytest.mark.parametrize(("language", "right"), [("en", "Right"), ("pl", "Dobrze"), ("fr", "Juste")])
@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_tried_and_answered(server: Server, game: str, language: str, right: str) -> None:
    visitor, puzzle = Visitor(server, language), puzzles_kept(game).puzzles[0]
    address = f"/puzzles/{game}/{puzzle.name}"
    page = visitor.get(address).text
    choices, best = set(buttons(page).values()), find_game(game).action(puzzle.best)
    assert best in choices
    assert right not in page, "the answer is not told before it is asked for"
    wrong = visitor.get(f"{address}?action={min(choices - {best})}").text
    assert 'class="refusal"' in wrong
    assert 'class="puzzle-values"' not in wrong
    answered = visitor.get(f"{address}?action={best}").text
    assert 'class="puzzle-right"' in answered
    assert right in answered
    assert answered.count("<li>", answered.index("puzzle-values")) >= 3


def test_what_is_no_choice_is_refused_by_its_rule(ann: Visitor) -> None:
    puzzle = puzzles_kept("seven-ronin").puzzles[0]
    address = f"/puzzles/seven-ronin/{puzzle.name}"
    legal = set(buttons(ann.get(address).text).values())
    refused = next(action for action in range(5) if action not in legal)
    page = ann.get(f"{address}?action={refused}")
    assert 'class="refusal"' in page.text
    for nonsense in ("999999", "x", "-1", ""):
        assert ann.get(f"{address}?action={nonsense}").status_code == 200
    assert ann.get("/puzzles/seven-ronin/nothing").status_code == 404
    assert ann.get("/puzzles/no-such/nothing").status_code == 404


@pytest.mark.parametrize(
    ("language", "story", "deduced"),
    [
        ("en", "What happened until now", "most likely serves"),
        ("pl", "Co się dotąd wydarzyło", "najprawdopodobniej służy"),
        ("fr", "Ce qui s’est passé jusqu’ici", "sert très probablement"),
    ],
)
def test_what_others_did_is_told_where_it_has_to_be_deduced_whom_they_serve(
    server: Server, language: str, story: str, deduced: str
) -> None:
    puzzle = next(one for one in puzzles_kept("shinobi").puzzles if one.theme == DEDUCTION)
    visitor, address = Visitor(server, language), f"/puzzles/shinobi/{puzzle.name}"
    page = visitor.get(address).text
    assert story in page
    assert 'class="puzzle-story" open' in page
    assert deduced not in page, "it is the reader who deduces it"
    answered = visitor.get(f"{address}?action={find_game('shinobi').action(puzzle.best)}").text
    assert answered.count(deduced) == len(puzzle.guesses)
    assert (
        story
        not in visitor.get(f"/puzzles/samurai-spirit/{puzzles_kept('samurai-spirit').puzzles[0].name}").text
    )
