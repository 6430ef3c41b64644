"""What was tried beside what was really played, with the chances to win, in the reader's words."""

from __future__ import annotations

import msgspec

from zashiki.kernel.timeline import Timeline
from zashiki.study.summary import mark_for
from zashiki.study.variations.tree import Node, Played, Worth
from zashiki.study.wording import choices_text
from zashiki.words import Words
from zashiki.words.numbers import share


class WorthText(msgspec.Struct, frozen=True):
    """A decision and its value."""

    kind: str  # "tried" or "played"
    title: str
    choice: str
    before: str  # with the best choice; empty: it was not valued
    after: str
    error: str  # empty: nothing was sampled
    mark: str
    mark_name: str
    best: str  # empty: it was the best


def tried_text(timeline: Timeline, node: Node, label: str, words: Words) -> WorthText:
    """What the person tried, of a plan all of it; `timeline` ends with it."""
    title, seat = words.say("web.variation.tried"), node.made.seat
    worth = node.made.worth
    if worth is None:
        return WorthText("tried", title, label, "", "", "", "", "", "")
    if worth.plan:
        view = timeline.until(worth.start).state.view(seat)
        made = [step.entry for step in timeline.steps if step.number > worth.start]
        plan = [timeline.record.choice(entry) for entry in made if entry.seat == seat]
        label = choices_text(timeline.game, view, plan, words)
    return _worth_text("tried", title, label, timeline, node.made.seat, worth, words)


def played_text(game: Timeline, played: Played, words: Words) -> WorthText:
    """What was really played."""
    view = game.until(played.worth.start).state.view(played.seat)
    chosen = choices_text(game.game, view, played.chosen, words)
    title = words.say("web.variation.played")
    return _worth_text("played", title, chosen, game, played.seat, played.worth, words)


def _worth_text(
    kind: str, title: str, choice: str, timeline: Timeline, seat: int, worth: Worth, words: Words
) -> WorthText:
    language, mark = words.language, mark_for(worth.lost, worth.error)
    view = timeline.until(worth.start).state.view(seat)
    return WorthText(
        kind=kind,
        title=title,
        choice=choice,
        before=share(worth.before, language),
        after=share(worth.after, language),
        error=share(worth.error, language) if worth.error else "",
        mark=mark,
        mark_name=words.say(f"web.analysis.mark-{mark}"),
        best=choices_text(timeline.game, view, worth.best, words) if mark != "good" else "",
    )
