"""What happened, asked for as a story: steps in order, from the own seat, with only what each step changes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.test_playing import two_at_a_table
from tests.web.visitor import Server, Visitor, buttons


def story(visitor: Visitor, table: str, after: int, until: int, query: str = "") -> list[dict[str, Any]]:
    answer = visitor.get(f"/t/{table}/story?after={after}&until={until}{query}")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    steps: list[dict[str, Any]] = answer.json()["steps"]
    return steps


def revealed(ann: Visitor, bob: Visitor) -> str:
    """A table of a game that this program did not know: both lanterns hang, and the wind has come."""
    table = two_at_a_table(ann, bob)
    for visitor, side in ((ann, "left"), (bob, "right")):
        visitor.choose(table, side)
        visitor.choose(table, "ready")
    return table


def test_a_staged_event_is_marked_among_the_news_and_told_with_the_board_of_its_instant(
    ann: Visitor, bob: Visitor
) -> None:
    table = revealed(ann, bob)
    page = ann.get(f"/t/{table}").text
    assert 'data-staged="-1"' in page.split('id="news"')[1].split("</ol>")[0]
    steps = story(ann, table, 2, 99)
    assert [step["text"] for step in steps[:-1]] == ["Player 2 is ready."]
    assert steps[-1]["text"] in ("The night is calm.", "A gust blows out the left lanterns.")
    assert list(steps[0]["regions"]) == ["play"]
    assert steps[-1]["regions"]
    assert "play" not in steps[-1]["regions"]
    assert [step["id"] for step in steps] == ["news-3-1", "news-4-1"]
    assert "data-action" not in "".join(html for step in steps for html in step["regions"].values())


def test_what_the_reader_did_before_the_story_is_not_told_to_them(ann: Visitor, bob: Visitor) -> None:
    table = revealed(ann, bob)
    assert story(ann, table, 0, 99)[0]["text"] == "Player 2 is ready."
    assert story(bob, table, 0, 99)[0]["text"] == "Player 1 is ready."


def test_a_secret_of_another_seat_is_in_no_story(ann: Visitor, bob: Visitor, server: Server) -> None:
    table = two_at_a_table(ann, bob)
    told = []
    for side in ("left", "right"):
        bob.choose(table, side)
        told.append([story(visitor, table, 0, 99) for visitor in (ann, Visitor(server))])
        bob.undo(table)
    assert told[0] == told[1]
    assert ann.get(f"/t/{table}/story?after=0&until=9&as=1").status_code == 403


@pytest.mark.parametrize(
    "query", ["", "?after=0", "?after=-1&until=3", "?after=x&until=3", "?after=0&until=9999999999"]
)
def test_a_story_between_no_moments_is_not_found(ann: Visitor, bob: Visitor, query: str) -> None:
    table = two_at_a_table(ann, bob)
    assert ann.get(f"/t/{table}/story{query}").status_code == 404


def test_stories_are_switched_off_and_on_by_a_form_that_needs_no_script(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    assert 'data-stories="off"' not in ann.get(f"/t/{table}").text
    page = ann.post("/stories", stories="off", next=f"/t/{table}").text
    assert 'data-stories="off"' in page
    assert 'name="stories" value="on" aria-pressed="false"' in page
    assert 'data-stories="off"' not in ann.post("/stories", stories="on", next=f"/t/{table}").text


def test_a_story_broken_off_within_a_moment_goes_on_there(ann: Visitor, server: Server) -> None:
    """A reveal of 7 Ronin tells many lines in one moment; a reload in between loses none of them."""
    table = ann.open_table("seven-ronin", **{"seat-0": "me", "seat-1": "screen"})
    for seat in range(2):
        while "Seal the plan" not in (offered := buttons(ann.get(f"/t/{table}?as={seat}").text)):
            ann.choose(table, next(iter(offered)), seat=seat)
        ann.choose(table, "Seal the plan", seat=seat)
    whole = story(Visitor(server), table, 0, 99)
    names = [step["id"] for step in whole]
    moment, place = names[-2].split("-")[1:]
    assert names[-1].startswith(f"news-{moment}-")
    rest = story(Visitor(server), table, int(moment), 99, f"&place={place}")
    assert [step["id"] for step in rest] == names[-1:]
    assert list(rest[0]["regions"]) == ["play"]
