"""Any marker of a plan is taken back where it stands; what has just happened is told since the last choice."""

from __future__ import annotations

import re
from html import unescape

from tests.web.visitor import Server, Visitor, hidden

PLAN = ("inn", "field-3", "well")


def planning(ann: Visitor, bob: Visitor) -> str:
    """A table of 7 Ronin with three ninja of Ann's planned, and Bob behind his screen."""
    table = ann.open_table("seven-ronin", **{"seat-0": "me", "seat-1": "open", "name": "Ann"})
    invitation = ann.get(f"/t/{table}/share").text.split("/join/")[1].split('"')[0]
    bob.post(f"/join/{invitation}", seat=1, name="Bob")
    for area in PLAN:
        page = ann.get(f"/t/{table}").text
        assert ann.post(f"/t/{table}/choose", action=action_of(page, area), **hidden(page)).status_code == 200
    return table


def action_of(page: str, area: str) -> str:
    """The choice that lies on an area, or the marker that stands there."""
    place = page.split(f'id="area-{area}"')[1].split("</div>")[0]
    found = re.search(r'name="action" value="(\d+)"', place)
    assert found is not None, area
    return found[1]


def marker_of(page: str, area: str) -> str:
    place = page.split(f'id="area-{area}"')[1].split("</div>")[0]
    found = re.search(r'<button class="marker[^>]* form="undo" name="action" value="(\d+)"', place)
    assert found is not None, area
    return found[1]


def planned(page: str) -> set[str]:
    return set(re.findall(r'id="plan-([a-z0-9-]+)-0"', page))


def news_of(page: str) -> list[str]:
    if 'id="news"' not in page:
        return []
    lines = re.findall(r"<li id=\"news-.*?</li>", page.split('id="news"')[1].split("</ol>")[0], re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]+>", "", line)).split()) for line in lines]


def test_any_marker_is_taken_back_and_the_others_stay(ann: Visitor, bob: Visitor) -> None:
    table = planning(ann, bob)
    page = ann.get(f"/t/{table}").text
    assert planned(page) == set(PLAN)
    after = ann.post(f"/t/{table}/undo", action=marker_of(page, "inn"), **hidden(page))
    assert after.status_code == 200
    assert planned(after.text) == {"field-3", "well"}


def test_a_take_back_sent_twice_is_made_once(ann: Visitor, bob: Visitor) -> None:
    table = planning(ann, bob)
    page = ann.get(f"/t/{table}").text
    form = {"action": marker_of(page, "inn"), **hidden(page)}
    for _ in range(2):
        assert ann.post(f"/t/{table}/undo", **form).status_code == 200
    assert planned(ann.get(f"/t/{table}").text) == {"field-3", "well"}


def test_nobody_takes_back_for_another(ann: Visitor, bob: Visitor, server: Server) -> None:
    table = planning(ann, bob)
    page = ann.get(f"/t/{table}").text
    form = {"action": marker_of(page, "inn"), **hidden(page)}
    assert bob.post(f"/t/{table}/undo", **form).status_code == 403
    assert Visitor(server).post(f"/t/{table}/undo", **form).status_code == 403
    assert planned(ann.get(f"/t/{table}").text) == set(PLAN)


def test_what_was_never_put_can_not_be_taken_back(ann: Visitor, bob: Visitor) -> None:
    table = planning(ann, bob)
    page = ann.get(f"/t/{table}").text
    free = re.search(r'id="area-green".*?name="action" value="(\d+)"', page, re.DOTALL)
    assert free is not None
    refused = ann.post(f"/t/{table}/undo", action=free[1], **hidden(page))
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text
    assert planned(ann.get(f"/t/{table}").text) == set(PLAN)


def test_a_sealed_plan_stays(ann: Visitor, bob: Visitor) -> None:
    """RON-P10"""
    table = planning(ann, bob)
    page = ann.get(f"/t/{table}").text
    marker = marker_of(page, "inn")
    assert ann.choose(table, "Seal the plan").status_code == 200
    sealed = ann.get(f"/t/{table}").text
    assert "marker" not in sealed.split('class="village"')[1].split("</section>")[0]
    assert ann.post(f"/t/{table}/undo", action=marker, **hidden(sealed)).status_code == 422


def test_the_news_begin_with_the_own_last_choice(ann: Visitor, bob: Visitor) -> None:
    table = ann.open_table(**{"seat-0": "me", "seat-1": "open", "option-rounds": "1", "name": "Ann"})
    invitation = ann.get(f"/t/{table}/share").text.split("/join/")[1].split('"')[0]
    bob.post(f"/join/{invitation}", seat=1, name="Bob")
    ann.choose(table, "left")
    assert len(news_of(ann.get(f"/t/{table}").text)) == 1
    assert news_of(bob.get(f"/t/{table}").text) == []
    ann.choose(table, "ready")
    first = news_of(ann.get(f"/t/{table}").text)
    assert len(first) == 1
    bob.choose(table, "right")
    assert news_of(ann.get(f"/t/{table}").text) == first
    bob.choose(table, "ready")
    told = news_of(ann.get(f"/t/{table}").text)
    assert told[:1] == first
    assert len(told) > 2
    assert news_of(bob.get(f"/t/{table}").text) == told[1:]


def test_every_line_that_is_told_carries_its_rule(ann: Visitor) -> None:
    page = ann.post("/play/samurai-spirit").text
    told = re.findall(r'<li id="news-.*?</li>', page.split('id="news"')[1].split("</ol>")[0], re.DOTALL)
    assert told
    assert all(len(re.findall(r'class="rule"[^>]* title="SAM-[A-Z]\d+"', line)) == 1 for line in told), told
