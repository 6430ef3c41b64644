"""Other suites are measured where they are installed; of the others the report names what is missing."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec

import zashiki
from benchmarks.peers import PEERS, Peer, figures, missing
from benchmarks.speed import play_ours


def test_a_peer_that_is_installed_is_measured() -> None:
    start = partial(zashiki.game("shinobi").start, seats=3)
    told: list[str] = []
    report = figures(Peer("a game", ("zashiki",), lambda: partial(play_ours, start)), 0.2, 7, told.append)
    assert set(report) == {"name", "choices_per_second", "spread"}
    least, most = report["spread"]
    assert 0 < least <= report["choices_per_second"] <= most
    assert told == ["a game"]


def test_a_peer_that_is_not_installed_is_named_with_what_it_needs() -> None:
    def prepare() -> None:
        raise AssertionError("it was asked for without being installed")

    told: list[str] = []
    peer = Peer("another", ("zashiki", "no_such_suite"), prepare)  # type: ignore[arg-type]
    assert figures(peer, 0.2, 7, told.append) == {"name": "another", "missing": ["no_such_suite"]}
    assert told == []


def test_every_suite_is_there_and_pgx_one_by_one_and_in_a_batch() -> None:
    names = [peer.name for peer in PEERS]
    assert len(set(names)) == len(names)
    suites = {name.split()[0] for name in names}
    assert suites == {"OpenSpiel", "RLCard", "PettingZoo", "Catanatron", "pgx"}
    assert {name.rpartition(" ")[2] for name in names if name.startswith("pgx")} == {"1", "1024"}
    for peer in PEERS:
        assert missing(peer) == [module for module in peer.needs if find_spec(module) is None]
