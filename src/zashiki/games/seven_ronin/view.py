"""What a seat of 7 Ronin may see. Areas and ronin are numbered as in `pieces`; place 10 is the Green."""

from __future__ import annotations

import msgspec

from zashiki.kernel.contract import View


class AreaView(msgspec.Struct, frozen=True, kw_only=True):
    name: str  # "well": its words are `ron.area.<name>`
    limit: int
    neighbours: tuple[int, int]  # before and after it on the ring
    ninja: int
    ronin: tuple[int, ...]  # those who stand there openly
    status: str  # "free", "contested" or "occupied"
    used: bool  # its ability was used this round


class RoninView(msgspec.Struct, frozen=True, kw_only=True):
    name: str  # "hayai": his words are `ron.ronin.<name>`
    vitality: int
    wounds: int
    fell: int  # the round he fell in; 0 while he lives
    place: int | None  # area, 10 for the Green, None when he is not on the board
    held: bool  # kept on his area by the Animal Pen, so he does not deploy this round (RON-V5)
    stays: bool  # named by the Animal Pen this round: he will be held in the next
    shrine: bool  # without ability this round (RON-A7)
    shrine_next: bool  # named by the Shrine this round: without ability in the next
    used: bool  # his ability was used this round


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """The Attacker's own plan while it is secret."""

    ninja: tuple[int, ...]  # put on each of the ten areas and the Green
    put: int
    in_hand: int  # of the Reserves
    needed: int  # at least so many (RON-P5): the minimum, or fewer when it can't be reached
    attacked: int  # areas; at most the Threat Level
    bonus_used: int


class Defence(msgspec.Struct, frozen=True, kw_only=True):
    """The Defender's own plan while it is secret."""

    ronin: tuple[int | None, ...]  # where each is put: an area, 10, or None (not yet, held or fallen)
    waiting: tuple[int, ...]  # ronin still to be put


class Reveal(msgspec.Struct, frozen=True, kw_only=True):
    """The latest deployment as it was revealed."""

    round: int
    ninja: tuple[int, ...]  # the new ones on each of the ten areas and the Green
    ronin: tuple[int | None, ...]  # where each stood
    bonus: int  # how far limits could be passed in it
    cleared: int  # ninja that a ronin removed from the Green


class Dividing(msgspec.Struct, frozen=True, kw_only=True):
    """Wounds that the Defender divides between Tasuke and another (RON-W2)."""

    area: int
    ninja: int
    partner: int
    least: int  # to Tasuke
    most: int  # to Tasuke


class RoninGameView(View, frozen=True, kw_only=True):
    edition: str
    round: int
    rounds: int
    phase: str  # "planning", "abilities", "wounds", "areas" or "over"
    step: str  # `pieces.STEPS`: the phase, or what a choice in it still asks for
    threat: tuple[int, ...]  # by round, the first is round 1
    minimum: tuple[int, ...]  # by round, as the edition has it
    casualties: tuple[bool, ...]  # by round
    ring: tuple[int, ...]  # the areas as they follow one another
    areas: tuple[AreaView, ...]
    ronin: tuple[RoninView, ...]
    green: int  # ninja on it
    bonus: int  # ninja on it when this round's planning started: so far may limits be passed (RON-P3)
    reserves: int  # while planning: as they were at its start, for everybody
    supply: int
    ready: tuple[bool, bool]
    counted: int  # areas occupied now, counted as for victory (RON-V8)
    goal: int
    copied: int | None  # the area that the Inn copied this round
    attack: Attack | None  # to the Attacker alone, while planning
    defence: Defence | None  # to the Defender alone, while planning
    reveal: Reveal | None
    dividing: Dividing | None
    targets: tuple[int, ...]  # ronin whom the Watchtower has yet to wound, when the order matters
