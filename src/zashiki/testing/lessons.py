"""What must hold for the lesson and the rulebook of every game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from zashiki.kernel.contract import CHANCE, Game, State
from zashiki.kernel.parts import Lesson, LessonStep, Rulebook
from zashiki.testing.conformance import words
from zashiki.testing.games import moments
from zashiki.words import LANGUAGES

ANY: Final = "*"
_RULE: Final = re.compile(r"^\[([A-Z]{3}-[A-Z]?\d+)\]", re.MULTILINE)
_DIAGRAM: Final = re.compile(r"\(diagram:([\w-]+)\)")


def conform_lesson(game: Game) -> None:
    """Whatever the learner chooses of what is asked, the lesson goes on to its end; every step has its words."""
    lesson = game.part(Lesson)
    names = [step.name for step in lesson.step]
    assert names, "the lesson has no steps"
    assert len(set(names)) == len(names), "steps of the lesson have the same name"
    for name in names:
        for language in LANGUAGES:
            assert words(language).say(f"{game.prefix}.learn.{name}").strip()
    start = game.start(seats=lesson.seats, **lesson.options)
    ways = list(_ways(game, lesson, 0, start))
    assert ways, "the lesson has no end"


def _ways(game: Game, lesson: Lesson, number: int, state: State) -> Iterator[State]:
    """How the lesson may end from this step on; all answers but the first are tried, then given up."""
    if number == len(lesson.step):
        yield state
        return
    step = lesson.step[number]
    state = _shown(game, lesson, step, state)
    answers = _answers(game, lesson, step, state)
    if not answers:
        yield from _ways(game, lesson, number + 1, state)
    for action in answers:
        after = state.copy()
        after.apply(lesson.seat, action)
        yield from _ways(game, lesson, number + 1, after)


def _shown(game: Game, lesson: Lesson, step: LessonStep, state: State) -> State:
    """The game as the learner finds it at a step."""
    if step.position is not None:
        state = game.position(seats=lesson.seats, **lesson.options, **step.position)
    for line in step.before:
        seat, _, choice = line.partition(" ")
        state.apply(CHANCE if seat == "*" else int(seat), game.action(choice))
    return state


def _answers(game: Game, lesson: Lesson, step: LessonStep, state: State) -> list[int]:
    legal = state.legal(lesson.seat)
    if step.ask == [ANY]:
        assert legal, f"{step.name}: nothing can be chosen"
        return legal
    asked = [game.action(choice) for choice in step.ask]
    for action in asked:
        assert action in legal, f"{step.name}: {game.name(action)} is not legal"
    return asked


def conform_rulebook(game: Game, options: dict[str, Any], seed: int, checks: int) -> None:
    """The same rules in three languages, each once; every rule that the game cites is among them."""
    book = game.part(Rulebook)
    told = {language: _RULE.findall(book.text(language)) for language in LANGUAGES}
    rules = told[LANGUAGES[0]]
    assert rules, "the rulebook has no rules"
    assert len(set(rules)) == len(rules), "a rule is told twice"
    for language in LANGUAGES:
        assert told[language] == rules, f"the rules differ in {language}"
        for name in _DIAGRAM.findall(book.text(language)):
            assert book.diagram(name)
    cited = _cited(game, options, seed, checks)
    assert cited <= set(rules), f"not in the rulebook: {sorted(cited - set(rules))}"


def _cited(game: Game, options: dict[str, Any], seed: int, checks: int) -> set[str]:
    """The rules that views, choices, refusals and events of random games name."""
    cited: set[str] = set()
    for moment in moments(game, options, seed, checks):
        cited |= {event.message.rule for event in moment.events}
        for seat in range(moment.seats):
            view = moment.state.view(seat)
            cited.add(view.prompt.rule)
            cited |= {game.help(view, action).rule for action in view.legal}
            refusals = (moment.state.why_not(seat, action) for action in range(game.facts.actions))
            cited |= {refusal.rule for refusal in refusals if refusal is not None}
        result = moment.state.result()
        if result is not None:
            cited |= {message.rule for message in (result.end, *result.story)}
    return cited - {""}
