"""Where we are in the round, how the last one ended, and how the game ended."""

from __future__ import annotations

from collections import Counter

from zashiki.brush import circle, cloud, escape, flat, icon, sky, use
from zashiki.games.samurai_spirit.names import CARD_WORDS
from zashiki.games.samurai_spirit.rules.cards import SYMBOLS
from zashiki.games.samurai_spirit.rules.round_end import TO_DISCARD
from zashiki.games.samurai_spirit.rules.steps import STEPS
from zashiki.games.samurai_spirit.view import Loss, SamuraiSpiritView
from zashiki.kernel.contract import Result
from zashiki.kernel.messages import Message, say
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
BACK_OF = {
    "wounded": "wound",
    "turned": "wound",
    "died": "wound",
    "farmstead": "farmstead",
    "family": "family",
}
"""The back of a Farmstead that brings such a loss."""
HELPS = ("healed", "rebuilt", "driven-out")
TURNED_UP = {"held": "barricades", "burnt-down": "farmsteads", "harmless": "harmless"}
"""What an Intruder does when he is turned up, and how the words count it."""
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
    """Which part of a round's end is being resolved, or was the last of the game; None in a turn."""
    if view.result is not None:
        return _last_part(view) if view.turn is None else None
    waiting = {STEPS[step & 63] for step in view.pending}
    if "round-end" not in waiting:
        return None
    if view.step == "cure" or (view.step == "turn-up" and view.pending[-1] >> 9 == TO_DISCARD):
        return "bonus"
    return next((stage for stage in EVENING if stage in waiting), "intruders")


def _last_part(view: SamuraiSpiritView) -> str:
    """The part in which the village fell, or the last one of all."""
    if view.result is not None and view.result.winners:
        return EVENING[-1]
    return next(part for part in reversed(EVENING) if _losses(view, part, view.round))


def _losses(view: SamuraiSpiritView, part: str, number: int) -> list[Loss]:
    """What a part of a round's end cost, with what the backs of Farmsteads brought after it."""
    found: list[Loss] = []
    current = ""
    for loss in view.chronicle:
        if loss.cause == "undefended":
            current = next(name for name, lost in LOST_IN.items() if loss.loss in lost)
        elif loss.cause != "back":
            current = "intruders" if loss.cause == "burnt" else ""
        if loss.round == number and current == part:
            found.append(loss)
    return found


def evening(view: SamuraiSpiritView, words: Words) -> str:
    """How the round ended, part by part: while it ends, and until the viewer has a card again or has passed."""
    stage = _evening_stage(view)
    if stage is None and not _fresh(view):
        return ""
    number = view.round if stage is not None else view.round - 1
    done = EVENING.index(stage) + 1 if stage is not None else len(EVENING)
    now = "now" if view.result is None else "done" if view.result.winners else "fatal"
    items = "".join(
        f'<li class="{now if part == stage else "done" if index < done else "next"}">'
        f"{icon(EVENING_SIGNS[part], 30)}<div><b>{escape(words.say(f'sam.page.evening.{part}'))}</b>"
        f"{_part(view, part, number, words) if index < done else ''}</div></li>"
        for index, part in enumerate(EVENING)
    )
    title = escape(words.say("sam.page.evening", round=number))
    return f'<section class="panel evening" id="evening" aria-label="{title}"><h2>{title}</h2><ol class="parts">{items}</ol></section>'


def _fresh(view: SamuraiSpiritView) -> bool:
    """Whether nothing has come to the viewer's samurai in this round, to a spectator's: to nobody."""
    mine = [samurai for samurai in view.samurai if samurai.seat == view.seat] or view.samurai
    if view.result is not None or view.round < 2 or any(samurai.passed for samurai in mine):
        return False
    if view.card is not None and view.decides in {samurai.place for samurai in mine}:
        return False
    return not any(samurai.line or any(getattr(samurai, symbol) for symbol in SYMBOLS) for samurai in mine)


def _part(view: SamuraiSpiritView, part: str, number: int, words: Words) -> str:
    """What one part of the end of a round brought, in words; the Intruders with their cards."""
    if part == "intruders":
        return _intruders(view, number, words)
    told = [_helps(view) if part == "bonus" else _lacking(view, part, number)]
    told += _backs(_losses(view, part, number))
    return "".join(f"<p>{escape(words(message))}</p>" for message in told)


def _helps(view: SamuraiSpiritView) -> Message:
    """What the Families really did."""
    helps = [
        say("sam.page.deed.healed", who=say(f"sam.samurai.{view.samurai[deed.place].name}"))
        if deed.place is not None
        else say(f"sam.page.deed.{deed.deed}")
        for deed in view.evening
        if deed.deed in HELPS
    ]
    return (
        say("sam.page.evening.bonus.some", bonuses=[*helps]) if helps else say("sam.page.evening.bonus.none")
    )


def _lacking(view: SamuraiSpiritView, part: str, number: int) -> Message:
    who = [
        say(f"sam.samurai.{view.samurai[loss.place].name}")
        for loss in _losses(view, part, number)
        if loss.place is not None and loss.cause == "undefended"
    ]
    return say(f"sam.page.evening.{part}.some", who=[*who]) if who else say(f"sam.page.evening.{part}.none")


def _backs(losses: list[Loss]) -> list[Message]:
    """What the backs of the Farmsteads took."""
    taken = Counter(BACK_OF[loss.loss] for loss in losses if loss.cause == "back")
    backs = [
        say("sam.page.evening.times", what=say(f"sam.page.back.{back}"), n=times)
        if times > 1
        else say(f"sam.page.back.{back}")
        for back, times in taken.items()
    ]
    return [say("sam.page.evening.backs", backs=[*backs])] if backs else []


def _intruders(view: SamuraiSpiritView, number: int, words: Words) -> str:
    """The cards as they were turned up, and what those with flames took."""
    turned_up = [deed for deed in view.evening if deed.deed in TURNED_UP]
    waiting = len(view.intruders) if view.round == number else 0
    left = f"<p>{escape(words.say('sam.page.evening.intruders.left', left=waiting))}</p>" if waiting else ""
    if not turned_up:
        return left or f"<p>{escape(words.say('sam.page.evening.intruders.none'))}</p>"
    cards = "".join(
        f'<li title="{escape(words(CARD_WORDS[deed.card.card]))}"><b class="shield v{deed.card.value}">{deed.card.value}</b>'
        f"{icon('flame', 16) if deed.card.flame else ''}</li>"
        for deed in turned_up
        if deed.card is not None
    )
    told = words.say(
        "sam.page.evening.intruders.some",
        **{name: sum(deed.deed == kind for deed in turned_up) for kind, name in TURNED_UP.items()},
    )
    backs = "".join(
        f"<p>{escape(words(message))}</p>" for message in _backs(_losses(view, "intruders", number))
    )
    return f'<ul class="turned-up">{cards}</ul><p>{escape(told)}</p>{backs}{left}'


def ending(view: SamuraiSpiritView, words: Words) -> str:
    """The last page: what became of the village, and every loss that led there."""
    result = view.result
    if result is None:
        return ""
    won = bool(result.winners)
    score = f'<p class="score">{escape(result.score)}</p>' if result.score else ""
    return (
        f'<section class="panel ending {"won" if won else "lost"}" id="ending">{_picture(view, won)}'
        f'<div class="verdict"><h2>{escape(words.say("sam.page.won" if won else "sam.page.lost"))}</h2>'
        f"<p>{escape(words(result.end))}</p>{score}</div>{_story(result, words)}</section>"
    )


def _story(result: Result, words: Words) -> str:
    """The losses in their order, round by round, each with its sign; of a defeat, the last one is marked."""
    rounds: dict[object, str] = {}
    for message in result.story:
        loss = message.key.rpartition(".")[2]
        fatal = not result.winners and message is result.story[-1]
        rounds[message.args["round"]] = rounds.get(message.args["round"], "") + (
            f"<li{' class=fatal' if fatal else ''}>{icon(STORY_SIGNS[loss], 22)}"
            f"<span>{escape(words(Message(f'sam.page.loss.{loss}', '', message.args)))}</span></li>"
        )
    if not rounds:
        return ""
    columns = "".join(
        f"<section><h4>{escape(words.say('sam.page.story.round', round=number))}</h4><ol>{items}</ol></section>"
        for number, items in rounds.items()
    )
    title = escape(words.say("sam.page.story.won" if result.winners else "sam.page.story"))
    return f'<div class="story"><h3>{title}</h3><div class="rounds">{columns}</div></div>'


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
