"""The explorer on its page: finished games alone, from the replay and back to it, by a form whose address can be shared."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from tests.study.shelf import played
from tests.web.test_playing import two_at_a_table
from tests.web.visitor import Server, Visitor

PATIENCE = 60.0
LISTED = {"listed": "yes"}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own: no other test ends games there."""
    with Server(tmp_path_factory.mktemp("library")) as running:
        yield running


def finish(ann: Visitor, bob: Visitor, table: str) -> None:
    for player in (ann, bob):
        player.choose(table, "right")
        player.choose(table, "ready")
    ann.choose(table, "bow")


def wait_for(visitor: Visitor, table: str) -> str:
    """The page of all games, once this one is among them."""
    deadline = time.monotonic() + PATIENCE
    while f"/g/{table}/" not in (page := visitor.get("/explore").text):
        assert time.monotonic() < deadline
        time.sleep(0.2)
    return page


def chosen(page: str) -> int:
    """How often something was chosen in the games that were found."""
    found = re.search(r"Chosen (\d+) times?", page)
    assert found is not None, page
    return int(found[1])


def test_a_game_is_found_from_a_replay_and_leads_to_its_very_moment(library: Server) -> None:
    ann, bob, anyone = Visitor(library), Visitor(library), Visitor(library)
    tables = [two_at_a_table(ann, bob, **LISTED) for _ in range(2)]
    counts = []
    for table in tables:
        finish(ann, bob, table)
        wait_for(anyone, table)
        counts.append(chosen(anyone.get(f"/explore?at={table}.0").text))
    assert counts[1] == counts[0] + 2, "both sides plan in the same position"
    for page in (ann.get("/").text, ann.get("/puzzles").text):
        assert 'href="/explore"' in page
    replay = anyone.get(f"/g/{tables[0]}/0").text
    link = f"/explore?at={tables[0]}.0"
    assert f'href="{link}"' in replay
    assert link not in anyone.get(f"/g/{tables[0]}/0?end=hidden").text
    found = anyone.get(link)
    assert found.status_code == 200
    assert chosen(found.text) == counts[1]
    for table in tables:
        assert f'href="/g/{table}/0"' in found.text
    narrower = re.search(r'<th scope="row"><a href="(/explore[^"]*choice=right[^"]*)"', found.text)
    assert narrower is not None
    assert chosen(anyone.get(unescape(narrower[1])).text) == counts[1] // 2, "one of the two sides"
    assert "Ann" in anyone.get("/explore?player=ann").text
    assert anyone.get(f"/explore?at={tables[0]}.6").status_code == 400, "nobody decides after the end"


def test_what_runs_changes_no_byte_and_is_never_found(library: Server) -> None:
    ann, bob, anyone = Visitor(library), Visitor(library), Visitor(library)
    over = two_at_a_table(ann, bob, **LISTED)
    finish(ann, bob, over)
    wait_for(anyone, over)
    addresses = ("/explore", "/explore?game=lanterns&round=1", f"/explore?at={over}.0", "/explore?player=Ann")
    before = [anyone.get(address).text for address in addresses]
    running = two_at_a_table(ann, bob, **LISTED)
    for player in (ann, bob):
        player.choose(running, "right")
        player.choose(running, "ready")
    time.sleep(2.5)  # the queue was looked at meanwhile
    assert before == [anyone.get(address).text for address in addresses]
    refused = anyone.get(f"/explore?at={running}.0")
    assert refused.status_code == 403
    assert all(running not in ann.get(address).text for address in addresses)


def test_a_table_that_is_not_listed_is_found_by_its_players_alone(library: Server) -> None:
    ann, bob, anyone = Visitor(library), Visitor(library), Visitor(library)
    table = two_at_a_table(ann, bob)
    finish(ann, bob, table)
    wait_for(ann, table)
    assert table in bob.get("/explore?game=lanterns").text
    for address in ("/explore", "/explore?player=Bob", "/explore?game=lanterns&round=1"):
        assert table not in anyone.get(address).text


@pytest.mark.parametrize(
    ("language", "none", "bad"),
    [
        ("en", "No finished game was found", "is no date"),
        ("pl", "Nie znaleziono", "to nie data"),
        ("fr", "Aucune partie", "n’est pas une date"),
    ],
)
def test_what_is_wrong_or_not_there_is_said_with_what_to_try(
    library: Server, language: str, none: str, bad: str
) -> None:
    visitor = Visitor(library, language)
    nothing = visitor.get("/explore?player=<i>nobody</i>")
    assert nothing.status_code == 200
    assert none in nothing.text
    assert "<i>nobody" not in nothing.text
    refused = visitor.get("/explore?game=lanterns&from=yesterday&player=Eve")
    assert refused.status_code == 400
    assert bad in refused.text
    assert 'value="Eve"' in refused.text, "the form stays filled in"
    for query in (
        "game=go",
        "after=x",
        "at=x",
        "game=lanterns&plan=nothing",
        f"player={'x' * 300}",
        "seats=2",
    ):
        assert visitor.get(f"/explore?{query}").status_code == 400, query
    assert visitor.get("/explore?at=nothing.1").status_code == 404
    for query in ("player=%00%0a", "from=0001-01-01&to=9999-12-31", "player=%ff", "player=%25_!"):
        assert visitor.get(f"/explore?{query}").status_code == 200, query


def test_a_form_without_scripts_has_a_short_address_to_share(library: Server) -> None:
    ann = Visitor(library)
    found = ann.get("/explore?game=seven-ronin&o-edition=&player=&from=&to=&result=0&side=&round=&plan=")
    assert str(found.url).endswith("/explore?game=seven-ronin&result=0")
    assert '<option value="seven-ronin" selected>' in found.text
    assert 'name="o-edition"' in found.text
    assert "Won by: Attacker" in found.text or "won by: Attacker" in found.text


def test_plans_are_narrowed_choice_by_choice(library: Server) -> None:
    ann = Visitor(library)
    record = played("seven-ronin", 3)
    opened = ann.client.post("/records", files={"record": ("game.zashiki", record.write().encode())})
    wait_for(ann, opened.url.path.split("/")[2])
    page = ann.get("/explore?game=seven-ronin&side=0").text
    assert "What the plans consist of" in page
    link = re.search(r'href="(/explore\?[^"]*plan=ninja%3E[^"]*)"', page)
    assert link is not None
    narrower = ann.get(unescape(link[1]))
    assert narrower.status_code == 200
    assert "Chosen 1 time<" in narrower.text
    assert "Found are finished games" in narrower.text


def test_a_power_cut_loses_no_finished_game_and_searches_have_a_pace(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as first:
        ann, bob = Visitor(first), Visitor(first)
        table = two_at_a_table(ann, bob)
        finish(ann, bob, table)
        first.kill()
    with Server(tmp_path / "data", tables_an_hour=5) as second:
        ann.move_to(second)
        wait_for(ann, table)
        answers = {ann.get("/explore").status_code for _ in range(90)}
        assert answers == {200, 429}
        assert "Those were many searches" in ann.get("/explore").text


def test_any_value_agrees_with_its_field(server: Server) -> None:
    page = Visitor(server, "pl").get("/explore").text
    for name, any_value in (("game", "dowolna"), ("result", "dowolny"), ("level", "dowolny")):
        field = page[page.index(f'name="{name}"') :]
        assert f">{any_value}</option>" in field[: field.index("</select>")]


def test_the_record_of_a_game_that_is_there_leads_to_it_and_is_not_counted_again(library: Server) -> None:
    ann, bob, anyone = Visitor(library), Visitor(library), Visitor(library)
    tables = [two_at_a_table(ann, bob) for _ in range(2)]
    for table in tables:
        finish(ann, bob, table)
        wait_for(ann, table)
    before = ann.get("/explore").text
    record = ann.get(f"/g/{tables[1]}/record").text
    latest = str(ann.post("/records", record=record).url)
    assert latest.endswith((f"/g/{tables[0]}/0", f"/g/{tables[1]}/0")), "their records are the same"
    assert ann.get("/explore").text == before, "nothing more is counted, or waits to be"
    other = record.replace("right", "left", 1)
    assert str(bob.post("/records", record=other).url).split("/")[-2] not in tables
    assert str(anyone.post("/records", record=record).url).split("/")[-2] not in tables, "a stranger's own"
