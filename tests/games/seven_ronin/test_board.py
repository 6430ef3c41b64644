"""The board as data: the file that ships, boards of one's own, and errors that name the wrong line."""

from __future__ import annotations

from importlib.resources import files
from typing import cast

import pytest

from tests.games.seven_ronin.table import attacks, legal
from zashiki import Record
from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.board import read_board, standard_board, write_board
from zashiki.games.seven_ronin.rules.pieces import AREAS, ATTACKER
from zashiki.games.seven_ronin.rules.state import State
from zashiki.kernel import record as records
from zashiki.kernel.messages import Message
from zashiki.kernel.options import BadOption
from zashiki.words import Words

STANDARD = files("zashiki.games.seven_ronin").joinpath("board.toml").read_text(encoding="utf-8")


def test_the_board_that_ships() -> None:
    view = GAME.start().view(None)
    assert view.threat == (3, 3, 4, 4, 4, 5, 5, 5)
    assert view.minimum == (1, 2, 3, 4, 4, 5, 5, 5)
    assert view.casualties == (False, False, False, True, True, True, True, True)
    assert {seen.name: seen.limit for seen in view.areas} == {
        "watchtower": 1,
        "granary": 2,
        "well": 1,
        "inn": 1,
        "animal-pen": 2,
        "shrine": 1,
        "burial-grounds": 2,
        "field-2": 2,
        "field-3": 3,
        "passage": 2,
    }
    assert [seen.vitality for seen in view.ronin] == [5, 7, 4, 5, 3, 3, 3]
    assert (view.reserves, view.supply) == (40, 10)


def test_the_ring_gives_every_area_two_neighbours() -> None:
    view = GAME.start().view(None)
    names = {seen.name: {AREAS[area] for area in seen.neighbours} for seen in view.areas}
    assert names["inn"] == {"burial-grounds", "watchtower"}
    assert names["watchtower"] == {"inn", "field-2"}
    assert names["passage"] == {"field-2", "field-3"}
    for area, near in names.items():
        assert len(near) == 2
        assert all(area in names[other] for other in near)


def test_every_fact_names_its_source_and_how_sure_it_is() -> None:
    assert STANDARD.count("source = ") == STANDARD.count("certainty = ") == 6


def test_a_board_of_ones_own_changes_the_game_and_travels_in_the_record() -> None:
    own = STANDARD.replace("well = 1", "well = 4")
    record = Record(GAME, options={"board": own})
    for _ in range(4):
        record.add(ATTACKER, GAME.action("ninja>well"))
    again = records.read(record.write())
    state = cast(State, again.fold())
    assert "ninja>well" not in legal(state, ATTACKER)
    assert state.view(None).areas[AREAS.index("well")].limit == 4
    attacks(state, "ready")


def test_a_board_is_written_in_one_line_and_read_back() -> None:
    line = write_board(standard_board())
    assert "\n" not in line
    assert read_board(line) == standard_board()


def _line(text: str) -> int:
    return next(number for number, line in enumerate(STANDARD.splitlines(), 1) if line.startswith(text))


@pytest.mark.parametrize(
    ("old", "new", "line", "key"),
    [
        ("well = 1", "well = 0", "well", "bad-value"),
        ("well = 1", 'well = "one"', "well", "bad-value"),
        ("well = 1", "wall = 1", "well", "unknown"),
        ("kabe = 7", "kabe = 10", "kabe", "bad-value"),
        ("inn = 1\n", "", "[limit]", "missing"),
        ("by-round = [3, 3, 4, 4, 4, 5, 5, 5]", "by-round = [3, 3]", "by-round", "bad-value"),
        ("rounds = [4, 5, 6, 7, 8]", "rounds = [9]", "rounds", "bad-value"),
        ('    "shrine",\n', '    "well",\n', "areas", "bad-ring"),
        ('    "shrine",\n', '    "castle",\n', "areas", "bad-value"),
        ("[vitality]", "[courage]", "[vitality]", "unknown"),
        ("kabe = 7", "kabe = = 7", "kabe", "not-toml"),
    ],
)
def test_an_error_names_the_wrong_line(old: str, new: str, line: str, key: str) -> None:
    assert old in STANDARD
    with pytest.raises(BadOption) as caught:
        GAME.start(board=STANDARD.replace(old, new))
    message = caught.value.message
    reason = message.args["reason"]
    assert isinstance(reason, Message)
    assert reason.key == f"ron.board.{key}"
    assert message.args["line"] == _line(line)
    for language in ("en", "pl", "fr"):
        assert str(_line(line)) in Words(language)(message)


@pytest.mark.parametrize("text", ["", "{", '{"threat": 3}', "[threat]\n", "threat = 3\n"])
def test_what_is_no_board_is_refused(text: str) -> None:
    with pytest.raises(BadOption):
        read_board(text)
