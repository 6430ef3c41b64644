"""What can be wrong with a command line is told in one sentence of the person's language, without a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.desk import run

WRONG = {
    "unknown command": (["dance"], "There is no such command; there is: bench, menu, play"),
    "unknown game": (["play", "go"], "There is no game “go”; there is: "),
    "no game": (["play"], "Name a game: "),
    "no game to simulate": (["simulate"], "Name a game: "),
    "unknown option": (["play", "lanterns", "--moon"], "There is no option --moon here"),
    "option without value": (["play", "lanterns", "--seed"], "The option --seed needs a value"),
    "too many arguments": (["play", "lanterns", "twice"], "That is more than ./zashiki play lanterns takes"),
    "bad choice": (["play", "lanterns", "--rounds", "9"], "rounds does not take “9”; it takes: 1, 2, 3."),
    "bad list": (["play", "lanterns", "--colours", "red,red"], "colours does not take “red,red”"),
    "bad number": (["play", "lanterns", "--seed", "x"], "--seed takes a whole number from 0 on, not “x”."),
    "negative number": (["simulate", "lanterns", "--games", "-3"], "a whole number from 1 on, not “-3”."),
    "too many players": (
        ["play", "lanterns", "--players", "9"],
        "9 players can't play this game; it takes 2 to 3.",
    ),
    "unknown seat": (
        ["play", "lanterns", "--as", "ghost"],
        "give a number from 1 to 2 or a name: Player 1 and",
    ),
    "seat too high": (["play", "lanterns", "--as", "3"], "There is no seat “3”"),
    "unknown bot": (
        ["play", "lanterns", "--bot", "oracle"],
        "There is no bot “oracle”; there is: random, sensible.",
    ),
    "unknown bot in a list": (["simulate", "lanterns", "--bot", "random,oracle"], "There is no bot “oracle”"),
    "unknown language": (["--lang", "la"], "There is no language “la”; there is: en, pl, fr."),
    "no document": (["play", "lanterns", "--scroll", "none"], "none can't be read: No such file"),
    "no record named": (["replay"], "FILE is missing"),
    "no record": (["replay", "none"], "none can't be read: No such file"),
    "a folder": (["play", "--resume", "."], ". can't be read: Is a directory"),
    "bad port": (["serve", "--port", "x"], "--port does not take that value; ./zashiki serve --help says"),
    "nothing to bench": (["bench", "--games", "lanterns"], "There is no game “lanterns”"),
}


@pytest.mark.parametrize("mistake", WRONG)
def test_a_mistake_is_told_in_one_line_with_status_2(tmp_path: Path, mistake: str) -> None:
    arguments, told = WRONG[mistake]
    ended = run(tmp_path, *arguments)
    assert told in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert ended.returncode == 2
    assert ended.stdout == ""


def test_a_mistake_is_told_in_the_language_asked_for(tmp_path: Path) -> None:
    assert "Nie ma gry „go”" in run(tmp_path, "play", "go", "--lang", "pl").stderr
    assert "Le jeu «\u00a0go\u00a0» n’existe pas" in run(tmp_path, "play", "go", LANG="fr_FR.UTF-8").stderr


def test_a_bad_document_names_its_wrong_line(tmp_path: Path) -> None:
    (tmp_path / "poem").write_text("still night\nthen thunder\n", encoding="utf-8")
    ended = run(tmp_path, "play", "lanterns", "--scroll", "poem")
    assert ended.stderr == "Line 2: no thunder in the poem.\n"
    assert ended.returncode == 2


def test_a_good_document_is_played_by_and_kept_in_the_record(tmp_path: Path) -> None:
    (tmp_path / "poem").write_text("still night\nno wind", encoding="utf-8")
    run(
        tmp_path,
        "play",
        "lanterns",
        "--scroll",
        "poem",
        "--storm",
        "--colours",
        "red,blue",
        typed="left\ns copy\n",
    )
    head = (tmp_path / "copy").read_text(encoding="utf-8").partition("\n\n")[0]
    assert "option scroll still night|no wind" in head
    assert "option storm yes" in head
    assert "option colours red,blue" in head


@pytest.mark.parametrize("command", ["play", "replay"])
def test_a_damaged_record_is_refused_with_file_line_and_reason(tmp_path: Path, command: str) -> None:
    run(tmp_path, "play", "lanterns", typed="left\ns copy\n")
    copy = tmp_path / "copy"
    text = copy.read_text(encoding="utf-8")
    copy.write_text(text + "0 boast\n", encoding="utf-8")
    arguments = ["play", "--resume", "copy"] if command == "play" else ["replay", "copy"]
    ended = run(tmp_path, *arguments)
    line = text.count("\n") + 1
    assert f"copy: Line {line}: “0 boast” is not allowed at this point." in ended.stderr
    assert ended.returncode == 2
    copy.write_bytes(b"\xff\xfe\x00")
    assert run(tmp_path, *arguments).stderr == "copy is not a text file.\n"
    copy.write_text("dear diary\n", encoding="utf-8")
    assert "copy: Line 1: This is not a Zashiki record" in run(tmp_path, *arguments).stderr


def test_help_is_in_the_language_and_lists_the_options_of_the_game(tmp_path: Path) -> None:
    told = run(tmp_path, "play", "lanterns", "--help", "--lang", "pl").stdout
    assert told.startswith("Użycie: ./zashiki play lanterns [OPCJE]\n")
    assert "--rounds 1|2|3" in told
    assert "Liczba rozgrywanych rund." in told
    assert "--storm / --no-storm" in told
    assert "Usage" not in told


def test_an_option_of_a_game_and_one_of_the_program_do_not_meet(tmp_path: Path) -> None:
    played = run(
        tmp_path,
        "play",
        "samurai-spirit",
        "--level",
        "hard",
        "--bot",
        "random",
        "--players",
        "2",
        typed="s copy\n",
    )
    assert played.returncode == 0, played.stderr
    head = (tmp_path / "copy").read_text(encoding="utf-8").partition("\n\n")[0]
    assert "option level hard" in head
    assert "info bot random" in head


def test_the_game_may_stand_after_its_options(tmp_path: Path) -> None:
    shown = run(tmp_path, "play", "--as", "2", "--rounds", "1", "lanterns", typed="right\nq\n").stdout
    assert "Player 2: right *0" in shown


def test_a_seat_is_named_by_number_or_by_its_name_in_any_language(tmp_path: Path) -> None:
    for seat in ("2", "player 2", "Gracz 2", "joueur 2"):
        shown = run(tmp_path, "play", "lanterns", "--as", seat, typed="right\nq\n").stdout
        assert "Player 2: right *0" in shown, seat


def test_a_reader_that_stops_reading_is_no_error(tmp_path: Path) -> None:
    run(tmp_path, "simulate", "lanterns", "--games", "1", "--records", "kept")
    (record,) = (tmp_path / "kept").iterdir()
    ended = run(tmp_path, "replay", str(record), "--print", "--as", "1")
    assert "Traceback" not in ended.stderr
    assert ended.returncode == 0
