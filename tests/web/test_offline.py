"""The program on a device: its manifest, its icons, and what the service worker keeps."""

from __future__ import annotations

import re
import struct

import msgspec
import pytest

from tests.icons import files
from tests.web.visitor import Server, Visitor
from zashiki.web.offline import Kept

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize("language", ["en", "pl", "fr"])
def test_the_manifest_speaks_the_readers_language(server: Server, language: str) -> None:
    visitor = Visitor(server, language)
    answer = visitor.get("/manifest.webmanifest")
    manifest = answer.json()
    assert answer.headers["content-type"].startswith("application/manifest+json")
    assert manifest["lang"] == language
    assert f"<p>{manifest['description']}</p>" in visitor.get("/").text
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == ("standalone", "/", "/")


def test_a_chosen_language_goes_before_that_of_the_browser(ann: Visitor) -> None:
    ann.post("/lang", lang="fr", next="/")
    assert ann.get("/manifest.webmanifest").json()["lang"] == "fr"


def test_every_icon_is_there_in_its_size_and_one_may_be_masked(ann: Visitor) -> None:
    icons = ann.get("/manifest.webmanifest").json()["icons"]
    assert {"any", "maskable"} == {icon["purpose"] for icon in icons}
    for icon in icons:
        answer = ann.get(icon["src"])
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(icon["type"])
        assert "immutable" in answer.headers["cache-control"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", answer.content[16:24])
            assert icon["sizes"] == f"{width}x{height}"


def test_every_icon_was_made_from_its_drawing() -> None:
    for file, (drawing, size) in files().items():
        head = file.read_bytes()[:24]
        assert drawing.is_file()
        assert head.startswith(PNG)
        assert struct.unpack(">II", head[16:24]) == (size, size)


def games_kept(script: str) -> dict[str, Kept]:
    """What the service worker keeps of each game."""
    found = re.search(r"^const GAMES = (.*);$", script, re.MULTILINE)
    assert found is not None
    return msgspec.json.decode(found[1], type=dict[str, Kept])


def test_the_service_worker_keeps_readable_pages_of_every_game_and_no_table(ann: Visitor) -> None:
    answer = ann.get("/service-worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    games = games_kept(answer.text)
    assert set(games) == {"lanterns", "samurai-spirit", "seven-ronin", "shinobi"}
    for game, kept in games.items():
        assert kept.pages[0] == f"/rules/{game}"
        assert all(re.fullmatch(r"/(rules|learn)/[a-z-]+(/\d+)?", address) for address in kept.pages)
        for address in (kept.pages[0], kept.pages[-1]):
            assert ann.get(address).status_code == 200


def test_the_answers_of_a_lesson_that_are_kept_lead_on(ann: Visitor) -> None:
    kept = games_kept(ann.get("/service-worker.js").text)["lanterns"]
    assert kept.answers
    for address, action in kept.answers.items():
        number = int(address.rpartition("/")[2])
        led = ann.get(f"{address}?action={action}")
        assert led.url.path == f"/learn/lanterns/{number + 1}"


def test_the_page_without_a_connection_says_so_and_leads_to_what_is_kept(server: Server) -> None:
    for language, words in (("en", "No connection"), ("pl", "Brak połączenia"), ("fr", "Pas de connexion")):
        page = Visitor(server, language).get("/offline").text
        assert f"<h1>{words}</h1>" in page
        assert 'href="/rules/lanterns"' in page
        assert 'href="/learn/lanterns"' in page


def test_only_our_own_manifest_and_worker_are_allowed(ann: Visitor) -> None:
    policy = ann.get("/").headers["content-security-policy"]
    assert "manifest-src 'self'" in policy
    assert "worker-src 'self'" in policy
    assert "unsafe" not in policy
