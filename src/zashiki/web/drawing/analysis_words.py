"""What an analysis says of one decision, in the reader's words, and of one moment of a replay."""

from __future__ import annotations

import msgspec

from zashiki.study.summary import Marked
from zashiki.study.wording import choice_text
from zashiki.tables import LiveTable
from zashiki.web.analyses import Whole
from zashiki.web.drawing.analysis_graph import Graph, graph_of
from zashiki.web.drawing.replay_steps import Steps
from zashiki.web.drawing.wording import seat_text
from zashiki.words import Words
from zashiki.words.numbers import change, share


class DecisionText(msgspec.Struct, frozen=True):
    """One decision in words; the links lead to the moment before it, through the eyes of its seat."""

    number: int
    start: int
    seat: int
    name: str
    mark: str
    mark_name: str
    lost: str
    before: str
    after: str
    error: str  # empty: nothing was sampled
    chosen: str
    best: str


def decision_text(whole: Whole, one: Marked, names: list[str], words: Words) -> DecisionText:
    found, language = one.valuation, words.language
    return DecisionText(
        number=found.number,
        start=found.start,
        seat=found.seat,
        name=names[found.seat],
        mark=one.mark,
        mark_name=words.say(f"web.analysis.mark-{one.mark}"),
        lost=points_text(-one.lost, words),
        before=share(found.before, language),
        after=share(found.after, language),
        error=share(found.error, language) if found.error else "",
        chosen=choice_text(whole.work, found, found.chosen, words) if one.mark != "good" else "",
        best=choice_text(whole.work, found, found.best, words) if one.mark != "good" else "",
    )


def points_text(by: float, words: Words) -> str:
    """A difference of chances."""
    return words.say("study.analysis.points", by=change(by, words.language))


class MomentText(msgspec.Struct, frozen=True):
    """An analysis as the replay shows it: the graph, whose lines it has, and the decision that led to this moment."""

    graph: Graph
    lines: list[str]
    decision: DecisionText | None


def moment_text(live: LiveTable, whole: Whole, number: int, steps: Steps, words: Words) -> MomentText:
    names = [seat_text(live, seat, words, "named") for seat in range(live.record.seats)]
    together = live.game.facts.cooperative
    made = next((one for one in whole.analysis.decisions if one.valuation.number == number), None)
    return MomentText(
        graph_of(whole.analysis, steps, live.length, together, words.language),
        [words.say("web.analysis.team")] if together else names,
        None if made is None else decision_text(whole, made, names, words),
    )
