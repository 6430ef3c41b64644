"""Matches: fair seats and deals, figures that add up, programs as players, stopping and going on."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from shlex import quote
from shutil import copy, copytree
from typing import Any

import msgspec
import pytest

from tests.terminal.desk import PATIENCE, PROGRAM, TOYS, environment, run
from zashiki.bots import programs
from zashiki.bots.programs import Program, ProgramError
from zashiki.kernel.bots import Bot, Budget, Told
from zashiki.kernel.record import read
from zashiki.kernel.registry import game as find_game
from zashiki.study.matches import Match, Played, Player, play_deal, play_game, report
from zashiki.study.pool import Stopped
from zashiki.study.versions import version_of

FIRST_CHOICE = Path(__file__).parent / "first_choice.sh"
STRANGE_PROGRAMS = [
    ("sh -c 'read a'", "ended"),
    ("sh -c 'echo nonsense; cat'", "illegal"),
    ("cat", "illegal"),
]


def two(game: str, seats: int, first: str = "villager", second: str = "random") -> Match:
    found = find_game(game)
    options = {option.name: option.write(option.default) for option in found.options}
    players = (Player(first), Player(second))
    return Match(game, seats, options, players, 7, Budget(), version_of(found))


def against(command: str) -> Match:
    players = (Player("program", command), Player("random"))
    return msgspec.structs.replace(two("seven-ronin", 2), players=players)


def figures(home: Path, *arguments: str) -> dict[str, Any]:
    ended = run(home, "match", "lanterns", "--json", *arguments)
    assert ended.returncode == 0, ended.stderr
    read_figures: dict[str, Any] = json.loads(ended.stdout)
    return read_figures


def timeless(report: dict[str, Any]) -> dict[str, Any]:
    players = [
        {name: value for name, value in player.items() if name != "seconds_per_decision"}
        for player in report["players"]
    ]
    return {**report, "players": players}


def fill_pipe(bot: Bot) -> None:
    """Tells more than a pipe holds to a program that does not read."""
    for moment in range(100_000):
        bot.observe(Told(moment, moment, None, ()))


def test_each_player_sits_in_every_seat_of_a_deal() -> None:
    assert two("seven-ronin", 2).seatings() == [(0, 1), (1, 0)]
    assert two("shinobi", 4).seatings() == [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]


def test_teams_play_all_seats() -> None:
    assert two("samurai-spirit", 3).seatings() == [(0, 0, 0), (1, 1, 1)]


def test_a_deal_is_the_same_for_all_seatings_while_the_same_choices_are_made() -> None:
    match = two("samurai-spirit", 2, "random", "villager")
    first, second = (play_game(match, 3, turn)[0].record for turn in (0, 1))
    drawn = [[entry for entry in record.entries[:4] if entry.seat < 0] for record in (first, second)]
    assert drawn[0]
    assert drawn[0][0] == drawn[1][0]
    other = play_game(match, 4, 0)[0].record
    assert other.entries != first.entries


def test_shared_victories_are_split_and_rates_are_those_of_a_seat() -> None:
    match = two("shinobi", 3)
    played = play_deal(match, True, 0)
    results = [read(text).fold().result() for text in played.records]
    won = 0.0
    for turn, result in enumerate(results):
        assert result is not None
        won += (turn in result.winners) / max(1, len(result.winners))
    assert played.rates[0] == pytest.approx(won / 3)
    total = played.rates[0] + 2 * played.rates[1]
    assert total == pytest.approx(sum(bool(result and result.winners) for result in results) / 3)


def test_teams_are_compared_deal_by_deal() -> None:
    match = two("samurai-spirit", 2)
    deals = [Played([1.0, 0.0], [5, 5], [0.5, 0.1], []), Played([0.0, 0.0], [5, 5], [0.5, 0.1], [])]
    first, second = report(match, deals)["players"]
    assert (first["rate"], second["rate"]) == (0.5, 0.0)
    assert first["elo"] == -second["elo"] > 0
    assert first["seconds_per_decision"] == 0.1


def test_before_the_first_deal_nobody_is_stronger() -> None:
    """As after a Ctrl-C that comes at once."""
    figures = report(two("shinobi", 4), [])
    assert figures["games"] == 0
    assert [player["elo"] for player in figures["players"]] == [0.0, 0.0]
    assert [(player["low"], player["high"]) for player in figures["players"]] == [(0.0, 1.0)] * 2


def test_the_same_seed_gives_the_same_match_on_any_number_of_processes(tmp_path: Path) -> None:
    one = figures(tmp_path, "random", "villager", "--games", "12", "--seed", "5", "--jobs", "1")
    two_jobs = figures(tmp_path, "random", "villager", "--games", "12", "--seed", "5", "--jobs", "2")
    assert timeless(one) == timeless(two_jobs)
    assert one["games"] == 12
    assert [player["name"] for player in one["players"]] == ["random", "villager"]
    other = figures(tmp_path, "random", "villager", "--games", "12", "--seed", "6")
    assert other["seed"] == 6


def test_every_record_is_kept_and_opens(tmp_path: Path) -> None:
    report = figures(tmp_path, "random", "villager", "--games", "6", "--out", "kept")
    files = sorted((tmp_path / "kept").glob("*.zashiki"))
    assert len(files) == report["games"]
    assert all("info bots " in file.read_text() for file in files)
    assert run(tmp_path, "replay", str(files[0]), "--print").returncode == 0


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_what_was_played_before_ctrl_c_is_kept_and_the_match_goes_on(
    tmp_path: Path, stop: signal.Signals
) -> None:
    command = [
        "match",
        "seven-ronin",
        "villager",
        "random",
        "--games",
        "8",
        "--jobs",
        "2",
        "--json",
        "--out",
        "o",
    ]
    journal = tmp_path / "o" / "match.jsonl"
    process = subprocess.Popen(
        [*PROGRAM, *command], env=environment(tmp_path), cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    end = time.monotonic() + PATIENCE
    while not (journal.exists() and journal.read_bytes().count(b"\n") > 1):
        assert time.monotonic() < end
        time.sleep(0.02)
    process.send_signal(stop)
    stopped = json.loads(process.communicate(timeout=PATIENCE)[0])
    assert process.returncode == 130
    assert 2 <= stopped["games"] <= 8
    resumed = run(tmp_path, *command, "--resume")
    whole = run(tmp_path, *command[:-1], "whole")
    assert timeless(json.loads(resumed.stdout)) == timeless(json.loads(whole.stdout))


@pytest.mark.parametrize("more", [(), ("--resume",)])
def test_a_match_that_goes_on_in_another_window_is_left_alone(tmp_path: Path, more: tuple[str, ...]) -> None:
    """The same command once more would begin its journal anew."""
    command = ("match", "lanterns", "random", "villager", "--games", "400000", "--jobs", "1", "--out", "o")
    journal = tmp_path / "o" / "match.jsonl"
    with subprocess.Popen([*PROGRAM, *command], env=environment(tmp_path), cwd=tmp_path) as process:
        try:
            end = time.monotonic() + PATIENCE
            while not (journal.exists() and journal.read_bytes().count(b"\n") > 1):
                assert time.monotonic() < end
                time.sleep(0.02)
            begun = journal.read_bytes()
            ended = run(tmp_path, *command, *more)
            assert ended.returncode == 2
            assert "in another window" in ended.stderr
            assert journal.read_bytes().startswith(begun)
        finally:
            process.kill()
    assert run(tmp_path, *command[:5], "4", *command[6:], "--resume").returncode == 0


def test_what_a_match_has_kept_in_a_folder_is_not_begun_over(tmp_path: Path) -> None:
    command = ("match", "lanterns", "random", "villager", "--games", "4", "--out", "o", "--jobs", "1")
    assert run(tmp_path, *command).returncode == 0
    kept = {file.name: file.read_bytes() for file in (tmp_path / "o").iterdir()}
    ended = run(tmp_path, *command)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "o holds games of this match already (4): go on with --resume" in ended.stderr
    assert {file.name: file.read_bytes() for file in (tmp_path / "o").iterdir()} == kept
    assert run(tmp_path, *command, "--resume").returncode == 0


def test_a_damaged_journal_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    command = ("random", "villager", "--games", "8", "--out", "o")
    whole = figures(tmp_path, *command)
    journal = tmp_path / "o" / "match.jsonl"
    journal.write_bytes(journal.read_bytes()[:-9])
    assert timeless(figures(tmp_path, *command, "--resume")) == timeless(whole)


@pytest.mark.parametrize(
    "other", [("--seed", "4"), ("--nodes", "9", "--resume"), ("--seed", "4", "--resume")]
)
def test_a_folder_that_holds_another_match_is_left_alone(tmp_path: Path, other: tuple[str, ...]) -> None:
    command = ("match", "lanterns", "random", "villager", "--games", "4", "--out", "o", "--jobs", "1")
    assert run(tmp_path, *command).returncode == 0
    kept = {file.name: file.read_bytes() for file in (tmp_path / "o").iterdir()}
    ended = run(tmp_path, *command, *other)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "o holds another match" in ended.stderr
    assert {file.name: file.read_bytes() for file in (tmp_path / "o").iterdir()} == kept


@pytest.mark.parametrize(
    ("changed", "status"), [("bot/__init__.py", 2), ("rules/state.py", 2), ("page/board.py", 0)]
)
def test_games_of_players_or_rules_that_have_changed_since_are_not_added_up(
    tmp_path: Path, changed: str, status: int
) -> None:
    toys = tmp_path / "toys"
    copytree(TOYS, toys)
    command = ("match", "lanterns", "random", "villager", "--games", "2", "--out", "o", "--jobs", "1")
    assert run(tmp_path, *command, PYTHONPATH=str(toys)).returncode == 0
    with (toys / "lanterns" / changed).open("a", encoding="utf-8") as source:
        source.write("\n# improved\n")
    ended = run(tmp_path, *command, "--resume", PYTHONPATH=str(toys))
    assert ended.returncode == status
    assert ("o holds another match" in ended.stderr) == bool(status)


def test_a_folder_from_before_versions_were_kept_is_another_match(tmp_path: Path) -> None:
    command = ("match", "lanterns", "random", "villager", "--games", "2", "--out", "o", "--jobs", "1")
    assert run(tmp_path, *command).returncode == 0
    journal = tmp_path / "o" / "match.jsonl"
    head, *games = journal.read_text(encoding="utf-8").splitlines(keepends=True)
    older = json.loads(head)
    assert sorted(older.pop("version")) == ["players", "program", "rules"]
    journal.write_text("".join([json.dumps(older, separators=(",", ":")) + "\n", *games]), encoding="utf-8")
    ended = run(tmp_path, *command, "--resume")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "o holds another match" in ended.stderr


def test_a_match_that_a_sequential_test_has_ended_is_not_played_on(tmp_path: Path) -> None:
    command = ("villager", "random", "--games", "3000", "--sprt", "0,5000", "--out", "o")
    ended = figures(tmp_path, *command)
    assert ended["sprt"]["verdict"] != "open"
    assert timeless(figures(tmp_path, *command, "--resume")) == timeless(ended)


def test_a_sequential_test_stops_early(tmp_path: Path) -> None:
    arguments = (
        "match",
        "shinobi",
        "villager",
        "random",
        "--players",
        "3",
        "--games",
        "3000",
        "--sprt",
        "--json",
    )
    ended = run(tmp_path, *arguments)
    report = json.loads(ended.stdout)
    assert report["sprt"]["verdict"] == "strong"
    assert report["games"] < 3000


def test_a_program_in_another_language_plays(tmp_path: Path) -> None:
    report = figures(
        tmp_path, "random", "--bot", f"sh {quote(str(FIRST_CHOICE))}", "--games", "4", "--jobs", "1"
    )
    assert [player["name"] for player in report["players"]] == ["random", "first_choice.sh"]
    assert report["games"] == 4


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("{python} {folder}/first.py --depth 3", "first.py"),
        ("{python} -u {folder}/first.py 3", "first.py"),
        ("env DEPTH=3 {python} -P {folder}/first.py", "first.py"),
        ("{folder}/first --depth 3", "first"),
        ("sh -c '{folder}/first --depth 3'", "sh"),
    ],
)
def test_a_program_has_the_name_of_its_file(tmp_path: Path, command: str, name: str) -> None:
    """Whatever starts it, and whatever it is told."""
    first = Path(copy(FIRST_CHOICE, tmp_path / "first"))
    first.chmod(0o700)
    program = f"import os; os.execv({str(first)!r}, ['first'])\n"
    (tmp_path / "first.py").write_text(program, encoding="utf-8")
    spelled = command.format(python=quote(sys.executable), folder=quote(str(tmp_path)))
    report = figures(tmp_path, "random", "--bot", spelled, "--games", "2", "--jobs", "1")
    assert [player["name"] for player in report["players"]] == ["random", name]


def test_programs_of_one_name_are_numbered_in_the_order_of_the_command_line(tmp_path: Path) -> None:
    program = f"sh {quote(str(FIRST_CHOICE))}"
    report = figures(tmp_path, "--bot", program, "--bot", f"{program} 3", "--games", "2", "--jobs", "1")
    assert [player["name"] for player in report["players"]] == ["first_choice.sh", "first_choice.sh 2"]


def test_a_program_is_told_what_its_seat_is_told(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    script = tmp_path / "listening.sh"
    script.write_text(
        FIRST_CHOICE.read_text().replace("    case", f'    echo "$word $rest" >> {heard}\n    case')
    )
    figures(tmp_path, "random", "--bot", f"sh {script}", "--games", "2", "--jobs", "1")
    words = [line.split(" ")[0] for line in heard.read_text().splitlines()]
    assert words[:4] == ["zashiki", "game", "seat", "seed"]
    assert {"told", "view", "legal", "decide", "end"} <= set(words)


@pytest.mark.parametrize(("command", "reason"), STRANGE_PROGRAMS)
def test_a_program_that_fails_is_named(tmp_path: Path, command: str, reason: str) -> None:
    ended = run(tmp_path, "match", "lanterns", "random", "--bot", command, "--games", "2", "--jobs", "1")
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr
    said = {"ended": "has ended in the middle of a game", "illegal": "not a legal choice"}[reason]
    assert said in ended.stderr


def test_a_program_that_never_answers_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "PATIENCE", 0.2)
    game = find_game("seven-ronin")
    level = Program("sleep 60", game)
    bot = level.seated(0, 1)
    view = game.start().view(0)
    with pytest.raises(ProgramError, match="silent"):
        bot.decide(view, Budget(seconds=0.01))
    with pytest.raises(ProgramError, match="silent"):
        fill_pipe(bot)
    level.close()


def test_a_program_is_not_waited_for_any_longer_than_its_answer_is_wanted() -> None:
    """As after Ctrl-C, which the worker that plays the game does not hear itself."""
    looked = 0

    def meanwhile() -> None:
        nonlocal looked
        looked += 1
        if looked == 3:
            raise Stopped

    game = find_game("seven-ronin")
    level = Program("sleep 60", game, meanwhile)
    with pytest.raises(Stopped):
        level.seated(0, 1).decide(game.start().view(0), Budget(seconds=0.01))
    level.close()


def test_what_a_program_answers_does_not_reach_the_terminal_as_it_is(tmp_path: Path) -> None:
    script = tmp_path / "program.sh"
    script.write_text("printf '\\033]0;mine\\007%0100d\\n' 1; sleep 60\n", encoding="utf-8")
    ended = run(tmp_path, "match", "lanterns", "random", "--bot", f"sh {script}", "--games", "2")
    assert ended.returncode == 2
    assert "not a legal choice" in ended.stderr
    assert "\033" not in ended.stderr
    assert "0" * 50 not in ended.stderr


@pytest.mark.parametrize(
    "script",
    [
        "exec <&-; sleep 300",  # does not even read the first line
        "sleep 300 & wait",  # waits for one that it started
        "sleep 300 & echo nonsense",  # leaves one behind
    ],
)
def test_nothing_that_a_program_started_outlives_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    monkeypatch.setattr(programs, "PATIENCE", 0.2)
    alive, file = tmp_path / "alive", tmp_path / "program.sh"
    os.mkfifo(alive)
    file.write_text(f"exec 3>{alive}\n{script}\n")
    reader = os.open(alive, os.O_RDONLY | os.O_NONBLOCK)
    with pytest.raises(ProgramError):
        play_game(against(f"sh {quote(str(file))}"), 0, 0)
    os.set_blocking(reader, True)
    assert select.select([reader], [], [], 20)[0], "one of them still holds the pipe"
    assert os.read(reader, 1) == b""
    os.close(reader)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "no such file"), ("pl", "nie ma takiego pliku"), ("fr", "n’existe pas")]
)
def test_why_a_program_or_folder_can_not_be_used_is_told_in_the_readers_language(
    tmp_path: Path, language: str, said: str
) -> None:
    command = ("match", "lanterns", "random", "--games", "1", "--jobs", "2", "--lang", language)
    for wrong in (
        (*command, "--bot", "no-such-program"),
        (*command, "villager", "--out", "/proc/none"),
        ("analyse", "--all", ".", "--out", "/proc/none", "--lang", language),
    ):
        ended = run(tmp_path, *wrong)
        assert (ended.returncode, said in ended.stderr) == (2, True), ended.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["random"], "two players at least"),
        (["random", "villager", "--budget", "0"], "--budget takes seconds"),
        (["random", "villager", "--sprt", "50,0"], "--sprt takes two differences"),
        (["random", "villager", "--sprt", "0,inf"], "--sprt takes two differences"),
        (["random", "villager", "--sprt", "0,1e9"], "--sprt takes two differences"),
        (
            ["--sprt", "villager", "novice"],
            "--sprt takes two differences in Elo, the smaller one first, such as 0,50; not villager",
        ),
        (["random", "shogun"], "shogun"),
        (["random", "--bot", "no-such-program-here"], "can't be started"),
        (["random", "--bot", ""], "can't be read as a command line"),
        (["random", "--bot", "sh 'open"], "“sh 'open” can't be read as a command line"),
        (["random", "villager"] * 4, "seats"),
    ],
)
def test_a_wrong_command_line_is_told_in_one_sentence(
    tmp_path: Path, arguments: list[str], said: str
) -> None:
    ended = run(tmp_path, "match", "lanterns", *arguments, "--jobs", "1")
    assert ended.returncode == 2
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr
