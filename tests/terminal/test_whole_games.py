"""Every game from its first prompt to its result, through a terminal of 80 columns, in every language."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.terminal.desk import Desk, kept, plain, run
from zashiki import game, names
from zashiki.kernel import record as records
from zashiki.words import LANGUAGES, Words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_a_person_plays_a_whole_game_against_bots(tmp_path: Path, name: str, language: str) -> None:
    words = Words(language)
    asked, again = words.say("term.play.ask"), words.say("term.end.again")
    with Desk(tmp_path, "play", name, "--lang", language, "--seed", "11") as desk:
        shown = desk.until(asked, again)
        for number in range(game(name).facts.longest):
            if again in shown:
                break
            desk.type("121314"[number % 6] if number else "?1")
            shown = desk.until(asked, again)
        desk.type("n")
        told, status = desk.end()
        everything = plain(desk.shown.decode())
    assert status == 0, told
    assert words.say("term.end.title") in everything
    assert max(cell_len(line) for line in everything.splitlines() if str(tmp_path) not in line) <= 80
    (file,) = kept(tmp_path)
    assert records.read(file.read_text(encoding="utf-8")).fold().result() is not None


@pytest.mark.parametrize("name", names())
def test_people_at_one_screen_play_a_whole_game(tmp_path: Path, name: str) -> None:
    asked, passed, again = "Your choice (? helps): ", "Press Enter", "Play again? (y/n)"
    with Desk(tmp_path, "play", name, "--hotseat", "--seed", "11") as desk:
        shown = desk.until(asked, passed, again)
        for _ in range(2 * game(name).facts.longest):
            if again in shown:
                break
            desk.type("1" if asked in shown else "")
            shown = desk.until(asked, passed, again)
        desk.type("n")
        assert desk.end()[1] == 0


@pytest.mark.parametrize("name", names())
def test_its_record_is_replayed_from_every_seat_and_told_in_every_language(tmp_path: Path, name: str) -> None:
    run(tmp_path, "simulate", name, "--games", "1", "--seed", "3", "--records", ".")
    (file,) = tmp_path.glob("*.zashiki")
    last = len(records.read(file.read_text(encoding="utf-8")).entries)
    for language in LANGUAGES:
        told = run(tmp_path, "replay", str(file), "--print", "--lang", language)
        assert told.returncode == 0, told.stderr
        assert f"\n{last}. " in told.stdout
    typed = "".join(f"v\n{moment}\n" for moment in range(0, last, max(1, last // 12)))
    stepped = run(tmp_path, "replay", str(file), "--as", "spectator", typed=f"{typed}last\nq\n")
    assert stepped.returncode == 0, stepped.stderr
    assert f"{last} of {last}" in stepped.stdout


@pytest.mark.parametrize("bot", ["random", "sensible"])
@pytest.mark.parametrize("name", names())
def test_bots_play_it_and_the_same_seed_gives_the_same_records(tmp_path: Path, name: str, bot: str) -> None:
    reports = []
    for folder in ("first", "second"):
        ended = run(
            tmp_path,
            "simulate",
            name,
            "--games",
            "3",
            "--seed",
            "7",
            "--bot",
            bot,
            "--records",
            folder,
            "--json",
        )
        assert ended.returncode == 0, ended.stderr
        reports.append({key: value for key, value in json.loads(ended.stdout).items() if key != "speed"})
    assert reports[0] == reports[1]
    first, second = (
        [file.read_text(encoding="utf-8") for file in sorted((tmp_path / folder).iterdir())]
        for folder in ("first", "second")
    )
    assert first == second
    assert len(set(first)) == 3
