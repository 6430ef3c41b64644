"""Every other page: home, replays, records, rulebooks, languages, and what is said when something is wrong."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

from tests.web.test_playing import TWO_SEATS, two_at_a_table
from tests.web.visitor import Server, Visitor, buttons, hidden, table_of
from zashiki.kernel.record import Record
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import names
from zashiki.web.home import own_path
from zashiki.web.people import preferred_language


def finished_game(ann: Visitor, bob: Visitor) -> str:
    table = two_at_a_table(ann, bob)
    for player in (ann, bob):
        player.choose(table, "right")
        player.choose(table, "ready")
    ann.choose(table, "bow")
    return table


def test_home_shows_the_games_and_my_tables_with_my_turn_first(ann: Visitor, bob: Visitor) -> None:
    mine = ann.open_table(**TWO_SEATS)
    waiting = two_at_a_table(ann, bob)
    ann.choose(waiting, "left")
    ann.choose(waiting, "ready")
    page = ann.get("/").text
    assert "Lanterns" in page
    assert page.index(f"/t/{mine}") < page.index(f"/t/{waiting}")
    assert f"/t/{mine}" not in bob.get("/").text


def test_listed_tables_can_be_watched_from_home(ann: Visitor, server: Server) -> None:
    shown, hidden_one = ann.open_table(**TWO_SEATS, listed="yes"), ann.open_table(**TWO_SEATS)
    page = Visitor(server).get("/").text
    assert f"/t/{shown}" in page
    assert f"/t/{hidden_one}" not in page


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


def test_a_replay_can_hide_how_it_ends(ann: Visitor, bob: Visitor) -> None:
    table = finished_game(ann, bob)
    page = ann.get(f"/g/{table}/2?end=hidden").text
    assert "of 6" not in page
    assert f"/g/{table}/3?end=hidden" in page
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


def test_each_language_speaks_on_every_page(server: Server) -> None:
    for language, word in (("en", "Your nickname"), ("pl", "Twój pseudonim"), ("fr", "Votre pseudonyme")):
        visitor = Visitor(server, language)
        page = visitor.get("/new/lanterns")
        assert word in page.text
        assert f'<html lang="{language}"' in page.text
        assert visitor.get("/").status_code == 200
        assert visitor.post("/play/lanterns").status_code == 200


def test_the_language_switch_keeps_the_page(ann: Visitor) -> None:
    page = ann.post("/lang", lang="pl", next="/new/lanterns")
    assert str(page.url).endswith("/new/lanterns")
    assert 'lang="pl"' in page.text
    assert 'data-theme="dark"' in ann.post("/theme", theme="dark", next="/").text


def test_switches_lead_to_our_own_pages_only() -> None:
    for foreign in ("http://x.example/", "//x.example", "/\\x.example", "javascript:1", "", "/a\nb"):
        assert own_path(foreign) == "/"
    assert own_path("/t/abc?as=1") == "/t/abc?as=1"


def test_the_browsers_languages_are_weighed() -> None:
    assert preferred_language("de, fr;q=0.7, pl;q=0.8") == "pl"
    assert preferred_language("fr-CA") == "fr"
    assert preferred_language("pl;q=0, de") == "en"
    assert preferred_language("x;q=y") == "en"


@pytest.mark.parametrize("game", [name for name in names() if name != "lanterns"])
@pytest.mark.parametrize("language", ["en", "pl", "fr"])
def test_rulebooks_can_be_read_and_searched(server: Server, game: str, language: str) -> None:
    visitor = Visitor(server, language)
    page = visitor.get(f"/rules/{game}")
    assert page.status_code == 200
    anchors = re.findall(r'id="([A-Z]{3}-[A-Z]\d+)"', page.text)
    assert len(anchors) > 10
    found = visitor.get(f"/rules/{game}?q={anchors[3]}").text
    assert f'href="#{anchors[3]}"><span class="rule-id">{anchors[3]}</span>' in found


def test_what_is_not_there_is_said_in_words_with_the_right_status(ann: Visitor) -> None:
    for path, status in (
        ("/t/nothere", 404), ("/nothing", 404), ("/new/chess", 404), ("/rules/lanterns", 404), ("/join/x", 404),
        ("/seat/x", 404), ("/g/x/0", 404), ("/learn/chess", 404), ("/play/lanterns", 405), ("/t/x/choose", 405),
    ):  # fmt: skip
        answer = ann.get(path)
        assert answer.status_code == status, path
        assert "<h1>" in answer.text
        assert "Traceback" not in answer.text
    assert ann.post("/play/chess").status_code == 404


def test_a_huge_body_is_turned_away(ann: Visitor) -> None:
    assert ann.client.post("/records", files={"record": ("x", b"x" * 2_000_000)}).status_code == 413
    chunks = (b"x" * 100_000 for _ in range(20))
    form = {"content-type": "application/x-www-form-urlencoded"}
    assert ann.client.post("/records", content=chunks, headers=form).status_code == 413


def test_a_form_from_a_foreign_page_does_nothing(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    form = {"action": "0", **hidden(ann.get(f"/t/{table}").text)}
    for headers in (
        {"origin": "http://elsewhere.example"},
        {"sec-fetch-site": "cross-site"},
        {"origin": "null"},
    ):
        assert ann.client.post(f"/t/{table}/choose", data=form, headers=headers).status_code == 403
    assert (
        ann.client.post(f"/t/{table}/choose", data=form, headers={"origin": ann.server.address}).status_code
        == 200
    )


def test_a_cookie_that_was_not_signed_here_is_nobody(ann: Visitor, server: Server) -> None:
    table = ann.open_table(**TWO_SEATS)
    cookie = ann.client.cookies["zashiki"]
    forger = Visitor(server)
    forger.client.cookies.set("zashiki", cookie[:-2] + ("aa" if cookie[-2:] != "aa" else "bb"))
    assert "You are watching" in forger.get(f"/t/{table}").text


def test_pages_forbid_foreign_scripts_and_frames(ann: Visitor) -> None:
    headers = ann.get("/").headers
    assert "script-src 'self'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_health_is_told(ann: Visitor) -> None:
    assert ann.get("/healthz").json()["ok"] is True


def test_single_keys_can_be_switched_off_and_stay_so(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    assert "data-shortcuts" not in ann.get(f"/t/{table}").text
    page = ann.post("/shortcuts", shortcuts="off", next=f"/t/{table}")
    assert str(page.url).endswith(f"/t/{table}")
    assert 'data-shortcuts="off"' in page.text
    assert 'data-shortcuts="off"' in ann.get(f"/t/{table}").text
    assert "data-shortcuts" not in bob.get(f"/t/{table}").text
    assert "data-shortcuts" not in ann.post("/shortcuts", shortcuts="on", next=f"/t/{table}").text


def begin_under_older_rules(server: Server, table: str) -> None:
    """Leaves the table as a program with other rules would have."""
    database = sqlite3.connect(server.data / "tables.db")
    with database:
        database.execute(
            "UPDATE tables SET header = replace(header, 'rules 1', 'rules 0') WHERE id = ?", (table,)
        )
    database.close()


def test_a_table_of_older_rules_says_so_and_gives_its_record(data: Path) -> None:
    with Server(data) as server:
        ann, bob = Visitor(server), Visitor(server)
        own = ann.open_table(**{"seat-0": "me", "seat-1": "screen"})
        ann.choose(own, "left", seat=0)
        shared, over = two_at_a_table(ann, bob), finished_game(ann, bob)
        written = ann.get(f"/g/{over}/record").text
        for table in (own, shared, over):
            begin_under_older_rules(server, table)
    with Server(data) as again:
        ann.move_to(again)
        page = ann.get(f"/t/{own}")
        assert page.status_code == 410
        assert "rules version 0; this program has version 1" in page.text
        assert "Nothing is lost" in page.text
        assert f"/g/{own}/kept" in page.text
        assert ann.get(f"/g/{own}/kept").text.endswith("\n\n0 left\n")
        assert ann.get(f"/g/{over}/kept").text == written.replace("rules 1", "rules 0")
        assert "/kept" not in ann.get(f"/t/{shared}").text
        assert ann.get(f"/g/{shared}/kept").status_code == 410
        assert "begun under other rules" in ann.get("/").text


def test_a_table_that_can_be_played_has_its_usual_record(ann: Visitor, bob: Visitor) -> None:
    running, over = two_at_a_table(ann, bob), finished_game(ann, bob)
    assert ann.get(f"/g/{running}/kept").status_code == 403
    assert ann.get(f"/g/{over}/kept").text == ann.get(f"/g/{over}/record").text


def test_every_own_game_can_be_reached_however_many_there_are(ann: Visitor) -> None:
    tables = [ann.open_table(**{"seat-0": "me", "seat-1": "open"}) for _ in range(31)]
    home = ann.get("/").text
    assert "All of them (31)" in home
    pages = [ann.get(f"/mine/running{query}").text for query in ("", "?page=2")]
    listed = [re.findall(r'href="/t/([a-z0-9]+)"', page) for page in pages]
    assert sorted(listed[0] + listed[1]) == sorted(tables)
    assert "Page 2 of 2" in pages[1]
    for odd in ("0", "3", "x", "9" * 50):
        assert ann.get(f"/mine/running?page={odd}").status_code == 200
    assert "There is nothing here yet." in ann.get("/mine/ended").text
