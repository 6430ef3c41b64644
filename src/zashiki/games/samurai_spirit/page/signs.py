"""What an event looks and sounds like by its name, and where on the page it took place."""

from __future__ import annotations

from typing import Final

from zashiki.kernel.messages import Message

SIGNS: Final = {
    "arrow": "blades",
    "attacks": "blades",
    "back.barricade": "p-barricade",
    "back.family": "doll",
    "back.farmstead": "bd-ruin",
    "back.wound": "p-wound",
    "barricade": "barricade",
    "barricade.lost": "p-barricade",
    "bonus": "family",
    "died": "p-wound",
    "end": "bd-farm",
    "family": "doll",
    "farmstead": "bd-ruin",
    "healed": "family",
    "intruder": "p-intruder",
    "intruder.burns": "flame",
    "kiai.daisuke": "b-daisuke",
    "kiai.gorobei": "b-gorobei",
    "kiai.heihachi": "b-heihachi",
    "kiai.kanbei": "b-kanbei",
    "kiai.katsushiro": "b-katsushiro",
    "kiai.kikuchiyo": "b-kikuchiyo",
    "kiai.kyuzo": "b-kyuzo",
    "penalty.barricade": "p-barricade",
    "penalty.discard-to-raiders": "p-discard_to_raiders",
    "penalty.intruder": "p-intruder",
    "penalty.left-draws": "p-left_draws",
    "penalty.lose-left-card": "p-lose_left_card",
    "penalty.must-pass": "p-must_pass",
    "penalty.no-defend": "p-no_defend",
    "penalty.no-support": "p-no_support",
    "penalty.no-talent": "p-no_talent",
    "penalty.right-draws": "p-right_draws",
    "penalty.wound": "p-wound",
    "talent.daisuke": "b-daisuke",
    "talent.gorobei": "b-gorobei",
    "talent.heihachi": "b-heihachi",
    "talent.kanbei": "b-kanbei",
    "talent.katsushiro": "b-katsushiro",
    "talent.kikuchiyo": "b-kikuchiyo",
    "talent.kyuzo": "b-kyuzo",
    "turned": "p-wound",
    "wounded": "p-wound",
}
"""The sign before a line of the log."""

SOUNDS: Final = {
    "arrow": "card",
    "attacks": "card",
    "back": "barricade",
    "back.wound": "wound",
    "barricade": "place",
    "barricade.lost": "barricade",
    "bonus": "place",
    "call": "place",
    "defends": "card",
    "died": "wound",
    "draws": "card",
    "dropped": "card",
    "end": "victory",
    "family": "wound",
    "farmstead": "barricade",
    "healed": "place",
    "intruder": "card",
    "intruder.burns": "barricade",
    "kiai": "reveal",
    "moved": "card",
    "passes": "place",
    "penalty": "card",
    "penalty.barricade": "barricade",
    "penalty.wound": "wound",
    "put-back": "card",
    "removed": "card",
    "reshuffled": "card",
    "round-over": "reveal",
    "shown": "card",
    "supports": "place",
    "talent": "place",
    "token": "place",
    "turned": "wound",
    "wounded": "wound",
}
"""Those that are heard: place, card, wound, barricade, reveal or victory."""

SPOTS: Final = {
    "back": "count-farmsteads",
    "barricade": "count-barricades",
    "bonus": "count-families",
    "draws": "stack-raiders",
    "family": "count-families",
    "farmstead": "count-farmsteads",
    "intruder": "stack-intruders",
    "penalty.barricade": "count-barricades",
    "penalty.intruder": "stack-intruders",
    "reshuffled": "stack-raiders",
    "round": "stack-raiders",
    "shown": "stack-raiders",
}
"""Where on the page those took place that name no samurai."""

UNTOLD: Final = ("seated",)
"""Those that only stand in the log."""


def place(named: Message) -> str:
    """The id of a samurai's board that an event names."""
    kind, _, name = named.key.rpartition(".")
    return f"samurai-{name}" if kind == "sam.samurai" else ""
