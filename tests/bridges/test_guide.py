"""The examples of docs/research.md run as they are written, and are short."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent.parent
GUIDE = (REPOSITORY / "docs" / "research.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"^## ([^\n]+)\n.*?^```python\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL))


def test_every_bridge_has_an_example_of_about_ten_lines() -> None:
    assert list(EXAMPLES) == [
        "What an agent sees",
        "OpenSpiel",
        "PettingZoo",
        "Gymnasium",
        "Many games at once",
    ]
    assert max(len(text.strip().splitlines()) for text in EXAMPLES.values()) <= 11


@pytest.mark.parametrize("title", EXAMPLES)
def test_an_example_runs(title: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", EXAMPLES[title]],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd=REPOSITORY,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]


def test_links_of_the_guide_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", GUIDE)
    assert links
    assert [link for link in links if not (REPOSITORY / "docs" / link).resolve().exists()] == []
