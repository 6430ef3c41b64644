"""Everything that a person reads exists in English, Polish and French, with the same arguments and the right plurals."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

import zashiki
from zashiki.words import LANGUAGES, PLURALS, Words, catalogue, folder, packages
from zashiki.words.numbers import change, is_told

SOURCE = Path(zashiki.__file__).parent
BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
FORMS = {"en": 2, "fr": 2, "pl": 3}
SAYING = {"say", "Message", "UserError", "ask"}
CATALOGUES = [(package, language) for package in packages() for language in LANGUAGES]


def entries(package: str, language: str) -> list[Message]:
    return [
        entry
        for entry in read_po(BytesIO(file(package, language).read_bytes()), abort_invalid=True)
        if entry.id
    ]


def file(package: str, language: str) -> Path:
    return folder(package) / f"{language}.po"


def key(entry: Message) -> str:
    return entry.id if isinstance(entry.id, str) else entry.id[0]


def forms(entry: Message) -> tuple[str, ...]:
    return (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())


def base(name: str) -> str:
    """`ron.area.well|loc` is a form of `ron.area.well`; a language has the forms that its grammar needs."""
    return name.partition("|")[0]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize(("package", "language"), CATALOGUES)
def test_no_text_is_empty_uncertain_or_said_twice(package: str, language: str) -> None:
    seen: set[str] = set()
    for entry in entries(package, language):
        assert all(form.strip() for form in forms(entry)), key(entry)
        assert not entry.fuzzy, key(entry)
        seen.add(key(entry))
    written = re.findall(r'^msgid "(.+)"$', file(package, language).read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(written) == sorted(seen), "a key stands twice"


@pytest.mark.parametrize("package", packages())
def test_the_three_catalogues_have_the_same_keys(package: str) -> None:
    keys = {language: {base(key(entry)) for entry in entries(package, language)} for language in LANGUAGES}
    for language in LANGUAGES:
        assert keys[language] == keys["en"], keys[language] ^ keys["en"]


@pytest.mark.parametrize(("package", "language"), CATALOGUES)
def test_a_special_form_has_its_base_form(package: str, language: str) -> None:
    keys = {key(entry) for entry in entries(package, language)}
    assert {base(name) for name in keys} <= keys


@pytest.mark.parametrize("package", packages())
def test_the_three_languages_have_the_same_placeholders(package: str) -> None:
    english = {key(entry): placeholders(" ".join(forms(entry))) for entry in entries(package, "en")}
    for language in ("pl", "fr"):
        for entry in entries(package, language):
            used = placeholders(" ".join(forms(entry)))
            assert used == english.get(key(entry), used), f"{language}: {key(entry)}"


@pytest.mark.parametrize(("package", "language"), CATALOGUES)
def test_a_plural_has_as_many_forms_as_the_language_and_says_its_number(package: str, language: str) -> None:
    plural = f"plural=({PLURALS[language]});"
    assert f'"Plural-Forms: nplurals={FORMS[language]}; {plural}\\n"' in file(package, language).read_text(
        encoding="utf-8"
    )
    for entry in entries(package, language):
        if isinstance(entry.id, str):
            assert len(forms(entry)) == 1, key(entry)
            continue
        assert tuple(entry.id) == (key(entry), key(entry)), "the key stands for both"
        assert len(forms(entry)) == FORMS[language], key(entry)


@pytest.mark.parametrize("package", packages())
def test_what_is_plural_in_one_language_is_plural_in_all(package: str) -> None:
    plurals = {
        language: {key(entry) for entry in entries(package, language) if not isinstance(entry.id, str)}
        for language in LANGUAGES
    }
    assert plurals["pl"] == plurals["en"] == plurals["fr"]


@pytest.mark.parametrize(("package", "language"), CATALOGUES)
def test_every_key_is_the_package_s_own(package: str, language: str) -> None:
    others = {
        name
        for other in packages()
        if other != package
        for name in (key(entry) for entry in entries(other, language))
    }
    assert not others & {key(entry) for entry in entries(package, language)}


def literal_keys(source: Path) -> Iterator[tuple[str, int]]:
    """Keys that the code says outright: the first argument of say("..."), Message("..."), UserError("...") and key="..."."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        spoken = node.args[:1] if called in SAYING else []
        spoken += [keyword.value for keyword in node.keywords if keyword.arg == "key"]
        for argument in spoken:
            for text in literals(argument):
                if "." in text and " " not in text:
                    yield text, node.lineno


def literals(node: ast.expr) -> Iterator[str]:
    """A string, or both of "a" if condition else "b"."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)


@pytest.mark.parametrize(
    "source",
    sorted([*SOURCE.rglob("*.py"), *BENCHMARKS.glob("*.py")]),
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_every_key_that_the_code_says_has_words(source: Path) -> None:
    known = catalogue("en")
    missing = [f"{source}:{line} {text}" for text, line in literal_keys(source) if text not in known]
    assert not missing


def test_the_scan_finds_keys_in_the_code() -> None:
    found = {text for text, _ in literal_keys(SOURCE / "terminal" / "play.py")}
    assert {"term.play.ask", "term.play.undone"} <= found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_can_be_said_for_every_number(language: str) -> None:
    words = Words(language)
    for name, texts in catalogue(language).items():
        if len(texts) > 1:
            assert {words.text(name, n) for n in range(130)} <= set(texts)
            assert len({words.text(name, n) for n in range(130)}) == len(set(texts))


def test_french_signs_stay_on_the_line_of_their_word() -> None:
    assert Words("fr").say("table.seat.person", seat="Attaquant", name="Ann") == "Attaquant\u00a0: Ann"
    torn = re.compile(r" [:;?!»]|« ")
    assert not [key for key, forms in catalogue("fr").items() if any(map(torn.search, forms))]


def test_a_difference_is_told_with_its_sign_in_every_language() -> None:
    told = [change(by, language) for language in ("en", "pl", "fr") for by in (0.125, -1.03, 0.0)]
    assert told == [
        *("+12.5", "−103.0", "0.0"),
        *("+12,5", "−103,0", "0,0"),
        *("+12,5", "−103,0", "0,0"),
    ]


def test_a_difference_that_rounds_to_nothing_has_no_sign_and_is_not_told() -> None:
    assert [change(by, "en") for by in (-0.0001, 0.0004, -0.0006)] == ["0.0", "0.0", "−0.1"]
    assert [is_told(by) for by in (-0.0001, 0.0004, -0.0006)] == [False, False, True]
