"""The sign before a line of the log, by the event's name."""

from __future__ import annotations

from typing import Final

SIGNS: Final = {
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
    "penalty.intruder": "p-intruder",
    "penalty.wound": "p-wound",
    "talent.daisuke": "b-daisuke",
    "talent.gorobei": "b-gorobei",
    "talent.heihachi": "b-heihachi",
    "talent.kanbei": "b-kanbei",
    "talent.katsushiro": "b-katsushiro",
    "talent.kikuchiyo": "b-kikuchiyo",
    "talent.kyuzo": "b-kyuzo",
    "wounded": "p-wound",
}
