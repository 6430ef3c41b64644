"""Finished games: every moment, from any seat, as a file, as an upload, as a new beginning."""

from __future__ import annotations

import re
from random import Random

import pytest
from httpx import Response

from tests.web.test_playing import two_at_a_table
from tests.web.visitor import Server, Visitor, buttons, table_of
from zashiki.kernel.record import Record
from zashiki.kernel.registry import game as find_game


def finished_game(ann: Visitor, bob: Visitor) -> str:
    table = two_at_a_table(ann, bob)
    for player in (ann, bob):
        player.choose(table, "right")
        player.choose(table, "ready")
    ann.choose(table, "bow")
    return table


def test_a_running_game_keeps_its_record_to_itself(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    for path in (f"/g/{table}/0", f"/g/{table}/record", f"/g/{table}", f"/g/{table}/go?n=1"):
        assert ann.get(path).status_code == 403


def test_every_moment_of_a_finished_game_from_any_eyes(ann: Visitor, bob: Visitor, server: Server) -> None:
    table = finished_game(ann, bob)
    anyone = Visitor(server)
    for eyes in ("", "?as=0", "?as=1", "?as=all"):
        for number in range(7):
            assert anyone.get(f"/g/{table}/{number}{eyes}").status_code == 200
    assert "Player 2 hangs" not in anyone.get(f"/g/{table}/3?as=0").text
    assert "Player 2 hangs" in anyone.get(f"/g/{table}/3?as=1").text
    assert "Player 2 hangs" in anyone.get(f"/g/{table}/3?as=all").text
    assert anyone.get(f"/g/{table}/7").status_code == 404
    assert anyone.get(f"/g/{table}/0?as=9").status_code == 404
    assert str(anyone.get(f"/g/{table}/go?n=4&as=1").url).endswith(f"/g/{table}/4?as=1")


def test_a_replay_opens_with_the_eyes_of_who_played(ann: Visitor, bob: Visitor, server: Server) -> None:
    table = finished_game(ann, bob)
    for visitor, eyes in ((ann, "0"), (bob, "1"), (Visitor(server), "public")):
        for path in (f"/g/{table}", f"/g/{table}/3"):
            assert f'<option value="{eyes}" selected>' in visitor.get(path).text
    assert '<option value="1" selected>' in ann.get(f"/g/{table}/3?as=1").text
    assert '<option value="public" selected>' in ann.get(f"/g/{table}/3?as=public").text
    assert "Player 2 hangs" not in ann.get(f"/g/{table}/3").text


def links(page: str) -> dict[str, str]:
    """The links of the steps by what they are."""
    return dict(re.findall(r'rel="(\w+)"[^>]*? href="/g/\w+/(\d+)', page))


def test_a_step_is_where_something_happens_and_every_choice_on_demand(ann: Visitor, bob: Visitor) -> None:
    """Where a lantern hangs is secret: a plan is one step, however many choices it took."""
    table = finished_game(ann, bob)
    assert links(ann.get(f"/g/{table}/0").text)["next"] == "2"
    assert links(ann.get(f"/g/{table}/2").text) == {"first": "0", "prev": "0", "next": "4", "last": "6"}
    assert links(ann.get(f"/g/{table}/3").text) == {"first": "0", "prev": "2", "next": "4", "last": "6"}
    each = ann.get(f"/g/{table}/2?each=1").text
    assert links(each) == {"first": "0", "prev": "1", "next": "3", "last": "6"}
    assert f"/g/{table}/3?each=1" in each
    assert str(ann.get(f"/g/{table}/go?n=4&as=1&each=1").url).endswith("/4?as=1&each=1")


def test_the_bar_of_a_replay_marks_what_happened(ann: Visitor, bob: Visitor) -> None:
    page = ann.get(f"/g/{finished_game(ann, bob)}/0").text
    assert len(re.findall(r'class="mark-(reveal|loss)" x="833"', page)) == 1


def test_a_staged_step_of_a_replay_is_told_as_a_story(ann: Visitor, bob: Visitor, server: Server) -> None:
    table = finished_game(ann, bob)
    assert f'data-story="/g/{table}/story?after=4&amp;until=5&amp;as=0"' in ann.get(f"/g/{table}/4").text
    told = {}
    for eyes in ("0", "1", "public", "all"):
        answer = Visitor(server).get(f"/g/{table}/story?after=0&until=6&as={eyes}")
        told[eyes] = [step["text"] for step in answer.json()["steps"]]
    assert "Player 1 hangs a lantern right." in told["0"]
    assert "Player 1 hangs a lantern right." not in told["1"] + told["public"]
    assert told["public"][:2] == ["Player 1 is ready.", "Player 2 is ready."]
    assert ann.get(f"/g/{table}/story?after=0&until=6&as=9").status_code == 404
    running = two_at_a_table(ann, bob)
    assert ann.get(f"/g/{running}/story?after=0&until=1").status_code == 403


def played_by_chance(visitor: Visitor) -> Response:
    """A whole game of 7 Ronin, brought as a file: the answer of the server."""
    record = Record(find_game("seven-ronin"))
    chance, state = Random(4), record.start()
    while actors := state.actors():
        seat = chance.choice(actors)
        action = chance.choice(state.legal(seat))
        record.add(seat, action)
        state.apply(seat, action)
    return visitor.client.post("/records", files={"record": ("game.zashiki", record.write().encode())})


def test_a_replay_speaks_to_the_one_with_whose_eyes_it_is_seen(ann: Visitor) -> None:
    replay = played_by_chance(ann).url.path.rpartition("/")[0]
    last = re.search(r'max="(\d+)"', ann.get(f"{replay}/0").text)
    assert last is not None
    own, other, public = (ann.get(f"{replay}/{last[1]}?as={eyes}").text for eyes in ("0", "1", "public"))
    assert "You have sealed your plan." in own
    assert "The Defender has sealed the plan." in own
    assert "The Attacker has sealed the plan." in other
    assert "You have sealed" not in public
    steps = ann.get(f"{replay}/story?after=0&until={last[1]}&as=0").json()["steps"]
    assert any("You" in step["text"] for step in steps)


def test_a_replay_jumps_from_round_to_round(ann: Visitor) -> None:
    opened = played_by_chance(ann)
    nav = opened.text.split("replay-rounds")[1].split("</nav>")[0]
    rounds = [(int(at), int(number)) for at, number in re.findall(r"/(\d+)\"[^>]*>(\d)</a>", nav)]
    assert [number for _, number in rounds] == list(range(1, len(rounds) + 1))
    assert rounds[0] == (0, 1)
    second = ann.get(f"{opened.url.path.rpartition('/')[0]}/{rounds[1][0]}").text
    assert re.search(r'aria-current="step">2</a>', second)


def test_a_replay_can_hide_how_it_ends(ann: Visitor, bob: Visitor) -> None:
    table = finished_game(ann, bob)
    page = ann.get(f"/g/{table}/2?end=hidden").text
    assert "of 6" not in page
    assert f"/g/{table}/4?end=hidden" in page
    assert "replay-bar" not in page
    assert f"/g/{table}/6" not in page


def test_a_record_goes_out_as_a_file_and_comes_back_as_a_replay(
    ann: Visitor, bob: Visitor, server: Server
) -> None:
    table = finished_game(ann, bob)
    file = ann.get(f"/g/{table}/record")
    assert "attachment" in file.headers["content-disposition"]
    assert file.text.startswith("zashiki-record 1")
    cid = Visitor(server)
    opened = cid.client.post("/records", files={"record": ("game.zashiki", file.content)})
    assert opened.status_code == 200
    copy = re.search(r"/g/([a-z0-9]+)/0", str(opened.url))
    assert copy is not None
    assert cid.get(f"/g/{copy[1]}/record").text == file.text
    assert f"/g/{copy[1]}/0" in cid.get("/").text


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"hello", "not a Zashiki record"),
        (b"\xff\xfe\x00", "not text"),
        (b"zashiki-record 1\ngame chess\n", "rules"),
    ],
)
def test_a_file_that_is_no_record_is_refused_with_the_reason(
    ann: Visitor, content: bytes, reason: str
) -> None:
    refused = ann.client.post("/records", files={"record": ("x.zashiki", content)})
    assert refused.status_code == 422
    assert reason in refused.text


def test_a_record_that_was_made_to_keep_the_server_busy_is_refused(ann: Visitor) -> None:
    record = Record(find_game("seven-ronin"))
    record.add(0, record.start().view(0).legal[0])
    choice = record.write().splitlines()[-1]
    endless = record.write() + f"0 undo\n{choice}\n" * 3000
    refused = ann.client.post("/records", files={"record": ("x.zashiki", endless.encode())})
    assert refused.status_code == 422
    assert "far more than a game takes" in refused.text


def test_a_game_goes_on_from_any_moment_against_bots(ann: Visitor, bob: Visitor) -> None:
    table = finished_game(ann, bob)
    page = bob.post(f"/g/{table}/2/continue", seat=1)
    assert page.status_code == 200
    assert table_of(page) != table
    assert set(buttons(page.text)) == {"left", "right"}
    assert bob.post(f"/g/{table}/6/continue", seat=1).status_code == 409
    assert bob.post(f"/g/{table}/2/continue", seat=7).status_code == 404


def test_a_table_that_can_be_played_has_its_usual_record(ann: Visitor, bob: Visitor) -> None:
    running, over = two_at_a_table(ann, bob), finished_game(ann, bob)
    assert ann.get(f"/g/{running}/kept").status_code == 403
    assert ann.get(f"/g/{over}/kept").text == ann.get(f"/g/{over}/record").text
