"""Samurai Spirit's own page: what its board shows where."""

from __future__ import annotations

from tests.browser.conftest import Open
from tests.browser.stage import Stage, played
from zashiki.games.samurai_spirit.page.evening import evening, part_now
from zashiki.games.samurai_spirit.view import SamuraiSpiritView
from zashiki.kernel.contract import CHANCE

IN_SIGHT = """() => [...document.querySelectorAll(".play [data-action]")].filter((one) => {
  const { top, bottom, height } = one.getBoundingClientRect();
  return height > 0 && top >= 0 && bottom <= document.querySelector("#bar").getBoundingClientRect().top;
}).length"""


def after_a_round() -> tuple[int, int]:
    """A turn in which the end of the last round is still shown: after how many entries, of whom."""
    record = played("samurai-spirit")[0]
    state = record.start()
    for number, entry in enumerate(record.entries):
        for seat in (seat for seat in state.actors() if seat != CHANCE):
            view = state.view(seat)
            if (
                isinstance(view, SamuraiSpiritView)
                and view.legal
                and part_now(view) is None
                and evening(view) is not None
            ):
                return number, seat
        state.apply(entry.seat, entry.action)
    raise AssertionError("no round ended")


def test_how_a_round_ended_leaves_in_sight_on_a_phone_what_is_pressed(visit: Open, stage: Stage) -> None:
    table = stage.go_on("samurai-spirit", *after_a_round())
    page = visit(360, 740, language="pl-PL")
    stage.enter(page)
    page.goto(f"/t/{table}")
    page.locator("#status[data-turn=yes]").wait_for(state="attached")
    assert page.locator("#evening").count() == 1
    assert page.evaluate(IN_SIGHT) >= 2
