"""Options: checked, spelled as text and read back; what they do not take is refused in words."""

from __future__ import annotations

from typing import Any

import pytest

import zashiki
from zashiki.kernel.messages import say
from zashiki.kernel.options import (
    BadOption,
    Choice,
    Document,
    Flag,
    Option,
    Several,
    check_options,
    check_seats,
    offered_options,
    read_options,
    write_options,
)
from zashiki.web.new_table_form import read_options as read_form
from zashiki.words import LANGUAGES, Words


class Scroll:
    def __init__(self, text: str) -> None:
        self.text = text


def read_scroll(text: str) -> Scroll:
    if not text:
        raise BadOption(say("option.bad-value", option="scroll", value=text, takes="a poem"))
    return Scroll(text)


LEVEL = Choice("level", ("easy", "hard"), "easy")
VARIANT = Flag("variant")
SAMURAI = Several("samurai", ("kyuzo", "heihachi", "gorobei"))
SCROLL = Document("scroll", read_scroll, lambda scroll: str(scroll.text), Scroll)
OPTIONS: tuple[Option, ...] = (LEVEL, VARIANT, SAMURAI, SCROLL)


@pytest.mark.parametrize(
    ("option", "value", "text"),
    [
        (LEVEL, "hard", "hard"),
        (VARIANT, True, "yes"),
        (VARIANT, False, "no"),
        (SAMURAI, ("heihachi", "kyuzo"), "heihachi,kyuzo"),
        (SAMURAI, (), "-"),
        (SCROLL, None, "standard"),
    ],
)
def test_a_value_is_written_and_read_back(option: Option, value: Any, text: str) -> None:
    assert option.write(option.check(value)) == text
    assert option.read(text) == value


def test_a_document_is_read_from_its_text_and_written_back() -> None:
    scroll = SCROLL.check("still night")
    assert isinstance(scroll, Scroll)
    assert SCROLL.check(scroll) is scroll
    assert SCROLL.write(scroll) == "still night"
    assert SCROLL.read("still night").text == "still night"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (LEVEL, "harder"),
        (LEVEL, 1),
        (VARIANT, "yes"),
        (VARIANT, 1),
        (SAMURAI, "kyuzo,kyuzo"),
        (SAMURAI, ["nobody"]),
        (SAMURAI, [1]),
        (SAMURAI, 5),
        (SAMURAI, None),
        (SCROLL, ""),
        (SCROLL, 7),
    ],
)
def test_what_an_option_does_not_take_is_refused_in_every_language(option: Option, value: Any) -> None:
    with pytest.raises(BadOption) as refused:
        option.check(value)
    for language in LANGUAGES:
        assert option.name in Words(language)(refused.value.message)


@pytest.mark.parametrize(
    ("option", "text"), [(LEVEL, "harder"), (VARIANT, "maybe"), (SAMURAI, "kyuzo,nobody"), (SCROLL, "")]
)
def test_text_that_an_option_does_not_take_is_refused(option: Option, text: str) -> None:
    with pytest.raises(BadOption):
        option.read(text)


def test_a_list_keeps_its_order_and_forgives_blanks() -> None:
    assert SAMURAI.check(" gorobei , kyuzo,") == ("gorobei", "kyuzo")


def test_every_option_has_its_value_or_its_default() -> None:
    assert check_options(OPTIONS, {"level": "hard"}) == {
        "level": "hard",
        "variant": False,
        "samurai": (),
        "scroll": None,
    }


def test_an_option_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(BadOption) as refused:
        check_options(OPTIONS, {"colour": "red"})
    assert (
        Words("en")(refused.value.message)
        == "There is no option “colour”; available: level, variant, samurai, scroll."
    )


def test_the_number_of_seats_is_checked() -> None:
    assert check_seats(None, range(3, 6), 4) == 4
    assert check_seats(5, range(3, 6), 4) == 5
    for seats in (2, 6, -1):
        with pytest.raises(BadOption) as refused:
            check_seats(seats, range(3, 6), 4)
        assert "it is for 3 to 5 players" in Words("en")(refused.value.message)


def test_an_option_for_study_is_not_offered_and_is_written_only_where_it_is_used() -> None:
    size = Choice("size", ("whole", "small"), "whole", for_study=True)
    options = (LEVEL, size)
    assert offered_options(options) == (LEVEL,)
    assert write_options(options, {"level": "easy", "size": "whole"}) == {"level": "easy"}
    small = {"level": "easy", "size": "small"}
    assert read_options(options, write_options(options, small)) == small
    assert check_options(options, read_options(options, {"level": "hard"})) == {
        "level": "hard",
        "size": "whole",
    }
    with pytest.raises(BadOption):
        check_options(options, {"size": "tiny"})


@pytest.mark.parametrize(
    ("name", "option", "value"),
    [
        ("seven-ronin", "village", "four-areas"),
        ("samurai-spirit", "raid", "four-raiders"),
        ("shinobi", "pack", "one-each"),
    ],
)
def test_a_form_that_names_one_opens_the_whole_game(name: str, option: str, value: str) -> None:
    assert option not in read_form(zashiki.game(name), {f"option-{option}": value})
