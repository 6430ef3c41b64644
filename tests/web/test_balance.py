"""The page that says who wins: in every language, reached from the rulebook."""

from __future__ import annotations

import re

import pytest

from tests.web.visitor import Server, Visitor


@pytest.mark.parametrize(
    ("language", "question"),
    [("en", "Which samurai should a beginner take?"), ("pl", "Którego samuraja"), ("fr", "Quel samouraï")],
)
def test_the_rulebook_leads_to_the_page_of_who_wins(server: Server, language: str, question: str) -> None:
    visitor = Visitor(server, language)
    assert 'href="/rules/samurai-spirit/balance"' in visitor.get("/rules/samurai-spirit").text
    page = visitor.get("/rules/samurai-spirit/balance")
    assert page.status_code == 200
    assert question in page.text
    assert "Kikuchiyo" in page.text
    assert page.text.count('class="range"') > 40


def test_other_games_tell_it_by_seat_and_clan(ann: Visitor) -> None:
    ronin = ann.get("/rules/seven-ronin/balance").text
    assert "Attacker" in ronin
    assert "beginner" not in ronin
    assert "Hojo" in ann.get("/rules/shinobi/balance").text


def test_a_game_that_nobody_counted_says_so(ann: Visitor) -> None:
    assert ann.get("/rules/lanterns/balance").status_code == 404
    assert "/rules/lanterns/balance" not in ann.get("/rules/lanterns").text
    assert ann.get("/rules/no-such/balance").status_code == 404


def test_sections_begin_with_a_capital_letter_and_their_columns_have_headings(server: Server) -> None:
    page = Visitor(server, "fr").get("/rules/seven-ronin/balance").text
    titles = re.findall(r'<h2 id="balance-\d+">(.)', page)
    assert titles
    assert all(letter.isupper() for letter in titles)
    assert '<th class="figure games">Parties</th>' in page
    assert '<thead class="unseen">' not in page
    assert "Commande\u00a0: <code>" in page
