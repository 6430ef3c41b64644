"""A record looked at again, forwards, backwards and through any eyes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.terminal.desk import run

RECORD = """zashiki-record 1
game lanterns
rules 1
seats 2
option rounds 1
option storm no
option colours -
option scroll standard

0 left
0 undo
0 right
1 left
0 ready
1 ready
* gust
0 boast
"""


@pytest.fixture
def record(tmp_path: Path) -> str:
    (tmp_path / "game").write_text(RECORD, encoding="utf-8")
    return "game"


def test_it_steps_forwards_and_backwards_and_jumps(tmp_path: Path, record: str) -> None:
    shown = run(tmp_path, "replay", record, typed="\nn\nb\n7\nfirst\nlast\n99\nf\ne\nq\n").stdout
    moments = re.findall(r"─ (\d+) of 8 ·", shown)
    assert moments == ["0", "1", "2", "1", "7", "0", "8", "8", "0", "8"]


def test_it_stays_at_the_first_and_the_last_moment(tmp_path: Path, record: str) -> None:
    shown = run(tmp_path, "replay", record, "--at", "8", typed="n\nfirst\nb\n").stdout
    moments = re.findall(r"─ (\d+) of 8 ·", shown)
    assert moments == ["8", "8", "0", "0"]


def test_each_moment_shows_its_events_its_board_and_its_prompt(tmp_path: Path, record: str) -> None:
    shown = run(tmp_path, "replay", record, "--at", "7").stdout
    assert "A gust blows out the left lanterns. (LAN-2)" in shown
    assert "Player 1: right *1\nPlayer 2: left *0" in shown
    assert "The first player bows or boasts." in shown


def test_the_last_moment_tells_the_result(tmp_path: Path, record: str) -> None:
    assert "Winner: Player 1." in run(tmp_path, "replay", record, "--at", "8").stdout


def test_an_undo_is_a_moment_of_its_own(tmp_path: Path, record: str) -> None:
    shown = run(tmp_path, "replay", record, "--at", "2").stdout
    assert "Player 1 takes back the last choice." in shown
    assert "Player 1: - *0" in shown


def test_a_seat_sees_what_it_saw_then_and_all_sees_everything(tmp_path: Path, record: str) -> None:
    hers = run(tmp_path, "replay", record, "--as", "1", "--at", "4").stdout
    theirs = run(tmp_path, "replay", record, "--as", "2", "--at", "4").stdout
    nobody = run(tmp_path, "replay", record, "--as", "spectator", "--at", "4").stdout
    everybody = run(tmp_path, "replay", record, "--as", "all", "--at", "4").stdout
    assert "Player 1: right *0\nPlayer 2: - *0" in hers
    assert "Player 2 hangs" not in hers
    assert "Player 1: - *0\nPlayer 2: left *0" in theirs
    assert "Player 1: - *0\nPlayer 2: - *0" in nobody
    assert "hangs" not in nobody
    assert "Player 2 hangs a lantern left." in everybody


def test_v_goes_through_all_eyes(tmp_path: Path, record: str) -> None:
    shown = run(tmp_path, "replay", record, typed="v\nv\nv\nv\n").stdout
    eyes = re.findall(r"of 8 · (.+?) ─", shown)
    assert eyes == ["all secrets", "spectator", "Player 1", "Player 2", "all secrets"]


def test_what_is_not_understood_is_told(tmp_path: Path, record: str) -> None:
    shown = run(tmp_path, "replay", record, typed="dance\n?\n").stdout
    assert "“dance” means nothing here; ? shows the keys, and the game has 8 moments." in shown
    assert "Enter or n: next; b: back" in shown


def test_print_tells_the_whole_game_in_words(tmp_path: Path, record: str) -> None:
    printed = run(tmp_path, "replay", record, "--print", "--lang", "pl").stdout.splitlines()
    assert printed[:4] == [
        "1. Gracz 1 wiesza lampion po lewej. (LAN-1)",
        "2. Gracz 1 cofa ostatnią decyzję.",
        "3. Gracz 1 wiesza lampion po prawej. (LAN-1)",
        "4. Gracz 2 wiesza lampion po lewej. (LAN-1)",
    ]
    assert "Zwycięzca: Gracz 1." in printed


def test_print_from_a_seat_leaves_out_what_it_could_not_know(tmp_path: Path, record: str) -> None:
    printed = run(tmp_path, "replay", record, "--print", "--as", "2").stdout
    assert "Player 1 hangs" not in printed
    assert "Player 2 hangs a lantern left." in printed
