"""What a seat sees: everything at the table but the cards nobody has seen, so every seat sees the same."""

from __future__ import annotations

import msgspec

from zashiki.kernel.contract import View


class CardFace(msgspec.Struct, frozen=True):
    """A Raider card, face up."""

    card: int  # 0..65, also the action that draws it
    name: str  # "card-3-11"
    value: int
    kind: str  # plunderer, lieutenant, boss
    defence: str  # hat, farm, doll or ""
    penalties: tuple[str, ...]  # barricade, wound, intruder, no-defend, ... in the order they are printed
    flame: bool


class SamuraiView(msgspec.Struct, frozen=True, kw_only=True):
    """One samurai's board and what lies around it. A place is a position at the table, clockwise from 0."""

    place: int
    seat: int  # who plays him; in a solo game the same seat plays all
    name: str  # "kyuzo"
    animal: bool
    wound: bool  # a Wound marker lies on the board
    kiai: int  # of the side that is up
    kiai_human: int
    kiai_animal: int
    track: int  # the sum of his line
    passed: bool
    line: tuple[
        CardFace, ...
    ]  # combat line (right side), the first card first; the last one's penalty is live
    hat: CardFace | None  # the left side
    farm: CardFace | None
    doll: CardFace | None
    token_at: int  # the place where his own support token lies; his own place: at hand
    tokens: tuple[str, ...]  # whose support tokens he holds until his turn ends
    borrowed: tuple[str, ...]  # whose absent tokens serve him in this round (two-player rules)
    talents: tuple[str, ...]  # whose talents he could use at this moment
    kiai_open: bool  # his Kiai has been reached and is not done yet


class Unseen(msgspec.Struct, frozen=True):
    """Cards that nobody can place, and the unseen places only they or earlier ones can lie in."""

    cards: tuple[int, ...]
    places: int


class Loss(msgspec.Struct, frozen=True):
    """A line of the chronicle: what was lost, when and why."""

    round: int
    loss: str  # wounded, turned (to the animal side), died, farmstead, family
    cause: str  # penalty, impossible, overrun, undefended, burnt, back
    place: int | None  # whose wound, or whose missing symbol or line it was; None: nobody's


class Deed(msgspec.Struct, frozen=True):
    """What the end of a round brought besides the losses: the help of the Families, the Intruders turned up."""

    deed: str  # healed, rebuilt, driven-out; of an Intruder: held (by a Barricade), burnt-down, harmless
    place: int | None  # whose Wound was healed
    card: CardFace | None  # the Intruder


class SamuraiSpiritView(View, frozen=True, kw_only=True):
    """The whole table."""

    level: str
    seats: int
    solo: bool  # one seat plays all samurai
    two_player_rules: bool
    farmstead_penalties: bool
    family_bonuses: bool
    round: int  # 1, 2, 3; 0 before the first player is known
    rounds: int
    step: str  # what is being done: "tokens", "penalties", "action", "fight", ..., "over"
    turn: int | None  # the place whose turn it is; None outside of turns
    decides: int | None  # the place of the samurai whose player chooses now
    samurai: tuple[SamuraiView, ...]

    barricades: int
    barricades_start: int
    farmsteads: int
    farmsteads_start: int
    farmstead_backs: dict[str, int]  # backs still in the village by kind: family, farmstead, barricade, wound
    families: tuple[str, ...]  # still in the village, by bonus: wound, barricade, intruder
    families_lost: tuple[str, ...]
    absent_tokens: tuple[str, ...]  # of absent samurai, still to be used (two-player rules)
    spent_tokens: tuple[str, ...]

    raiders: int
    raiders_top: tuple[CardFace, ...]  # face up on the stack, top card first
    raiders_under: tuple[CardFace, ...]  # known at the bottom of the stack, the next to come first
    intruders: tuple[CardFace | None, ...]  # top card first; None: unseen
    intruder_lots: tuple[
        int, ...
    ]  # for each Intruder the index in `unseen` of the lot it was moved with; -1: known
    discard: tuple[CardFace, ...]  # the latest last
    unseen: tuple[
        Unseen, ...
    ]  # lot 0 is the box, the last lot the stack and what left it unseen since it was shuffled
    odds: tuple[int, ...]  # weight of each of the 66 cards to be the next Raider; all 0: no Raider left
    odds_total: int

    card: CardFace | None  # drawn or moved, waiting to be placed
    card_second: bool  # drawn after another was put under the stack: it must be kept
    handed: tuple[str, ...]  # what has handed this card on: "talent", "token"
    arranging: tuple[CardFace, ...]  # turned up by Katsushiro's Kiai, waiting to be put back
    penalties: tuple[str, ...]  # of the card in force in this turn, still to be applied
    penalty_card: CardFace | None
    token: str | None  # whose support token Kyuzo's Kiai is moving
    no_defend: bool  # penalties in force for the samurai in turn
    no_support: bool
    must_pass: bool
    no_talent: bool
    fights: int  # Fights made in this turn
    reshuffled: int  # cards that SAM-N9 has brought back in this round
    last_active: (
        int | None
    )  # who drew the last Raider or passed last: his left neighbour starts the next round
    pending: tuple[int, ...]  # steps still to be resolved, the one that waits for a choice last
    chronicle: tuple[Loss, ...]  # every loss so far; the story of the result tells it in words
    evening: tuple[Deed, ...]  # how the latest round ended
