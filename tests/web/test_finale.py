"""The end of a game: said to who reads, with the next steps, and a notice when the return match is open."""

from __future__ import annotations

from tests.web.test_replay import finished_game
from tests.web.visitor import Server, Visitor, table_of


def finale(visitor: Visitor, table: str) -> str:
    return visitor.get(f"/t/{table}").text.split('id="result"')[1].split('id="see-board"')[0]


def test_the_end_is_said_to_the_reader(ann: Visitor, bob: Visitor, server: Server) -> None:
    table = finished_game(ann, bob)
    assert "You have won." in finale(ann, table)
    assert "You have won." in finale(bob, table)
    watched = finale(Visitor(server), table)
    assert "You have" not in watched
    assert 'id="finale-scene"' in watched
    assert f"/g/{table}/0" in watched
    assert f"/t/{table}/again" not in watched


def test_a_running_game_has_no_end(ann: Visitor) -> None:
    page = ann.post("/play/seven-ronin").text
    assert 'id="result"' not in page
    assert "finale" not in page


def test_a_return_match_that_somebody_opened_is_a_notice_at_the_top(ann: Visitor, bob: Visitor) -> None:
    table = finished_game(ann, bob)
    before = bob.get(f"/t/{table}").text
    assert '<p class="again panel" id="again" role="status" hidden></p>' in before
    with bob.tab(table) as tab:
        match = table_of(ann.post(f"/t/{table}/again"))
        tab.until(f'id="return-match" href="/t/{match}"')
    page = bob.get(f"/t/{table}").text
    assert page.index(f'id="return-match" href="/t/{match}"') < page.index('id="play"')
