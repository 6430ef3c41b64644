"""Hints at the table: where they are allowed, what they say, and that they are counted for good."""

from __future__ import annotations

import asyncio
import re
import time
from html import unescape
from pathlib import Path

import httpx
import pytest

import zashiki
from tests.tables.club import club
from tests.web.test_playing import two_at_a_table
from tests.web.visitor import Server, Visitor, buttons, hidden, table_of
from zashiki.kernel.messages import Refused
from zashiki.kernel.record import Record
from zashiki.study.hints import Advice, Question, advise
from zashiki.tables.bot_workers import BotWorkers
from zashiki.tables.seats import bot_seat, person_seat
from zashiki.web import hints
from zashiki.web.hints import Adviser

ALONE = {"seat-0": "me", "seat-1": "bot-villager"}
PATIENCE = 60.0


def against_a_bot(visitor: Visitor, game: str = "lanterns", **more: str) -> str:
    return visitor.open_table(game, **ALONE, **more)


def ask(visitor: Visitor, table: str) -> httpx.Response:
    return visitor.post(f"/t/{table}/hint", **hidden(visitor.get(f"/t/{table}").text))


def hint_in(page: str) -> str:
    """What the hint says, as plain text; empty if there is none."""
    found = re.search(r'id="hint" class="hint"[^>]*>(.*?)</div>', page, re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", "", found[1])).split()) if found else ""


def finish(visitor: Visitor, table: str) -> str:
    """Plays to the end by the last choice each time."""
    deadline = time.monotonic() + PATIENCE
    while 'id="result"' not in (page := visitor.get(f"/t/{table}").text):
        assert time.monotonic() < deadline
        if choices := buttons(page):
            visitor.post(f"/t/{table}/choose", action=[*choices.values()][-1], **hidden(page))
    return page


def wait_for_turn(visitor: Visitor, table: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while f'action="/t/{table}/hint"' not in visitor.get(f"/t/{table}").text:
        assert time.monotonic() < deadline


@pytest.mark.parametrize("game", ["seven-ronin", "samurai-spirit", "shinobi", "lanterns"])
def test_a_hint_names_the_best_choice_its_reason_and_the_next_best(ann: Visitor, game: str) -> None:
    table = table_of(ann.post(f"/play/{game}"))
    wait_for_turn(ann, table)
    answer = ask(ann, table)
    assert answer.status_code == 200
    said = hint_in(answer.text)
    assert re.search(r"Chance to win \d+\.\d%", said), said
    best = re.search(r'data-actions="([\d ]+)"', answer.text)
    assert best is not None
    legal = set(map(str, buttons(answer.text).values()))
    assert set(best[1].split()) & legal, "the best choice can be made"
    assert hint_in(ann.get(f"/t/{table}").text) == said, "it stays until the choice is made"


def test_a_hint_goes_with_the_choice_that_it_was_for(ann: Visitor) -> None:
    table = against_a_bot(ann)
    assert hint_in(ask(ann, table).text)
    ann.choose(table, "left")
    assert not hint_in(ann.get(f"/t/{table}").text)


def test_who_plays_against_people_has_no_hints_unless_the_table_allows_them(
    ann: Visitor, bob: Visitor
) -> None:
    table = two_at_a_table(ann, bob)
    assert f'action="/t/{table}/hint"' not in ann.get(f"/t/{table}").text
    refused = ask(ann, table)
    assert refused.status_code == 422
    assert "not allowed" in refused.text
    allowed = two_at_a_table(ann, bob, hints="yes")
    before = bob.get(f"/t/{allowed}").text
    assert hint_in(ask(ann, allowed).text)
    assert bob.get(f"/t/{allowed}").text == before, "nobody else is told"


def test_a_table_can_do_without_hints(ann: Visitor) -> None:
    table = against_a_bot(ann, hints="no")
    assert f'action="/t/{table}/hint"' not in ann.get(f"/t/{table}").text
    assert ask(ann, table).status_code == 422


def test_nobody_asks_for_another_seat(ann: Visitor, bob: Visitor) -> None:
    table = against_a_bot(ann)
    fields = hidden(ann.get(f"/t/{table}").text)
    assert bob.post(f"/t/{table}/hint", **fields).status_code == 403
    assert ann.post(f"/t/{table}/hint", **{**fields, "seat": "1"}).status_code == 403
    assert ann.post(f"/t/{table}/hint", **{**fields, "made": "7"}).status_code == 409
    assert ann.post(f"/t/{table}/hint", **{**fields, "turn": "another"}).status_code == 409


def test_over_the_socket_a_hint_comes_as_a_region(ann: Visitor) -> None:
    table = against_a_bot(ann)
    fields = hidden(ann.get(f"/t/{table}").text)
    with ann.tab(table) as tab:
        asked = {"seat": 0, "made": int(fields["made"]), "turn": fields["turn"]}
        answer = tab.send("hint", **asked)
        assert answer.get("status", 200) == 200
        assert "Chance to win" in tab.shown("hint")
        assert tab.send("hint", **{**asked, "made": 5})["status"] == 409


async def test_a_hint_is_thought_of_once_however_many_ask_for_it_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought: list[Question] = []

    def thinking(question: Question) -> list[Advice]:
        thought.append(question)
        time.sleep(0.05)
        return advise(question)

    monkeypatch.setattr(hints, "advise", thinking)
    workers = BotWorkers(0)
    async with club(tmp_path) as house:
        record = Record(zashiki.game("seven-ronin"))
        table = await house.tables.open(
            record, [person_seat(0, "ann", "Ann"), bot_seat(1, "villager")], "ann"
        )
        live, adviser = await house.tables.live(table), Adviser(house.tables, workers)
        turn = house.tables.turn(live, 0)
        await asyncio.gather(*(adviser.ask(live, 0, turn, 0) for _ in range(9)))
        await adviser.ask(live, 0, turn, 0)
    workers.stop()
    assert len(thought) == 1


async def test_a_hint_that_fails_is_logged_with_its_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(_question: Question) -> list[Advice]:
        raise ArithmeticError

    monkeypatch.setattr(hints, "advise", failing)
    workers = BotWorkers(0)
    async with club(tmp_path) as house:
        seats = [person_seat(0, "ann", "Ann"), bot_seat(1, "villager")]
        table = await house.tables.open(Record(zashiki.game("seven-ronin")), seats, "ann")
        live, adviser = await house.tables.live(table), Adviser(house.tables, workers)
        with pytest.raises(Refused):
            await adviser.ask(live, 0, house.tables.turn(live, 0), 0)
    workers.stop()
    assert [getattr(line, "table", None) for line in caplog.records] == [table]


def test_hints_are_counted_once_a_choice_and_outlive_the_server(data: Path) -> None:
    with Server(data) as first:
        ann = Visitor(first)
        table = against_a_bot(ann)
        ask(ann, table)
        ask(ann, table)
        ann.choose(table, "right")
        ann.undo(table)
        ask(ann, table)
        first.kill()
    with Server(data) as second:
        ann.move_to(second)
        assert "hints taken" in finish(ann, table)
        replay = ann.get(f"/g/{table}/0").text
        assert re.search(r"2 hints taken", replay)
        moments = ["took a hint here" in ann.get(f"/g/{table}/{number}").text for number in range(9)]
        assert moments.count(True) == 2, "once before the choice, once after it was taken back"
        assert "hints taken" not in ann.get(f"/g/{table}/0?end=hidden").text
