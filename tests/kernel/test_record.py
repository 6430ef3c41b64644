"""The record is the game: written, read back, damaged, folded, undone."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zashiki
from zashiki import Record, RecordError, Refused
from zashiki.kernel.record import FORMAT, read
from zashiki.kernel.timeline import UNDO, Entry, Timeline
from zashiki.testing import choose, fingerprint, in_words

RONIN = zashiki.game("seven-ronin")
SHINOBI = zashiki.game("shinobi")


def played(game: zashiki.Game = RONIN, choices: int = 30, seed: int = 7) -> Record:
    """The beginning of a random game."""
    random = Random(seed)
    record = Record(game)
    state = record.start()
    for _ in range(choices):
        if not state.actors():
            break
        seat, action = choose(state, random)
        state.apply(seat, action)
        record.add(seat, action)
    return record


def planned(*names: str) -> Record:
    """The beginning of a planning phase: `0 ninja>well`, ..."""
    record = Record(RONIN)
    for name in names:
        seat, choice = name.split()
        record.add(int(seat), RONIN.action(choice))
    return record


def error_of(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read(text)
    in_words(caught.value.message)
    return caught.value


def line_of(text: str, start: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith(start))


@pytest.mark.parametrize("name", zashiki.names())
def test_a_record_is_text_that_reads_back_the_same(name: str) -> None:
    record = played(zashiki.game(name), choices=60)
    again = read(record.write())
    assert again.write() == record.write()
    assert again.entries == record.entries
    assert fingerprint(again.fold(), again.seats) == fingerprint(record.fold(), record.seats)


def test_information_about_the_game_travels_with_it() -> None:
    record = Record(RONIN, info={"seat-0": "Zażółć  gęślą\njaźń", "seat-1": "Élodie"})
    assert read(record.write()).info == {"seat-0": "Zażółć gęślą jaźń", "seat-1": "Élodie"}


def test_options_are_spelled_out() -> None:
    record = Record(RONIN, options={"edition": "fr-2014"})
    assert "option edition fr-2014" in record.write().splitlines()
    assert read(record.write()).options["edition"] == "fr-2014"


def test_a_game_may_begin_from_a_position() -> None:
    record = Record(RONIN, position={"round": 3})
    again = read(record.write())
    assert again.position == {"round": 3}
    assert again.start().view(None).round == 3  # type: ignore[attr-defined]


def test_line_ends_of_other_systems_and_a_byte_order_mark_are_taken() -> None:
    record = played()
    assert read("\ufeff" + record.write().replace("\n", "\r\n")).entries == record.entries


@pytest.mark.parametrize("text", ["", "\n", "hello\n", "zashiki-record 99\ngame seven-ronin\n", "\x00\x01"])
def test_a_foreign_file_is_named_as_such(text: str) -> None:
    error = error_of(text)
    assert error.line == 1
    assert error.reason.key == "record.foreign"
    assert error.reason.args["expected"] == FORMAT


@pytest.mark.parametrize("field", ["game", "rules", "seats"])
def test_a_missing_head_line_is_named(field: str) -> None:
    text = "\n".join(line for line in played().write().splitlines() if not line.startswith(field)) + "\n"
    error = error_of(text)
    assert error.reason.key == "record.missing"
    assert error.reason.args["field"] == field


def test_another_rules_version_is_refused_with_both_versions() -> None:
    text = played().write().replace(f"rules {RONIN.rules}", "rules 0.9")
    error = error_of(text)
    assert error.line == line_of(text, "rules")
    assert error.reason.args == {"found": "0.9", "expected": RONIN.rules}


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    error = error_of(played().write().replace("game seven-ronin", "game go"))
    assert error.line == 2
    assert "shinobi" in str(error.reason.args["known"])


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("seats 2", "seats two", "record.bad-number"),
        ("seats 2", "seats 3", "option.exact-seats"),
        ("seats 2", "seats ²", "record.bad-number"),
        ("option edition en-2015", "option edition en-1999", "option.bad-value"),
        ("option edition en-2015", "option colour red", "option.unknown"),
        ("option edition en-2015", "flavour sweet", "record.bad-header"),
        ("option edition en-2015", 'position {"round": ', "record.bad-position"),
        ("option edition en-2015", "position 3", "record.bad-position"),
        ("option edition en-2015", "position " + '{"a":' * 100_000, "record.bad-position"),
        ("option edition en-2015", 'position {"seats": 2}', "record.not-of-position"),
        ("option edition en-2015", 'position {"edition": "pl-2013"}', "record.not-of-position"),
        ("option edition en-2015", 'position {"self": 1}', "record.not-of-position"),
        ("seats 2", "seats " + "2" * 5000, "record.bad-number"),
    ],
)
def test_a_bad_head_line_is_named_with_its_reason(old: str, new: str, key: str) -> None:
    text = played().write().replace(old, new)
    error = error_of(text)
    assert error.reason.key == key
    assert error.line == line_of(text, new[:9])


@pytest.mark.parametrize("line", ["seats 2", "option edition en-2015", "info seat-0 Zofia"])
def test_a_head_line_that_is_there_twice_is_named(line: str) -> None:
    record = played()
    record.info["seat-0"] = "Zofia"
    text = record.write().replace(line, f"{line}\n{line}")
    error = error_of(text)
    assert error.reason.key == "record.twice"
    assert error.line == line_of(text, line) + 1


def test_what_is_shown_of_a_foreign_file_is_short_and_steers_no_terminal() -> None:
    found = error_of("\x1b[2J\x1b]0;mine\x07" + "x" * 1000).reason.args["found"]
    assert isinstance(found, str)
    assert found.isprintable()
    assert len(found) <= 60


def test_empty_lines_after_the_last_choice_are_no_damage() -> None:
    record = played()
    assert read(record.write() + "\n\r\n\n").entries == record.entries


def test_a_position_that_does_not_fit_the_game_is_refused() -> None:
    text = played(choices=0).write().rstrip("\n") + '\nposition {"no_such_fact": 1}\n'
    assert error_of(text).line == line_of(text, "position")


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("0 fly>moon", "record.unknown-choice"),
        ("5 ninja>well", "record.bad-seat"),
        ("ninja>well", "record.bad-seat"),
        ("0 strike", "record.refused"),
        ("* ninja>well", "record.refused"),
        ("", "record.blank"),
    ],
)
def test_a_damaged_choice_is_named_with_its_line(line: str, key: str) -> None:
    lines = planned("0 ninja>well", "1 hayai>inn").write().splitlines()
    text = "\n".join([*lines, line, "1 kabe>well"]) + "\n"
    error = error_of(text)
    assert error.line == len(lines) + 1
    assert error.reason.key == key


@given(st.data())
def test_no_damage_to_a_record_goes_beyond_an_error_with_a_reason(data: st.DataObject) -> None:
    text = played(choices=12).write()
    at = data.draw(st.integers(0, len(text)))
    until = data.draw(st.integers(at, min(len(text), at + 12)))
    damaged = text[:at] + data.draw(st.text(max_size=8)) + text[until:]
    try:
        read(damaged).fold()
    except RecordError as error:
        in_words(error.message)


def test_the_fold_of_a_part_is_the_moment_then() -> None:
    record = played()
    state = record.start()
    for number, entry in enumerate(record.entries, 1):
        state.apply(entry.seat, entry.action)
        assert fingerprint(record.fold(number), 2) == fingerprint(state, 2)


def test_undo_is_an_entry_and_takes_back_the_last_choice_of_the_seat() -> None:
    record = planned("0 ninja>well", "1 hayai>inn", "0 ninja>inn")
    timeline = Timeline(record)
    timeline.append(Entry(0, UNDO))
    assert record.entries[-1] == Entry(0, UNDO)
    standing = [step.entry for step in timeline.steps]
    assert standing == planned("0 ninja>well", "1 hayai>inn").entries
    assert record.write().endswith("0 undo\n")
    assert read(record.write()).entries == record.entries


def test_a_record_of_thousands_of_changes_of_mind_is_read_and_played_again() -> None:
    text = planned().write() + "0 ninja>well\n0 undo\n" * 5000 + "0 ninja>inn\n"
    again = read(text)
    assert again.write() == text
    timeline = Timeline(again)
    assert [step.number for step in timeline.steps] == [10_001]
    assert timeline.state.view(0) == planned("0 ninja>inn").fold().view(0)


def test_a_planner_may_take_back_whatever_the_other_has_put_since() -> None:
    record = planned("0 ninja>well", "1 hayai>inn", "1 kabe>well")
    timeline = Timeline(record)
    timeline.append(Entry(0, UNDO))
    assert fingerprint(timeline.state, 2) == fingerprint(planned("1 hayai>inn", "1 kabe>well").fold(), 2)


def test_nothing_to_take_back() -> None:
    refusal = Timeline(planned("1 hayai>inn")).undo_refusal(0)
    assert refusal is not None
    assert refusal.key == "undo.nothing"


def test_a_sealed_plan_can_be_unsealed_until_the_other_is_sealed_too() -> None:
    record = planned("0 ninja>well", "0 ready", "1 hayai>inn")
    timeline = Timeline(record)
    timeline.append(Entry(0, UNDO))
    assert fingerprint(timeline.state, 2) == fingerprint(planned("0 ninja>well", "1 hayai>inn").fold(), 2)


def test_revealed_plans_stand() -> None:
    deployed = [
        "1 hayai>inn", "1 kabe>well", "1 musashi>shrine", "1 taiko>granary", "1 tasuke>passage", "1 yobu>field-2", "1 yumi>field-3",
    ]  # fmt: skip
    record = planned("0 ninja>well", "0 ready", *deployed, "1 ready")
    length = len(record.entries)
    for seat in range(2):
        refusal = Timeline(record).undo_refusal(seat)
        assert refusal is not None
        assert refusal.key == "undo.news"
        with pytest.raises(Refused):
            Timeline(record).append(Entry(seat, UNDO))
    assert len(record.entries) == length


def test_the_others_seal_does_not_bind_one_who_still_plans() -> None:
    record = planned("0 ninja>well", "1 hayai>inn", "0 ready")
    assert Timeline(record).undo_refusal(1) is None


def test_any_marker_of_a_plan_can_be_taken_back() -> None:
    record = planned("1 hayai>inn", "1 kabe>well", "0 ninja>well", "1 yumi>shrine")
    timeline = Timeline(record)
    timeline.extend(timeline.taking_back(1, RONIN.action("hayai>inn")))
    expected = planned("1 kabe>well", "0 ninja>well", "1 yumi>shrine").fold()
    assert fingerprint(timeline.state, 2) == fingerprint(expected, 2)
    assert fingerprint(record.fold(), 2) == fingerprint(expected, 2)


def test_taking_back_what_was_never_put_changes_nothing() -> None:
    record = planned("1 hayai>inn")
    before = list(record.entries)
    with pytest.raises(Refused):
        Timeline(record).taking_back(1, RONIN.action("kabe>well"))
    assert record.entries == before


def test_a_choice_stands_once_chance_has_drawn() -> None:
    random, record = Random(3), Record(SHINOBI, 3)
    state = record.start()
    while not any(entry.seat >= 0 for entry in record.entries) or state.actors() != (zashiki.CHANCE,):
        seat, action = choose(state, random)
        state.apply(seat, action)
        record.add(seat, action)
    seat = record.entries[-1].seat
    assert Timeline(record).undo_refusal(seat) is None
    drawn, card = choose(state, random)
    record.add(drawn, card)
    refusal = Timeline(record).undo_refusal(seat)
    assert refusal is not None
    assert refusal.key == "undo.news"


def test_a_text_that_is_no_record_is_told_by_its_first_line() -> None:
    with pytest.raises(RecordError) as error:
        read("dear diary\nit rained\nyours")
    assert (error.value.line, error.value.reason.key) == (1, "record.foreign")
    assert error.value.reason.args["found"] == "dear diary"
