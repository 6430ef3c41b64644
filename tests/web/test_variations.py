"""Variations on the pages: tried, valued, kept, named, shared, copied; never of a running game."""

from __future__ import annotations

import re
import resource
from html import unescape
from pathlib import Path

import httpx
import pytest

from tests.terminal.desk import run
from tests.web.test_playing import two_at_a_table
from tests.web.test_replay import finished_game
from tests.web.visitor import Server, Visitor, buttons, table_of
from zashiki.kernel.record import Record
from zashiki.kernel.registry import game as find_game

RECORDS = Path(__file__).parent.parent / "fixtures" / "records"


def uploaded(visitor: Visitor, name: str) -> str:
    return opened_record(visitor, (RECORDS / f"{name}.zashiki").read_bytes())


def opened_record(visitor: Visitor, record: bytes) -> str:
    files = {"record": ("game.zashiki", record)}
    found = re.search(r"/g/([a-z0-9]+)", str(visitor.client.post("/records", files=files).url))
    assert found is not None
    return found[1]


def begin(visitor: Visitor, game: str, moment: int, eyes: str = "") -> httpx.Response:
    """The button of the replay."""
    return visitor.post(f"/g/{game}/{moment}/try", **{"as": eyes})


def choose(visitor: Visitor, page: httpx.Response, label: str) -> httpx.Response:
    """A choice on the page of a variation, by the start of its label."""
    action = next(action for name, action in buttons(page.text).items() if name.startswith(label))
    fields = re.findall(r'<input type="hidden" name="(seat|as)" value="([^"]*)"', form_of(page, "choose"))
    return visitor.post(f"{page.url.path}/choose", action=action, **dict(fields))


def form_of(page: httpx.Response, ending: str) -> str:
    """The form of a page whose address ends so."""
    found = re.search(rf'<form[^>]*action="[^"]*/{ending}".*?</form>', page.text, re.DOTALL)
    assert found is not None, ending
    return found[0]


def note(visitor: Visitor, page: httpx.Response, name: str, comment: str = "") -> httpx.Response:
    found = re.search(r'action="([^"]+)".*?name="edits" value="(\d+)"', form_of(page, "note"), re.DOTALL)
    assert found is not None
    return visitor.post(found[1], name=name, comment=comment, edits=found[2])


def tree_of(page: httpx.Response) -> list[str]:
    """The texts of all nodes that the page lists, in order."""
    part = page.text.split('id="tree-title"')[1].split("</section>")[0]
    texts = [unescape(text).strip() for text in re.findall(r"<a [^>]*>(.*?)</a>", part, re.DOTALL)]
    return [text for text in texts if not text.startswith(("afterwards", "What if"))]


def test_another_choice_is_tried_valued_and_answered(ann: Visitor) -> None:
    game = uploaded(ann, "shinobi-3")
    assert f'action="/g/{game}/33/try"' in ann.get(f"/g/{game}/33").text
    first = begin(ann, game, 33)
    assert re.search(r"/v/[a-z0-9]+/0$", str(first.url))
    assert "Really played:" in first.text
    assert "Tried:" not in first.text
    second = choose(ann, first, next(iter(buttons(first.text))))
    third = choose(ann, second, list(buttons(second.text))[-1])
    worths = re.findall(r'class="chances">([\d.]+)% → <b>([\d.]+)%', third.text)
    assert len(worths) == 2, "what was tried, and what was really played"
    assert all(float(before) >= float(after) for before, after in worths)
    assert "Chances to win now" in third.text, "others have answered"
    assert len(tree_of(third)) > 3
    assert begin(ann, game, 33).url == first.url, "the button leads to what was tried there before"
    assert f'href="{first.url.path}"' in ann.get("/mine/variations").text


def test_another_try_becomes_a_branch_and_the_same_one_leads_to_where_it_was(
    ann: Visitor, bob: Visitor
) -> None:
    first = begin(ann, finished_game(ann, bob), 0)
    left = choose(ann, first, "left")
    sealed = choose(ann, left, "ready")
    again = choose(ann, ann.get(first.url.path), "right")
    assert tree_of(again)[:2] == ["left", "right"], "the branch stands with the choice that it replaces"
    assert len(tree_of(again)) == len(tree_of(sealed)) + 1
    assert choose(ann, ann.get(left.url.path), "ready").url == sealed.url
    for link in re.findall(r'href="(/v/[a-z0-9]+/\d+)"', again.text):
        assert ann.get(link).status_code == 200
    assert again.text.count("<ol") == again.text.count("</ol>")
    assert len(re.findall(r"<li[ >]", again.text)) == again.text.count("</li>")


def test_two_tabs_lose_nothing(ann: Visitor, bob: Visitor) -> None:
    first = begin(ann, finished_game(ann, bob), 0)
    pages = [choose(ann, first, label) for label in ("left", "right")]
    assert {"left", "right"} <= set(tree_of(pages[1]))
    assert note(ann, pages[0], "Mine").status_code == 200
    lost = note(ann, pages[0], "Theirs", "written in an old tab")
    assert lost.status_code == 409
    assert "changed elsewhere" in lost.text
    assert "Mine" in lost.text, "what is kept"
    assert "written in an old tab" in lost.text, "what would be lost"
    assert note(ann, lost, "Theirs", "written in an old tab").status_code == 200
    assert "Theirs" in ann.get(pages[0].url.path).text


def test_a_running_game_has_no_variations(ann: Visitor, bob: Visitor) -> None:
    table = two_at_a_table(ann, bob)
    assert begin(ann, table, 0).status_code == 403
    ann.choose(table, "right")
    assert begin(ann, table, 1).status_code == 403


def test_a_running_return_match_is_told_nothing_of(ann: Visitor, bob: Visitor) -> None:
    game = finished_game(ann, bob)
    page = choose(ann, begin(ann, game, 0, "all"), "left")
    before = ann.get(f"{page.url.path}?as=all").text
    match = table_of(bob.post(f"/t/{game}/again"))
    bob.choose(match, "left")
    assert ann.get(f"{page.url.path}?as=all").text == before
    assert begin(ann, match, 0).status_code == 403


def test_others_read_and_take_a_copy_but_change_nothing(ann: Visitor, bob: Visitor, server: Server) -> None:
    page = choose(ann, begin(ann, finished_game(ann, bob), 0), "left")
    note(ann, page, "Left <b>", 'What if "left"?')
    zofia = Visitor(server, "pl")
    read = zofia.get(page.url.path)
    assert (read.status_code, 'id="choice"' in read.text) == (200, False)
    assert "Left &lt;b&gt;" in read.text
    assert "Zrób moją kopię" in read.text
    for path, form in (
        ("choose", {"seat": 0, "action": 1}),
        ("note", {"name": "x", "edits": 1}),
        ("play", {"mine": 1, "level": "random"}),
        ("delete", {}),
    ):
        assert zofia.post(f"{page.url.path}/{path}", **form).status_code == 403
    own = zofia.post(f"{page.url.path}/copy")
    assert own.url.path != page.url.path
    assert "Left &lt;b&gt;" in own.text
    assert note(zofia, own, "Moje").status_code == 200
    assert "Moje" not in ann.get(page.url.path).text
    assert page.url.path in ann.get("/mine/variations").text.replace("/0", page.url.path[-2:])
    assert own.url.path.rpartition("/")[0] in zofia.get("/mine/variations").text


def test_names_and_comments_have_bounds_and_a_pace(ann: Visitor, bob: Visitor) -> None:
    page = begin(ann, finished_game(ann, bob), 0)
    kept = note(ann, page, "n" * 500, "c" * 5000 + "\n\n\n\nend")
    assert "n" * 60 in kept.text
    assert "n" * 61 not in kept.text
    assert "c" * 1000 in kept.text
    assert "c" * 1001 not in kept.text
    answers = [note(ann, ann.get(page.url.path), f"name {number}").status_code for number in range(6)]
    assert answers[-1] == 429
    assert answers[0] == 200


def test_a_branch_is_deleted_and_its_address_says_so(ann: Visitor, bob: Visitor) -> None:
    game = finished_game(ann, bob)
    first = begin(ann, game, 0)
    left = choose(ann, first, "left")
    right = choose(ann, ann.get(first.url.path), "right")
    assert ann.post(f"{left.url.path}/delete").url.path == first.url.path
    gone = ann.get(left.url.path)
    assert gone.status_code == 404
    assert first.url.path in gone.text
    assert ann.get(right.url.path).status_code == 200
    assert str(ann.post(f"{first.url.path}/delete").url).endswith(f"/g/{game}/0")
    assert ann.get(right.url.path).status_code == 404


def test_any_seat_or_all_of_them_can_be_played(ann: Visitor, bob: Visitor) -> None:
    first = begin(ann, finished_game(ann, bob), 0, "1")
    assert '<option value="1" selected>Player 2' in first.text, "the eyes of the replay choose"
    level = re.findall(r'<option value="(\w+)"', form_of(first, "play"))[-1]
    every = ann.post(f"{first.url.path}/play", mine=-1, level=level)
    for label in ("left", "ready", "right", "ready"):
        every = choose(ann, every, label)
    assert {"Player 1: left", "Player 2: right"} <= set(tree_of(every))
    assert set(buttons(every.text)) & {"bow"}


def test_answers_that_were_deleted_come_again_the_same(ann: Visitor, bob: Visitor) -> None:
    left = choose(ann, begin(ann, finished_game(ann, bob), 0), "left")
    sealed = choose(ann, left, "ready")
    tree = sealed.url.path.rpartition("/")[0]
    waiting = ann.post(f"{tree}/3/delete")
    assert (waiting.url.path, len(tree_of(waiting))) == (f"{tree}/2", 2)
    assert "Let the others play" in waiting.text
    fields = dict(re.findall(r'<input type="hidden" name="(mine|level)" value="([^"]*)"', waiting.text))
    again = ann.post(f"{tree}/2/play", **fields)
    assert tree_of(again) == tree_of(sealed)
    assert ann.post(f"{tree}/2/play", **fields).url == again.url, "what was answered is not answered again"


def test_eyes_of_one_seat_do_not_show_what_another_planned(ann: Visitor) -> None:
    """All that the Attacker sees is the same, whatever the Defender has planned; with all open it is not."""
    closed, opened = [], []
    for plan in ("hayai>inn", "hayai>well"):
        record = Record(find_game("seven-ronin"))
        record.add(1, record.game.action(plan))
        game = opened_record(ann, record.write().encode())
        page = begin(ann, game, 1, "0")
        tree = page.url.path.split("/")[2]
        pages = [ann.get(f"{page.url.path}{query}").text for query in ("", "?as=all")]
        pages = [text.replace(game, "GAME").replace(tree, "TREE") for text in pages]
        closed.append(pages[0])
        opened.append(pages[1])
    assert closed[0] == closed[1]
    assert opened[0] != opened[1]


@pytest.mark.parametrize(
    ("path", "form", "status"),
    [
        ("choose", {"seat": 0, "action": 999999}, 400),
        ("choose", {"seat": 0, "action": "x"}, 400),
        ("choose", {"seat": 7, "action": 1}, 409),
        ("choose", {"action": 1}, 400),
        ("play", {"mine": 9, "level": "random"}, 400),
        ("play", {"mine": 0, "level": "nobody"}, 400),
        ("note", {"name": "x"}, 400),
    ],
)
def test_what_can_not_be_done_is_said(
    ann: Visitor, bob: Visitor, path: str, form: dict[str, object], status: int
) -> None:
    page = begin(ann, finished_game(ann, bob), 0)
    assert ann.post(f"{page.url.path}/{path}", **form).status_code == status
    assert ann.get(f"{page.url.path}99999").status_code == 404


def test_a_choice_that_the_rules_refuse_is_explained(ann: Visitor, bob: Visitor) -> None:
    page = begin(ann, finished_game(ann, bob), 0)
    legal = set(buttons(page.text).values())
    refused = next(action for action in range(9) if action not in legal)
    answer = ann.post(f"{page.url.path}/choose", seat=0, action=refused)
    assert answer.status_code == 200
    assert 'class="refusal"' in answer.text


def test_there_is_nothing_to_try_at_the_end_nor_beyond_it(ann: Visitor, bob: Visitor) -> None:
    game = finished_game(ann, bob)
    assert "/try" not in ann.get(f"/g/{game}/6").text
    assert begin(ann, game, 6).status_code == 409
    assert begin(ann, game, 7).status_code == 404
    assert ann.get("/v/nothing/0").status_code == 404


def test_a_power_cut_a_full_disk_and_limits_lose_nothing(data: Path, tmp_path: Path) -> None:
    with Server(data, tables_an_hour=3) as server:
        ann = Visitor(server)
        game = uploaded(ann, "shinobi-3")
        page = begin(ann, game, 33)
        kept = choose(ann, page, next(iter(buttons(page.text))))
        unlimited = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        full = note(ann, kept, "Not kept")
        assert full.status_code == 507
        assert f'href="{kept.url.path}"' in full.text
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, unlimited)
        assert note(ann, kept, "Kept").status_code == 200
        assert [begin(ann, game, moment).status_code for moment in (40, 45, 50)] == [200, 200, 429]
        server.kill()
    with Server(data) as server:
        ann.move_to(server)
        again = ann.get(kept.url.path)
        assert "Kept" in again.text
        assert choose(ann, again, next(iter(buttons(again.text)))).status_code == 200
    checked = run(tmp_path, "check", "--data", str(data))
    assert checked.returncode == 0, checked.stderr
    assert "3 collections of variations can be read." in checked.stdout
