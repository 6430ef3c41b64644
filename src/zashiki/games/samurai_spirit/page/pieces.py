"""Raider cards, support tokens and talents: pieces that many places show, each drawn once for a language.

Templates write `{{ card(number, words) }}`. A drawing that is kept here must not name a person at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, TypeVar

import msgspec
from markupsafe import Markup

from zashiki.brush.templates import environment, template
from zashiki.games.samurai_spirit.cards import FACES, WORDS
from zashiki.games.samurai_spirit.page.choices import Choice
from zashiki.games.samurai_spirit.samurai import KIAI_ANIMAL, KIAI_HUMAN, NAMES
from zashiki.games.samurai_spirit.view import CardFace
from zashiki.kernel.messages import Message
from zashiki.kernel.parts import Speech

SYMBOL_SIGNS: Final = {"hat": "hat", "farm": "farmi", "doll": "doll"}
"""The drawing of each defence symbol."""
LETTERS: Final = {
    "heihachi": "He",
    "daisuke": "Da",
    "gorobei": "Go",
    "kanbei": "Kn",
    "kyuzo": "Ky",
    "kikuchiyo": "Ki",
    "katsushiro": "Kt",
}
"""What is written on the token of a samurai."""

Inputs = TypeVar("Inputs", bound=Hashable)
Drawing = Callable[[Inputs, Speech], Markup]


class CardLook(msgspec.Struct, frozen=True):
    """A Raider face up. Only one drawing of a card on a page has its id."""

    face: CardFace
    title: Message
    penalties: tuple[str, ...]  # their signs
    own_id: bool = True


class Coin(msgspec.Struct, frozen=True):
    """A support token: "own" at hand, "away", "held" from another, "borrowed", "absent" or "spent"."""

    name: str
    state: str
    spot: Choice | None = None


class TalentLook(msgspec.Struct, frozen=True):
    """A talent with both Kiai effects."""

    name: str
    animal: bool
    kiai_human: int
    kiai_animal: int


def penalty_sign(penalty: str) -> str:
    """The drawing of a penalty: "no-defend" is in p-no_defend.svg."""
    return f"p-{penalty.replace('-', '_')}"


def _kept(draw: Drawing[Inputs]) -> Drawing[Inputs]:
    """Keeps what was drawn, for every language. There are few inputs, so nothing is ever dropped."""
    drawn: dict[tuple[Inputs, str], Markup] = {}

    def kept(inputs: Inputs, words: Speech) -> Markup:
        key = (inputs, words.language)
        if key not in drawn:
            drawn[key] = draw(inputs, words)
        return drawn[key]

    return kept


def _look(number: int, own_id: bool = True) -> CardLook:
    face = FACES[number]
    return CardLook(face, WORDS[number], tuple(map(penalty_sign, face.penalties)), own_id)


_CARD: Final = template(__package__, "card.html")
_SIGN: Final = template(__package__, "sign.html")
_COIN: Final = template(__package__, "coin.html")
_TALENT: Final = template(__package__, "talent.html")


@_kept
def card(number: int, words: Speech) -> Markup:
    return _CARD(_look(number), words)


@_kept
def ghost(number: int, words: Speech) -> Markup:
    """A card where it would lie."""
    return _CARD(_look(number, own_id=False), words)


@_kept
def sign(number: int, words: Speech) -> Markup:
    """A known card as a small sign in a list: its value and what it carries."""
    return _SIGN(_look(number), words)


@_kept
def talent(side: tuple[str, bool], words: Speech) -> Markup:
    """The talent of a samurai, and whether his animal side is up."""
    name, animal = side
    who = NAMES.index(name)
    return _TALENT(TalentLook(name, animal, KIAI_HUMAN[who], KIAI_ANIMAL[who]), words)


_kept_coin: Final[Drawing[Coin]] = _kept(_COIN)


def coin(one: Coin, words: Speech) -> Markup:
    """A token; one that can be chosen has words of the moment and is not kept."""
    return _COIN(one, words) if one.spot else _kept_coin(one, words)


def _share_with_templates() -> None:
    """Macros too are shared as a global: an import of them in every template takes as long as a small drawing."""
    templates = environment(__package__)
    templates.globals.update(
        card=card,
        card_words=WORDS,
        coin=coin,
        faces=FACES,
        ghost=ghost,
        letters=LETTERS,
        penalty_sign=penalty_sign,
        sign=sign,
        symbol_signs=SYMBOL_SIGNS,
        talent=talent,
    )
    templates.globals["choices"] = templates.get_template("choices.html").module


_share_with_templates()
