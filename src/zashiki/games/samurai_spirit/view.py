"""What a seat sees: everything at the table but the cards nobody has seen, so every seat sees the same."""

from __future__ import annotations

from typing import Final

import msgspec

from zashiki.games.samurai_spirit.prompts import prompt
from zashiki.games.samurai_spirit.result import CAUSES, LOSSES
from zashiki.games.samurai_spirit.rules import village
from zashiki.games.samurai_spirit.rules.cards import (
    CARD_NAMES,
    COUNT,
    DOLL,
    FARM,
    FLAME,
    HAT,
    ICONS,
    KIND,
    KINDS,
    NO_SYMBOL,
    PENALTIES,
    SYMBOL,
    SYMBOLS,
    VALUE,
    card_list,
)
from zashiki.games.samurai_spirit.rules.chronicle import (
    DRIVEN_OUT,
    HEALED,
    cause_of_loss,
    detail_of_deed,
    kind_of_deed,
    kind_of_loss,
    place_of_loss,
    round_of_loss,
)
from zashiki.games.samurai_spirit.rules.kiai import IDLE_TOKENS
from zashiki.games.samurai_spirit.rules.marks import (
    MUST_PASS,
    NO_CARD,
    NO_DEFEND,
    NO_SUPPORT,
    NO_TALENT,
    NOBODY,
    NOWHERE,
)
from zashiki.games.samurai_spirit.rules.penalties import card_with_icons, icons_left
from zashiki.games.samurai_spirit.rules.samurai import ALL, KIAI_ANIMAL, KIAI_HUMAN, MEMBERS, NAMES
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.rules.steps import ICON, STEPS, extra_of, kind_of, place_of
from zashiki.games.samurai_spirit.rules.talents import BY_TALENT, BY_TOKEN, talents
from zashiki.games.samurai_spirit.rules.tokens import holder_of
from zashiki.games.samurai_spirit.rules.unseen import deal_from, next_raider
from zashiki.kernel.contract import CHANCE, View

HANDED: Final = {"talent": BY_TALENT, "token": BY_TOKEN}
DEEDS: Final = ("healed", "rebuilt", "driven-out", "held", "burnt-down", "harmless")


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
    idle_tokens: tuple[str, ...]  # that Kyuzo took for himself in this turn: they give nothing in it
    rules: str  # the version of the rules


FACES: Final = tuple(
    CardFace(
        card,
        CARD_NAMES[card],
        VALUE[card],
        KINDS[KIND[card]],
        "" if SYMBOL[card] == NO_SYMBOL else SYMBOLS[SYMBOL[card]],
        tuple(PENALTIES[icon] for icon in ICONS[card]),
        FLAME[card],
    )
    for card in range(COUNT)
)
_NAMED: Final = tuple(tuple(NAMES[who] for who in members) for members in MEMBERS)
_FAMILIES: Final = tuple(
    tuple(village.FAMILIES[family] for family in MEMBERS[mask]) for mask in range(village.ALL_FAMILIES + 1)
)


def see(state: State, seat: int | None) -> SamuraiSpiritView:
    asked = state.asked if state.actor != NOBODY else -1
    icon = _icon_step(state)
    weights = _next_odds(state)
    farmsteads = village.count_farmsteads(state.farmsteads)
    return SamuraiSpiritView(
        seat=seat,
        actors=state.actors(),
        legal=[] if seat is None else state.legal(seat),
        prompt=prompt(state, seat),
        result=state.result(),
        level=village.LEVELS[state.level],
        seats=state.seats,
        solo=state.seats == 1,
        two_player_rules=state.two_player_rules,
        farmstead_penalties=state.farmstead_penalties,
        family_bonuses=state.family_bonuses,
        round=state.round,
        rounds=village.ROUNDS,
        step=STEPS[kind_of(state.asked)],
        turn=None if state.turn == NOWHERE else state.turn,
        decides=None if asked < 0 or state.actor == CHANCE else place_of(asked),
        samurai=tuple(_samurai(state, place) for place in range(state.count) if state.who[place] != NOBODY),
        barricades=state.barricades,
        barricades_start=state.barricades_start,
        farmsteads=sum(farmsteads),
        farmsteads_start=village.FARMSTEADS,
        farmstead_backs=dict(zip(village.BACKS, farmsteads, strict=True)),
        families=_FAMILIES[state.families],
        families_lost=_FAMILIES[village.ALL_FAMILIES & ~state.families],
        absent_tokens=_NAMED[state.absent],
        spent_tokens=_spent(state),
        raiders=state.raiders,
        raiders_top=_faces(state.top[::-1]),
        raiders_under=_faces(state.bottom),
        intruders=tuple(None if card < 0 else FACES[card] for card in reversed(state.intruders)),
        intruder_lots=tuple(-1 - card if card < 0 else -1 for card in reversed(state.intruders)),
        discard=_faces(tuple(state.discard)),
        unseen=tuple(
            Unseen(tuple(card_list(cards)), places)
            for cards, places in zip(state.classes, state.lots, strict=True)
        ),
        odds=weights,
        odds_total=sum(weights),
        card=None if state.card == NO_CARD else FACES[state.card],
        card_second=state.second and state.card != NO_CARD,
        handed=tuple(name for name, bit in HANDED.items() if state.handed & bit),
        arranging=_faces(state.arranging),
        penalties=() if icon < 0 else tuple(PENALTIES[one] for one in icons_left(extra_of(icon))),
        penalty_card=None if icon < 0 else FACES[card_with_icons(extra_of(icon))],
        token=None if state.token == NOBODY else NAMES[state.token],
        no_defend=bool(state.banned & NO_DEFEND),
        no_support=bool(state.banned & NO_SUPPORT),
        must_pass=bool(state.banned & MUST_PASS),
        no_talent=bool(state.banned & NO_TALENT),
        fights=state.fights,
        reshuffled=state.reshuffled,
        last_active=None if state.last_active == NOWHERE else state.last_active,
        pending=tuple(state.pending) if asked < 0 else (*state.pending, asked),
        chronicle=tuple(_loss(packed) for packed in state.chronicle),
        evening=tuple(_deed(packed) for packed in state.evening),
        idle_tokens=_NAMED[state.idle],
        rules=str(state.rules),
    )


def _samurai(state: State, place: int) -> SamuraiView:
    who = state.who[place]
    bit = state.bit[place]
    left = [None if card == NO_CARD else FACES[card] for card in state.left[place * 3 : place * 3 + 3]]
    return SamuraiView(
        place=place,
        seat=state.player[place],
        name=NAMES[who],
        animal=bool(state.animal & bit),
        wound=bool(state.wounded & bit),
        kiai=state.kiai[place],
        kiai_human=KIAI_HUMAN[who],
        kiai_animal=KIAI_ANIMAL[who],
        track=state.track[place],
        passed=bool(state.passed & bit),
        line=_faces(state.line[place]),
        hat=left[HAT],
        farm=left[FARM],
        doll=left[DOLL],
        token_at=holder_of(state, place),
        tokens=_NAMED[state.lent[place]],
        borrowed=_NAMED[state.borrowed[place]],
        talents=_NAMED[talents(state, place)],
        kiai_open=bool(state.in_kiai & bit),
    )


def _faces(cards: tuple[int, ...]) -> tuple[CardFace, ...]:
    return tuple([FACES[card] for card in cards])


def _spent(state: State) -> tuple[str, ...]:
    """Tokens of absent samurai that have been used."""
    if not state.two_player_rules or not state.round:
        return ()
    return _NAMED[ALL & ~(state.in_play | state.absent)]


def _icon_step(state: State) -> int:
    """The step with the penalty icons still to be applied, or -1."""
    if state.actor != NOBODY and kind_of(state.asked) == ICON:
        return state.asked
    for step in state.pending:
        if kind_of(step) == ICON:
            return step
    return -1


def _next_odds(state: State) -> tuple[int, ...]:
    weights = [0] * COUNT
    if state.raiders:
        known = next_raider(state)
        if known != NOBODY:
            weights[known] = 1
        else:
            for card, weight in zip(*deal_from(state, len(state.lots) - 1), strict=True):
                weights[card] = weight
    return tuple(weights)


def _loss(packed: int) -> Loss:
    place = place_of_loss(packed)
    return Loss(
        round_of_loss(packed),
        LOSSES[kind_of_loss(packed)],
        CAUSES[cause_of_loss(packed)],
        None if place == NOWHERE else place,
    )


def _deed(packed: int) -> Deed:
    deed, detail = kind_of_deed(packed), detail_of_deed(packed)
    return Deed(
        DEEDS[deed], detail if deed == HEALED else None, FACES[detail] if deed >= DRIVEN_OUT else None
    )


def idle_when_given(view: SamuraiSpiritView, token: str, receiver: str) -> bool:
    """Ruling 14: whether a token moved by Kyuzo's Kiai now would give its receiver nothing in this turn."""
    if int(view.rules) < IDLE_TOKENS or view.decides is None or view.decides != view.turn:
        return False
    return receiver == view.samurai[view.decides].name != token
