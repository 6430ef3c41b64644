"""Support tokens as coins with two letters, whole where they lie and dashed where they are missing."""

from __future__ import annotations

from zashiki.brush import circle, escape, figure
from zashiki.words import Words

LETTERS = {
    "heihachi": "He",
    "daisuke": "Da",
    "gorobei": "Go",
    "kanbei": "Kn",
    "kyuzo": "Ky",
    "kikuchiyo": "Ki",
    "katsushiro": "Kt",
}


def coin(name: str, words: Words, state: str, spot: str = "") -> str:
    """The token of a samurai. State: "own" at hand, "away", "held" from another, "borrowed", "absent", "spent"."""
    samurai = words.say(f"sam.samurai.{name}")
    told = escape(
        f"{words.say(f'sam.page.token.{state}', who=samurai)} {words.say(f'sam.page.talent.{name}')}"
    )
    missing = state in ("away", "spent")
    fill = "none" if missing else "var(--ochre)"
    ink = "var(--soft)" if missing else "var(--card-ink)"
    edge = "var(--rule) 2" if missing else "var(--line) 2.4"
    disc = circle(18, 18, 16, fill, edge).replace("/>", ' stroke-dasharray="5 4"/>' if missing else "/>")
    own = f' id="token-{name}" data-glide' if state in ("own", "held", "borrowed", "absent") else ""
    return (
        f'<span class="coin {state}"{own} title="{told}"><svg viewBox="0 0 36 36" aria-hidden="true">{disc}'
        f'{figure(18, 23.5, LETTERS[name], 17, ink)}</svg><span class="unseen">{told}</span>{spot}</span>'
    )
