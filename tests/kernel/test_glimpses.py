"""Glimpses: what a viewer was told, each with the view of that instant, be it in the middle of a choice."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import zashiki
from tests.kernel.test_timeline import play
from zashiki.kernel.contract import View
from zashiki.kernel.record import Record
from zashiki.kernel.timeline import Glimpse, Timeline

GAMES = [("seven-ronin", 2), ("samurai-spirit", 3), ("shinobi", 3)]
ATTACK = ("0 ninja>well", "0 ninja>inn", "0 ready")
PLACES = ("well", "inn", "shrine", "passage", "granary", "field-2", "field-3")
RONIN = ("hayai", "kabe", "musashi", "taiko", "tasuke", "yobu", "yumi")


def seen(glimpse: Glimpse) -> View:
    """Without what is to be chosen next, which a story does not show."""
    return msgspec.structs.replace(glimpse.view, legal=[], prompt=glimpse.message)


def combat(*places: str) -> Timeline:
    """A first round of 7 Ronin: ninja at the Well and at the Inn, the ronin at these places, the Defender seals last."""
    record = Record(zashiki.game("seven-ronin"))
    plans = [f"1 {ronin}>{place}" for ronin, place in zip(RONIN, places, strict=True)]
    for line in (*ATTACK, *plans, "1 ready"):
        seat, _, name = line.partition(" ")
        record.add(int(seat), record.game.action(name))
    return Timeline(record)


@pytest.mark.parametrize(("game", "seats"), GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_everything_that_was_told_is_seen_in_order_and_each_choice_ends_in_the_view_after_it(
    game: str, seats: int, seed: int
) -> None:
    timeline = play(zashiki.game(game), seats, seed)
    viewer = Random(seed).choice([None, *range(seats)])
    glimpses = list(timeline.glimpses(viewer, 0, timeline.length))
    told = [(one.number, message) for one in timeline.told(viewer) for message, _ in one.lines]
    assert [(glimpse.number, glimpse.message) for glimpse in glimpses] == told
    for last in {glimpse.number: glimpse for glimpse in glimpses}.values():
        assert last.view == timeline.until(last.number).state.view(viewer)


def test_only_the_entries_asked_for_are_told() -> None:
    timeline = combat(*PLACES)
    whole = list(timeline.glimpses(0, 0, timeline.length))
    later = list(timeline.glimpses(0, 3, timeline.length))
    assert later == [glimpse for glimpse in whole if glimpse.number > 3]
    assert [glimpse.number for glimpse in timeline.glimpses(0, 1, 2)] == [2]


def test_looking_at_a_story_changes_nothing() -> None:
    timeline = combat(*PLACES)
    before = timeline.state.key()
    assert list(timeline.glimpses(None, 0, timeline.length))
    assert timeline.state.key() == before
    assert timeline.state.events is None


def test_a_plan_is_not_seen_a_moment_before_the_reveal() -> None:
    """RON-P10: up to the seal that reveals, the Attacker and a spectator see the same whatever the Defender planned."""
    plans = [combat(*PLACES), combat(*reversed(PLACES))]
    for viewer in (0, None):
        stories = [list(plan.glimpses(viewer, 0, plan.length)) for plan in plans]
        reveals = [[one.message.key for one in story].index("ron.event.reveal-ninja") for story in stories]
        before = [[seen(one) for one in story[:at]] for story, at in zip(stories, reveals, strict=True)]
        assert before[0] == before[1]
        assert stories[0][reveals[0]].view != stories[1][reveals[1]].view
