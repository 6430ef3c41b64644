"""A game that another package brings keeps to the contract as ours do; docs/adding-a-game.md leads through it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent.parent
TOYS = REPOSITORY / "tests" / "toys"

CONFORM = """
import zashiki
from zashiki.testing import conform
game = zashiki.game("lanterns")
for seats in game.facts.seats:
    for seed in range(4):
        conform(game, seats, {"rounds": "3", "storm": seed % 2 == 0}, seed)
print(*zashiki.names())
"""


def test_the_game_of_another_package_conforms() -> None:
    played = subprocess.run(
        [sys.executable, "-c", CONFORM],
        env={**os.environ, "PYTHONPATH": f"{TOYS}{os.pathsep}{REPOSITORY}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert played.returncode == 0, played.stderr
    assert set(played.stdout.split()) == {"lanterns", "samurai-spirit", "seven-ronin", "shinobi"}


def test_the_guide_names_every_file_of_the_example_and_nothing_that_is_not_there() -> None:
    guide = (REPOSITORY / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    for file in ("__init__.py", "bot.py", "terminal.py", "words/en.po", "words/pl.po", "words/fr.po"):
        assert (TOYS / "lanterns" / file).is_file()
        assert f"`{file}`" in guide or file.startswith("words/")
    for linked in (
        "tests/toys/lanterns",
        "src/zashiki/testing/conformance.py",
        "src/zashiki/kernel/contract.py",
    ):
        assert f"(../{linked})" in guide
        assert (REPOSITORY / linked).exists()
