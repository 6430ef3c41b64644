"""Whatever is sent gets a page that says what to do, in the reader's language; nobody else notices."""

from __future__ import annotations

import re

import pytest

from tests.web.test_playing import TWO_SEATS
from tests.web.visitor import Server, Visitor, hidden

ENDLESS = "9" * 5000
HALF_A_CHARACTER = b"+2AA-"  # in UTF-7


def part(name: str, content: bytes) -> bytes:
    """A form of one field, as browsers send files."""
    return b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n--x--\r\n' % (
        name.encode(),
        content,
    )


def in_charset(charset: str) -> dict[str, str]:
    return {"content-type": f"multipart/form-data; boundary=x; charset={charset}"}


@pytest.fixture
def zofia(server: Server) -> Visitor:
    return Visitor(server, "pl")


@pytest.mark.parametrize(
    "path",
    [
        "/t/TABLE/why/N", "/t/TABLE/moment/N", "/g/TABLE/N", "/g/nowhere/N", "/learn/seven-ronin/N",
        "/t/TABLE?as=N", "/g/TABLE/go?n=N", "/learn/seven-ronin/6?action=N",
    ],
)  # fmt: skip
def test_an_endless_number_leads_nowhere(zofia: Visitor, path: str) -> None:
    table = zofia.open_table(**TWO_SEATS)
    answer = zofia.get(path.replace("TABLE", table).replace("N", ENDLESS))
    assert answer.status_code in ((200,) if "action" in path else (403, 404))
    assert '<html lang="pl"' in answer.text


def test_an_endless_number_leads_nowhere_in_a_replay_either(zofia: Visitor) -> None:
    header = "zashiki-record 1\ngame lanterns\nrules 1\nseats 2\n"
    opened = zofia.client.post("/records", files={"record": ("game.zashiki", header.encode())})
    assert opened.status_code == 200, opened.text
    replay = re.search(r"/g/([a-z0-9]+)/0", str(opened.url))
    assert replay is not None
    for number in (ENDLESS, "²", "-1", "x", ""):
        assert zofia.client.get(f"/g/{replay[1]}/go", params={"n": number}).status_code == 404


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "null", "//", "", "http://elsewhere.example"])
def test_a_form_from_nowhere_is_not_taken(zofia: Visitor, origin: str) -> None:
    answer = zofia.client.post("/play/lanterns", headers={"origin": origin})
    assert answer.status_code == 403
    assert '<html lang="pl"' in answer.text


@pytest.mark.parametrize("address", ["//[", "http://[", "//[x]y", "/\\[", "\\\\["])
def test_switches_lead_home_from_an_address_that_is_none(zofia: Visitor, address: str) -> None:
    answer = zofia.post("/lang", lang="fr", next=address)
    assert answer.status_code == 200
    assert answer.url.path == "/"


@pytest.mark.parametrize("made", ["-1", "-0", "+1", "1.0", "١", ENDLESS, ""])
def test_a_count_of_choices_that_is_none_is_a_bad_form(zofia: Visitor, made: str) -> None:
    page = zofia.post("/play/lanterns")
    form = {**hidden(page.text), "made": made, "action": "1"}
    for path in ("choose", "undo"):
        answer = zofia.post(f"{page.url.path}/{path}", **form)
        assert answer.status_code == 400
        assert "formularza" in answer.text


@pytest.mark.parametrize("charset", ["undefined", "punycode", "no-such-one"])
def test_a_form_in_an_unreadable_charset_breaks_nothing(zofia: Visitor, charset: str) -> None:
    table = zofia.open_table(**TWO_SEATS, chat="yes")
    for path, field in ((f"/t/{table}/chat", "text"), ("/new/lanterns", "name"), ("/records", "record")):
        answer = zofia.client.post(path, content=part(field, b"\xff"), headers=in_charset(charset))
        assert answer.status_code in (200, 400, 422), path
        assert '<html lang="pl"' in answer.text


def test_a_form_is_read_in_utf_8_whatever_charset_it_names(ann: Visitor) -> None:
    """The time that punycode takes grows with the square of the length: with 1 MB it would be minutes."""
    ann.client.post("/lang", content=part("lang", b"pl"), headers=in_charset("punycode"))
    assert '<html lang="pl"' in ann.get("/").text


@pytest.mark.parametrize(
    ("path", "field"), [("chat", "text"), ("/new/lanterns", "name"), ("/new/lanterns", "option-rounds")]
)
def test_half_a_character_does_not_stop_the_server(zofia: Visitor, path: str, field: str) -> None:
    table = zofia.open_table(**TWO_SEATS, chat="yes")
    address = path if path.startswith("/") else f"/t/{table}/{path}"
    answer = zofia.client.post(address, content=part(field, HALF_A_CHARACTER), headers=in_charset("utf-7"))
    assert answer.status_code in (200, 422)
    assert zofia.post("/play/lanterns").status_code == 200


def test_nonsense_over_the_live_connection_is_refused_and_the_connection_stays(ann: Visitor) -> None:
    table = ann.open_table(**TWO_SEATS)
    with ann.tab(table) as tab:
        for message in (
            "",
            "{",
            "x" * 30_000,
            b"\xff\xfe",
            b"",
            '{"number": 1}',
            '{"number": 1, "do": "win"}',
            '{"number": 1, "do": "choose", "seat": 0, "action": 0, "made": -1}',
            '{"number": 1, "do": "undo", "seat": 0, "made": -9}',
        ):
            tab.socket.send(message)
            assert tab.next()["status"] == 400
        for wrong in (
            {"seat": 9},
            {"seat": -5},
            {"action": 10**6},
            {"action": -1},
            {"made": 999},
            {"turn": "no"},
        ):
            fields = {"seat": 0, "made": 0, "turn": "", "action": 0, **wrong}
            assert tab.send("choose", **fields)["status"] in (403, 409, 422)
        assert tab.choose("right").get("status", 200) == 200
        tab.until("ready") if "ready" not in tab.shown("choice") else None
