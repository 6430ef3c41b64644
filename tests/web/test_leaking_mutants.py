"""The comparison of twin tables finds leaks: one thing that keeps secrets is left out of the program at a time, and it says so.

Each time two servers are opened in this process, and a few moments of games are compared at which secrets are exchanged.

That drawings are kept by their seat, too, is a second lock: they are made of their inputs alone, so without it nothing differs on the wire.
`tests/brush/test_regions.py` holds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from starlette.requests import Request

from tests.web.sittings import Club, Different, compare
from tests.web.test_limits import started
from tests.web.twins import make_twins
from zashiki.brush.regions import Drawings, Drawn
from zashiki.kernel.parts import Region, Speech
from zashiki.kernel.record import Record
from zashiki.kernel.registry import game
from zashiki.kernel.timeline import Step, Timeline
from zashiki.tables import LiveTable, Tables
from zashiki.tables.description import Description, Viewer, describe
from zashiki.web import live
from zashiki.web.drawing.memory import Memory
from zashiki.web.drawing.wording import Lines
from zashiki.web.live import Channel, Reader
from zashiki.web.pages import replay
from zashiki.web.requests import sight
from zashiki.web.services import services_of
from zashiki.words import Words


class Scene(NamedTuple):
    """A game of so many seats, who looks, how many choices are shared, and what chance begins with."""

    game: str
    seats: int
    viewer: int | None
    shared: int
    seed: int


SCENES = (
    Scene("seven-ronin", 2, 1, 0, 0),
    Scene("seven-ronin", 2, 0, 0, 1),
    Scene("seven-ronin", 2, None, 0, 2),
    Scene("shinobi", 3, 1, 12, 3),
)
"""A difference at any of them will do."""
SECRETS = 5
"""So many choices are made before the pages are opened: the same ones, where the viewer sees them."""


@dataclass
class Here:
    """A server in a thread of this process."""

    data: Path
    address: str
    file: Path | None = None


@pytest.fixture(autouse=True)
def _remembering(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was drawn for one page is still there when the next one opens, however long that takes."""
    monkeypatch.setattr(live, "FORGET_OPENED", live.FORGET_AFTER * 60)


def play(folder: Path, scenes: Iterable[Scene]) -> int:
    """How many moments were compared; raises Different."""
    with ExitStack() as opened:
        clubs = []
        for name in ("first", "second"):
            browser = opened.enter_context(started(folder / name, tables_an_hour=0))
            here = Here(folder / name, f"http://127.0.0.1:{browser.port}")
            clubs.append(opened.enter_context(Club(here, "en")))
        return sum(_play(clubs[0], clubs[1], scene) for scene in scenes)


def _play(first: Club, second: Club, scene: Scene) -> int:
    chance = Random(scene.seed)
    record = Record(game(scene.game), scene.seats, {})
    record.start()
    twins = make_twins(record, scene.viewer, scene.shared, SECRETS, chance)
    assert twins.exchanged, "these twins have the same secrets"
    return compare((first, second), twins, 0, chance)


def share_drawings_whatever_they_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a region is drawn from, and whose it is, left out of the key."""

    find = Drawings.find

    def found(drawings: Drawings, region: Region, words: Speech, after: tuple[Region, ...] = ()) -> Drawn:
        if region.inner or after or not region.kept:
            return find(drawings, region, words, after)
        key = (region.name, region.draw, words.identity)
        if key not in drawings._drawn:
            drawings._drawn[key] = find(drawings, region, words)
        return drawings._drawn[key]

    monkeypatch.setattr(Drawings, "find", found)


def remember_a_page_for_all_viewers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The viewer left out of the key of what is remembered of a page."""
    memory_of = Channel._memory_of

    def remembered(channel: Channel, live: LiveTable, viewer: Viewer, words: Words) -> Memory:
        known = next(iter(channel._memories.values()), None)
        return known or memory_of(channel, live, viewer, words)

    monkeypatch.setattr(Channel, "_memory_of", remembered)


def tell_all_in_the_words_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seat left out of the key of lines: whoever comes first is told of as "you" to everybody."""
    lines_of = Channel._lines_of

    def shared(channel: Channel, live: LiveTable, viewer: Viewer, words: Words) -> Lines:
        told = next((lines for (_, seat), lines in channel._lines.items() if seat is not None), None)
        return told or lines_of(channel, live, viewer, words)

    monkeypatch.setattr(Channel, "_lines_of", shared)


def draw_one_page_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """The visitor left out of what pages are grouped by: all see what one of them sees."""
    by_reader = Channel._by_reader

    def together(channel: Channel, live: LiveTable) -> dict[Reader, list[Any]]:
        readers = by_reader(channel, live)
        owner = live.seats[0].owner
        return {Reader(owner, one.asked, one.words): list(channel.clients) for one in readers}

    monkeypatch.setattr(Channel, "_by_reader", together)


def name_turns_by_the_length_of_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """That a turn goes on while others choose left out of its name."""

    def turn(tables: Tables, live: LiveTable, seat: int) -> str:
        named = f"{live.id} {seat} {live.length}"
        return blake2b(named.encode(), key=tables._secret, digest_size=8).hexdigest()

    monkeypatch.setattr(Tables, "turn", turn)


def count_secret_choices_in_the_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who looks left out of the version."""
    monkeypatch.setattr(LiveTable, "version_for", lambda live, _viewer: live.version)


def show_the_time_of_every_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether anybody was told left out of when something happened last."""
    play_on = LiveTable.play_on

    def timed(live: LiveTable, lines: Iterable[tuple[int, str, float]]) -> None:
        for line in lines:
            play_on(live, [line])
            live.shown_at = line[2]

    monkeypatch.setattr(LiveTable, "play_on", timed)


def tell_what_another_seat_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seat left out of what a description tells."""

    def described(live: LiveTable, viewer: Viewer, turn: str, now: float) -> Description:
        told = live.timeline.told(0 if viewer.seat else live.record.seats - 1)
        return msgspec.structs.replace(describe(live, viewer, turn, now), told=told, news_from=0)

    monkeypatch.setattr(sight, "describe", described)


def let_a_secret_choice_end_taking_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a seat learned of another's choice left out of why it can't take back its own."""

    def barrier(_timeline: Timeline, _step: Step, _seat: int, crossed: bool) -> str:
        return "undo.news" if crossed else "undo.other-chose"

    monkeypatch.setattr(Timeline, "_barrier_of_another", barrier)


def open_the_record_of_a_running_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the game is over left out of who may see its replay."""

    async def any_game(request: Request) -> LiveTable:
        return await sight.live_or_error(services_of(request), request.path_params["table"])

    monkeypatch.setattr(replay, "finished", any_game)


MUTANTS: tuple[Callable[[pytest.MonkeyPatch], None], ...] = (
    share_drawings_whatever_they_show,
    remember_a_page_for_all_viewers,
    tell_all_in_the_words_of_one,
    draw_one_page_for_all,
    name_turns_by_the_length_of_the_record,
    count_secret_choices_in_the_version,
    show_the_time_of_every_choice,
    tell_what_another_seat_is_told,
    let_a_secret_choice_end_taking_back,
    open_the_record_of_a_running_game,
)


def test_nothing_differs_while_nothing_is_left_out(tmp_path: Path) -> None:
    assert play(tmp_path, SCENES) > len(SCENES)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.__name__)
def test_a_program_that_leaks_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mutant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    mutant(monkeypatch)
    with pytest.raises(Different) as found:
        play(tmp_path, SCENES)
    print(found.value)
