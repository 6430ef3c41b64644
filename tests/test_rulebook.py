"""The rulebooks: complete, alike in three languages, and joined to the rules that the games cite."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from zashiki.kernel.registry import package
from zashiki.web.drawing import art
from zashiki.web.rulebooks import text as rulebooks
from zashiki.words import LANGUAGES

RULES = {
    "seven-ronin": ("RON", {"P": (1, 11), "A": (1, 7), "W": (1, 4), "V": (1, 10), "E": (1, 4), "X": (1, 4)}),
    "samurai-spirit": ("SAM", {"S": (1, 4), "T": (0, 11), "K": (1, 3), "N": (1, 11), "E": (1, 5)}),
    "shinobi": ("SHI", {"S": (1, 2), "O": (1, 7), "E": (1, 3)}),
}
IN_EVERY_LANGUAGE = [(game, language) for game in RULES for language in LANGUAGES]


def all_rules(game: str) -> list[str]:
    prefix, chapters = RULES[game]
    return [f"{prefix}-{letter}{n}" for letter, (low, high) in chapters.items() for n in range(low, high + 1)]


def folder(game: str) -> Path:
    return Path(str(files(package(game))))


def diagrams(game: str) -> list[Path]:
    return sorted(folder(game).joinpath("rulebook").glob("*.svg"))


def markdown(game: str, language: str) -> str:
    return folder(game).joinpath("rulebook", f"{language}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("game", "language"), IN_EVERY_LANGUAGE)
def test_every_rule_is_told_once_and_in_order(game: str, language: str) -> None:
    book = rulebooks.render(game, language)
    assert list(book.rules) == all_rules(game)
    assert re.findall(r'<p id="([A-Z]{3}-[A-Z]\d+)" class="rule">', book.html) == all_rules(game)
    assert all(rule.title and rule.text for rule in book.rules.values())


@pytest.mark.parametrize(("game", "language"), IN_EVERY_LANGUAGE)
def test_every_link_leads_somewhere_and_no_anchor_occurs_twice(game: str, language: str) -> None:
    html = rulebooks.render(game, language).html
    anchors = re.findall(r'\bid="([^"]+)"', html)
    regions = re.findall(r'\baria-label="([^"]+)"', html)
    assert len(anchors + regions) == len(set(anchors + regions))
    drawings = set(re.findall(r'\bid="([^"]+)"', art.sprite(game)))
    targets = set(re.findall(r'<a href="#([^"]+)"', html))
    assert targets <= set(anchors)
    assert set(re.findall(r'<use href="#([^"]+)"', html)) <= drawings
    assert targets >= set(all_rules(game))


@pytest.mark.parametrize(("game", "language"), IN_EVERY_LANGUAGE)
def test_the_languages_have_the_same_shape(game: str, language: str) -> None:
    marks = re.compile(r"^(?:#+ |\|[ |-]+\||\d\. |- |> |\[[A-Z]{3}-[A-Z]\d+\])|diagram:\w+", re.MULTILINE)

    def shape(text: str) -> list[str]:
        return marks.findall(text)

    assert shape(markdown(game, language)) == shape(markdown(game, "en"))
    numbers = [re.findall(r"\[[A-Z]{3}-[A-Z]\d+\]", markdown(game, one)) for one in (language, "en")]
    assert numbers[0] == numbers[1]


@pytest.mark.parametrize("game", RULES)
def test_every_rule_that_a_game_cites_is_in_its_rulebook(game: str) -> None:
    prefix, _ = RULES[game]
    source = "".join(file.read_text(encoding="utf-8") for file in folder(game).rglob("*.py"))
    cited = set(re.findall(rf"\b{prefix}-[A-Z]\d+\b", source))
    assert cited
    assert cited <= set(all_rules(game))


@pytest.mark.parametrize("game", RULES)
def test_every_diagram_is_shown_and_takes_its_colours_from_the_tokens(game: str) -> None:
    shown = re.findall(r"diagram:(\w+)", markdown(game, "en"))
    assert sorted(shown) == [file.stem for file in diagrams(game)]
    assert len(shown) >= 4
    for file in diagrams(game):
        drawing = file.read_text(encoding="utf-8")
        assert not re.search(r'"#[0-9a-fA-F]{3,8}"|\brgba?\(', drawing), file.name
        written = re.findall(r"<text[^>]*>([^<]*)</text>", drawing)
        assert all(re.fullmatch(r"N?\d+|\+1|[A-Z]", one) for one in written), file.name
        assert not re.search(r" (id|style)=", drawing), file.name


@pytest.mark.parametrize("game", RULES)
def test_the_glossary_names_everything_in_three_languages(game: str) -> None:
    text = folder(game).joinpath("rulebook", "glossary.toml").read_text(encoding="utf-8")
    for term, names in tomllib.loads(text).items():
        assert set(LANGUAGES) <= set(names), term
        assert set(names.get("rules", ())) <= set(all_rules(game)), term


@pytest.mark.parametrize("game", RULES)
def test_no_line_of_the_french_one_starts_with_a_punctuation_mark(game: str) -> None:
    assert not re.search(r" [:;?!»]|« ", markdown(game, "fr"))


def test_contents_follow_the_headings() -> None:
    book = rulebooks.render("seven-ronin", "pl")
    assert book.title == "7 Ronin"
    assert [heading.level for heading in book.contents[:3]] == [2, 3, 3]
    assert all(f'id="{heading.anchor}"' in book.html for heading in book.contents)


def test_a_rule_has_a_title_and_a_text_for_a_tooltip() -> None:
    rule = rulebooks.render("shinobi", "en").rules["SHI-O1"]
    assert rule.title == "A troop abroad"
    assert rule.text == "Lay a troop card from your hand face up in any province but your own."


def test_text_is_escaped() -> None:
    rule = "[RON-P1] **One & <i>two</i>.** <script>x</script>"
    text = f'# T\n\n## <b>A</b>\n\n{rule}\n\n![a "<" b](diagram:ring)\n\n| <u> |\n| --- |\n| y |\n'
    book = rulebooks.read(text, lambda name: f'<svg data-name="{name}"></svg>')
    for tag in ("<b>", "<i>", "<script>", "<u>"):
        assert tag not in book.html
    assert "<figcaption>a &#34;&lt;&#34; b</figcaption>" in book.html
    assert 'aria-label="&lt;b&gt;A&lt;/b&gt;: &lt;u&gt;"' in book.html
    assert book.rules["RON-P1"].title == "One & <i>two</i>"
