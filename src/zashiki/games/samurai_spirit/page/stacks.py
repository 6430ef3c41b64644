"""The three stacks, what is known of them, the odds of the next Raider and the tokens of absent samurai."""

from __future__ import annotations

from collections.abc import Sequence

from zashiki.brush import escape, icon
from zashiki.games.samurai_spirit.page.cards import SIGNS, card, sign, stack
from zashiki.games.samurai_spirit.page.choices import Choices
from zashiki.games.samurai_spirit.page.tokens import coin
from zashiki.games.samurai_spirit.page.village import counts
from zashiki.games.samurai_spirit.rules.actions import CALL, DISCARD, FIGHT, UNDER
from zashiki.games.samurai_spirit.rules.cards import SYMBOLS
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.games.samurai_spirit.view import FACES, CardFace, SamuraiSpiritView
from zashiki.words import Words


def stacks(view: SamuraiSpiritView, words: Words, choices: Choices) -> str:
    piles = _raiders(view, words, choices) + _intruders(view, words) + _discard(view, words, choices)
    return (
        f'<section class="panel stacks" aria-label="{escape(words.say("sam.page.stacks"))}">'
        f'<div class="piles">{piles}</div>{odds(view, words)}{counts(view, words)}{_absent(view, words, choices)}</section>'
    )


def _pile(name: str, picture: str, count: int, words: Words, extra: str = "", spot: str = "") -> str:
    label = escape(words.say(f"sam.page.stack.{name}"))
    return (
        f'<div class="stack" id="stack-{name}"><div class="cover">{picture}</div><p><b class="number" id="number-{name}" data-count>{count}</b>'
        f'<span class="label">{label}</span></p>{extra}{spot}</div>'
    )


def _raiders(view: SamuraiSpiritView, words: Words, choices: Choices) -> str:
    """The top card if Katsushiro has turned it up; what else is known lies beneath as signs."""
    top = view.raiders_top
    picture = card(top[0], words) if top else stack("raiders", view.raiders)
    known = _known(words, "sam.page.known", {"sam.page.next": top[1:], "sam.page.under": view.raiders_under})
    spot = choices.spot(FIGHT, "sam.page.act.fight") or choices.spot(UNDER, "sam.page.act.under")
    return _pile("raiders", picture, view.raiders, words, known, spot)


def _intruders(view: SamuraiSpiritView, words: Words) -> str:
    seen = [face for face in view.intruders if face is not None]
    return _pile(
        "intruders",
        stack("intruders", len(view.intruders)),
        len(view.intruders),
        words,
        _known(words, "sam.page.known", {"": seen}),
    )


def _discard(view: SamuraiSpiritView, words: Words, choices: Choices) -> str:
    """The pile may be browsed at any time."""
    browse = _known(words, "sam.page.browse", {"": view.discard[::-1]})
    picture = card(view.discard[-1], words) if view.discard else stack("discard", 0)
    return _pile(
        "discard", picture, len(view.discard), words, browse, choices.spot(DISCARD, "sam.page.act.discard")
    )


def _known(words: Words, key: str, groups: dict[str, Sequence[CardFace]]) -> str:
    """Known cards, folded away behind a word; each group with its own heading, if it has one."""
    lists = ""
    for heading, faces in groups.items():
        if faces:
            title = f'<p class="label">{escape(words.say(heading))}</p>' if heading else ""
            lists += f'{title}<ul class="signs">{"".join(sign(face, words) for face in faces)}</ul>'
    if not lists:
        return ""
    return (
        f'<details class="known"><summary>{escape(words.say(key))}</summary>'
        f'<div class="sheet" tabindex="0">{lists}</div></details>'
    )


def odds(view: SamuraiSpiritView, words: Words) -> str:
    """The next Raider from what all can see: by value, by symbol, and how likely flames are."""
    if not view.odds_total or view.result is not None:
        return ""
    values = "".join(
        _bar(words, f'<b class="shield v{value}">{value}</b>', "", chance(view, value=value))
        for value in range(1, 7)
    )
    symbols = "".join(
        _bar(words, icon(SIGNS[symbol], 20), words.say(f"sam.symbol.{symbol}"), chance(view, defence=symbol))
        for symbol in SYMBOLS
    )
    symbols += _bar(
        words, '<span class="none"></span>', words.say("sam.page.no-symbol"), chance(view, defence="")
    )
    symbols += _bar(words, icon("flame", 18), words.say("sam.flame"), chance(view, flame=True))
    return (
        f'<details class="odds" open><summary>{escape(words.say("sam.page.odds"))}</summary>'
        f'<div><ul class="bars">{values}</ul><ul class="bars">{symbols}</ul></div></details>'
    )


def chance(view: SamuraiSpiritView, **wanted: object) -> int:
    """The chance in percent that the next Raider is such a card."""
    weight = sum(
        view.odds[face.card]
        for face in FACES
        if all(getattr(face, name) == value for name, value in wanted.items())
    )
    return round(100 * weight / view.odds_total)


def _bar(words: Words, head: str, name: str, percent: int) -> str:
    if not percent:
        return ""
    hint = f'<span class="unseen">{escape(name)}</span>' if name else ""
    title = f' title="{escape(name)}"' if name else ""
    return (
        f'<li{title}>{head}{hint}<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect width="100" height="10" class="all"/><rect width="{percent}" height="10" class="share"/></svg>'
        f"<span>{escape(words.say('sam.page.percent', percent=percent))}</span></li>"
    )


def _absent(view: SamuraiSpiritView, words: Words, choices: Choices) -> str:
    """The tokens beside the village, under the rules for two (SAM-T1)."""
    if not view.two_player_rules:
        return ""
    coins = "".join(
        coin(name, words, "absent", choices.spot(CALL + NAMES.index(name))) for name in view.absent_tokens
    ) + "".join(coin(name, words, "spent", "") for name in view.spent_tokens)
    if not coins:
        return ""
    return (
        f'<div class="beside"><span class="label">{escape(words.say("sam.page.absent"))}</span>{coins}</div>'
    )
