"""Security: foreign forms, forged cookies, large bodies, headers, pages that are not there."""

from __future__ import annotations

from tests.web.test_playing import TWO_SEATS, two_at_a_table
from tests.web.visitor import Server, Visitor, hidden


def test_what_is_not_there_is_said_in_words_with_the_right_status(ann: Visitor) -> None:
    for path, status in (
        ("/t/nothere", 404), ("/nothing", 404), ("/new/chess", 404), ("/join/x", 404),
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
