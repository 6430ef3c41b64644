"""Language, theme and shortcuts."""

from __future__ import annotations

from tests.web.test_playing import two_at_a_table
from tests.web.visitor import Server, Visitor
from zashiki.web.requests.addresses import own_path
from zashiki.web.requests.visitors import preferred_language


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
    assert preferred_language("pl; q=1, en; q=0.5") == "pl"
    assert preferred_language("en ; q=0.5, FR ;q=0.6") == "fr"
    assert preferred_language("x;q=y") == "en"


def test_single_keys_can_be_switched_off_and_stay_so(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    assert "data-shortcuts" not in ann.get(f"/t/{table}").text
    page = ann.post("/shortcuts", shortcuts="off", next=f"/t/{table}")
    assert str(page.url).endswith(f"/t/{table}")
    assert 'data-shortcuts="off"' in page.text
    assert 'data-shortcuts="off"' in ann.get(f"/t/{table}").text
    assert "data-shortcuts" not in bob.get(f"/t/{table}").text
    assert "data-shortcuts" not in ann.post("/shortcuts", shortcuts="on", next=f"/t/{table}").text
