"""A game in the terminal: choices, explanations, refusals, undo, saving and leaving."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.desk import kept as kept_games
from tests.terminal.desk import run
from zashiki.terminal.speech import environment_language

LEAVE = "q\n"


def test_the_board_the_prompt_and_the_numbered_choices_are_shown(tmp_path: Path) -> None:
    shown = run(tmp_path, "play", "lanterns", typed=LEAVE).stdout
    assert "Round 1\nPlayer 1: - *0\nPlayer 2: - *0\n" in shown
    assert "Hang your lantern in secret. (LAN-1)\n1 left\n2 right\n" in shown


def test_a_number_a_name_and_a_label_make_the_choice(tmp_path: Path) -> None:
    for typed in ("2", "right", "Po prawej"):
        shown = run(tmp_path, "play", "lanterns", "--lang", "pl", typed=f"{typed}\n{LEAVE}").stdout
        assert "Gracz 1: po prawej *0" in shown, typed


def test_enter_shows_the_board_again_and_never_chooses(tmp_path: Path) -> None:
    shown = run(tmp_path, "play", "lanterns", "--seed", "1", typed=f"\n1\n\n\n{LEAVE}").stdout
    assert shown.count("Player 1: - *0") == 2
    assert shown.count("\n1 ready\n") == 3
    assert "Player 1 is ready." not in shown


def test_a_question_mark_lists_what_can_be_typed(tmp_path: Path) -> None:
    shown = run(tmp_path, "play", "lanterns", typed=f"?\n{LEAVE}").stdout
    for command in ("?1", "!NAME", "u, u NAME", "s, s FILE", "l", "q"):
        assert f"{command} " in shown


def test_a_question_mark_with_a_number_or_a_name_explains_the_choice_with_its_rule(tmp_path: Path) -> None:
    for asked in ("?1", "? 1", "?left"):
        shown = run(tmp_path, "play", "lanterns", typed=f"{asked}\n{LEAVE}").stdout
        assert "Hang the lantern on the left; a gust blows it out. (LAN-1)\nIts name: left" in shown, asked


def test_a_choice_that_is_not_legal_is_refused_with_its_rule_and_changes_nothing(tmp_path: Path) -> None:
    for asked in ("boast", "!boast", "?boast"):
        shown = run(tmp_path, "play", "lanterns", typed=f"{asked}\nl\n{LEAVE}").stdout
        assert "Hang your lantern first. (LAN-1)" in shown, asked
        assert "Player 1 boasts" not in shown


def test_an_exclamation_mark_on_a_legal_choice_says_that_it_is_allowed(tmp_path: Path) -> None:
    assert "“left” is allowed now." in run(tmp_path, "play", "lanterns", typed=f"!left\n{LEAVE}").stdout


def test_what_is_neither_a_choice_nor_a_command_is_told_so(tmp_path: Path) -> None:
    shown = run(tmp_path, "play", "lanterns", typed=f"9\n0\nhello\n?77\n!nobody\nu moon\n{LEAVE}").stdout
    assert "There is no choice 9; they go from 1 to 2." in shown
    assert "There is no choice 0; they go from 1 to 2." in shown
    for text in ("hello", "77", "nobody", "moon"):
        assert f"“{text}” is neither a choice nor a command" in " ".join(shown.split())


def test_an_endless_number_is_no_choice(tmp_path: Path) -> None:
    endless = "9" * 5000
    ended = run(tmp_path, "play", "lanterns", typed=f"{endless}\n?{endless}\nleft\n{LEAVE}")
    assert ended.returncode == 0
    assert ended.stdout.count("is neither a choice nor a command") == 2
    assert "Player 1: left *0" in ended.stdout


def test_undo_goes_back_until_something_is_sealed_and_says_why_not_further(tmp_path: Path) -> None:
    shown = run(tmp_path, "play", "lanterns", "--seed", "1", typed=f"u\n1\nu\n2\nready\nu\n{LEAVE}").stdout
    assert "You have no choice to take back." in shown
    assert "Your choice is taken back." in shown
    assert "Player 1: left *0" in shown
    assert "Player 1: right *1" in shown
    assert "Something has been revealed since; your choice can’t be taken back." in shown


def test_u_with_a_name_takes_back_that_choice(tmp_path: Path) -> None:
    shown = run(tmp_path, "play", "lanterns", typed=f"left\nu left\nu right\n{LEAVE}").stdout
    assert "Your choice is taken back." in shown
    assert "You have no choice to take back." in shown


def test_the_log_tells_what_this_seat_may_know_with_the_rules(tmp_path: Path) -> None:
    shown = run(tmp_path, "play", "lanterns", "--seed", "1", typed=f"1\nready\nl\n{LEAVE}").stdout
    log = shown[shown.rindex("Your choice") - 400 :]
    assert "Player 1 hangs a lantern left. (LAN-1)" in log
    assert "Player 2 is ready. (LAN-1)" in log
    assert "Player 2 hangs" not in shown


def test_events_are_told_once_since_the_last_choice(tmp_path: Path) -> None:
    shown = run(tmp_path, "play", "lanterns", typed=f"1\n{LEAVE}").stdout
    assert shown.count("Player 2 is ready.") == 1
    assert shown.count("Player 1 hangs a lantern left.") == 1


def test_the_same_event_several_times_in_a_row_is_one_line(tmp_path: Path) -> None:
    shown = run(tmp_path, "play", "shinobi", "--players", "3", "--seed", "1", typed=LEAVE).stdout
    assert "draws a card. (SHI-S1) ×4\n" in shown


def test_the_way_back_is_told_as_the_program_was_started(tmp_path: Path) -> None:
    started = "/home/me/my games/zashiki"
    shown = run(tmp_path, "play", "lanterns", typed=LEAVE, ZASHIKI_PROGRAM=started).stdout
    assert f"\n  '{started}' play --resume /" in shown


def test_a_whole_game_ends_with_the_result_its_rule_its_story_and_the_way_to_see_it_again(
    tmp_path: Path,
) -> None:
    ended = run(tmp_path, "play", "lanterns", "--rounds", "1", "--seed", "1", typed="2\nready\nboast\nn\n")
    assert ended.returncode == 0
    assert "Winner: Player 1.\nThe last lantern is taken down. (LAN-4)\n" in ended.stdout
    assert "The best has 2 points. (LAN-4)\nScore: 2" in ended.stdout.replace("· ", "")
    (file,) = kept_games(tmp_path)
    assert f"./zashiki replay {file}" in ended.stdout


def test_a_rematch_swaps_two_sides(tmp_path: Path) -> None:
    typed = "2\nready\nboast\ny\nright\nready\n"
    shown = run(tmp_path, "play", "lanterns", "--rounds", "1", "--seed", "1", typed=typed).stdout
    assert "Your seat now: Player 2." in shown
    assert "Player 2 hangs a lantern right." in shown
    assert len(kept_games(tmp_path)) == 2


def test_leaving_says_how_to_resume_and_resuming_goes_on_where_it_was(tmp_path: Path) -> None:
    for leave in ("q\n", ""):
        left = run(tmp_path, "play", "lanterns", "--as", "2", "--bot", "random", typed=f"right\n{leave}")
        file = kept_games(tmp_path)[-1]
        assert left.returncode == 0
        assert f"./zashiki play --resume {file}" in left.stdout
        again = run(tmp_path, "play", "--resume", str(file), typed=f"u\n{LEAVE}").stdout
        assert "Player 2: right *0" in again
        assert "Your choice is taken back." in again
        file.unlink()


def test_resuming_takes_other_seats_and_bots_if_asked(tmp_path: Path) -> None:
    run(tmp_path, "play", "lanterns", typed=f"left\n{LEAVE}")
    (file,) = kept_games(tmp_path)
    shown = run(tmp_path, "play", "--resume", str(file), "--as", "2", "--bot", "random", typed=LEAVE).stdout
    assert " Player 2 " in shown
    assert "info people 1\ninfo bot random\n" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["lanterns", "--rounds", "1"], "--rounds can’t be changed in a game that has begun."),
        (["lanterns", "--players", "3"], "--players can’t be changed in a game that has begun."),
        (["shinobi"], "holds a game of lanterns."),
    ],
)
def test_resuming_refuses_what_would_make_it_another_game(
    tmp_path: Path, arguments: list[str], told: str
) -> None:
    run(tmp_path, "play", "lanterns", typed=f"left\n{LEAVE}")
    (file,) = kept_games(tmp_path)
    refused = run(tmp_path, "play", *arguments, "--resume", str(file))
    assert refused.returncode == 2
    assert told in refused.stderr


def test_people_that_a_record_names_beyond_its_seats_are_passed_over(tmp_path: Path) -> None:
    run(tmp_path, "play", "lanterns", "--as", "2", typed=f"left\n{LEAVE}")
    (file,) = kept_games(tmp_path)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("info people 1", f"info people 1,7,x,{'9' * 5000}"), encoding="utf-8")
    assert " Player 2 " in run(tmp_path, "play", "--resume", str(file), typed=LEAVE).stdout


def test_a_finished_game_is_not_resumed(tmp_path: Path) -> None:
    run(tmp_path, "play", "lanterns", "--rounds", "1", typed="2\n1\n1\n")
    (file,) = kept_games(tmp_path)
    refused = run(tmp_path, "play", "--resume", str(file))
    assert refused.returncode == 2
    assert "is over; watch it again with replay" in " ".join(refused.stderr.split())


def test_every_choice_is_on_disk_before_the_next_is_asked_for(tmp_path: Path) -> None:
    run(tmp_path, "play", "lanterns", typed="left\nu\nright\n")
    (file,) = kept_games(tmp_path)
    entries = file.read_text(encoding="utf-8").partition("\n\n")[2]
    assert [line for line in entries.splitlines() if line.startswith("0")] == ["0 left", "0 undo", "0 right"]


def test_s_saves_where_it_is_told_to(tmp_path: Path) -> None:
    shown = run(
        tmp_path, "play", "lanterns", typed=f"left\ns copy.zashiki\ns\ns /dev/null/no\n{LEAVE}"
    ).stdout
    assert str(tmp_path / "copy.zashiki") in shown
    assert str(kept_games(tmp_path)[0]) in shown
    assert "can’t be saved in /dev/null/no" in " ".join(shown.split())
    assert (tmp_path / "copy.zashiki").read_text(encoding="utf-8").endswith("0 left\n")


def test_a_place_that_can_not_be_written_is_told_once_and_the_game_goes_on(tmp_path: Path) -> None:
    ended = run(tmp_path, "play", "lanterns", typed="left\nready\nq\n", XDG_STATE_HOME="/dev/null")
    shown = " ".join(ended.stdout.split())
    assert ended.returncode == 0
    assert shown.count("The game can’t be saved in /dev/null/zashiki/lanterns") == 1
    assert "Player 1 is ready." in shown
    assert "The game could not be saved and can’t be resumed." in shown


def test_the_language_comes_from_the_first_variable_that_is_set() -> None:
    assert environment_language({"LANG": "pl_PL.UTF-8"}) == "pl"
    assert environment_language({"LC_ALL": "fr_FR", "LANG": "pl_PL.UTF-8"}) == "fr"
    assert environment_language({"LC_ALL": "", "LC_MESSAGES": "de_DE", "LANG": "pl"}) == "en"
    assert environment_language({}) == "en"


def test_the_program_speaks_the_language_of_the_environment_and_of_lang(tmp_path: Path) -> None:
    assert "Powieś swój lampion" in run(tmp_path, "play", "lanterns", typed=LEAVE, LANG="pl_PL.UTF-8").stdout
    shown = run(tmp_path, "play", "lanterns", "--lang=fr", typed=LEAVE, LANG="pl_PL.UTF-8").stdout
    assert "Accrochez votre lanterne" in shown


def test_the_seed_makes_the_game_repeatable(tmp_path: Path) -> None:
    typed = "left\nready\nbow\nleft\nready\n1\n1\n"
    first, second = (
        run(tmp_path, "play", "lanterns", "--bot", "random", "--seed", "5", typed=typed) for _ in range(2)
    )
    assert first.stdout.partition("replay")[0] == second.stdout.partition("replay")[0]
