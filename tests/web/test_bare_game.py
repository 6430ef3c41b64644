"""A game that brings its rules and words alone is played all the same."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.web.visitor import TOYS, Server, Visitor, buttons


def test_a_game_without_parts_is_played_and_says_what_there_is_not(tmp_path: Path) -> None:
    toys = Path(shutil.copytree(TOYS, tmp_path / "toys"))
    for part in ("page", "bot", "rulebook", "static", "art"):
        shutil.rmtree(toys / "lanterns" / part)
    for part in ("terminal.py", "lesson.toml"):
        (toys / "lanterns" / part).unlink()
    with Server(tmp_path / "data", toys=toys) as server:
        ann = Visitor(server)
        assert ann.get("/").status_code == 200
        for path in ("/learn/lanterns", "/rules/lanterns", "/learn/lanterns/1/lights.css"):
            assert ann.get(path).status_code == 404
        page = ann.post("/play/lanterns")
        assert page.status_code == 200
        assert 'class="table-plain"' in page.text
        assert set(buttons(page.text)) == {"left", "right"}
        table = page.url.path.rsplit("/", 1)[1]
        assert set(buttons(ann.choose(table, "left").text)) == {"ready"}
