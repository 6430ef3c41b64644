"""What a bot is called: by its level, and by where it sits, so that no two at a table have the same name."""

from __future__ import annotations

from typing import Final

NAMES: Final = {
    "random": ("Tama", "Mikan", "Kuro", "Shima", "Koro", "Buchi", "Pochi"),
    "novice": ("Kenta", "Momo", "Shiro", "Hana", "Riku", "Suzu", "Toma"),
    "villager": ("Gonta", "Osato", "Mosuke", "Kinu", "Yosaku", "Otsuru", "Rokuzo"),
    "warrior": ("Raizo", "Tomoe", "Shigure", "Akane", "Genjiro", "Kasumi", "Tetsuo"),
    "master": ("Ittetsu", "Chiyo", "Gennai", "Oryo", "Hakuun", "Fusae", "Seian"),
}


def bot_name(level: str, seat: int) -> str:
    """The name of the bot of this level in this seat; one of a level that is not named here plays as by chance."""
    names = NAMES.get(level, NAMES["random"])
    return names[seat % len(names)]
