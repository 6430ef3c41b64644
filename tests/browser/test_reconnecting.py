"""A page that can't connect tries again later each time, and not at the same moment as the others; what was done meanwhile is not lost."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.test_games import choices_made
from tests.browser.test_guests import invite

NO_NETWORK = """
window.delays = [];
Math.random = () => CHANCE;
window.WebSocket = class extends EventTarget {
  constructor() { super(); this.readyState = 3; queueMicrotask(() => this.dispatchEvent(new CloseEvent("close", { code: 1006 }))); }
  close() {}
};
const later = window.setTimeout;
window.setTimeout = (what, delay, ...more) => {
  if (what.name !== "connect") return later(what, delay, ...more);
  window.delays.push(Math.round(delay));
  return later(what, 0, ...more);
};
"""


def delays_of(visit: Open, chance: float) -> list[int]:
    """How long a page waits before each new try, with a chance that always falls the same way."""
    page = visit()
    page.add_init_script(NO_NETWORK.replace("CHANCE", str(chance)))
    page.goto("/")
    page.locator("form[action='/play/shinobi'] button").click()
    page.wait_for_url("**/t/*")
    delays: list[int] = []
    deadline = time.monotonic() + 20
    while len(delays) < 8 and time.monotonic() < deadline:
        page.wait_for_timeout(50)
        delays = page.evaluate("window.delays.slice(0, 8)")
    return delays


@pytest.mark.parametrize(("chance", "first", "last"), [(0.0, 150, 2500), (0.5, 300, 5000), (1.0, 450, 7500)])
def test_tries_to_connect_are_spread_and_grow_rare(visit: Open, chance: float, first: int, last: int) -> None:
    delays = delays_of(visit, chance)
    assert delays[0] == first
    assert delays == sorted(delays)
    assert delays[-1] == last


def test_a_choice_and_a_line_of_chat_that_were_made_without_a_connection_arrive_when_it_is_back(
    visit: Open,
) -> None:
    ann, bob = visit(), visit()
    invite(ann, bob)
    ann.locator("body[data-live=on]").wait_for(state="attached")
    made = choices_made(ann)
    ann.context.set_offline(True)
    expect(ann.locator("#connection")).to_be_visible()
    ann.locator("#choice button[name=action]").first.dispatch_event("click")
    ann.locator("#chat-text").fill("I am in a tunnel")
    ann.locator("#chat-text").press("Enter")
    ann.context.set_offline(False)
    expect(bob.locator("#chat-lines")).to_contain_text("I am in a tunnel")
    expect(ann.locator("#chat-text")).to_have_value("")
    expect(ann.locator("#choice input[name=made]")).not_to_have_value(made)
