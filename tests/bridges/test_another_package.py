"""A game that another package brings goes over every bridge, and no bridge knows of it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent.parent


def test_the_toy_goes_over_every_bridge() -> None:
    path = os.pathsep.join((str(REPOSITORY / "tests" / "toys"), str(REPOSITORY)))
    gone = subprocess.run(
        [sys.executable, "-m", "tests.bridges.lanterns_over_every_bridge"],
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    over = re.findall(r"^over (\w+)$", gone.stderr, re.MULTILINE)
    assert gone.returncode == 0, gone.stderr[-3000:]
    assert over == ["openspiel", "pettingzoo", "gymnasium_bridge", "vector_bridge"]


def test_no_bridge_names_a_game() -> None:
    files = list((REPOSITORY / "src" / "zashiki" / "bridges").glob("*.py"))
    assert len(files) > 8
    named = re.compile(r"zashiki\.games|[\"'](seven|samurai|shinobi|lanterns)[^\"' ]*[\"']")
    prose = re.compile(r'""".*?"""', re.DOTALL)
    assert [
        file.name for file in files if named.search(prose.sub("", file.read_text(encoding="utf-8")))
    ] == []
