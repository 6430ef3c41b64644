"""Players are called by their nicknames."""

from __future__ import annotations

import re

from tests.web.visitor import Visitor, log_of


def three_at_shinobi(ann: Visitor, bob: Visitor, ann_is: str, bob_is: str) -> str:
    seats = {"seat-0": "me", "seat-1": "open", "seat-2": "bot-random", "name": ann_is}
    table = ann.open_table("shinobi", **seats)
    invitation = ann.get(f"/t/{table}/share").text.split("/join/")[1].split('"')[0]
    assert bob.post(f"/join/{invitation}", seat=1, name=bob_is).status_code == 200
    return table


def test_people_are_called_by_their_nicknames_on_the_board_and_in_the_log(ann: Visitor, bob: Visitor) -> None:
    table = three_at_shinobi(ann, bob, "Ania", "<i>Bob")
    page = ann.get(f"/t/{table}").text
    assert re.search(r'id="player-1">.*?<b class="d">&lt;i&gt;Bob</b>', page)
    assert "<i>Bob" not in page
    assert "Player 2: &lt;i&gt;Bob" in page
    log = log_of(page)
    assert any(line.startswith("You draw ") for line in log)
    assert not any("Ania" in line for line in log), "the log is told to the reader"
    assert "<i>Bob draws 4 cards." in log
    assert "Kuro draws 4 cards." in log  # the bot in the third seat
    assert "Player 3: Kuro, bot, random" in page


def test_a_nickname_that_two_have_or_that_is_anothers_place_names_nobody(ann: Visitor, bob: Visitor) -> None:
    same = log_of(ann.get(f"/t/{three_at_shinobi(ann, bob, 'Ania', 'Ania')}").text)
    assert "Player 2 draws 4 cards." in same
    assert not any("Ania" in line for line in same)
    disguised = log_of(bob.get(f"/t/{three_at_shinobi(ann, bob, 'Ania', 'Player 3')}").text)
    assert "Ania draws 4 cards." in disguised
    assert any(line.startswith("You draw ") for line in disguised)


def test_a_samurai_carries_the_nickname_of_who_plays_him(ann: Visitor, bob: Visitor) -> None:
    table = ann.open_table("samurai-spirit", **{"seat-0": "me", "seat-1": "open", "seat-2": "bot-random", "name": "Ania"})  # fmt: skip
    invitation = ann.get(f"/t/{table}/share").text.split("/join/")[1].split('"')[0]
    assert bob.post(f"/join/{invitation}", seat=1, name="<i>Bob").status_code == 200
    tags = re.findall(r'<h2>[^<]*<span class="tag">(.*?)</span></h2>', ann.get(f"/t/{table}").text)
    assert sorted(tags) == ["&lt;i&gt;Bob", "Kuro", "you"]
