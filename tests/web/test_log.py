"""The log in words as it grows: what is shared between readers, and kept from change to change, is what each would be told alone."""

from __future__ import annotations

from random import Random

import pytest

from tests.web.twins import random_entry
from zashiki.kernel.record import Record
from zashiki.kernel.registry import game
from zashiki.kernel.timeline import UNDO, Entry, Timeline
from zashiki.web.drawing.wording import Lines, WordedLog
from zashiki.words import LANGUAGES, Words

ADDRESS = "/t/T/moment/"
STEPS = 60


@pytest.mark.parametrize("name", ["seven-ronin", "samurai-spirit", "shinobi"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_readers_who_share_lines_are_told_what_they_would_be_told_alone(name: str, language: str) -> None:
    timeline, chance, words = (
        Timeline(Record(game(name), 3 if name == "shinobi" else 2)),
        Random(name),
        Words(language),
    )
    everybody = Lines(timeline.game, words)
    readers = {
        seat: words.addressing(timeline.game.seat_name(seat, timeline.record.options))
        for seat in range(timeline.seats)
    }
    growing = {
        seat: WordedLog(Lines(timeline.game, told_to, seat, everybody), ADDRESS, "")
        for seat, told_to in readers.items()
    }
    for _ in range(STEPS):
        _play(timeline, chance)
        for seat, log in growing.items():
            told = timeline.told(seat)
            alone = WordedLog(Lines(timeline.game, readers[seat], seat), ADDRESS, "")
            assert log.moments(told) == alone.moments(told)
            assert log.chunks() == alone.chunks()


def _play(timeline: Timeline, chance: Random) -> None:
    """A random choice, or now and then one that is taken back."""
    undoing = [seat for seat in range(timeline.seats) if timeline.undo_refusal(seat) is None]
    if undoing and chance.random() < 0.3:
        timeline.append(Entry(chance.choice(undoing), UNDO))
    elif (entry := random_entry(timeline.state, chance)) is not None:
        timeline.append(entry)
