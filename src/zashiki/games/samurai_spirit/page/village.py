"""The village: Farmsteads, Families and Barricades before the mountain, once wide and once for phones."""

from __future__ import annotations

from functools import cache

from zashiki.brush import circle, cloud, escape, flat, icon, rect, sky, use
from zashiki.games.samurai_spirit.rules.village import FAMILIES, FARMSTEADS
from zashiki.games.samurai_spirit.view import SamuraiSpiritView
from zashiki.words import Words

INKS = {"wound": "var(--indigo)", "barricade": "var(--moss)", "intruder": "var(--plum)"}
"""The clothes of each Family."""
BONUS_SIGNS = {"wound": "p-wound", "barricade": "barricade", "intruder": "p-intruder"}


def village(view: SamuraiSpiritView, words: Words) -> str:
    told = escape(
        words.say(
            "sam.page.village",
            farmsteads=view.farmsteads,
            families=len(view.families),
            barricades=view.barricades,
        )
    )
    return (
        f'<section class="village" id="village" aria-label="{told}"><svg class="scene" viewBox="0 0 760 196"'
        f' preserveAspectRatio="xMidYMax meet" aria-hidden="true">{_wide_land()}{_wide_things(view, words)}</svg>'
        f'<svg class="scene small" viewBox="0 0 360 150" preserveAspectRatio="xMidYMax slice" aria-hidden="true">{_small_land()}{_small_things(view)}</svg>'
        "</section>"
    )


@cache
def _wide_land() -> str:
    return (
        sky(760, 196)
        + circle(654, 52, 34, "var(--sun)")
        + flat("M90 130C150 100 190 60 214 24q14-8 30-4 16-4 26 4C300 66 340 104 420 130Z", "var(--hill)")
        + flat("M214 24q14-8 30-4 16-4 26 4l20 28-16-6-10 12-14-14-14 14-12-12-14 8z", "var(--snowcap)")
        + cloud(380, 28, 230)
        + cloud(-30, 56, 190)
        + flat("M0 96C80 74 190 102 380 90S646 78 760 94V196H0Z", "var(--hill2)")
        + flat("M0 124C120 106 260 124 418 112S646 104 760 120V196H0Z", "var(--ground)")
        + rect(0, 112, 760, 84, "url(#grain)")
    )


@cache
def _small_land() -> str:
    return (
        sky(360, 150)
        + circle(310, 37, 19, "var(--sun)")
        + flat("M0 51C80 29 140 57 180 45S306 33 360 49V150H0Z", "var(--hill2)")
        + flat("M0 79C90 61 150 79 198 67S306 59 360 75V150H0Z", "var(--ground)")
        + rect(0, 70, 360, 80, "url(#grain)")
    )


def _wide_things(view: SamuraiSpiritView, words: Words) -> str:
    drawn = "".join(
        _farmstead(view, index, 14 + 92 * index, 72 + 8 * (index % 2), 96) for index in range(FARMSTEADS)
    )
    drawn += "".join(
        _family(view, name, 576 + 60 * index, 86, 61, _help_of(view, name, words))
        for index, name in enumerate(FAMILIES)
    )
    step = min(92.0, 556 / max(view.barricades_start, 1))
    size = min(50.0, step - 4)
    return drawn + _barricades(view, 14 + (step - size) / 2, 192, size, step)


def _small_things(view: SamuraiSpiritView) -> str:
    drawn = "".join(
        _farmstead(view, index, 2 + 58 * index, 31 + 6 * (index % 2), 62) for index in range(FARMSTEADS)
    )
    drawn += "".join(_family(view, name, 230 + 43 * index, 97, 44) for index, name in enumerate(FAMILIES))
    step = 224 / max(view.barricades_start, 6)
    return drawn + _barricades(view, 4, 147, min(36.0, step), step)


def _farmstead(view: SamuraiSpiritView, index: int, x: int, y: int, size: int) -> str:
    """The last ones go first; what is lost is a ruin."""
    standing = index < view.farmsteads
    return use("bd-farm" if standing else "bd-ruin", x, y, size, size * 0.8)


def _help_of(view: SamuraiSpiritView, name: str, words: Words) -> str:
    """What a Family does at the end of the round, for one who points at it."""
    if name not in view.families or not view.family_bonuses:
        return ""
    told = words.say("sam.page.bonuses", bonuses=words.say(f"sam.page.bonus.{name}"))
    return f"<title>{escape(told)}</title>"


def _family(view: SamuraiSpiritView, name: str, x: int, y: int, size: int, told: str = "") -> str:
    """With the sign of the help it gives, where there is room for it."""
    here = name in view.families
    drawn = use("family", x, y, size, size * 56 / 49, f'color="{INKS[name]}"')
    if here and view.family_bonuses and size > 50:
        drawn += circle(x + size - 8, y + 4, 10, "var(--raised)", "var(--line) 1.6")
        drawn += use(BONUS_SIGNS[name], x + size - 15, y - 3, 14)
    return f'<g class="folk{"" if here else " lost"}">{told}{drawn}</g>'


def _barricades(view: SamuraiSpiritView, x: float, foot: float, size: float, step: float) -> str:
    """One beside the other, those lost as dashed gaps."""
    drawn = ""
    top = foot - size * 0.86
    for index in range(view.barricades_start):
        at = x + index * step
        if index < view.barricades:
            drawn += use("barricade", at, top, size, size * 0.86)
        else:
            drawn += (
                f'<rect x="{at + size * 0.1:.1f}" y="{top + size * 0.12:.1f}" width="{size * 0.8:.1f}"'
                f' height="{size * 0.66:.1f}" rx="3" fill="none" stroke="var(--line)" stroke-width="1.6"'
                ' stroke-dasharray="4 4" opacity=".55"/>'
            )
    return drawn


def counts(view: SamuraiSpiritView, words: Words) -> str:
    """What is left of the village, in figures; at the higher levels also what the Farmsteads hide."""
    families = len(view.families)
    start = view.barricades_start
    rows = (
        (
            "farmsteads",
            "farmi",
            view.farmsteads,
            words.say("sam.page.farmsteads", n=view.farmsteads),
            _backs(view, words),
        ),
        ("families", "doll", families, words.say("sam.page.families", n=families), _bonuses(view, words)),
        (
            "barricades",
            "barricade",
            view.barricades,
            words.say("sam.page.barricades", n=view.barricades, start=start),
            "",
        ),
    )
    items = "".join(
        f'<li id="count-{name}"{_hint(hint)}>{icon(symbol, 26)}<b class="number" id="number-{name}" data-count data-shake="village">{value}</b>'
        f"<span>{escape(text)}</span>{_unseen(hint)}</li>"
        for name, symbol, value, text, hint in rows
    )
    return f'<ul class="counts">{items}</ul>'


def _backs(view: SamuraiSpiritView, words: Words) -> str:
    if not view.farmstead_penalties:
        return ""
    backs = [
        f"{words.say(f'sam.page.back.{kind}')} ({count})"
        for kind, count in view.farmstead_backs.items()
        if count
    ]
    return words.say("sam.page.backs", backs=", ".join(backs))


def _bonuses(view: SamuraiSpiritView, words: Words) -> str:
    if not view.family_bonuses or not view.families:
        return ""
    return words.say(
        "sam.page.bonuses", bonuses=", ".join(words.say(f"sam.page.bonus.{name}") for name in view.families)
    )


def _hint(text: str) -> str:
    return f' title="{escape(text)}"' if text else ""


def _unseen(text: str) -> str:
    return f'<span class="unseen">{escape(text)}</span>' if text else ""
