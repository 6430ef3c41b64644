"""What one side of 7 Ronin alone knows: its plan of this round, until it is revealed (RON-P10)."""

from __future__ import annotations

from markupsafe import Markup

from zashiki.brush import escape, icon
from zashiki.games.seven_ronin.rules.pieces import PLACES, RONIN
from zashiki.games.seven_ronin.view import RoninGameView
from zashiki.words import Words


def secrets(view: RoninGameView, words: Words) -> Markup:
    """Drawn for a replay with all open; empty outside of planning and before anything is put."""
    rows = "".join(
        f"<li>{icon(symbol, 22)}<span>{escape(text)}</span></li>" for symbol, text in _planned(view, words)
    )
    return Markup(f'<ul class="lines ron-secrets">{rows}</ul>' if rows else "")


def _planned(view: RoninGameView, words: Words) -> list[tuple[str, str]]:
    """Each piece or group of pieces of the plan, by the place it is put on."""
    if view.attack is not None:
        return [
            ("ninja", f"{words.say(f'ron.page.area.{PLACES[place]}')}: {number}")
            for place, number in enumerate(view.attack.ninja)
            if number
        ]
    if view.defence is not None:
        return [
            (
                f"r-{RONIN[ronin]}",
                f"{words.say(f'ron.ronin.{RONIN[ronin]}')}: {words.say(f'ron.page.area.{PLACES[place]}')}",
            )
            for ronin, place in enumerate(view.defence.ronin)
            if place is not None
        ]
    return []
