"""Regions: drawn once for equal inputs, put together by their slots, sent again only where they changed."""

from __future__ import annotations

from typing import Any

import pytest
from markupsafe import Markup

from zashiki.brush.regions import Drawings, changed, marks, whole
from zashiki.kernel.parts import Region, Speech, slot
from zashiki.words import Words

WORDS = Words("en")


class Brush:
    """Draws a number, and counts how often."""

    def __init__(self) -> None:
        self.drawn: list[Any] = []

    def __call__(self, inputs: Any, words: Speech) -> Markup:
        self.drawn.append((inputs, words.language))
        return Markup("<b>{}</b>").format(inputs)


def frame(inputs: Any, _words: Speech) -> Markup:
    return Markup("<p>{}{}</p>").format(inputs, Markup("").join(map(slot, ("left", "right"))))


def page(outer: int, left: int, right: int, seat: int | None = None) -> Region:
    brush = Markup("<i>{}</i>").format

    def draw(inputs: Any, _words: Speech) -> Markup:
        return brush(inputs)

    inner = (Region("left", draw, left, seat), Region("right", draw, right, seat))
    return Region("outer", frame, outer, None, inner)


def test_equal_inputs_are_drawn_once() -> None:
    drawings, brush = Drawings(), Brush()
    for inputs in (1, 2, 1, 1, 2):
        assert drawings.whole(Region("one", brush, inputs), WORDS) == f"<b>{inputs}</b>"
    assert [inputs for inputs, _ in brush.drawn] == [1, 2]


def test_another_seat_another_language_or_another_nickname_is_drawn_anew() -> None:
    drawings, brush = Drawings(), Brush()
    drawings.whole(Region("one", brush, 1, seat=0), WORDS)
    drawings.whole(Region("one", brush, 1, seat=1), WORDS)
    drawings.whole(Region("one", brush, 1, seat=1), Words("pl"))
    drawings.whole(Region("one", brush, 1, seat=1), Words("pl"))
    assert len(brush.drawn) == 3


def test_what_was_not_used_for_long_is_forgotten() -> None:
    drawings, brush = Drawings(kept=2), Brush()
    for inputs in (1, 2, 1, 3, 1, 2):
        drawings.whole(Region("one", brush, inputs), WORDS)
    assert [inputs for inputs, _ in brush.drawn] == [1, 2, 3, 2]


def test_inner_regions_take_their_slots_and_text_is_escaped() -> None:
    assert Drawings().whole(page(0, 1, 2), WORDS) == "<p>0<i>1</i><i>2</i></p>"
    hostile = Region("one", Brush(), '<script>"&')
    assert Drawings().whole(hostile, WORDS) == "<b>&lt;script&gt;&#34;&amp;</b>"


def test_only_the_outermost_changed_regions_are_named() -> None:
    drawings = Drawings()
    brush = page(0, 1, 2)
    before = drawings.page(brush, WORDS)

    def after(outer: int, left: int, right: int) -> list[str]:
        inner = tuple(
            Region(one.name, one.draw, inputs) for one, inputs in zip(brush.inner, (left, right), strict=True)
        )
        now = drawings.page(Region("outer", frame, outer, None, inner), WORDS)
        return list(changed(marks(before), now, "outer"))

    assert after(0, 1, 2) == []
    assert after(0, 1, 3) == ["right"]
    assert after(0, 5, 3) == ["left", "right"]
    assert after(9, 5, 3) == ["outer"]
    assert list(changed({}, before, "outer")) == ["outer"]
    assert whole(before, "right") == "<i>2</i>"


def test_a_slot_without_a_region_or_a_region_without_a_slot_is_an_error() -> None:
    lost = Region("lost", Brush(), 1)
    with pytest.raises(ValueError, match="slots"):
        Drawings().whole(Region("outer", Brush(), 1, None, (lost,)), WORDS)
    with pytest.raises(ValueError, match="slots"):
        Drawings().whole(Region("outer", frame, 1, None, (lost,)), WORDS)


def test_a_page_is_drawn_on_from_the_one_before() -> None:
    """Only what is not equal is drawn; the names are those that a comparison of the two pages finds."""
    drawings, brush = Drawings(kept=0), Brush()

    def two(left: int, right: int, seat: int | None = None) -> Region:
        inner = (Region("left", brush, left, seat), Region("right", brush, right, seat))
        return Region("outer", frame, 0, None, inner)

    before = drawings.follow(None, (two(1, 2),), WORDS)
    assert before.names == ["outer"]
    brush.drawn.clear()
    after = drawings.follow(before.picture, (two(1, 3),), WORDS)
    assert [inputs for inputs, _ in brush.drawn] == [3]
    assert after.names == ["right"] == changed(before.picture.marks, after.picture.page, "outer")
    assert whole(after.picture.page, "outer") == "<p>0<b>1</b><b>3</b></p>"
    assert after.picture.marks == marks(after.picture.page)
    again = drawings.follow(after.picture, (two(1, 3),), WORDS)
    assert again.names == []
    assert again.picture.marks is after.picture.marks, "pages that have it need nothing"


def test_regions_come_go_and_change_places() -> None:
    drawings = Drawings()

    def listed(*names: str) -> Region:
        def draw(inputs: Any, _words: Speech) -> Markup:
            return Markup("<ul>{}</ul>").format(Markup("").join(map(slot, inputs)))

        return Region("list", draw, names, None, tuple(Region(name, Brush(), name) for name in names))

    stood = drawings.follow(None, (listed("a", "b", "c"),), WORDS).picture
    for names in (("c", "b"), ("b", "c", "d"), (), ("a",), ("a", "e", "f")):
        now = drawings.follow(stood, (listed(*names),), WORDS)
        assert now.names == ["list"]
        assert set(now.picture.page) == {"list", *names} == set(now.picture.marks)
        assert whole(now.picture.page, "list") == f"<ul>{''.join(f'<b>{name}</b>' for name in names)}</ul>"
        stood = now.picture


def test_a_drawing_of_one_moment_is_not_kept() -> None:
    drawings, brush = Drawings(), Brush()
    for _ in range(2):
        drawings.whole(Region("one", brush, 1, kept=False), WORDS)
    assert len(brush.drawn) == 2


def test_what_stands_for_another_seat_is_not_taken_over() -> None:
    drawings, brush = Drawings(kept=0), Brush()
    before = drawings.follow(None, (Region("one", brush, 1, seat=0),), WORDS).picture
    after = drawings.follow(before, (Region("one", brush, 1, seat=1),), WORDS).picture
    assert len(brush.drawn) == 2
    assert after.page["one"] is not before.page["one"]


def test_in_a_chain_each_region_holds_the_next() -> None:
    """What is added at the end changes the last one alone, and the others are not looked at."""
    drawings = Drawings()

    def link(inputs: tuple[int, str], _words: Speech) -> Markup:
        number, later = inputs
        return Markup("<i>{}{}</i>").format(number, slot(later) if later else "")

    def first(inputs: str, _words: Speech) -> Markup:
        return Markup("<p>{}</p>").format(slot(inputs))

    def chain(*numbers: int) -> Region:
        names = [*(f"link-{place}" for place in range(len(numbers))), ""]
        links = [Region(names[at], link, (number, names[at + 1])) for at, number in enumerate(numbers)]
        return Region("chain", first, names[0], None, tuple(links), chained=True)

    stood = drawings.follow(None, (chain(1, 2),), WORDS).picture
    assert whole(stood.page, "chain") == "<p><i>1<i>2</i></i></p>"
    for numbers, names, text in (
        ((1, 2, 3), ["link-1"], "<p><i>1<i>2<i>3</i></i></i></p>"),
        ((1, 5, 6), ["link-1"], "<p><i>1<i>5<i>6</i></i></i></p>"),
        ((1, 5, 7), ["link-2"], "<p><i>1<i>5<i>7</i></i></i></p>"),
        ((1,), ["link-0"], "<p><i>1</i></p>"),
    ):
        region = chain(*numbers)
        now = drawings.follow(stood, (region,), WORDS)
        assert now.names == names == changed(stood.marks, now.picture.page, "chain")
        assert whole(now.picture.page, "chain") == text == drawings.whole(region, WORDS)
        assert set(now.picture.page) == {"chain", *(f"link-{place}" for place in range(len(numbers)))}
        stood = now.picture
