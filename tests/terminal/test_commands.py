"""What can be wrong with a command line is told in one sentence of the person's language, without a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shlex import quote

import pytest

import zashiki
from tests.terminal.desk import PATIENCE, environment, run

WRONG = {
    "unknown command": (
        ["dance"],
        "There is no such command; available: analyse, backup, check, compile, match, menu, move, play",
    ),
    "unknown game": (["play", "go"], "There is no game “go”; available: "),
    "no game": (["play"], "Name a game: "),
    "no game to simulate": (["simulate"], "Name a game: "),
    "unknown option": (["play", "lanterns", "--moon"], "There is no option --moon; ./zashiki"),
    "option without value": (["play", "lanterns", "--seed"], "The option --seed needs a value"),
    "too many arguments": (
        ["play", "lanterns", "twice"],
        "There are too many arguments; ./zashiki play lanterns --help",
    ),
    "bad choice": (["play", "lanterns", "--rounds", "9"], "rounds can’t be “9”; it takes: 1, 2, 3."),
    "bad list": (["play", "lanterns", "--colours", "red,red"], "colours can’t be “red,red”"),
    "bad number": (["play", "lanterns", "--seed", "x"], "--seed takes a whole number, 0 or more, not “x”."),
    "negative number": (["simulate", "lanterns", "--games", "-3"], "a whole number, 1 or more, not “-3”."),
    "too many players": (
        ["play", "lanterns", "--players", "9"],
        "This game can’t be played by 9; it is for 2 to 3 players.",
    ),
    "too many players for a game of two": (
        ["play", "seven-ronin", "--players", "3"],
        "This game can’t be played by 3; it is for exactly 2 players.",
    ),
    "unknown seat": (
        ["play", "lanterns", "--as", "ghost"],
        "give a number from 1 to 2 or a name: Player 1 and",
    ),
    "seat too high": (["play", "lanterns", "--as", "3"], "There is no seat “3”"),
    "unknown bot": (
        ["play", "lanterns", "--bot", "oracle"],
        "There is no bot “oracle”; available: villager.",
    ),
    "endless number": (
        ["play", "lanterns", "--seed", "9" * 5000],
        f"--seed takes a whole number, 0 or more, not “{'9' * 40}”.",
    ),
    "two ways to be seated": (
        ["play", "lanterns", "--hotseat", "--as", "1"],
        "so it can’t be combined with --as",
    ),
    "more bots than seats": (
        ["simulate", "lanterns", "--bot", "random,random,random"],
        "More bots (3) than seats (2).",
    ),
    "unknown bot in a list": (
        ["simulate", "lanterns", "--bot", "random,oracle"],
        "There is no bot “oracle”; available: random, villager.",
    ),
    "unknown language": (["--lang", "la"], "There is no language “la”; available: en, pl, fr."),
    "no document": (
        ["play", "lanterns", "--scroll", "none"],
        "none can’t be read: there is no such file or folder.",
    ),
    "no record named": (["replay"], "FILE is missing"),
    "no record": (["replay", "none"], "none can’t be read: there is no such file or folder."),
    "a folder": (["play", "--resume", "."], ". can’t be read: it is a folder."),
    "bad port": (["serve", "--port", "x"], "--port does not take that value; ./zashiki serve --help says"),
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


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "none can’t be read: there is no such file or folder.\n"),
        ("pl", "Nie można odczytać pliku none: nie ma takiego pliku ani folderu.\n"),
        ("fr", "none est illisible\u00a0: ce fichier ou ce dossier n’existe pas.\n"),
    ],
)
def test_what_the_system_says_is_told_in_the_language_too(tmp_path: Path, language: str, told: str) -> None:
    assert run(tmp_path, "replay", "none", "--lang", language).stderr == told


@pytest.mark.parametrize(
    ("language", "told"), [("en", "it is a folder."), ("pl", "to folder."), ("fr", "c’est un dossier.")]
)
def test_a_game_that_can_not_be_saved_says_why_in_the_language(
    tmp_path: Path, language: str, told: str
) -> None:
    (tmp_path / "folder").mkdir()
    shown = run(tmp_path, "play", "lanterns", "--lang", language, typed="s folder\n").stdout
    assert told in " ".join(shown.split())


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "a part of the path is not a folder."),
        ("pl", "część ścieżki nie jest folderem."),
        ("fr", "une partie du chemin n’est pas un dossier."),
    ],
)
def test_records_that_can_not_be_written_say_why_in_the_language(
    tmp_path: Path, language: str, told: str
) -> None:
    (tmp_path / "file").touch()
    ended = run(
        tmp_path, "simulate", "lanterns", "--games", "1", "--records", "file/here", "--lang", language
    )
    assert told in ended.stderr


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


def test_help_tells_defaults_and_headings_as_the_language_does(tmp_path: Path) -> None:
    told = run(tmp_path, "simulate", "lanterns", "-h", "--lang", "fr").stdout
    assert "\nOptions\u00a0:\n" in told
    assert "Par défaut\u00a0: 1000." in " ".join(told.split(" "))
    served = run(tmp_path, "serve", "--help", "--lang", "pl").stdout
    assert "Domyślnie: 127.0.0.1." in served
    assert "default" not in served


def test_the_list_of_games_tells_each_tagline_whole(tmp_path: Path) -> None:
    told = run(tmp_path, "play", "--help").stdout
    assert "..." not in told
    assert "Hang them where the wind is not" in told


def test_the_version_is_told(tmp_path: Path) -> None:
    version, *rules = run(tmp_path, "--version").stdout.splitlines()
    assert version == f"Zashiki {zashiki.__version__}"
    told = {line.partition(": the rules are ")[0] for line in rules}
    assert told == {"lanterns", *zashiki.names()}


def test_help_tells_what_the_start_script_does_itself(tmp_path: Path) -> None:
    assert "./zashiki test runs every check" in run(tmp_path, "--help", ZASHIKI_PROGRAM="./zashiki").stdout
    assert "setup" not in run(tmp_path, "--help").stdout


@pytest.mark.parametrize(
    "command", ["audit", "bench", "bench --web", "load --json", "test -k well", "bench --help"]
)
def test_what_runs_from_a_checkout_only_is_told_so(tmp_path: Path, command: str) -> None:
    ended = run(tmp_path, *command.split())
    name = command.split()[0]
    assert ended.stderr == (
        f"“{name}” is not part of the installed program: it runs from a checkout of the project, as ./zashiki {name}.\n"
    )
    assert (ended.returncode, ended.stdout) == (2, "")


def test_what_runs_from_a_checkout_only_is_told_in_every_language(tmp_path: Path) -> None:
    assert "nie należy do zainstalowanego programu" in run(tmp_path, "bench", LANG="pl_PL.UTF-8").stderr
    assert "ne fait pas partie du programme installé" in run(tmp_path, "test", LANG="fr_FR.UTF-8").stderr


def test_the_package_is_run_by_python_too(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "zashiki", "play", "lanterns"],
        input="q\n",
        capture_output=True,
        encoding="utf-8",
        env=environment(tmp_path),
        cwd=tmp_path,
        check=True,
        timeout=PATIENCE,
    )
    assert f"{quote(sys.executable)} -m zashiki play --resume" in ended.stdout


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
