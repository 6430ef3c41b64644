"""The bamboo track: joints from 0 to Kiai, hatched ones beyond, a pawn, and a dashed pawn where a card would take it."""

from __future__ import annotations

from zashiki.brush import escape, figure, rect
from zashiki.games.samurai_spirit.view import SamuraiSpiritView, SamuraiView
from zashiki.words import Words

WIDTH = 420.0
BEYOND = 2
"""Joints beyond Kiai that are always drawn."""


def outlook(view: SamuraiSpiritView, samurai: SamuraiView) -> int | None:
    """Where an attack with the card in play would take the samurai who has it."""
    if view.card is None or samurai.place != view.decides:
        return None
    return samurai.track + view.card.value


def track(samurai: SamuraiView, words: Words, ahead: int | None) -> str:
    joints = max(samurai.kiai + BEYOND, samurai.track, ahead or 0) + 1
    step = WIDTH / joints
    marked = {samurai.track, ahead}
    drawn = "".join(_joint(index, step, samurai, index in marked) for index in range(joints))
    here = (samurai.track + 0.5) * step
    drawn += _pawn(
        here,
        f'id="pawn-{samurai.name}" data-glide="in" fill="var(--indigo)" stroke="var(--line)" stroke-width="2"',
    )
    if ahead is not None:
        drawn += _pawn((ahead + 0.5) * step, 'class="ahead"')
    drawn += _kiai_word(samurai, step, marked)
    told = escape(words.say("sam.page.track", track=samurai.track, kiai=samurai.kiai))
    return f'<svg class="bamboo" viewBox="0 0 {WIDTH:.0f} 42" role="img"><title>{told}</title>{drawn}</svg>'


def _joint(index: int, step: float, samurai: SamuraiView, marked: bool) -> str:
    x = index * step + 1
    over = index > samurai.kiai
    if index == samurai.kiai:
        fill, ink = "var(--act)", "var(--act-ink)"
    elif over:
        fill, ink = "var(--sunk)", "var(--ink)"
    else:
        fill, ink = "var(--straw)" if index <= samurai.track else "var(--cardp)", "var(--card-ink)"
    drawn = rect(x, 18, step - 2, 22, fill, "var(--line) 1.6", 4)
    if over:
        drawn += f'<g opacity=".3">{rect(x, 18, step - 2, 22, "url(#hatch)", radius=4)}</g>'
    if not over or marked:
        drawn += figure(x + step / 2 - 1, 34.5, index, 16, ink)
    return drawn


def _pawn(x: float, paint: str) -> str:
    return f'<path d="M{x - 9:.1f} 2H{x + 9:.1f}L{x:.1f} 16Z" stroke-linejoin="round" {paint}/>'


def _kiai_word(samurai: SamuraiView, step: float, marked: set[int | None]) -> str:
    """Above its joint, or beside it where a pawn stands."""
    x = (samurai.kiai + 0.5) * step
    if samurai.kiai in marked:
        before = samurai.kiai - 1 in marked
        return figure(
            x + 13 if before else x - 13, 13, "Kiai", 15, "var(--bad)", "start" if before else "end"
        )
    if samurai.kiai + 1 in marked:
        return figure(x + step * 0.42, 13, "Kiai", 15, "var(--bad)", "end")
    return figure(x, 13, "Kiai", 15, "var(--bad)")
