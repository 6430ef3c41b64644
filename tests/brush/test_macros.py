"""Regions drawn by macros, and messages among their inputs."""

from __future__ import annotations

import re

from markupsafe import Markup

from zashiki.brush.hero import hero
from zashiki.brush.macros import each, say
from zashiki.brush.phrases import Phrase
from zashiki.kernel.messages import Message
from zashiki.kernel.messages import say as message
from zashiki.kernel.parts import Speech
from zashiki.words import Words


def wound(ronin: str, n: int = 1) -> Message:
    return message("ron.event.wounds", "RON-W1", ronin=message(f"ron.ronin.{ronin}"), n=n)


def test_phrases_are_equal_as_their_messages_are() -> None:
    assert Phrase(wound("kabe")) == Phrase(wound("kabe"))
    assert hash(Phrase(wound("kabe"))) == hash(Phrase(wound("kabe")))
    different = {Phrase(wound("kabe")), Phrase(wound("yumi")), Phrase(wound("kabe", 2))}
    assert len(different | {Phrase(wound("kabe"))}) == 3


def test_phrases_hold_lists_of_messages() -> None:
    both = [message("ron.ronin.kabe"), message("ron.ronin.yumi")]
    phrase = Phrase(message("ron.event.x", ronin=both))
    assert phrase == Phrase(message("ron.event.x", ronin=list(both)))
    assert phrase != Phrase(message("ron.event.x", ronin=both[:1]))


def test_a_key_or_a_phrase_is_put_into_the_words_of_the_reader() -> None:
    words = Words("pl")
    assert say("ron.page.limit", words, n=3) == words.say("ron.page.limit", n=3)
    assert say(Phrase(message("ron.ronin.kabe")), words) == words.say("ron.ronin.kabe")


def test_elements_are_drawn_one_after_the_other() -> None:
    def draw(number: int, words: Speech) -> Markup:
        return Markup("<i>{}{}</i>").format(number, words.language)

    assert each(draw)([1, 2], Words("fr")) == "<i>1fr</i><i>2fr</i>"


def test_three_travellers_stand_at_the_top_of_the_house() -> None:
    assert re.findall(r'href="#b-(\w+)"', hero()) == ["kabe", "yumi", "yobu"]
