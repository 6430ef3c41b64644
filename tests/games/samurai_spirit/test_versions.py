"""Versions of the rules: new games play the newest, an earlier one goes on as it was."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.games.samurai_spirit.table import do, in_turn, table
from zashiki import CHANCE
from zashiki.games.samurai_spirit import GAME
from zashiki.kernel import record as records
from zashiki.testing import conform

RECORDS = Path(__file__).parent / "records"


def test_new_games_play_the_newest_version() -> None:
    assert (GAME.versions, GAME.rules) == (("1", "2"), "2")
    assert GAME.start(seats=3).rules == 2
    assert GAME.under("2") is GAME


def test_an_earlier_version_stays_playable() -> None:
    earlier = GAME.under("1")
    assert (earlier.rules, earlier.versions, earlier.id) == ("1", GAME.versions, GAME.id)
    assert earlier.start(seats=3).rules == 1
    assert earlier.under("2") is GAME


def test_an_unknown_version_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        GAME.under("3")


@pytest.mark.parametrize("rules", GAME.versions)
def test_copies_views_and_imagined_states_keep_the_version(rules: str) -> None:
    state = table("kyuzo heihachi", rules=rules)
    view = state.view(0)
    assert view.rules == rules
    assert state.copy().rules == int(rules)
    for game in (GAME, GAME.under("1")):
        assert game.imagine(view, Random(1)).view(0) == view


def test_a_token_in_hand_makes_two_versions_part() -> None:
    """The same choices, until Kyuzo would use what he took for himself."""
    boards = {"kyuzo": {"line": ["card-4-3", "card-2-2"]}}
    moves = ("fight", "card-3-6", "attack", "lend>kikuchiyo", "give>kyuzo")
    steps = [
        do(table("kyuzo kikuchiyo heihachi", rules=rules, boards=boards), *moves).view(0).step
        for rules in GAME.versions
    ]
    assert steps == ["again", "action"]


@pytest.mark.parametrize("rules", GAME.versions)
@pytest.mark.parametrize("seats", GAME.facts.seats)
def test_every_version_keeps_the_contract(seats: int, rules: str) -> None:
    conform(GAME.under(rules), seats, {"level": "hard"}, seed=10 + seats)


@pytest.mark.parametrize("rules", GAME.versions)
def test_a_record_is_read_under_its_version(rules: str) -> None:
    text = (RECORDS / f"rules-{rules}.zashiki").read_text(encoding="utf-8")
    record = records.read(text)
    assert record.game.rules == rules
    result = record.fold().result()
    assert result is not None
    assert result.winners == (0, 1, 2)
    assert record.write() == text


def entry(line: str) -> tuple[int, int]:
    seat, name = line.split()
    return CHANCE if seat == "*" else int(seat), GAME.action(name)


def test_a_game_of_version_1_has_a_choice_that_version_2_refuses() -> None:
    """Seat 0 is Kyuzo: he Fights a second time by the token of Kikuchiyo that he took in the same turn."""
    text = (RECORDS / "rules-1.zashiki").read_text(encoding="utf-8")
    lines = text.partition("\n\n")[2].splitlines()
    state = GAME.start(seats=3, level="easy", samurai="kyuzo,kikuchiyo,heihachi")
    while state.why_not(*entry(lines[0])) is None:
        state.apply(*entry(lines.pop(0)))
    assert lines[0] == "0 fight"
    assert in_turn(state) != "kyuzo"
