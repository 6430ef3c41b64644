"""`./zashiki menu`: a menu, a few questions, and a game."""

from __future__ import annotations

from pathlib import Path

from tests.terminal.desk import kept, run
from zashiki import names


def lanterns_number(home: Path) -> str:
    """Where Lanterns stands in the menu."""
    shown = run(home, "menu", typed="q\n").stdout
    return next(line.split()[0] for line in shown.splitlines() if "Lanterns" in line)


def test_the_menu_lists_the_games_and_q_leaves(tmp_path: Path) -> None:
    ended = run(tmp_path, "menu", typed="q\n")
    assert ended.returncode == 0
    assert "Lanterns: Hang them where the wind is not" in ended.stdout
    assert (
        len([line for line in ended.stdout.splitlines() if line.strip()[:1].isdecimal()]) == len(names()) + 1
    )


def test_a_number_and_enter_begin_a_game_as_usual(tmp_path: Path) -> None:
    shown = run(tmp_path, "menu", typed=f"{lanterns_number(tmp_path)}\n\nright\nq\n").stdout
    for setting in ("Players: 2", "Rounds: two", "Storm: no", "Your seat: Player 1"):
        assert setting in shown
    assert "Player 1: right *0" in shown


def test_what_is_changed_is_played_by(tmp_path: Path) -> None:
    changes = "1\n7\n2\n" + "2\n3\n" + "3\n2\n" + "4\n3\n" + "2\n\n"
    shown = run(tmp_path, "menu", typed=f"{lanterns_number(tmp_path)}\n{changes}\nright\nq\n").stdout
    assert "Please type a number from 1 to 2." in shown
    assert "Gusts come as often as calm." in shown
    (file,) = kept(tmp_path)
    head, _, entries = file.read_text(encoding="utf-8").partition("\n\n")
    assert "seats 3\noption rounds 3\noption storm yes" in head
    assert "info people 2" in head
    assert entries.endswith("2 right\n")


def test_the_bots_are_chosen_from_levels_that_are_told_in_a_sentence(tmp_path: Path) -> None:
    menu = run(tmp_path, "menu", typed="q\n").stdout
    number = next(line.split()[0] for line in menu.splitlines() if "Samurai Spirit" in line)
    shown = run(tmp_path, "menu", typed=f"{number}\nq\n").stdout
    setting = next(line.split()[0] for line in shown.splitlines() if "Bots: villager" in line)
    shown = run(tmp_path, "menu", typed=f"{number}\n{setting}\n1\n\nq\n").stdout
    assert "*2  villager: Plays sensibly" in shown
    assert "4  master: Searches as deep" in shown
    assert "random" not in shown
    (file,) = kept(tmp_path)
    assert "info bot novice" in file.read_text(encoding="utf-8")


def test_all_seats_at_this_screen(tmp_path: Path) -> None:
    shown = run(tmp_path, "menu", typed=f"{lanterns_number(tmp_path)}\n4\n3\n\n\nq\n").stdout
    assert "Pass the device to Player 1." in shown


def test_a_game_that_was_left_is_offered_and_resumed(tmp_path: Path) -> None:
    run(tmp_path, "play", "lanterns", typed="left\nq\n")
    (file,) = kept(tmp_path)
    menu = run(tmp_path, "menu", typed="q\n").stdout
    number = next(line.split()[0] for line in menu.splitlines() if f"Resume Lanterns ({file.stem})" in line)
    assert "Player 1: left *0" in run(tmp_path, "menu", typed=f"{number}\nq\n").stdout


def test_a_game_that_is_over_or_unreadable_is_not_offered(tmp_path: Path) -> None:
    run(tmp_path, "play", "lanterns", "--rounds", "1", typed="2\n1\n1\n")
    (file,) = kept(tmp_path)
    file.with_name("broken.zashiki").write_text("?", encoding="utf-8")
    assert "Resume" not in run(tmp_path, "menu", typed="q\n").stdout


def test_it_speaks_french(tmp_path: Path) -> None:
    assert "Zashiki. Quel jeu\u00a0?" in run(tmp_path, "--lang", "fr", "menu", typed="").stdout
