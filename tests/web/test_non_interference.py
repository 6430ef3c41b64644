"""Non-interference on the wire: whatever may not be seen, a seat or a spectator is sent the same bytes.

Two tables are opened from twin games, which one viewer can't tell apart, and played on by real requests. As long as the rules
show the viewer the same at both, so must everything that the server sends: pages, pushes, stories, errors.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest

from tests.web.sittings import Club, compare
from tests.web.twins import make_twins, random_record
from tests.web.visitor import Server
from zashiki.kernel.registry import game
from zashiki.words import LANGUAGES

MOMENTS = int(os.environ.get("ZASHIKI_MOMENTS", "1000"))
"""In all of these tests together; `docs/contributing.md` says how the whole is run."""
PARTS = [
    "seven-ronin 1",
    "seven-ronin 2",
    "seven-ronin 3",
    "shinobi 1",
    "shinobi 2",
    "shinobi 3",
    "samurai-spirit 1",
]
"""Of the moments, as many each; seats and options are drawn anew for every pair of tables."""


@pytest.fixture(scope="module")
def another_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("another")) as running:
        yield running


@pytest.mark.parametrize("part", PARTS)
def test_a_viewer_is_sent_the_same_bytes_whatever_is_hidden_from_them(
    server: Server, another_server: Server, part: str
) -> None:
    """Half of the pairs are at two servers: what one has drawn for others can't hide there what the other one would leak."""
    chance, name = Random(f"{part} {MOMENTS}"), part.partition(" ")[0]
    due = MOMENTS / len(PARTS)
    compared = exchanged = 0
    language = chance.choice(LANGUAGES)
    with Club(server, language) as club, Club(another_server, language) as other:
        while compared < due:
            record = random_record(game(name), chance)
            viewer = chance.choice([*range(record.seats), None])
            twins = make_twins(record, viewer, chance.randrange(60), chance.randrange(30), chance)
            compared += compare((club, chance.choice((club, other))), twins, compared, chance)
            exchanged += twins.exchanged
    print(f"{part}: {compared} moments, {exchanged} secrets exchanged")
    assert bool(exchanged) == game(name).facts.secrets
