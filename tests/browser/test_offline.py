"""Without a connection: what was read before opens and says so, a table does not, and a new program keeps nothing old."""

from __future__ import annotations

import time

from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE, Open
from tests.browser.test_feel import open_game

KEPT = """async ([name, address]) => {
  const found = await (await caches.open(name)).match(address, { ignoreVary: true });
  return found ? await found.text() : "";
}"""
OLDER_PROGRAM = """async () => {
  const { installing } = await navigator.serviceWorker.register("/service-worker.js?older"); // another address makes it another worker
  await new Promise((done) => installing.addEventListener("statechange", () => { if (installing.state === "activated") done(); }));
  for (const name of await caches.keys()) await caches.delete(name);
  await (await caches.open("zashiki-older")).put("/rules/shinobi", new Response("an older text"));
}"""
ALL_KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
  return found;
}"""


def wait_until_kept(page: Page, address: str, text: str = "<html") -> None:
    """Waits until the service worker has fetched a page with this text, and has nothing of an older program left."""
    deadline = time.monotonic() + PATIENCE / 1000
    while True:
        names = page.evaluate("caches.keys()")
        if len(names) == 1 and text in page.evaluate(KEPT, [names[0], address]):
            return
        assert time.monotonic() < deadline, f"{address} was not kept: {names}"
        page.wait_for_timeout(100)


def test_a_rulebook_that_was_opened_can_be_read_offline(visit: Open) -> None:
    page = visit(360, 740, "pl-PL", expects_trouble=True, service_workers="allow")
    page.goto("/rules/shinobi")
    expect(page.locator("#offline")).to_be_hidden()
    wait_until_kept(page, "/rules/shinobi")
    page.context.set_offline(True)
    page.goto("/rules/shinobi#SHI-E2")
    page.reload()
    expect(page.locator("#offline")).to_contain_text("Brak połączenia")
    expect(page.locator("#SHI-E2")).to_be_visible()
    assert page.evaluate("document.fonts.check('16px Figtree')")
    expect(page.locator("body")).to_have_css("margin-top", "0px")


def test_the_lesson_of_that_game_can_be_read_step_by_step_offline(visit: Open) -> None:
    page = visit(expects_trouble=True, service_workers="allow")
    page.goto("/rules/shinobi")
    wait_until_kept(page, "/rules/shinobi")
    page.context.set_offline(True)
    page.goto("/learn/shinobi")
    steps = page.locator(".lesson-progress")
    for number in range(1, 9):  # the fifth, seventh and eighth step ask for a choice, which is shown
        expect(steps).to_have_attribute("value", str(number))
        expect(page.locator("#offline")).to_be_visible()
        page.locator("#note nav a.go, #note nav a.quiet:not(.lesson-leave)").first.click()
    expect(steps).to_have_attribute("value", "9")


def test_a_table_is_never_shown_from_what_was_kept(visit: Open) -> None:
    page = visit(expects_trouble=True, service_workers="allow")
    page.goto("/rules/shinobi")
    wait_until_kept(page, "/rules/shinobi")
    open_game(page, "shinobi")
    page.reload()
    address = page.url
    page.context.set_offline(True)
    page.goto(address)
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.locator("#table")).to_have_count(0)
    assert not [kept for kept in page.evaluate(ALL_KEPT) if kept.startswith(("/t/", "/g/"))]
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("#table")).to_be_visible()


def test_pages_are_kept_again_in_another_language(visit: Open) -> None:
    page = visit(service_workers="allow")
    page.goto("/rules/shinobi")
    wait_until_kept(page, "/rules/shinobi", 'lang="en"')
    page.locator(".menu summary", has_text="EN").click()
    page.get_by_role("button", name="Français").click()
    page.locator("html[lang=fr]").wait_for()
    page.wait_for_load_state()
    wait_until_kept(page, "/rules/shinobi", 'lang="fr"')
    wait_until_kept(page, "/offline", "Pas de connexion")


def test_another_program_replaces_what_the_older_one_kept(visit: Open) -> None:
    page = visit(service_workers="allow")
    page.route(  # this page asks for no worker, so that the older one has nothing to answer while it is replaced
        "**/offline.js*",
        lambda route: route.fulfill(
            body="", headers={"content-type": "text/javascript", "cache-control": "no-store"}
        ),
    )
    page.goto("/")
    page.unroute_all()
    page.evaluate(OLDER_PROGRAM)
    page.goto("/")
    wait_until_kept(page, "/rules/shinobi", "SHI-E2")
