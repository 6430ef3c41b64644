"""The end as a scene: on the mat, where the hand lay, the five clan cards are turned up and counted."""

from __future__ import annotations

from zashiki.brush import escape, tick
from zashiki.games.shinobi.cards import CLANS
from zashiki.games.shinobi.labels import seat_message
from zashiki.games.shinobi.page.cards import back, card
from zashiki.games.shinobi.view import ShinobiView
from zashiki.words import Words


def reveal(view: ShinobiView, words: Words) -> str:
    """SHI-E2, SHI-E3: who served whom, what counted for it, and in a sentence who won and why.

    At a table the prompt says that sentence; a replay has no prompt.
    """
    served = [(clan, seat) for seat, clan in enumerate(view.clans) if clan is not None]
    cards = "".join(_served(view, clan, seat, words) for clan, seat in served)
    cards += "".join(_unserved(view, clan, words) for clan in view.unserved)
    told = "" if view.result is None else f'<p class="told">{escape(words(view.result.end))}</p>'
    return (
        f'<section class="hand reveal panel"><header><h2>{escape(words.say("shi.page.reveal"))}</h2></header>'
        f'{told}<ul class="mat">{cards}</ul></section>'
    )


def _served(view: ShinobiView, clan: int, seat: int, words: Words) -> str:
    won = view.result is not None and seat in view.result.winners
    name = words.say("shi.page.you") if seat == view.seat else words(seat_message(seat))
    facts = [words.say("shi.page.count-home", n=view.provinces[seat][clan])]
    if view.result is not None and view.result.end.rule == "SHI-E3":
        largest = max(province[clan] for province in view.provinces)
        facts.insert(0, words.say("shi.page.count-largest", n=largest))
    mark = f'<span class="tag won">{tick()}{escape(words.say("shi.page.won"))}</span>' if won else ""
    return _turned(view, clan, name, facts, words, mark)


def _unserved(view: ShinobiView, clan: int, words: Words) -> str:
    return _turned(view, clan, words.say("shi.page.nobody"), [], words, "")


def _turned(view: ShinobiView, clan: int, name: str, facts: list[str], words: Words, mark: str) -> str:
    count = words.say("shi.page.count", n=view.totals[clan])
    lines = "".join(f"<span>{escape(fact)}</span>" for fact in facts)
    style = " won" if mark else "" if facts else " nobody"
    return (
        f'<li class="shown{style}"><span class="turned">{card(clan, words.say(f"shi.clan.{CLANS[clan]}"))}{back()}{mark}</span>'
        f'<p><b>{escape(name)}</b><b class="d">{escape(count)}</b>{lines}</p></li>'
    )
