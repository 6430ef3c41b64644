"""The rulebooks: Markdown beside each game, rendered with an anchor for every rule id.

A paragraph that starts with a rule id in brackets (`[RON-P1] **Title.** ...`) is that rule; the same brackets anywhere
else are a link to it. `![caption](diagram:NAME)` alone in a paragraph is the drawing `NAME.svg` with its caption.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from zashiki.kernel.parts import Rulebook, find_part
from zashiki.kernel.registry import package

RULE: Final = re.compile(r"\[([A-Z]{3}-[A-Z]?\d+)\]")
DIAGRAM: Final = "diagram:"
_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")


class Passage(NamedTuple):
    """A rule, or a chapter's text outside of its rules: what a search finds and a tooltip shows."""

    anchor: str
    title: str
    text: str


class Heading(NamedTuple):
    level: int
    anchor: str
    title: str


class RenderedRulebook(NamedTuple):
    title: str
    html: Markup
    contents: tuple[Heading, ...]
    rules: dict[str, Passage]
    passages: tuple[Passage, ...]


@cache
def render(game: str, language: str) -> RenderedRulebook:
    """The rulebook of a game in one language; raises MissingPart or FileNotFoundError if there is none."""
    source = find_part(package(game), Rulebook)
    return read(source.text(language), source.diagram)


def read(text: str, drawing: Callable[[str], str]) -> RenderedRulebook:
    """A rulebook from its Markdown; `drawing` gives the SVG of a diagram's name."""
    tokens = _MARKDOWN.parse(text)
    title, contents = _name_headings(tokens)
    rules = _name_rules(tokens)
    passages = tuple(_passages(tokens, contents, rules))
    _link_rules(tokens)
    html = _MARKDOWN.renderer.render(list(_with_figures(tokens, drawing)), _MARKDOWN.options, {})
    return RenderedRulebook(title, Markup(html), contents, rules, passages)


def _name_headings(tokens: list[Token]) -> tuple[str, tuple[Heading, ...]]:
    """Numbers the headings, the same in every language, and takes the title out."""
    title = ""
    contents: list[Heading] = []
    for token, inline in pairwise(tokens):
        if token.type == "heading_open" and token.tag == "h1":
            title = plain(inline)
        elif token.type == "heading_open":
            heading = Heading(int(token.tag[1]), f"chapter-{len(contents) + 1}", plain(inline))
            token.attrSet("id", heading.anchor)
            contents.append(heading)
    del tokens[:3]
    return title, tuple(contents)


def _name_rules(tokens: list[Token]) -> dict[str, Passage]:
    """Gives each rule's paragraph its id as anchor."""
    rules: dict[str, Passage] = {}
    for paragraph, inline in pairwise(tokens):
        opening = RULE.match(inline.content) if paragraph.type == "paragraph_open" else None
        if opening is None:
            continue
        rule = opening[1]
        paragraph.attrSet("id", rule)
        paragraph.attrSet("class", "rule")
        title = _run_in_title(inline)
        text = plain(inline).removeprefix(opening[0]).strip()
        rules[rule] = Passage(rule, title.rstrip("."), text.removeprefix(title).strip())
    return rules


def _run_in_title(inline: Token) -> str:
    """The bold words that a rule starts with."""
    children = inline.children or []
    kinds = [child.type for child in children]
    if "strong_open" not in kinds:
        return ""
    start, end = kinds.index("strong_open"), kinds.index("strong_close")
    return "".join(child.content for child in children[start:end])


def plain(inline: Token) -> str:
    """The text of an inline token without its marks."""
    return "".join(" " if child.type == "softbreak" else child.content for child in inline.children or [])


def _passages(
    tokens: list[Token], contents: tuple[Heading, ...], rules: dict[str, Passage]
) -> Iterator[Passage]:
    titles = {heading.anchor: heading.title for heading in contents}
    anchor = ""
    prose: list[str] = []
    for before, token in pairwise(tokens):
        name = str(before.attrGet("id") or "")
        if token.type != "inline":
            continue
        if name in titles or name in rules:
            if anchor and prose:
                yield Passage(anchor, titles[anchor], " ".join(prose))
                prose = []
            if name in rules:
                yield rules[name]
            else:
                anchor = name
        else:
            prose.append(plain(token))
    if anchor and prose:
        yield Passage(anchor, titles[anchor], " ".join(prose))


def _link_rules(tokens: list[Token]) -> None:
    """Turns every rule id in brackets into a link to its anchor."""
    for token in tokens:
        if token.type == "inline":
            token.children = [piece for child in token.children or [] for piece in _linked(child)]


def _linked(child: Token) -> Iterator[Token]:
    if child.type != "text":
        yield child
        return
    for number, part in enumerate(RULE.split(child.content)):
        if number % 2:
            yield Token("link_open", "a", 1, attrs={"href": f"#{part}", "class": "rule-id"})
            yield _text(part)
            yield Token("link_close", "a", -1)
        elif part:
            yield _text(part)


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


def _with_figures(tokens: list[Token], drawing: Callable[[str], str]) -> Iterator[Token]:
    """Inserts the drawings and lets each wide table scroll on its own."""
    chapter = ""
    skip = 0
    for number, token in enumerate(tokens):
        if skip:
            skip -= 1
        elif token.type == "paragraph_open" and (figure := _figure(tokens[number + 1], drawing)):
            yield Token("html_block", "", 0, content=figure)
            skip = 2
        elif token.type == "table_open":
            name = escape(f"{chapter}: {_columns(tokens[number:])}")
            box = f'<div class="rules-table" role="region" tabindex="0" aria-label="{name}">\n'
            yield Token("html_block", "", 0, content=box)
            yield token
        elif token.type == "table_close":
            yield token
            yield Token("html_block", "", 0, content="</div>\n")
        else:
            if token.type == "heading_open":
                chapter = plain(tokens[number + 1])
            if token.type == "th_open":
                token.attrSet("scope", "col")
            yield token


def _columns(table: list[Token]) -> str:
    """The heads of the columns of the table that begins these tokens."""
    head = [token.type for token in table].index("thead_close")
    return ", ".join(plain(token) for token in table[:head] if token.type == "inline")


def _figure(inline: Token, drawing: Callable[[str], str]) -> str:
    """The drawing that a paragraph consists of; empty if it is another kind of paragraph."""
    children = inline.children or []
    if len(children) != 1 or children[0].type != "image":
        return ""
    source = str(children[0].attrGet("src"))
    if not source.startswith(DIAGRAM):
        return ""
    picture = drawing(source.removeprefix(DIAGRAM)).replace(
        "<svg ", '<svg aria-hidden="true" focusable="false" ', 1
    )
    caption = escape(children[0].content)
    return f'<figure class="rules-diagram">{picture}<figcaption>{caption}</figcaption></figure>\n'
