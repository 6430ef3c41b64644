"""Shinobi's own page: what its board shows where."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Open
from tests.browser.test_layout import sit_at
from tests.web.visitor import Server
from zashiki.words import LANGUAGES

LONG_NAME = (
    """() => { document.querySelector(".others .name b").textContent = "Maksymilian-Aleksander V"; }"""
)
UNDER_THE_PROMPT = """() => {
  const bar = document.querySelector("#bar").getBoundingClientRect().top;
  return [...document.querySelectorAll("#hand .held .card")].map((card) => Math.round(card.getBoundingClientRect().bottom - bar)).filter((below) => below > 0);
}"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_hand_is_in_sight_on_a_phone(visit: Open, server: Server, seats: int, language: str) -> None:
    page = visit(360, 740, language=language)
    for table in sit_at(page, server, "shinobi", seats, language):
        page.goto(f"/t/{table}")
        page.locator("body[data-live=on]").wait_for(state="attached")
        assert page.locator("#hand .held").count() > 0
        assert page.evaluate(UNDER_THE_PROMPT) == []
        page.evaluate(LONG_NAME)
        assert page.evaluate(UNDER_THE_PROMPT) == []


OVER_THE_NAME = """() => {
  const sign = document.querySelector(".province:has(.flag.turn)");
  sign.querySelector(".name b").textContent = "Bartholomew Featherstone the Elder and the Younger";
  const flag = sign.querySelector(".flag.turn").getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(sign.querySelector(".name b"));
  return [...words.getClientRects()].some((line) => line.right > flag.left && line.left < flag.right && line.bottom > flag.top && line.top < flag.bottom);
}"""


def test_the_sign_of_the_turn_lies_over_no_name(visit: Open, server: Server) -> None:
    page = visit(language="fr")
    page.goto(f"/t/{sit_at(page, server, 'shinobi', 4, 'fr')[0]}")
    for width, height in ((1440, 900), (1366, 768), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert not page.evaluate(OVER_THE_NAME), f"{width}x{height}"
