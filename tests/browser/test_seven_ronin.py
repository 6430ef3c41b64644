"""7 Ronin in a real Chromium: which click picks an area, which one uses it, and where a marker leaves room."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.games.seven_ronin.table import EVERYBODY, alone
from tests.web.visitor import Server, Visitor, table_of
from zashiki.games.seven_ronin import GAME
from zashiki.kernel.record import Record

Sit = Callable[..., None]


@pytest.fixture
def sit_down(server: Server) -> Sit:
    """`sit_down(page, facts, *names)` goes on as a seat from a position and the choices in it ("1 ready": of seat 1)."""

    def sit(page: Page, facts: dict[str, Any], *names: str, seat: int = 0) -> None:
        record = Record(GAME, position=facts)
        for name in names:
            who, _, choice = name.rpartition(" ")
            record.add(int(who or seat), GAME.action(choice))
        person = Visitor(server)
        opened = person.client.post("/records", files={"record": ("a.zashiki", record.write().encode())})
        found = re.search(r"/g/([a-z0-9]+)/", str(opened.url))
        assert found is not None
        table = table_of(person.post(f"/g/{found[1]}/{len(names)}/continue", seat=seat))
        page.context.add_cookies(
            [
                {"name": cookie.name, "value": cookie.value or "", "url": server.address}
                for cookie in person.client.cookies.jar
            ]
        )
        page.goto(f"/t/{table}")
        page.locator("body[data-live=on]").wait_for(state="attached")

    return sit


@pytest.mark.parametrize("width", [1440, 360])
def test_an_area_is_picked_on_the_board_and_then_its_targets_are_lit(
    visit: Open, sit_down: Sit, width: int
) -> None:
    page = visit(width=width)
    ninja = {"inn": 1, "well": 1, "passage": 1, "granary": 1}
    sit_down(page, {"phase": "areas", "ninja": ninja, **alone(kabe="shrine", yumi="field-3")})
    expect(page.locator(".own input:checked")).to_have_count(0)
    assert lit(page) == {"granary"}
    page.locator("#area-inn label").click()
    assert lit(page) == {"well", "passage", "granary"}
    page.locator("#area-granary .spot:visible").click()
    expect(page.locator("#count-ninja")).to_have_text("38")
    expect(page.locator("#area-granary .spot:visible")).to_have_count(1)


def test_a_ronin_is_picked_on_the_board_and_then_his_targets_are_lit(visit: Open, sit_down: Sit) -> None:
    page = visit()
    ronin = alone(yobu="well", musashi="granary", taiko="inn")
    facts = {
        "phase": "abilities",
        "round": 2,
        "ninja": {"well": 1, "granary": 1},
        "wounds": {"musashi": 1},
        **ronin,
    }
    sit_down(page, facts, seat=1)
    assert lit(page) == set()
    page.locator(".aim.at-well label").click()
    assert lit(page) == {"granary", "animal-pen"}
    page.locator(".aim.at-inn label").click()
    page.locator(".aim.at-granary .spot:visible").last.click()
    expect(page.locator("#lives-musashi")).to_have_attribute("data-count", "4")


@pytest.mark.parametrize("way", ["click", "Escape"])
def test_a_ronin_who_was_picked_is_let_go_again(visit: Open, sit_down: Sit, way: str) -> None:
    """While Taiko is picked a click on Musashi heals him; afterwards it is his own strike again."""
    page = visit()
    ronin = alone(musashi="granary", taiko="inn")
    sit_down(
        page,
        {"phase": "abilities", "round": 2, "ninja": {"granary": 2}, "wounds": {"musashi": 1}, **ronin},
        seat=1,
    )
    page.locator(".aim.at-inn label").click()
    expect(page.locator(".own input:checked, .ronin input:checked")).to_have_count(1)
    if way == "click":
        page.locator(".aim.at-inn label").click()
    else:
        page.keyboard.press(way)
    expect(page.locator(".ronin input:checked")).to_have_count(0)
    page.locator(".aim.at-granary .spot:visible").click()
    expect(page.locator("#area-granary")).to_contain_text("1 ninja")
    expect(page.locator("#lives-musashi")).to_have_attribute("data-count", "3")


def test_each_way_to_use_the_passage_takes_its_own_click(visit: Open, sit_down: Sit) -> None:
    page = visit()
    sit_down(page, {"phase": "areas", "ninja": {"passage": 1}, **alone(kabe="shrine")})
    for number in (1, 2):
        page.get_by_text(f"send {number} ninja").click()
        expect(page.locator(".own input:checked")).to_have_value(f"passage-{number}")


def test_a_click_in_the_middle_of_an_area_adds_a_ninja_to_those_above_a_held_ronin(
    visit: Open, sit_down: Sit
) -> None:
    page = visit()
    sit_down(page, {"round": 2, "held": ["kabe"], "places": {"kabe": "granary"}}, "ninja>granary")
    expect(page.locator("#plan-granary-1")).to_have_count(0)
    page.locator("#area-granary .spot").click()
    expect(page.locator("#plan-granary-1")).to_have_count(1)
    page.locator("#area-granary .marker").click()
    expect(page.locator("#plan-granary-1")).to_have_count(0)


def test_a_note_on_why_not_stays_under_the_pointer_and_leaves_with_it(visit: Open, sit_down: Sit) -> None:
    page = visit()
    other = [f"1 {ronin}>{area}" for ronin, area in EVERYBODY.items()]
    sit_down(page, {"round": 1}, *other, "1 ready", "ninja>inn")
    page.locator("#area-inn .why").hover(position={"x": 80, "y": 20})
    note = page.locator(".why-float")
    expect(note.locator(".rule")).to_have_attribute("title", "RON-P2")
    note.hover()
    expect(note.locator("a")).to_be_visible()
    page.mouse.move(1, 1)
    expect(note).to_have_count(0)


def lit(page: Page) -> set[str]:
    """The areas where a click makes a choice."""
    return set(page.eval_on_selector_all(
        ".place .spot",
        "all => all.filter(one => one.offsetParent).map(one => one.closest('.place').id.replace('area-', ''))",
    ))  # fmt: skip
