"""A question to a rulebook is answered: by endings, other words, typing errors, and with the words marked."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from markupsafe import Markup

from tests.web.visitor import Server, Visitor
from zashiki.web.rulebooks.excerpts import LONGEST, excerpt, marked
from zashiki.web.rulebooks.search import search
from zashiki.web.rulebooks.stems import alike, fold, mistyped, stems
from zashiki.words import LANGUAGES

FIRST = 3
ASKED = tomllib.loads(Path(__file__).with_name("questions.toml").read_text(encoding="utf-8"))
QUESTIONS = [
    (game, language, question, rule)
    for game, languages in ASKED.items()
    for language, questions in languages.items()
    for question, rule in questions.items()
]


def anchors(game: str, language: str, question: str) -> list[str]:
    return [found.anchor for found in search(game, language, question)]


@pytest.mark.parametrize(("game", "language", "question", "rule"), QUESTIONS)
def test_the_rule_that_answers_is_among_the_first(game: str, language: str, question: str, rule: str) -> None:
    assert rule in anchors(game, language, question)[:FIRST]


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_twenty_questions_in_each_language(language: str) -> None:
    assert len([one for one in QUESTIONS if one[1] == language]) >= 20


def test_a_part_of_a_word_is_no_answer() -> None:
    assert not any("abilities" in found.excerpt for found in search("shinobi", "en", "tie"))
    assert anchors("shinobi", "en", "tie")[0] == "SHI-E2"


def test_case_and_accents_do_not_matter_and_a_rule_is_found_by_its_id() -> None:
    assert anchors("seven-ronin", "pl", "WIEZA obserwacyjna")[0] == "RON-V1"
    assert anchors("seven-ronin", "pl", "ron-p5") == ["RON-P5"]


def test_text_outside_of_the_rules_is_found_too() -> None:
    found = search("shinobi", "fr", "cinq pétales")[0]
    assert (found.is_rule, str(found.title)) == (False, "Le matériel")


@pytest.mark.parametrize("question", ["", "  ", "?!", "katapulta", "xyzzy"])
def test_nothing_is_found_for_nothing(question: str) -> None:
    assert search("seven-ronin", "pl", question) == []


def test_a_word_of_another_language_finds_the_thing_by_the_glossary() -> None:
    assert "SHI-S2" in anchors("shinobi", "pl", "province")[:FIRST]
    assert "RON-V3" in anchors("seven-ronin", "en", "puits")[:FIRST]


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", ["wound", "wounds", "wounded"]),
        ("pl", ["rana", "rany", "ranę", "ran"]),
        ("pl", ["roninów", "roninem", "ronina"]),
        ("fr", ["pioche", "piocher", "piochée"]),
    ],
)
def test_forms_of_a_word_share_a_stem(language: str, forms: list[str]) -> None:
    assert frozenset.intersection(*[stems(form, language) for form in forms])


def test_stems_that_were_cut_differently_are_alike_and_others_are_not() -> None:
    assert alike("tal", "tali")
    assert alike("poz", "poz")
    assert not alike("tie", "tieless")
    assert not alike("ab", "abi")


def test_typing_errors_are_forgiven_in_longer_words_alone() -> None:
    for typed in ("baricade", "barrciade", "barrikade", "barricadee"):
        assert mistyped(typed, "barricade"), typed
    assert not mistyped("tie", "die")
    assert not mistyped("well", "green")


def test_folding_leaves_plain_letters() -> None:
    assert fold("Wieża ŁÓDŹ Œuvre") == "wieza lodz oeuvre"


def test_words_are_marked_and_text_is_escaped() -> None:
    assert marked("A <b>tie</b> & ties", stems("tie", "en"), "en") == Markup(
        "A &lt;b&gt;<mark>tie</mark>&lt;/b&gt; &amp; <mark>ties</mark>"
    )


def test_an_excerpt_shows_where_the_words_stand() -> None:
    text = "Nothing to see here. " * 30 + "The deck is empty. " + "And so on. " * 30
    shown = excerpt(text, stems("deck", "en"), "en")
    assert "The <mark>deck</mark> is empty." in shown
    assert len(shown) < LONGEST + 40
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert excerpt("", frozenset(), "en") == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_answers_without_scripts(server: Server, language: str) -> None:
    visitor = Visitor(server, language)
    question = {"en": "deck runs out", "pl": "koniec talii", "fr": "pioche épuisée"}[language]
    page = visitor.get(f"/rules/shinobi?q={question}").text
    assert 'href="#SHI-E1"><span class="rule-id">SHI-E1</span>' in page
    assert "<mark>" in page
    assert 'id="SHI-E1"' in page
    none = visitor.get("/rules/shinobi?q=<i>xyzzy</i>").text
    assert "&lt;i&gt;xyzzy&lt;/i&gt;" in none
    assert 'id="found"' in none
    assert "<mark>" not in none
