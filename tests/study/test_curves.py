"""Curves on logarithmic scales: every point lies inside the frame, between lines that are round numbers."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from zashiki.study.curves import HEIGHT, LEFT, RIGHT, TOP, WIDTH, Curve, logarithmic

SVG = "{http://www.w3.org/2000/svg}"


def drawn(points: list[tuple[float, float]], columns: list[float] | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(
        logarithmic("A title", "across", "up", [Curve("a < b", points)], columns or ())
    )


def texts(picture: ElementTree.Element) -> list[str]:
    return [found.text or "" for found in picture.iter(f"{SVG}text")]


@pytest.mark.parametrize(
    "points",
    [
        [(1, 1)],
        [(3, 0.02), (7, 0.9)],
        [(1, 130_000), (7, 1_300_000)],
        [(1, 1e-6), (1000, 1.2)],
        [(10, 200), (100, 500)],
    ],
)
def test_points_lie_inside_the_frame(points: list[tuple[float, float]]) -> None:
    circles = list(drawn(points).iter(f"{SVG}circle"))
    assert len(circles) == len(points)
    for circle in circles:
        assert LEFT - 0.1 <= float(circle.get("cx", "")) <= WIDTH - RIGHT + 0.1
        assert TOP - 0.1 <= float(circle.get("cy", "")) <= HEIGHT


def test_few_powers_of_ten_have_their_doubles_and_halves() -> None:
    said = texts(drawn([(1, 130_000), (10_000, 1_300_000)]))
    assert {"100,000", "200,000", "500,000", "1,000,000", "2,000,000"} <= set(said)
    assert [text for text in said if text in ("1", "2", "10", "100", "1,000", "10,000")] == [
        "1",
        "10",
        "100",
        "1,000",
        "10,000",
    ]


def test_columns_can_be_given_and_names_are_escaped() -> None:
    said = texts(drawn([(1, 2), (3, 4)], [1.0, 2.0, 3.0, 4.0]))
    assert [text for text in said if text in ("1", "2", "3", "4")][:4] == ["1", "2", "3", "4"]
    assert "a < b" in said
