"""Sound: off until asked for, as loud as wanted, remembered; what is heard is watched where the page makes it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.stage import Stage, played
from tests.browser.test_feel import open_game, put
from tests.browser.test_games import choices_made, type_a_choice, wait_for_the_next
from tests.browser.test_together import open_table_by_link
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.sounds import Stroke, read_sounds

LISTEN = """
window.pitches = [];
window.loudness = [];
const set = AudioParam.prototype.setValueAtTime;
AudioParam.prototype.setValueAtTime = function (value, when) {
  window.pitches.push(value);
  return set.call(this, value, when);
};
const gain = Object.getOwnPropertyDescriptor(AudioParam.prototype, "value");
Object.defineProperty(AudioParam.prototype, "value", {
  get: gain.get,
  set(value) {
    window.loudness.push(value);
    gain.set.call(this, value);
  },
});
"""
HOUSE = read_sounds("zashiki.web")
RONIN = read_sounds("zashiki.games.seven_ronin")


def pitch_of(sound: list[Stroke]) -> float:
    """The first pitch of a sound, by which it is told from others."""
    return next(stroke.pitch for stroke in sound if stroke.pitch)


TURN, CHAT, PLACE = pitch_of(HOUSE["turn"]), pitch_of(HOUSE["chat"]), pitch_of(RONIN["place"])


def hear(page: Page, pitch: float) -> None:
    """Waits until a sound of this pitch was made."""
    page.wait_for_function("(pitch) => window.pitches.includes(pitch)", arg=pitch)


def switch_on(page: Page) -> None:
    page.locator("[data-sound-menu] > summary").click()
    page.locator("[data-sound]").click()
    hear(page, TURN)
    page.keyboard.press("Escape")
    page.evaluate("() => { window.pitches.length = 0; }")


def test_sound_is_off_until_asked_and_then_remembered(visit: Open) -> None:
    page = visit()
    page.add_init_script(LISTEN)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "sounds.json" in request.url else None)
    open_game(page, "seven-ronin")
    put(page, "well")
    assert page.evaluate("window.pitches") == []
    assert asked == []
    switch_on(page)
    put(page, "inn")
    hear(page, PLACE)
    open_game(page, "seven-ronin")
    expect(page.locator("[data-sound]")).to_have_attribute("aria-pressed", "true")
    put(page, "well")
    hear(page, PLACE)
    page.locator("[data-sound-menu] > summary").click()
    page.locator("[data-sound]").click()
    before = page.evaluate("window.pitches.length")
    put(page, "inn")
    assert page.evaluate("window.pitches.length") == before


def test_the_volume_is_set_by_keys_alone_and_remembered(visit: Open) -> None:
    page = visit(360, 740, "fr-FR")
    page.add_init_script(LISTEN)
    open_game(page, "seven-ronin")
    page.get_by_label("Son", exact=True).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Son activé")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Tab")
    volume = page.get_by_role("slider", name="Volume")
    expect(volume).to_be_focused()
    expect(volume).to_have_value("70")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => Math.abs(window.loudness.at(-1) - 0.36) < 1e-6")
    page.reload()
    expect(page.locator("[data-volume]")).to_have_value("60")
    assert choices_made(page) == "0"


def test_a_line_of_chat_is_heard_by_the_others(visit: Open) -> None:
    ann, bob = visit(), visit()
    for page in (ann, bob):
        page.add_init_script(LISTEN)
    open_table_by_link(ann, bob)
    for page in (ann, bob):
        switch_on(page)
    bob.locator("#chat-text").fill("Good evening")
    bob.locator("#chat-text").press("Enter")
    hear(ann, CHAT)
    expect(bob.locator("#chat-lines li")).to_have_count(1)
    assert CHAT not in bob.evaluate("window.pitches")


def test_the_end_of_a_game_sounds_as_it_ended(visit: Open, stage: Stage) -> None:
    entries = played("shinobi")[0].entries
    number, seat = max(
        (number, seat) for number, seat in enumerate(entry.seat for entry in entries) if seat != CHANCE
    )
    page = visit()
    page.add_init_script(LISTEN)
    table = stage.go_on("shinobi", number, seat)
    stage.enter(page)
    page.goto(f"/t/{table}")
    switch_on(page)
    while not page.locator("#table .result").count():
        made = choices_made(page)
        type_a_choice(page)
        wait_for_the_next(page, made)
    outcome = page.locator("#status").get_attribute("data-outcome") or ""
    assert re.fullmatch("won|lost", outcome)
    hear(page, pitch_of(HOUSE[outcome]))
