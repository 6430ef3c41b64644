"""What one seat of Shinobi alone knows: the clan it serves and its hand."""

from __future__ import annotations

from markupsafe import Markup

from zashiki.brush import escape
from zashiki.games.shinobi.cards import CLANS, KINDS
from zashiki.games.shinobi.page.cards import card
from zashiki.games.shinobi.view import ShinobiView
from zashiki.words import Words


def secrets(view: ShinobiView, words: Words) -> Markup:
    """Drawn for a replay with all open; empty before the deal."""
    clan = None if view.seat is None else view.clans[view.seat]
    served = ""
    if clan is not None:
        told = words.say("shi.page.serves", clan=words.say(f"shi.clan.{CLANS[clan]}"))
        served = f'<li class="serves">{card(clan, words.say(f"shi.page.kind.{CLANS[clan]}"))}<span>{escape(told)}</span></li>'
    held = "".join(
        f"<li>{card(kind, words.say(f'shi.page.kind.{KINDS[kind]}'))}</li>"
        for kind, count in enumerate(view.hand or ())
        for _ in range(count)
    )
    return Markup(f'<ul class="shi-secrets">{served}{held}</ul>' if served or held else "")
