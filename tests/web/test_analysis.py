"""The analysis of a finished game on the page: one button, progress, kept with the game."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path

import pytest

import zashiki
from tests.tables.club import club, people
from tests.web.test_playing import two_at_a_table
from tests.web.visitor import Server, Visitor, buttons, hidden
from zashiki.kernel.record import Record, read
from zashiki.store.backups import back_up, restore
from zashiki.web.analyses import Analyses

RECORD = Path(__file__).parent.parent / "fixtures" / "records" / "shinobi-3.zashiki"
PATIENCE = 90.0


def uploaded(visitor: Visitor) -> str:
    response = visitor.client.post("/records", files={"record": ("game.zashiki", RECORD.read_bytes())})
    found = re.search(r"/g/([a-z0-9]+)", str(response.url))
    assert found is not None, response.text
    return found[1]


def done(visitor: Visitor, game: str) -> int:
    """How many pieces are done; all of them: a large number."""
    page = visitor.get(f"/g/{game}/analysis").text
    found = re.search(r"<progress max=\"\d+\" value=\"(\d+)\"", page)
    return int(found[1]) if found else 10**6


def wait_for(visitor: Visitor, game: str, least: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while done(visitor, game) < least:
        assert time.monotonic() < deadline
        time.sleep(0.2)


def test_a_running_game_is_not_analysed(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    assert ann.get(f"/g/{table}/analysis").status_code == 403
    assert ann.post(f"/g/{table}/analysis").status_code == 403
    assert ann.post(f"/g/{table}/analysis/cancel").status_code == 403


@pytest.mark.parametrize("game", ["seven-ronin", "samurai-spirit", "shinobi"])
def test_a_game_in_which_nobody_has_chosen_is_analysed_too(ann: Visitor, game: str) -> None:
    record = Record(zashiki.game(game)).write()
    replay = str(ann.post("/records", record=record).url).split("/")[-2]
    ann.post(f"/g/{replay}/analysis")
    wait_for(ann, replay, 10**6)
    for path in (f"/g/{replay}/analysis", f"/g/{replay}/0"):
        assert ann.get(path).status_code == 200


def test_one_button_on_the_replay_analyses_the_game_for_everybody(ann: Visitor, server: Server) -> None:
    game = uploaded(ann)
    assert f'action="/g/{game}/analysis"' in ann.get(f"/g/{game}/3").text
    assert "Analyse this game" in ann.get(f"/g/{game}/analysis").text, "nobody has begun yet"
    assert str(ann.post(f"/g/{game}/analysis").url).endswith(f"/g/{game}/analysis")
    wait_for(ann, game, 10**6)
    polish = Visitor(server, "pl").get(f"/g/{game}/analysis").text
    assert "Dokładność" in polish
    page = ann.get(f"/g/{game}/analysis").text
    assert page.count("<polyline") == 3
    assert page.count('<svg class="belief"') == 3
    assert "<li>100%</li><li>50%</li><li>0%</li>" in page
    assert "By how many points each has moved the chance to win" in page
    assert "\u00a0pts <span" in page
    assert "hx-trigger" not in page, "what is done is not asked for again"
    decided = re.search(rf'href="/g/{game}/\d+\?as=(\d)">Moment (\d+)</a>', page)
    assert decided is not None
    replay = ann.get(f"/g/{game}/{decided[2]}?as={decided[1]}").text
    assert "➜ Better:" in replay
    assert '<line class="now"' in replay
    assert "Analyse this game" not in replay
    assert "➜ Better:" not in ann.get(f"/g/{game}/{decided[2]}?end=hidden").text


def test_stopping_and_a_power_cut_lose_no_finished_part(data: Path) -> None:
    with Server(data) as first:
        ann = Visitor(first)
        game = uploaded(ann)
        ann.post(f"/g/{game}/analysis")
        wait_for(ann, game, 3)
        stopped = ann.post(f"/g/{game}/analysis/cancel").text
        assert "not complete" in stopped
        kept = done(ann, game)
        assert kept >= 3
        ann.post(f"/g/{game}/analysis")
        wait_for(ann, game, kept + 2)
        first.kill()
    with Server(data) as second:
        ann.move_to(second)
        assert done(ann, game) >= kept + 2
        wait_for(ann, game, 10**6)  # nobody pressed the button again


async def test_a_fault_in_a_study_ends_the_analysis_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is not tried again and again; who asks anew has it tried anew."""

    def fails(_text: str, _place: int) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("zashiki.web.analyses.do_piece", fails)
    async with club(tmp_path) as house:
        table = await house.tables.open(read(RECORD.read_text(encoding="utf-8")), people(3), "ann")
        live, analyses = await house.tables.live(table), Analyses(house.tables, 0)
        await analyses.want(live)
        async with asyncio.timeout(PATIENCE):
            while analyses._running:
                await asyncio.sleep(0.01)
        await analyses.take_up()
        assert not analyses._running
        standing = await analyses.standing(live)
        assert (standing.wanted, standing.done) == (False, 0)
        await analyses.stop()
    assert [(one.levelname, getattr(one, "table", None)) for one in caplog.records] == [("ERROR", table)]


async def test_after_a_restore_the_game_that_is_there_is_analysed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the one that was there before, of which nothing is kept with it either."""
    data, file = tmp_path / "data", tmp_path / "kept.zip"
    data.mkdir()
    record = read(RECORD.read_text(encoding="utf-8"))
    asked: list[str] = []

    def restored_meanwhile(text: str, _place: int) -> str:
        asked.append(text)
        restore(data, file)
        return "of the game that was there"

    async with club(data) as house:
        table = await house.tables.open(record.copy(9), people(3), "ann", ended=True)
        short = (await Analyses(house.tables, 0).standing(await house.tables.live(table))).size
        back_up(data, file)
        await house.store.append(table, 9, record.lines()[9:], awaited=(), shown=True)
        live, analyses = await house.tables.live(table), Analyses(house.tables, 0)
        assert (await analyses.standing(live)).size > short
        monkeypatch.setattr("zashiki.web.analyses.do_piece", restored_meanwhile)
        await analyses.want(live)
        async with asyncio.timeout(PATIENCE):
            while analyses._running:
                await asyncio.sleep(0.01)
        standing = await analyses.standing(await house.tables.live(table))
        assert (standing.size, standing.done) == (short, 0)
        await analyses.stop()
    assert asked == [record.write()]


def test_an_analysis_calls_seats_by_the_names_they_have_at_the_table(ann: Visitor) -> None:
    table = ann.open_table("samurai-spirit", **{"seat-0": "bot-random", "seat-1": "me", "name": "Ann"})
    deadline = time.monotonic() + PATIENCE
    while "finale" not in (page := ann.get(f"/t/{table}").text):
        assert time.monotonic() < deadline
        if buttons(page):
            ann.post(f"/t/{table}/choose", action=next(iter(buttons(page).values())), **hidden(page))
    ann.post(f"/g/{table}/analysis")
    wait_for(ann, table, 10**6)
    page = ann.get(f"/g/{table}/analysis").text
    assert "Ann (Player 2)" in page
    assert "Tama (Player 1, bot)" in page
