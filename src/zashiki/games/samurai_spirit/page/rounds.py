"""Where we are in the round, how the last one ended, and how the game ended."""

from __future__ import annotations

from zashiki.brush import circle, cloud, escape, flat, icon, sky, use
from zashiki.games.samurai_spirit.cards import SYMBOLS
from zashiki.games.samurai_spirit.state import STEPS
from zashiki.games.samurai_spirit.view import SamuraiSpiritView
from zashiki.kernel.contract import Result
from zashiki.kernel.message import Message, say
from zashiki.words import Words

TURN_STEPS = {
    "penalty": ("tokens", "last-card", "penalty", "drop", "reshuffle"),
    "action": ("action", "again"),
    "draw": ("draw",),
    "place": ("fight", "place"),
    "kiai": (),
}
"""The steps of a turn in the header, and what happens in each; every other one belongs to Kiai."""
EVENING = ("hats", "farms", "dolls", "bonus", "intruders")
"""The end of a round in its order (SAM-E2)."""
EVENING_SIGNS = {
    "hats": "hat",
    "farms": "farmi",
    "dolls": "doll",
    "bonus": "family",
    "intruders": "p-intruder",
}
LOST_IN = {"hats": ("wounded", "turned", "died"), "farms": ("farmstead",), "dolls": ("family",)}
"""What a missing symbol costs in each part."""
STORY_SIGNS = {
    "wounded": "p-wound",
    "turned": "p-wound",
    "died": "p-wound",
    "farmstead": "farmi",
    "family": "doll",
}


def strip(view: SamuraiSpiritView, words: Words) -> str:
    """The header's part: round, level, number of samurai, and the steps."""
    told = words.say(
        "sam.page.subtitle",
        round=max(view.round, 1),
        rounds=view.rounds,
        level=words.say(f"sam.option.level.{view.level}"),
        n=len(view.samurai),
    )
    ending = _evening_stage(view)
    if ending is not None:
        names, now = [f"evening.{stage}" for stage in EVENING], EVENING.index(ending)
    else:
        names, now = [f"step.{name}" for name in TURN_STEPS], _turn_step(view)
    steps = "".join(
        f'<li class="{"now" if index == now else "done" if index < now else ""}"'
        f"{' aria-current=step' if index == now else ''}>{escape(words.say(f'sam.page.{name}'))}</li>"
        for index, name in enumerate(names)
    )
    return f'<div class="strip"><p class="subtitle">{escape(told)}</p><ol class="steps">{steps}</ol></div>'


def _turn_step(view: SamuraiSpiritView) -> int:
    if view.turn is None or view.result is not None:
        return -1
    for index, happens in enumerate(TURN_STEPS.values()):
        if view.step in happens:
            return index
    return len(TURN_STEPS) - 1


def _evening_stage(view: SamuraiSpiritView) -> str | None:
    """Which part of a round's end is being resolved; None in a turn."""
    waiting = {STEPS[step & 63] for step in view.pending}
    if "round-end" not in waiting:
        return None
    if view.step == "cure":
        return "bonus"
    return next((stage for stage in EVENING if stage in waiting), "intruders")


def evening(view: SamuraiSpiritView, words: Words) -> str:
    """How the round ended, part by part: while it ends, and until a card lies on the table again."""
    stage = _evening_stage(view)
    fresh = view.round > 1 and not any(
        samurai.line or any(getattr(samurai, symbol) for symbol in SYMBOLS) for samurai in view.samurai
    )
    if view.result is not None or (stage is None and not (fresh and view.card is None)):
        return ""
    number = view.round if stage is not None else view.round - 1
    done = EVENING.index(stage) + 1 if stage is not None else len(EVENING)
    items = "".join(
        f'<li class="{"now" if part == stage else "done" if index < done else "next"}">'
        f"{icon(EVENING_SIGNS[part], 30)}<div><b>{escape(words.say(f'sam.page.evening.{part}'))}</b>"
        f"<p>{escape(words(_part_words(view, part, number))) if index < done else ''}</p></div></li>"
        for index, part in enumerate(EVENING)
    )
    title = escape(words.say("sam.page.evening", round=number))
    return f'<section class="panel evening" id="evening" aria-label="{title}"><h2>{title}</h2><ol class="parts">{items}</ol></section>'


def _part_words(view: SamuraiSpiritView, part: str, number: int) -> Message:
    """What one part of the end of a round cost."""
    if part == "bonus":
        helps = [say(f"sam.page.bonus.{family}") for family in view.families] if view.family_bonuses else []
        return (
            say("sam.page.evening.bonus.some", bonuses=[*helps])
            if helps
            else say("sam.page.evening.bonus.none")
        )
    losses = [loss for loss in view.chronicle if loss.round == number]
    if part == "intruders":
        burnt = sum(1 for loss in losses if loss.cause == "burnt")
        return (
            say("sam.page.evening.intruders.some", n=burnt)
            if burnt
            else say("sam.page.evening.intruders.none")
        )
    who = [
        say(f"sam.samurai.{view.samurai[loss.place].name}")
        for loss in losses
        if loss.place is not None and loss.cause == "undefended" and loss.loss in LOST_IN[part]
    ]
    return say(f"sam.page.evening.{part}.some", who=[*who]) if who else say(f"sam.page.evening.{part}.none")


def ending(view: SamuraiSpiritView, words: Words) -> str:
    """The last page: what became of the village, and every loss that led there."""
    result = view.result
    if result is None:
        return ""
    won = bool(result.winners)
    score = f'<p class="score">{escape(result.score)}</p>' if result.score else ""
    return (
        f'<section class="panel ending {"won" if won else "lost"}" id="ending">{_picture(view, won)}'
        f"<div><h2>{escape(words.say('sam.page.won' if won else 'sam.page.lost'))}</h2>"
        f"<p>{escape(words(result.end))}</p>{score}</div>{_story(result, words)}</section>"
    )


def _story(result: Result, words: Words) -> str:
    """The losses in their order, each with its sign."""
    items = "".join(
        f"<li>{icon(STORY_SIGNS.get(message.key.rpartition('.')[2], 'flame'), 22)}<span>{escape(words(message))}</span></li>"
        for message in result.story
    )
    if not items:
        return ""
    return f'<div class="story"><h3>{escape(words.say("sam.page.story"))}</h3><ol class="lines" tabindex="0">{items}</ol></div>'


def _picture(view: SamuraiSpiritView, won: bool) -> str:
    """The village saved, burnt or forsaken, or the samurai who fell."""
    land = sky(240, 140) + circle(190, 40, 24, "var(--sun)") + cloud(10, 24, 110)
    land += flat("M0 92C60 78 140 96 240 84V140H0Z", "var(--ground)")
    last = view.chronicle[-1] if view.chronicle and not won else None
    if won:
        things = use("bd-farm", 6, 34, 84, 67) + use("bd-farm", 130, 34, 84, 67) + _folk(len(view.families))
    elif last is not None and last.loss == "died" and last.place is not None:
        fallen = use(f"b-{view.samurai[last.place].name}-animal", 66, 34, 104, 106)
        things = (
            use("bd-farm", -8, 40, 78, 62) + f'<g opacity=".55">{fallen}</g>' + use("p-wound", 166, 92, 34)
        )
    elif last is not None and last.loss == "family":
        things = use("bd-farm", 6, 34, 84, 67) + f'<g opacity=".3">{_folk(3)}</g>'
    else:
        things = (
            use("bd-ruin", 0, 40, 96, 77) + use("bd-ruin", 78, 54, 88, 70) + use("bd-ruin", 140, 40, 96, 77)
        )
    return f'<svg class="after" viewBox="0 0 240 140" aria-hidden="true">{land}{things}</svg>'


def _folk(families: int) -> str:
    inks = ("var(--indigo)", "var(--moss)", "var(--plum)")[:families]
    return "".join(
        use("family", 30 + 62 * index, 74, 52, 60, f'color="{ink}"') for index, ink in enumerate(inks)
    )
