"""What explains and what is typed: cards of areas, refusals that are not in the way, keys that keep their meaning."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.stage import Stage, played
from tests.browser.test_feel import open_game, put
from tests.browser.test_games import choices_made, wait_for_the_next

OPENERS = [
    ("seven-ronin", "#area-well .about"),
    ("seven-ronin", "#area-green .about"),
    ("samurai-spirit", ".samurai .about"),
    ("shinobi", "#hand .about"),
]
ROWS = ".line, .armies"
COVERED = """() => {
  const note = document.querySelector(".why-float").getBoundingClientRect();
  const meets = (box) => box.left < note.right - 1 && box.right > note.left + 1 && box.top < note.bottom - 1 && box.bottom > note.top + 1;
  return [...document.querySelectorAll(".play .spot")].filter((one) => one.checkVisibility() && meets(one.getBoundingClientRect())).length;
}"""


@pytest.mark.parametrize(("game", "opener"), OPENERS)
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 740)])
def test_a_card_tells_what_something_does(
    visit: Open, game: str, opener: str, width: int, height: int
) -> None:
    """By tap, by focus and by "?"; it closes again."""
    page = visit(width, height, has_touch=width < 700)
    open_game(page, game)
    sign = page.locator(opener).locator("visible=true").first
    card = page.locator(f"#{sign.get_attribute('popovertarget')}")
    if width < 700:
        sign.tap()
    else:
        sign.click()
    expect(card).to_be_visible()
    expect(card).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.keyboard.press("Tab")
    sign.focus()
    expect(card).to_be_visible()
    sign.evaluate("(one) => one.blur()")
    expect(card).to_be_hidden()
    sign.hover()
    page.keyboard.press("?")
    expect(card).to_be_visible()


def test_a_raider_card_is_explained_where_it_is_touched(visit: Open) -> None:
    page = visit(360, 740, has_touch=True)
    open_game(page, "samurai-spirit")
    card = page.locator("#table .raider").locator("visible=true").first
    for _ in range(4):
        if card.count():
            break
        made = choices_made(page)
        page.locator("#choice button[data-key=f], #choice button[name=action]").first.dispatch_event("click")
        wait_for_the_next(page, made)
    card.dispatch_event("click")
    expect(page.locator(".about-note")).to_have_text(card.locator("title").text_content() or "")


@pytest.mark.parametrize(("game", "piece"), [("samurai-spirit", ".raider"), ("shinobi", ".army[data-about]")])
def test_the_pieces_of_a_row_are_explained_one_by_one_to_the_keyboard(
    visit: Open, stage: Stage, game: str, piece: str
) -> None:
    """The row is one stop of Tab; the arrows go on from there."""
    page = visit()
    stage.enter(page)
    record = stage.replay(game)
    page.goto(f"/g/{record}/{len(played(game)[0].entries) // 3}")
    row = page.locator(ROWS).filter(has=page.locator(piece).nth(1)).first
    assert row.locator("[tabindex='0']").count() == 1
    page.keyboard.press("Tab")
    row.locator("[tabindex='0']").focus()
    note = page.locator(".about-note")
    heard = {note.inner_text()}
    for key in ("ArrowUp", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
        heard.add(note.inner_text())
    assert len(heard) > 1
    page.evaluate("document.activeElement.blur()")
    expect(note).to_have_count(0)


def fill_the_well(page: Page) -> None:
    """Until no more ninja may be sent there."""
    while page.locator("#area-well .spot").count():
        put(page, "well")


def test_a_pointer_that_rests_where_a_piece_was_placed_is_refused_nothing(visit: Open) -> None:
    page = visit()
    open_game(page, "seven-ronin")
    box = page.locator("#area-well .spot").bounding_box()
    assert box is not None
    for _ in range(9):
        if not page.locator("#area-well .spot").count():
            break
        made = choices_made(page)
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 20)
        wait_for_the_next(page, made)
    page.mouse.move(box["x"] + box["width"] / 2 + 3, box["y"] + 22)
    why = page.locator("#area-well .why")
    expect(why).to_have_css("border-top-color", "rgba(0, 0, 0, 0)")
    page.wait_for_timeout(700)  # longer than a pointer has to rest before it asks
    expect(page.locator(".why-float")).to_have_count(0)
    page.mouse.move(2, 2)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20)
    expect(page.locator(".why-float")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768), (360, 740)])
def test_a_refusal_covers_no_legal_place(visit: Open, width: int, height: int) -> None:
    page = visit(width, height)
    open_game(page, "seven-ronin")
    fill_the_well(page)
    page.locator("#area-well .why").dispatch_event("click")
    expect(page.locator(".why-float")).to_be_visible()
    assert page.evaluate(COVERED) == 0


def test_sealing_has_the_same_key_all_through_the_planning(visit: Open) -> None:
    page = visit()
    open_game(page, "seven-ronin")
    keys: dict[str | None, set[str | None]] = {}
    for area in ("well", "inn", "field-3"):
        put(page, area)
        for one in page.locator("#choice button[data-key]").all():
            keys.setdefault(one.get_attribute("value"), set()).add(one.get_attribute("data-key"))
    assert all(len(typed) == 1 for typed in keys.values()), keys
    page.keyboard.press("e")
    expect(page.locator("#choice input[name=made]:not([value='3'])")).to_be_attached()


def test_a_key_is_no_part_of_the_name_of_a_choice(visit: Open) -> None:
    page = visit()
    open_game(page, "seven-ronin")
    page.keyboard.press("Tab")
    page.locator("#area-well .spot[data-hint]").wait_for()
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    names = [
        node["name"]["value"]
        for node in tree
        if node.get("role", {}).get("value") == "button" and "name" in node
    ]
    label = page.locator("#area-well .spot .unseen").inner_text()
    assert label in names
    assert not [name for name in names if name.startswith(label) and name != label]
