"""The cards of Shinobi: a crest, a letter and a name; an army is a stack with its number."""

from __future__ import annotations

from zashiki.brush import circle, escape, figure, rect, use
from zashiki.games.shinobi.cards import KINDS
from zashiki.games.shinobi.rules.cards import NINJA

WIDE = 62
TALL = 86


def face(kind: int, name: str) -> str:
    """The front of a card, 62 x 86."""
    clan = KINDS[kind]
    ink = "var(--snow)" if kind == NINJA else f"var(--k-{clan})"
    crest = (
        use("ninja", 11, 22, 40) if kind == NINJA else use(f"cr-{clan}", 11, 22, 40, extra=f'color="{ink}"')
    )
    return _sheet(kind) + figure(13, 21, name[:1], 16, ink) + crest + figure(31, 77, name, 14, ink)


def _sheet(kind: int) -> str:
    paper = "var(--ninja)" if kind == NINJA else f"var(--k-{KINDS[kind]}-p)"
    ink = "var(--snow)" if kind == NINJA else f"var(--k-{KINDS[kind]})"
    return rect(1, 1, 60, 84, paper, "var(--line) 2", 5) + rect(5, 5, 52, 76, "none", f"{ink} 1.4", 3)


def card(kind: int, name: str, style: str = "card") -> str:
    """A single card."""
    return f'<svg class="{style}" viewBox="0 0 {WIDE} {TALL}" role="img" aria-label="{escape(name)}">{face(kind, name)}</svg>'


def back() -> str:
    """A clan card face down: red, as those of the deck are blue."""
    drawn = rect(1, 1, 60, 84, "var(--verm)", "var(--line) 2", 5)
    drawn += rect(6, 6, 50, 74, "url(#asanoha-light)", "var(--snow) 1.4", 3)
    return f'<svg class="back" viewBox="0 0 {WIDE} {TALL}" aria-hidden="true">{drawn}</svg>'


def stack(army: int, kind: int, count: int, name: str, turn: int | None) -> str:
    """An army: its cards one behind the other, the newest in front, with their number.
    A new one comes from who has the turn, unless it was seen to lie elsewhere."""
    step = 16 if count <= 5 else 11
    behind = step * (count - 1)
    backs = "".join(
        f'<g {_named(army, kind, index, turn)} transform="translate(0 {index * step})">{_sheet(kind)}</g>'
        for index in range(count - 1)
    )
    badge = circle(57, behind + 8, 13, f"var(--k-{KINDS[kind]}-b)", "var(--line) 2")
    badge += figure(57, behind + 14, count, 18, "var(--on-ink)")
    front = (
        f'<g {_named(army, kind, count - 1, turn)} transform="translate(0 {behind})">{face(kind, name)}</g>'
    )
    return (
        f'<svg class="stack" viewBox="-1 -6 73 {behind + 93}" aria-hidden="true">{backs}{front}{badge}</svg>'
    )


def _named(army: int, kind: int, place: int, turn: int | None) -> str:
    """A card by its place in the army, so that it flies there from the hand or the army it was in."""
    giver = "" if turn is None else f' data-from="player-{turn}"'
    return f'id="card-{army}-{place}" data-glide data-piece="{KINDS[kind]}"{giver}'


def gap(kind: int) -> str:
    """Where an army of the clan would stand."""
    clan = KINDS[kind]
    outline = (
        '<rect x="3" y="3" width="56" height="80" rx="5" fill="none" stroke="var(--rule)" stroke-width="1.6"'
        ' stroke-dasharray="4 5" opacity=".7"/>'
    )
    crest = use(f"cr-{clan}", 14, 26, 34, extra=f'color="var(--k-{clan})" opacity=".22"')
    return f'<svg class="stack" viewBox="-1 -6 73 93" aria-hidden="true">{outline}{crest}</svg>'
