"""The provinces: a strip of land, the name of the player, five columns of armies, always in the same order."""

from __future__ import annotations

from functools import cache

from zashiki.brush import circle, cloud, escape, flat, icon, rect, sky, use
from zashiki.games.shinobi.cards import CLANS
from zashiki.games.shinobi.labels import seat_message
from zashiki.games.shinobi.page.cards import gap, stack
from zashiki.games.shinobi.page.moves import Moves
from zashiki.games.shinobi.view import ShinobiView
from zashiki.words import Words

PEAKS = (120, 210, 60, 330, 250)


def order(view: ShinobiView) -> list[int]:
    """The other players' provinces clockwise from the viewer; all of them for a spectator."""
    if view.seat is None:
        return list(range(view.seats))
    return [(view.seat + step) % view.seats for step in range(1, view.seats)]


def province(view: ShinobiView, seat: int, words: Words, moves: Moves) -> str:
    own = seat == view.seat
    name = words.say("shi.page.your-province") if own else words(seat_message(seat))
    told = words.say("shi.page.cards-stay") if own else _hand(view, seat, words)
    clan = view.clans[seat]
    serves = ""
    if clan is not None and (not own or view.phase == "over"):
        serves = f'<span class="tag serves k-{CLANS[clan]}">{icon(f"cr-{CLANS[clan]}", 16)}{escape(words.say(f"shi.clan.{CLANS[clan]}"))}</span>'
    won = view.result is not None and seat in view.result.winners
    sign = "shi.page.in-turn" if seat == view.turn else "shi.page.won" if won else ""
    flag = f'<span class="flag">{escape(words.say(sign))}</span>' if sign else ""
    armies = "".join(_army(view, seat, clan_index, words, moves) for clan_index in range(len(CLANS)))
    return (
        f'<section class="province panel{" own" if own else ""}{" turn" if seat == view.turn else " won" if won else ""}" id="province-{seat}">'
        f"{moves.at_province(seat)}"
        f'<header class="land">{land(seat % len(PEAKS) if not own else 3, own)}'
        f'<p class="name" id="player-{seat}"><b class="d">{escape(name)}</b><span>{escape(told)}</span>{serves}</p>{flag}</header>'
        f'<div class="armies">{armies}</div></section>'
    )


def _hand(view: ShinobiView, seat: int, words: Words) -> str:
    """How many cards another player holds, and how many of them everybody knows to be ninja (ruling 1)."""
    told = words.say("shi.page.in-hand", n=view.hand_sizes[seat])
    known = view.known_ninja[seat]
    return f"{told}, {words.say('shi.page.known-ninja', n=known)}" if known else told


def _army(view: ShinobiView, seat: int, clan: int, words: Words, moves: Moves) -> str:
    count = view.provinces[seat][clan]
    army = seat * 5 + clan
    name = words.say(f"shi.clan.{CLANS[clan]}")
    if not count:
        return f'<div class="army none" id="army-{army}">{gap(clan)}</div>'
    told = words.say("shi.page.army", clan=name, n=count)
    group = f"with-{CLANS[clan]}" if seat == view.seat else f"army-{army}"
    safe = ""
    if view.protected[seat][clan]:
        told_safe = escape(words.say("shi.page.safe"))
        safe = f'<span class="safe" title="{told_safe}">{icon("safe", 26)}<span class="unseen">{told_safe}</span></span>'
    return (
        f'<div class="army k-{CLANS[clan]}" id="army-{army}"><span class="unseen">{escape(told)}</span>'
        f"{moves.radio(group, told)}{moves.at_army(army)}{stack(army, clan, count, name, view.turn)}"
        f'<span class="cell" aria-hidden="true">{icon(f"cr-{CLANS[clan]}", 26)}{count}</span>{safe}</div>'
    )


@cache
def land(kind: int, own: bool) -> str:
    """A strip of land; no two neighbours have the same."""
    width, height = (570, 150) if own else (360, 104)
    peak = PEAKS[kind]
    picture = sky(width, height)
    if kind == 2:
        picture += circle(150, 40, 26, "var(--sun)")
    else:
        slope = (
            f"M{peak - 120} {height}C{peak - 50} {height - 24} {peak - 24} {height - 66} {peak - 8} {height - 84}"
            f"q8-5 18 0C{peak + 30} {height - 62} {peak + 60} {height - 24} {peak + 150} {height}Z"
        )
        picture += flat(slope, "var(--hill)")
        picture += flat(f"M{peak - 8} {height - 84}q8-5 18 0l12 18-10-3-7 8-8-9-8 8-8-5z", "var(--snowcap)")
    picture += cloud(10 + kind * 26, 10, 150) + cloud(180 - kind * 18, 34, 120)
    foot = (
        f"M0 {height - 18}C90 {height - 40} 170 {height - 8} 250 {height - 24}"
        f"S330 {height - 26} {width} {height - 18}V{height}H0Z"
    )
    picture += flat(foot, "var(--hill2)") + _landmark(kind, width, height)
    castle = 168 if own else 112
    picture += use("bd-castle", width - castle - 10, height - castle * 0.8 - 2, castle, castle * 0.8)
    return f'<svg viewBox="0 0 {width} {height}" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">{picture}</svg>'


def _landmark(kind: int, width: int, height: int) -> str:
    if kind == 0:
        return use("bd-field2", 120, height - 50, 66, 53)
    if kind == 1:
        return rect(0, height - 16, width, 20, "url(#seigaiha)") + use("bd-shrine", 128, height - 56, 64, 51)
    if kind == 2:
        return use("bd-passage", 88, height - 66, 76, 61)
    if kind == 3 and width > 400:
        return (
            use("bd-inn", 250, height - 80, 100, 80)
            + use("bd-farm", 150, height - 62, 78, 62)
            + cloud(40, 70, 150)
        )
    return use("bd-inn" if kind == 3 else "bd-farm", 140, height - 56, 66, 53)
