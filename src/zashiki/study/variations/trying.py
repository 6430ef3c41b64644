"""A choice is tried: valued as an analysis would, and answered by bots and by chance until the person is to choose again.

The same game, seed and level give the same answers, whoever asks: bots have a budget of nodes, and what a bot does depends on the seed
and on what its seat sees, so a secret plan does not change the answer to it. The same luck comes in every variation: the third card is drawn with
the same number in all of them.
"""

from __future__ import annotations

from random import Random
from typing import Final

import msgspec

from zashiki.bots import offered, playing_level, seated, usual_level
from zashiki.kernel.bots import Bot, Budget
from zashiki.kernel.chance import draw_outcome
from zashiki.kernel.contract import CHANCE, Game
from zashiki.kernel.record import Record, read
from zashiki.kernel.studies import Study
from zashiki.kernel.timeline import Entry, Timeline
from zashiki.study.analysis import Valuation, Work, study_of_game
from zashiki.study.playouts import Playouts
from zashiki.study.scores import victory_shares
from zashiki.study.variations.tree import ALL_SEATS, Made, Played, Worth

NODES: Final = 60
"""What a bot may look at for one choice: an answer comes in about a second."""
PREFERRED: Final = "warrior"
MOST_ANSWERS: Final = 150
"""Choices of bots and of chance after one choice of the person."""
SECONDS: Final = 1.0
"""A game without values of its own is played on so long for one decision."""


class Question(msgspec.Struct, frozen=True):
    """What a worker needs to answer."""

    record: str  # the game, and the variation up to now
    moment: int  # how many of its entries are of the game itself
    mine: int
    level: str
    seed: int
    tried: tuple[int, str] | None  # the seat and the choice of the person; None: the others are to play on
    most: int  # choices that may be added


def answering_level(game: Game) -> str:
    """The level that answers unless the person wants another."""
    return PREFERRED if PREFERRED in offered(game) else usual_level(game)


def answer(question: Question) -> list[Made]:
    """The choice that was tried, and what followed; for a worker process. Raises Refused for a choice that is not legal."""
    record = read(question.record)
    timeline, study = Timeline(record), _study(record.game)
    made: list[Made] = []
    if question.tried is not None:
        seat, choice = question.tried
        timeline.append(record.entry(seat, choice))
        made.append(Made(seat, choice, True, _worth(timeline, study)))
    answers = _Answers(timeline, question)
    while len(made) < min(question.most, MOST_ANSWERS) and (entry := answers.next()) is not None:
        timeline.append(entry)
        made.append(Made(entry.seat, record.choice(entry)))
    answered = made and (not made[-1].tried or timeline.state.result() is not None)
    if answered:
        seat = question.tried[0] if question.tried is not None else question.mine
        made[-1] = msgspec.structs.replace(made[-1], chance=_chance_now(timeline, seat, study))
    return made


class _Answers:
    """What bots and chance do, one choice after the other."""

    def __init__(self, timeline: Timeline, question: Question) -> None:
        self._timeline = timeline
        self._question = question
        self._bots: dict[int, tuple[Bot, int]] = {}

    def next(self) -> Entry | None:
        """None where the person is to choose, and when the game is over."""
        state, mine = self._timeline.state, self._question.mine
        actors = state.actors()
        if actors == (CHANCE,):
            return Entry(CHANCE, draw_outcome(state, self._luck()))
        if not actors or mine == ALL_SEATS or mine in actors:
            return None
        return Entry(actors[0], self._decide(actors[0]))

    def _luck(self) -> Random:
        drawn = self._timeline.record.entries[self._question.moment :]
        number = sum(entry.seat == CHANCE for entry in drawn)
        return Random(f"{self._question.seed}/card/{number}")

    def _decide(self, seat: int) -> int:
        view, told = self._timeline.state.view(seat), self._timeline.told(seat)
        if seat not in self._bots:
            chance = Random(f"{self._question.seed}/{seat}/{view.key().hex()}")
            game = self._timeline.game
            level = playing_level(game, self._question.level)
            self._bots[seat] = (seated(game, level, seat, chance.getrandbits(32)), 0)
        bot, known = self._bots[seat]
        for one in told[known:]:
            bot.observe(one)
        self._bots[seat] = (bot, len(told))
        return bot.decide(view, Budget(nodes=NODES)).action


def as_played(text: str, moment: int, seat: int) -> Played | None:
    """The next decision of a seat after this moment of a game; for a worker process. None: it made none."""
    record = read(text)
    work = Work(record, _study(record.game))
    for place, unit in enumerate(work.units, 1):
        if unit.seat == seat and work.timeline.steps[unit.last].number > moment:
            found = work.valuation(place)
            return Played(seat, found.chosen, _worth_of(found))
    return None


def _study(game: Game) -> Study:
    study = study_of_game(game)
    return Playouts(game, SECONDS) if isinstance(study, Playouts) else study


def _worth(timeline: Timeline, study: Study) -> Worth | None:
    """Of the last choice; None where it decides nothing: there is one choice only, or a plan is not sealed yet."""
    work, last = Work(timeline.record.copy(), study), len(timeline.steps) - 1
    place = next((place for place, unit in enumerate(work.units, 1) if unit.last == last), None)
    return None if place is None else _worth_of(work.valuation(place))


def _worth_of(found: Valuation) -> Worth:
    return Worth(found.start, found.plan, found.best, found.before, found.after, found.error)


def _chance_now(timeline: Timeline, seat: int, study: Study) -> float | None:
    """The chance of a seat, or of the team, to win; None while plans are made in secret, and for no seat in particular."""
    state, record = timeline.state, timeline.record
    together = record.game.facts.cooperative
    result = state.result()
    if result is not None:
        shares = victory_shares(result, together)
        return shares[seat] if seat >= 0 else max(shares) if together else 0.0
    actors = state.actors()
    viewer = actors[0] if together and actors else seat
    if viewer < 0 or Work(record.copy(), study).planning:
        return None
    view = state.view(viewer)
    if together and len(view.legal) < 2:
        return None
    return study.winning(view, Random(view.key()))


def first_choice(record: Record, moment: int) -> int:
    """The moment, or the one after the cards that were really drawn next: something can be chosen there."""
    while moment < len(record.entries) and record.entries[moment].seat == CHANCE:
        moment += 1
    return moment
