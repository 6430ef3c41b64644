"""The pieces on the boards: Raider cards, places for them, support tokens, Wounds, talents.

Templates write `{{ card(number, words) }}`.
"""

from __future__ import annotations

from typing import Final

import msgspec
from markupsafe import Markup

from zashiki.brush.templates import environment, template
from zashiki.games.samurai_spirit.names import CARD_WORDS as WORDS
from zashiki.games.samurai_spirit.page.choices import Choice, Question
from zashiki.games.samurai_spirit.page.kept import Drawing, kept, kept_at_rest
from zashiki.games.samurai_spirit.rules.samurai import KIAI_ANIMAL, KIAI_HUMAN, NAMES
from zashiki.games.samurai_spirit.view import FACES, CardFace
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


class CardLook(msgspec.Struct, frozen=True):
    """A Raider face up. Only one drawing of a card on a page has its id. Of a row of cards one is reached by Tab, the others from
    it by the arrows."""

    face: CardFace
    title: Message
    penalties: tuple[str, ...]  # their signs
    own_id: bool = True
    reached: bool = True


class Coin(msgspec.Struct, frozen=True):
    """A support token: "own" at hand, "away", "held" from another, "borrowed", "absent" or "spent"."""

    name: str
    state: str
    spot: Choice | None = None

    @property
    def at_rest(self) -> bool:
        return self.spot is None


class Wound(msgspec.Struct, frozen=True):
    """The Wound marker of a samurai, dim where there is none."""

    name: str
    animal: bool
    here: bool
    heal: Choice | None = None

    @property
    def at_rest(self) -> bool:
        return self.heal is None


class Slot(msgspec.Struct, frozen=True):
    """A place of the left side, for one card with its symbol (SAM-T6)."""

    symbol: str
    card: int | None
    drop: Choice | None = None
    defend: Choice | None = None
    ghost: int = 0  # the card that would be put here
    why: Question | None = None

    @property
    def at_rest(self) -> bool:
        return self.drop is None and self.defend is None and self.why is None


class TalentLook(msgspec.Struct, frozen=True):
    """A talent with both Kiai effects."""

    name: str
    animal: bool
    kiai_human: int
    kiai_animal: int


def penalty_sign(penalty: str) -> str:
    """The drawing of a penalty: "no-defend" is in p-no_defend.svg."""
    return f"p-{penalty.replace('-', '_')}"


def _look(number: int, own_id: bool = True, reached: bool = True) -> CardLook:
    face = FACES[number]
    return CardLook(face, WORDS[number], tuple(map(penalty_sign, face.penalties)), own_id, reached)


_CARD: Final = template(__package__, "card.html")
_SIGN: Final = template(__package__, "sign.html")
_TALENT: Final = template(__package__, "talent.html")


@kept
def card(number: int, words: Speech) -> Markup:
    return _CARD(_look(number), words)


@kept
def further_card(number: int, words: Speech) -> Markup:
    """One that lies in a row with another."""
    return _CARD(_look(number, reached=False), words)


@kept
def ghost(number: int, words: Speech) -> Markup:
    """A card where it would lie."""
    return _CARD(_look(number, own_id=False), words)


@kept
def sign(number: int, words: Speech) -> Markup:
    """A known card as a small sign in a list: its value and what it carries."""
    return _SIGN(_look(number), words)


@kept
def further_sign(number: int, words: Speech) -> Markup:
    return _SIGN(_look(number, reached=False), words)


@kept
def talent(side: tuple[str, bool], words: Speech) -> Markup:
    """The talent of a samurai, and whether his animal side is up."""
    name, animal = side
    who = NAMES.index(name)
    return _TALENT(TalentLook(name, animal, KIAI_HUMAN[who], KIAI_ANIMAL[who]), words)


coin: Final[Drawing[Coin]] = kept_at_rest(template(__package__, "coin.html"))
wound: Final[Drawing[Wound]] = kept_at_rest(template(__package__, "wound.html"))
left_place: Final[Drawing[Slot]] = kept_at_rest(template(__package__, "left_place.html"))


def _share_with_templates() -> None:
    """Macros too are shared as a global: an import of them in every template takes as long as a small drawing."""
    templates = environment(__package__)
    templates.globals.update(
        card=card,
        card_words=WORDS,
        coin=coin,
        faces=FACES,
        further_card=further_card,
        further_sign=further_sign,
        ghost=ghost,
        left_place=left_place,
        letters=LETTERS,
        penalty_sign=penalty_sign,
        sign=sign,
        symbol_signs=SYMBOL_SIGNS,
        talent=talent,
        wound=wound,
    )
    templates.globals["choices"] = templates.get_template("choices.html").module


_share_with_templates()
