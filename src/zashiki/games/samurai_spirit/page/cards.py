"""Raider cards as they lie on the table: face up, as a stack, or as a small sign in a list."""

from __future__ import annotations

from zashiki.brush import circle, escape, figure, icon, line, rect, use
from zashiki.games.samurai_spirit.names import CARD_WORDS
from zashiki.games.samurai_spirit.view import CardFace
from zashiki.words import Words

SIGNS = {"hat": "hat", "farm": "farmi", "doll": "doll"}
"""The drawing of each defence symbol."""
WIDTH = 64
HEIGHT = 91
GAP = (
    '<rect x="2" y="2" width="60" height="87" rx="5" fill="none" stroke="var(--rule)" stroke-width="2.2"'
    ' stroke-dasharray="6 5"/>'
)


def penalty_sign(penalty: str) -> str:
    """The drawing of a penalty: "no-defend" is in p-no_defend.svg."""
    return f"p-{penalty.replace('-', '_')}"


def card(face: CardFace, words: Words, own_id: bool = True) -> str:
    """A Raider face up; only one drawing of a card on a page has its id."""
    number = (
        f' id="raider-{face.card}" data-glide data-turns data-from="stack-raiders" data-to="stack-discard"'
        if own_id
        else ""
    )
    drawn = (
        use("raider", 0, 0, WIDTH, HEIGHT)
        + use(f"rf-{face.kind}", 8, 18, 46, 45)
        + use("value", 1, 1, 27, 30)
        + figure(14.5, 22, face.value, 21, "var(--on-ink)")
    )
    if face.defence:
        drawn += rect(33, 3, 27, 25, "var(--cardp)", "var(--line) 1.4", 4) + use(
            SIGNS[face.defence], 35.5, 4.5, 22
        )
    return (
        f'<svg class="raider v{face.value}"{number} viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        f"<title>{escape(words(CARD_WORDS[face.card]))}</title>{drawn}{_foot(face)}</svg>"
    )


def _foot(face: CardFace) -> str:
    """Penalties bottom left, flames bottom right; a dash where there is nothing."""
    signs = [penalty_sign(penalty) for penalty in face.penalties]
    if len(signs) == 2:
        drawn = use(signs[0], 4, 66, 20) + use(signs[1], 24, 66, 20)
    elif signs:
        drawn = use(signs[0], 7 if face.flame else 21, 65, 22)
    elif face.flame:
        drawn = ""
    else:
        drawn = line("M24 76h14", 2, "var(--rule)")
    if face.flame:
        drawn += use("flame", 44, 67, 17) if len(signs) == 2 else use("flame", 38, 66, 20)
    return drawn


def sign(face: CardFace, words: Words) -> str:
    """A known card as a small sign: its value and what it carries."""
    signs = icon(SIGNS[face.defence], 20) if face.defence else ""
    signs += "".join(icon(penalty_sign(penalty), 20) for penalty in face.penalties)
    signs += icon("flame", 18) if face.flame else ""
    told = escape(words(CARD_WORDS[face.card]))
    return (
        f'<li class="card-sign v{face.value}" title="{told}"><b aria-hidden="true">{face.value}</b>'
        f'<span aria-hidden="true">{signs}</span><span class="unseen">{told}</span></li>'
    )


def stack(kind: str, count: int) -> str:
    """A stack face down: Raiders blue, Intruders red; an empty one is a dashed place."""
    if not count:
        return f'<svg class="pile" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{GAP}</svg>'
    fill = "var(--indigo)" if kind == "raiders" else "var(--verm)"
    drawn = "".join(
        rect(1 + layer * 2.5, 8.5 - layer * 2.5, 58, 80, fill, "var(--line) 2", 5)
        for layer in range(min(3, count - 1), -1, -1)
    )
    drawn += rect(6, 13.5, 48, 70, "url(#asanoha-light)", radius=3) + circle(
        30, 48, 17, "var(--raised)", "var(--line) 2"
    )
    drawn += use("rf-boss", 16, 35, 28) if kind == "raiders" else use("p-intruder", 18, 36, 24)
    return f'<svg class="pile" data-back viewBox="0 0 70 92" aria-hidden="true">{drawn}</svg>'


def slot(symbol: str) -> str:
    """An empty place of the left side."""
    return (
        f'<svg class="gap" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">'
        f"{GAP}{use(SIGNS[symbol], 14, 26, 36)}</svg>"
    )
