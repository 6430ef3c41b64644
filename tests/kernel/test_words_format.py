"""Messages put into words: arguments, plurals, grammatical forms, lists and what is missing."""

from __future__ import annotations

import pytest

from zashiki.kernel.messages import Event, Message, Refused, say
from zashiki.words import MissingWords, Words, read_catalogue

HEAD = b'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: %s\\n"\n\n'
POLISH = b"nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"


def polish(**texts: tuple[str, ...]) -> Words:
    """Polish words of our own making."""
    words = Words("pl")
    words._texts = {key.replace("_", "."): forms for key, forms in texts.items()}
    return words


def test_arguments_are_put_in() -> None:
    words = Words("en")
    assert (
        words(say("record.missing", field="seats"))
        == "The line “seats” is missing from the header of the record."
    )
    assert words.say("record.missing", field="seats") == words(say("record.missing", field="seats"))


def test_a_message_among_the_arguments_is_put_into_words_too() -> None:
    reason = say("record.blank")
    assert (
        Words("en")(say("record.error", line=3, reason=reason))
        == "Line 3: There is an empty line among the choices."
    )
    assert (
        Words("fr")(say("record.error", line=3, reason=reason))
        == "Ligne 3\u00a0: Il y a une ligne vide parmi les choix."
    )


@pytest.mark.parametrize(
    ("n", "form"),
    [
        (0, 2),
        (1, 0),
        (2, 1),
        (4, 1),
        (5, 2),
        (11, 2),
        (12, 2),
        (14, 2),
        (21, 2),
        (22, 1),
        (25, 2),
        (102, 1),
        (112, 2),
    ],
)
def test_polish_has_three_plural_forms(n: int, form: int) -> None:
    words = polish(a_b=("{n} znacznik", "{n} znaczniki", "{n} znaczników"))
    assert words(say("a.b", n=n)) == f"{n} " + ("znacznik", "znaczniki", "znaczników")[form]


@pytest.mark.parametrize(
    ("language", "n", "form"), [("en", 0, 1), ("en", 1, 0), ("en", 2, 1), ("fr", 0, 0), ("fr", 2, 1)]
)
def test_english_and_french_differ_about_nought(language: str, n: int, form: int) -> None:
    words = Words(language)
    words._texts = {"k": ("one", "more")}
    assert words(say("k", n=n)) == ("one", "more")[form]


def test_a_name_stands_in_the_case_that_the_sentence_asks_for() -> None:
    words = Words("pl")
    words._texts = {
        "go": ("Idzie do {area:gen}.",),
        "well": ("studnia",),
        "well|gen": ("studni",),
        "inn": ("gospoda",),
    }
    assert words(say("go", area=say("well"))) == "Idzie do studni."
    assert words(say("go", area=say("inn"))) == "Idzie do gospoda."


def test_a_list_is_said_as_the_language_lists_things() -> None:
    for language, told in (("en", "a, b, and c"), ("pl", "a, b i c"), ("fr", "a, b et c")):
        words = Words(language)
        words._texts = {"all": ("{names}",), "a": ("a",), "b": ("b",), "c": ("c",)}
        assert words(say("all", names=[say("a"), say("b"), say("c")])) == told
        assert words(say("all", names=[])) == "-"


def test_words_that_are_missing_are_an_error_that_names_language_and_key() -> None:
    with pytest.raises(MissingWords, match=r"pl: no\.such\.key"):
        Words("pl").say("no.such.key")
    with pytest.raises(ValueError, match="la"):
        Words("la")


def test_an_uncertain_or_empty_text_is_left_out() -> None:
    po = (
        HEAD % POLISH
        + b'msgid "a"\nmsgstr "jeden"\n\n#, fuzzy\nmsgid "b"\nmsgstr "dwa"\n\nmsgid "c"\nmsgstr ""\n'
    )
    assert read_catalogue(po) == {"a": ("jeden",)}


def test_a_plural_key_is_read_with_all_its_forms() -> None:
    po = HEAD % POLISH + b'msgid "a"\nmsgid_plural "a"\nmsgstr[0] "x"\nmsgstr[1] "y"\nmsgstr[2] "z"\n'
    assert read_catalogue(po) == {"a": ("x", "y", "z")}


def test_an_event_is_told_to_those_it_is_for_and_in_public_to_the_others() -> None:
    secret, public = say("secret"), say("public")
    event = Event(secret, 0, only=(0,), public=public)
    assert [event.seen_by(seat) for seat in (0, 1, None)] == [secret, public, public]
    assert [Event(secret, 0, only=(0,)).seen_by(seat) for seat in (0, 1, None)] == [secret, None, None]
    assert [Event(secret).seen_by(seat) for seat in (0, None)] == [secret, secret]


def test_a_refusal_carries_its_rule_and_figures() -> None:
    refused = Refused(say("ron.refuse.limit", "RON-P2", n=1))
    assert refused.rule == "RON-P2"
    assert refused.message == Message("ron.refuse.limit", "RON-P2", {"n": 1})
    assert "RON-P2" in str(refused)


def test_people_are_called_by_name_in_the_form_that_a_sentence_asks_for() -> None:
    two, three = say("shi.seat", number=2), say("shi.seat", number=3)
    attack = say("shi.event.moved", clan=say("shi.clan.oda"), seat=two, province=two, goal=three)
    english, in_polish = (Words(language).calling([(two, "Ania")]) for language in ("en", "pl"))
    assert (
        english(attack) == "Ania moves a troop of the Oda clan from Ania’s province to Player 3’s province."
    )
    assert (
        in_polish(attack) == "Ania przesuwa oddział klanu Oda z prowincji gracza Ania do prowincji gracza 3."
    )
    assert english.name_of(two) == "Ania"
    assert english.name_of(three) == ""
    assert Words("en")(two) == "Player 2"


def test_a_role_is_not_replaced_by_a_name() -> None:
    attacker = say("ron.side.attacker")
    assert Words("en").calling([(attacker, "Ania")])(attacker) == Words("en")(attacker)
