"""How cost grows is measured for every number of players, for games in memory and for records, and drawn."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import zashiki
from benchmarks.growth import HELD, PARTS, PLOTS, draw, in_report, measure

SECONDS = 0.02


def test_every_plot_has_its_points_and_its_picture(tmp_path: Path) -> None:
    figures = measure(["shinobi"], SECONDS, 7)
    assert list(figures) == list(PLOTS)
    assert [seats for seats, _ in figures["players"]["shinobi"]] == list(zashiki.game("shinobi").facts.seats)
    assert [held for held, _ in figures["held"]["shinobi"]] == list(HELD)
    assert len(figures["record"]["shinobi"]) == len(PARTS)
    assert all(rate > 0 for games in figures.values() for _, rate in games["shinobi"])
    draw(figures, tmp_path / "plots")
    for plot, (title, across) in PLOTS.items():
        picture = ElementTree.parse(tmp_path / "plots" / f"growth-{plot}.svg").getroot()
        said = "".join(picture.itertext())
        assert title in said
        assert across in said
        assert "Shinobi: War of Clans" in said
    assert in_report(figures)["held"]["across"] == "games in memory"
