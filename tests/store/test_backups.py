"""Backups are made and restored while a server runs, keep seats and secrets, and never cost what was there."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import stat
import zipfile
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import msgspec
import pytest

from tests.store.test_trees import a_tree
from tests.tables.club import club
from tests.terminal.desk import run
from tests.web.test_playing import TWO_SEATS
from tests.web.visitor import Server, Visitor, buttons, log_of
from zashiki.store import MovedOn, SQLiteStore, TooNew
from zashiki.store.backups import BadBackup, NoTables, back_up, restore
from zashiki.store.keys import rotate_key, signing_keys
from zashiki.tables import NoTable
from zashiki.tables.checks import check_tables

FIXTURES = Path(__file__).parent.parent / "fixtures"


async def test_a_backup_is_restored_under_a_service_that_runs(tmp_path: Path) -> None:
    """It goes on from the restored games, forgets tables that were opened later, and its versions only rise."""
    data, file = tmp_path / "data", tmp_path / "kept.zip"
    data.mkdir()
    async with club(data) as house:
        table = await house.open()
        await house.choose(table, 0, "ninja>well")
        assert back_up(data, file) == 1
        await house.choose(table, 0, "ninja>inn")
        await house.choose(table, 1, "hayai>inn")
        later = await house.open()
        before = (await house.tables.live(table)).version
        count, kept = restore(data, file)
        assert count == 1
        assert await house.choices(table) == ["ninja>well"]
        live = await house.tables.live(table)
        assert live.version > before
        assert live.length == 1
        await house.choose(table, 0, "ninja>granary")
        assert await house.choices(table) == ["ninja>well", "ninja>granary"]
        with pytest.raises(NoTable):
            await house.tables.live(later)
        assert kept is not None
        restore(data, kept)
        assert await house.choices(table) == ["ninja>well", "ninja>inn", "hayai>inn"]
        assert len(await house.store.entries(later)) == 0
        assert (await house.tables.live(later)).version > 0


async def choices_until_it_moved_on(store: SQLiteStore, table: str) -> int:
    """How many were answered."""
    made = 0
    with suppress(MovedOn):
        while True:
            await store.append(table, made, [(0, f"choice {made}")], awaited=(0,), shown=False)
            made += 1
    return made


async def test_no_choice_is_lost_that_is_made_while_a_backup_is_restored(tmp_path: Path) -> None:
    """Each that was answered is in the backup of what was there before."""
    data, file = tmp_path / "data", tmp_path / "kept.zip"
    data.mkdir()
    async with club(data) as house:
        table = await house.open()
        back_up(data, file)
        restoring = asyncio.create_task(asyncio.to_thread(restore, data, file))
        made = await choices_until_it_moved_on(house.store, table)
        _, before = await restoring
        assert (await house.choices(table)) == []
        assert before is not None
        restore(tmp_path / "other", before)
    store = SQLiteStore(tmp_path / "other" / "tables.db")
    kept = [entry.choice for entry in await store.entries(table)]
    await store.close()
    assert kept == [f"choice {number}" for number in range(made)]


async def test_a_backup_brings_back_variations_at_a_version_that_nobody_has_seen(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        tree = msgspec.structs.replace(a_tree(), table_id=await house.open())
        await house.store.trees.keep(tree, 9)
        back_up(tmp_path, tmp_path / "kept.zip")
        await house.store.trees.change(tree.id, 0, "changed later")
        restore(tmp_path, tmp_path / "kept.zip")
        found = await house.store.trees.find(tree.id)
        assert found is not None
        assert (found.content, found.version > 1) == (tree.content, True)


async def test_a_backup_is_whole_while_others_write(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        table = await house.open()
        for number in range(30):
            await house.choose(table, 0, "ninja>well")
            await house.undo(table, 0)
            if number % 10 == 0:
                back_up(tmp_path, tmp_path / f"{number}.zip")
    for number in (0, 10, 20):
        folder = tmp_path / str(number)
        restore(folder, tmp_path / f"{number}.zip")
        store = SQLiteStore(folder / "tables.db")
        checked = [one async for one in check_tables(store)]
        await store.close()
        assert [(one.entries, one.problem) for one in checked] == [(2 * number + 2, None)]


def test_a_backup_holds_secrets_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    shutil.copytree(FIXTURES / "data", tmp_path / "data")
    back_up(tmp_path / "data", tmp_path / "kept.zip")
    assert stat.S_IMODE((tmp_path / "kept.zip").stat().st_mode) == 0o600
    restore(tmp_path / "new", tmp_path / "kept.zip")
    assert signing_keys(tmp_path / "new") == signing_keys(tmp_path / "data")
    assert {file.name for file in (tmp_path / "new").iterdir()} == {"tables.db", "secret"}
    for file in (tmp_path / "new").iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_what_is_no_backup_changes_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(FIXTURES / "data", data)
    before = {file.name: file.read_bytes() for file in data.iterdir()}
    names = ("letter", "empty", "newer", "torn", "foreign")
    letter, empty, newer, torn, foreign = (tmp_path / name for name in names)
    letter.write_text("Dear grandmother", encoding="utf-8")
    for file, content in ((empty, {}), (torn, {"tables.db": b"not a database " * 99})):
        with zipfile.ZipFile(file, "w") as archive:
            for name, text in content.items():
                archive.writestr(name, text)
    later = sqlite3.connect(tmp_path / "later.db")
    later.execute("PRAGMA user_version = 9999")
    later.close()
    with zipfile.ZipFile(newer, "w") as archive:
        archive.write(tmp_path / "later.db", "tables.db")
    others = sqlite3.connect(tmp_path / "others.db")
    others.execute("CREATE TABLE recipes (name)")
    others.close()
    with zipfile.ZipFile(foreign, "w") as archive:
        archive.write(tmp_path / "others.db", "tables.db")
    for wrong in (letter, empty, torn, foreign, tmp_path / "nowhere"):
        with pytest.raises(BadBackup):
            restore(data, wrong)
    with pytest.raises(TooNew):
        restore(data, newer)
    with pytest.raises(NoTables):
        back_up(tmp_path / "nowhere", tmp_path / "kept.zip")
    assert {file.name: file.read_bytes() for file in data.iterdir()} == before


def test_a_backup_is_refused_wherever_it_was_damaged(tmp_path: Path) -> None:
    """Whatever stands at that place: the tables, how they are packed, the directory of the archive."""
    data, kept, damaged = tmp_path / "data", tmp_path / "kept.zip", tmp_path / "damaged.zip"
    shutil.copytree(FIXTURES / "data", data)
    back_up(data, kept)
    before, whole = {file.name: file.read_bytes() for file in data.iterdir()}, kept.read_bytes()
    chance, refused = Random(7), 0
    for _ in range(60):
        place = chance.randrange(len(whole))
        damaged.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            restore(data, damaged)
        except BadBackup:
            refused += 1
            assert {file.name: file.read_bytes() for file in data.iterdir()} == before
        else:  # a byte that tells nothing, as of a date
            before = {file.name: file.read_bytes() for file in data.iterdir()}
    assert refused > 50


@pytest.mark.parametrize(
    ("language", "newer", "missing"),
    [
        ("en", "written by a newer version", "there is no such file"),
        ("pl", "zapisała nowsza wersja", "nie ma takiego pliku"),
        ("fr", "écrites par une version plus récente", "n’existe pas"),
    ],
)
def test_why_nothing_is_restored_is_told_in_the_language(
    tmp_path: Path, language: str, newer: str, missing: str
) -> None:
    data = tmp_path / "data"
    shutil.copytree(FIXTURES / "data", data)
    back_up(data, tmp_path / "kept.zip")
    with closing(sqlite3.connect(data / "tables.db")) as later:
        later.execute("PRAGMA user_version = 9999")
    before = {file.name for file in data.iterdir()}
    said = run(tmp_path, "restore", "kept.zip", "--data", str(data), "--lang", language)
    assert (said.returncode, newer in said.stderr, str(data) in said.stderr) == (2, True, True), said.stderr
    assert {file.name for file in data.iterdir()} == before, "nothing was kept of what stays"
    nowhere = run(tmp_path, "restore", "nowhere.zip", "--data", str(data), "--lang", language)
    assert (nowhere.returncode, missing in nowhere.stderr) == (2, True), nowhere.stderr
    unwritable = run(tmp_path, "backup", "/proc/none/kept.zip", "--data", str(data), "--lang", language)
    assert (unwritable.returncode, "Errno" in unwritable.stderr) == (2, False), unwritable.stderr


def test_the_keys_of_a_backup_are_believed_besides_those_that_are_there(tmp_path: Path) -> None:
    shutil.copytree(FIXTURES / "data", tmp_path / "data")
    back_up(tmp_path / "data", tmp_path / "kept.zip")
    own = signing_keys(tmp_path / "data")
    rotate_key(tmp_path / "data", forget=True)
    newest = signing_keys(tmp_path / "data")
    restore(tmp_path / "data", tmp_path / "kept.zip")
    assert signing_keys(tmp_path / "data") == newest + own


def test_the_commands_keep_and_restore_a_table_under_a_running_server(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Server(data) as server:
        ann = Visitor(server)
        table = ann.open_table(**TWO_SEATS)
        kept = run(tmp_path, "backup", "kept.zip", "--data", str(data))
        assert (kept.returncode, kept.stdout) == (0, "Tables kept in kept.zip: 1\n"), kept.stderr
        with ann.tab(table) as tab:
            tab.choose("left")
            back = run(tmp_path, "restore", "kept.zip", "--data", str(data))
            assert back.returncode == 0, back.stderr
            assert "before-restore" in back.stdout
            assert log_of(ann.get(f"/t/{table}").text) == []
            with ann.tab(table) as again:
                assert "right" in buttons(again.shown("choice"))
                again.choose("right")
        checked = run(tmp_path, "check", "--data", str(data))
        assert checked.stdout == "Tables: 1, entries: 1. Every game can be played on.\n"
        assert len(log_of(ann.get(f"/t/{table}").text)) == 1


def test_check_plays_through_every_game_of_an_earlier_version(tmp_path: Path) -> None:
    shutil.copytree(FIXTURES / "data", tmp_path / "data")
    tables = json.loads((FIXTURES / "expected.json").read_text(encoding="utf-8"))["tables"]
    checked = run(tmp_path, "check", "--data", str(tmp_path / "data"))
    entries = sum(table["entries"] for table in tables.values())
    said = f"Tables: {len(tables)}, entries: {entries}. Every game can be played on.\n"
    assert (checked.returncode, checked.stdout) == (0, said), checked.stderr


DAMAGE = {
    "UPDATE entries SET choice = 'ready' WHERE number = 1 AND table_id = ?": "table.check.refused",
    "UPDATE entries SET choice = 'nonsense' WHERE number = 1 AND table_id = ?": "table.check.unknown",
    "DELETE FROM entries WHERE number = 1 AND table_id = ?": "table.check.gap",
    "UPDATE tables SET header = replace(header, 'rules 1', 'rules 99') WHERE id = ?": "record.error",
    "UPDATE tables SET awaited = 2 WHERE id = ?": "table.check.awaited",
}


async def test_check_reports_what_can_not_be_played_on(tmp_path: Path) -> None:
    async with club(tmp_path) as house:
        tables = [await house.open() for _ in DAMAGE]
        for table in tables:
            await house.choose(table, 0, "ninja>well")
            await house.choose(table, 0, "ninja>inn")
        fine = await house.open("shinobi", 3)
        with sqlite3.connect(tmp_path / "tables.db") as database:
            for table, damage in zip(tables, DAMAGE, strict=True):
                database.execute(damage, (table,))
        checked = {one.table_id: one.problem async for one in check_tables(house.store)}
    found = [problem.key if (problem := checked[table]) else None for table in (*tables, fine)]
    assert found == [*DAMAGE.values(), None]
    said = run(tmp_path, "check", "--data", str(tmp_path))
    assert said.returncode == 2
    assert f"{tables[0]}: entry 1 (ready): " in said.stdout
    assert fine not in said.stdout
    assert "5 of 6" in said.stderr
    assert "Traceback" not in said.stderr


def test_tables_that_can_not_be_read_any_more_are_set_aside(tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(FIXTURES / "data", data)
    back_up(data, tmp_path / "kept.zip")
    (data / "tables.db").write_bytes(b"a torn page " * 999)
    count, before = restore(data, tmp_path / "kept.zip")
    assert count == len(json.loads((FIXTURES / "expected.json").read_text(encoding="utf-8"))["tables"])
    assert before is not None
    assert before.read_bytes() == b"a torn page " * 999


def test_tables_that_can_not_be_read_are_not_taken_from_a_server_that_runs(tmp_path: Path) -> None:
    """It would go on with the file that was set aside, and what is played there would be lost."""
    data, kept = tmp_path / "data", tmp_path / "kept.zip"
    with Server(data) as server:
        Visitor(server).open_table(**TWO_SEATS)
        back_up(data, kept)
        for file in data.glob("tables.db*"):
            file.write_bytes(b"a torn page " * 999)
        before = {file.name for file in data.iterdir()}
        said = run(tmp_path, "restore", "kept.zip", "--data", str(data))
        assert (said.returncode, f"{server.address}/" in said.stderr) == (2, True), said.stderr
        assert {file.name for file in data.iterdir()} == before
        server.kill()
    assert run(tmp_path, "restore", "kept.zip", "--data", str(data)).returncode == 0
    with Server(data) as again:
        assert Visitor(again).get("/healthz").json()["ok"]


def test_damage_is_told_and_costs_no_earlier_backup(tmp_path: Path) -> None:
    """A backup that could not be restored does not take the place of one that can."""
    data, kept = tmp_path / "data", tmp_path / "kept.zip"
    shutil.copytree(FIXTURES / "data", data)
    run(tmp_path, "check", "--data", str(data))  # brings the tables up to the newest schema
    assert run(tmp_path, "backup", "kept.zip", "--data", str(data)).returncode == 0
    before = kept.read_bytes()
    with closing(sqlite3.connect(data / "tables.db")) as tables:
        tables.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        page = tables.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entries'").fetchone()[0]
        size = tables.execute("PRAGMA page_size").fetchone()[0]
    with (data / "tables.db").open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    for command in (["backup", "kept.zip"], ["check"]):
        said = run(tmp_path, *command, "--data", str(data))
        assert said.returncode == 2, command
        assert "are damaged" in said.stderr
        assert "Traceback" not in said.stderr
    assert kept.read_bytes() == before
    assert run(tmp_path, "restore", "kept.zip", "--data", str(data)).returncode == 0
    assert run(tmp_path, "check", "--data", str(data)).returncode == 0
