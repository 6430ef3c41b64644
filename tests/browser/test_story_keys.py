"""Keys and clicks around a story: none is lost without a word, none acts on something else."""

from __future__ import annotations

import json

from playwright.sync_api import Page, Route, WebSocket, expect

from tests.browser.conftest import Open
from tests.browser.test_feel import open_game, put
from tests.browser.test_games import choices_made
from tests.browser.test_story import seal

STEPS = "**/story?*"


def listen(page: Page) -> list[int]:
    """The choices that the page sends from now on, in order."""
    sent: list[int] = []

    def opened(socket: WebSocket) -> None:
        def frame(text: str | bytes) -> None:
            message = json.loads(text)
            if message["do"] == "choose":
                sent.append(message["action"])

        socket.on("framesent", frame)

    page.on("websocket", opened)
    return sent


def key_of(page: Page, name: str) -> str:
    return page.get_by_role("button", name=name).get_attribute("data-key") or ""


def test_a_key_typed_while_a_story_is_told_is_answered_and_chooses_nothing(visit: Open) -> None:
    page = visit(stories=True)
    sent = listen(page)
    seal(page)
    before = len(sent)
    page.keyboard.press("s")
    expect(page.locator(".why-float")).to_be_visible()
    expect(page.locator(".why-float")).to_contain_text("Esc")
    assert len(sent) == before
    page.keyboard.press("Escape")
    expect(page.locator(".why-float")).to_have_count(0)


def test_a_key_typed_while_the_story_is_on_its_way_chooses_nothing_on_the_old_board(visit: Open) -> None:
    page = visit(stories=True)
    sent = listen(page)
    held: list[Route] = []
    page.route(STEPS, lambda route: held.append(route))
    open_game(page, "seven-ronin")
    put(page, "well", "inn")
    key = key_of(page, "Seal the plan")
    with page.expect_request(STEPS):
        page.keyboard.press(key)
    before = list(sent)
    page.keyboard.press(key)
    page.wait_for_timeout(100)  # what is sent would have been sent by now
    held.pop().continue_()
    expect(page.locator("#story")).to_be_visible()
    assert sent == before
    expect(page.locator(".why-float")).to_have_count(0)


def test_a_choice_made_before_the_last_one_is_answered_is_made_next(visit: Open) -> None:
    page = visit()
    sent = listen(page)
    open_game(page, "seven-ronin")
    made = int(choices_made(page))
    page.evaluate(
        """() => {
          const [first, second] = document.querySelectorAll("#area-well .spot, #area-inn .spot");
          first.click();
          first.click();
          second.click();
        }"""
    )
    page.locator(f"#choice input[name=made][value='{made + 2}']").wait_for(state="attached")
    assert len(sent) == len(set(sent)) == 2
