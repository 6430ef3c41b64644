"""Several people at one screen: nobody sees another's plan."""

from __future__ import annotations

from pathlib import Path

from tests.terminal.desk import CLEARED, PATIENCE, Desk, kept, plain

ASKED = "Your choice (? helps): "


def test_the_device_is_passed_on_an_empty_screen_before_each_secret_plan(tmp_path: Path) -> None:
    with Desk(tmp_path, "play", "lanterns", "--hotseat", "--rounds", "1", "--seed", "1") as desk:
        passing = desk.until("Press Enter")
        assert CLEARED in passing
        assert "Pass the device to Player 1." in passing
        desk.type("")
        assert CLEARED in desk.until(ASKED)
        desk.type("left")
        assert "Player 1: left *0" in desk.until(ASKED)
        desk.type("ready")
        passing = desk.until("Press Enter")
        after_clearing = passing.rpartition(CLEARED)[2]
        assert "left" not in plain(after_clearing)
        assert "Pass the device to Player 2." in after_clearing
        desk.type("")
        shown = desk.until(ASKED)
        assert "Player 1: - *0" in shown
        assert "Player 1 hangs" not in shown
        assert "Player 1 is ready." in shown


def test_a_terminal_that_can_not_be_cleared_is_scrolled_empty(tmp_path: Path) -> None:
    with Desk(tmp_path, "play", "lanterns", "--hotseat", TERM="dumb") as desk:
        desk.until("Press Enter")
        for typed in ("", "left", "ready"):
            desk.type(typed)
        desk.until("Player 1: left *0")
        passing = desk.until("Pass the device to Player 2.")
        assert "\x1b" not in passing
        assert "\r\n" * 60 in passing


def test_a_player_is_not_told_of_the_other_plan_by_log_or_undo(tmp_path: Path) -> None:
    with Desk(tmp_path, "play", "lanterns", "--hotseat") as desk:
        desk.until("Press Enter")
        for typed in ("", "left", "ready", ""):
            desk.type(typed)
        desk.until("Pass the device to Player 2.")
        desk.until(ASKED)
        desk.type("l")
        assert "hangs" not in desk.until(ASKED)
        desk.type("u")
        assert "You have no choice to take back." in desk.until(ASKED)


def test_open_choices_need_no_passing(tmp_path: Path) -> None:
    with Desk(tmp_path, "play", "lanterns", "--hotseat", "--rounds", "1", "--seed", "1") as desk:
        desk.until("Press Enter")
        for typed in ("", "left", "ready"):
            desk.type(typed)
        desk.until("Pass the device to Player 2.")
        for typed in ("", "right", "ready"):
            desk.type(typed)
        desk.until("Player 2 is ready.")
        word = desk.until("bows or boasts")
        assert "Pass the device" not in word
        assert "Player 1: left" in word
        desk.type("bow")
        desk.until("Play again? (y/n)")
        desk.type("n")
        assert desk.end()[1] == 0


def test_ctrl_c_leaves_with_the_game_saved(tmp_path: Path) -> None:
    with Desk(tmp_path, "play", "lanterns") as desk:
        desk.until(ASKED)
        desk.type("right")
        desk.until(ASKED)
        desk.interrupt_until("Resume it with:")
        shown, status = desk.end()
    (file,) = kept(tmp_path)
    assert status == 0
    assert "./zashiki play --resume " in shown
    assert "Traceback" not in shown
    assert file.read_text(encoding="utf-8").endswith("0 right\n")


def test_an_impatient_second_ctrl_c_does_not_keep_the_game_from_being_saved(tmp_path: Path) -> None:
    with Desk(tmp_path, "play", "lanterns") as desk:
        desk.until(ASKED)
        desk.press(b"\x03\x03\x03")
        shown = desk.interrupt_until("Resume it with:")
        assert desk.end()[1] == 0
    assert "Traceback" not in shown


def test_a_killed_game_has_lost_nothing(tmp_path: Path) -> None:
    with Desk(tmp_path, "play", "lanterns") as desk:
        desk.until(ASKED)
        desk.type("right")
        desk.until("Player 1: right *0")
        desk.process.kill()
        desk.process.wait(PATIENCE)
    (file,) = kept(tmp_path)
    assert file.read_text(encoding="utf-8").endswith("0 right\n")
    with Desk(tmp_path, "play", "--resume", str(file)) as desk:
        assert "Player 1: right *0" in desk.until(ASKED)


def test_some_seats_are_people_and_the_others_bots(tmp_path: Path) -> None:
    with Desk(tmp_path, "play", "lanterns", "--players", "3", "--as", "1,3") as desk:
        assert "Pass the device to Player 1." in desk.until("Press Enter")
        for typed in ("", "left", "ready"):
            desk.type(typed)
        assert "Player 2 is ready." in desk.until("Pass the device to Player 3.")
