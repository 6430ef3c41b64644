"""A game that another package brings keeps to the contract as ours do; docs/adding-a-game.md leads through it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent.parent
TOYS = REPOSITORY / "tests" / "toys"
TOY = TOYS / "lanterns"

CONFORM = """
import zashiki
from zashiki.testing import conform
game = zashiki.game("lanterns")
for seats in game.facts.seats:
    for seed in range(4):
        conform(game, seats, {"rounds": "3", "storm": seed % 2 == 0}, seed)
print(*zashiki.names())
"""

CONFORM_PARTS = """
import zashiki
from zashiki.testing import conform_parts
print(*conform_parts(zashiki.game("lanterns"), {"rounds": "3"}, checks=5))
"""

FIND_PARTS = """
import zashiki
from zashiki.kernel.parts import Bots, Features, Lesson, MissingPart, Page, Rulebook, Terminal
game = zashiki.game("lanterns")
for kind in (Page, Bots, Terminal, Lesson, Rulebook, Features):
    try:
        print(kind.__name__, type(game.part(kind)).__name__)
    except MissingPart as missing:
        print(missing)
"""

KEYS = """
import zashiki
game = zashiki.game("lanterns")

def after(*choices):
    state = game.start()
    for seat, name in choices:
        state.apply(seat, game.action(name))
    return state

one, other = after((0, "left"), (1, "right")), after((1, "right"), (0, "left"))
assert one.key() == other.key() == one.copy().key()
assert len({one.key(), game.start().key(), after((0, "right"), (1, "right")).key()}) == 3
assert game.under("1") is game and game.versions == ("1",)
try:
    game.under("2")
except KeyError:
    print("one version")
"""

MEMORY = """
import zashiki
from zashiki.kernel.bots import Budget, Told
from zashiki.kernel.parts import Bots
game = zashiki.game("lanterns")
bot = game.part(Bots).LEVELS["villager"].seated(0, 1)
view = game.start().view(0)
before = bot.decide(view, Budget())
bot.observe(Told(1, 5, None, ((zashiki.Message("lan.event.gust", "LAN-2"), -1),)))
after = bot.decide(view, Budget())
print(before.reasons[0].args["n"], after.reasons[0].args["n"], game.name(after.action))
"""

BROKEN = {
    "a public region tells a secret": (
        "page/board.py",
        'side = NAMES[view.hung[seat]] if revealed else ""',
        'side = NAMES[view.hung[seat]] if view.hung[seat] >= 0 else ""',
        "may not know",
    ),
    "a region is not the element of its name": (
        "page/templates/sky.html",
        'id="sky"',
        'id="heaven"',
        "sky is not one element of that id",
    ),
    "an id occurs twice": ("page/templates/own.html", "<p>", '<p id="sky">', "ids occur twice"),
    "the board says it offers less than it draws": (
        "page/board.py",
        "return frozenset(view.legal)",
        "return frozenset(view.legal[1:])",
        "other choices than it says",
    ),
    "a choice is drawn where none can be made": (
        "page/board.py",
        "for action in view.legal) if links else ()",
        "for action in view.legal)",
        "a board without links offers choices",
    ),
    "a secret names no seat": (
        "page/board.py",
        "NAMES[view.hung[view.seat]]), seat=view.seat)",
        "NAMES[view.hung[view.seat]]))",
        "do not name their seat",
    ),
    "a word is missing in one language": ("words/fr.po", "lan.page.round", "lan.page.tour", "lan.page.round"),
    "a style sheet is missing": ("page/__init__.py", "lanterns.css", "lights.css", "no style sheet"),
    "a sound is missing": ("page/events.py", 'sound="gust"', 'sound="storm"', "gust has no sound storm"),
    "a sound has no stroke": (
        "static/sounds.json",
        '[{"pitch": 1320, "lasts": 0.09, "loud": 0.12}]',
        "[]",
        "no sound hook",
    ),
    "a sound belongs to no event": (
        "page/events.py",
        ', sound="gust"',
        "",
        "no event has these sounds: ['gust']",
    ),
    "a sound can't be played": ("static/sounds.json", '"lasts": 0.09', '"lasts": 90', "`$[...][0].lasts`"),
    "the emblem is missing": ("page/__init__.py", '"lan-lantern"', '"lan-candle"', "no drawing"),
    "a bot makes an illegal choice": (
        "bot/__init__.py",
        "action = view.legal[-1]",
        "action = 6",
        "6 is not legal",
    ),
    "the weakest level is not random": (
        "bot/__init__.py",
        '"random": RANDOM, ',
        "",
        "the weakest level is random",
    ),
    "the screen is too narrow": (
        "terminal.py",
        'Text("\\n".join(lines))',
        'Segments([Segment("-" * 70)])\n\n\nfrom rich.segment import Segment, Segments',
        "70 columns are needed where there are 60",
    ),
    "a lesson asks for what is not legal": (
        "lesson.toml",
        'ask = ["boast"]',
        'ask = ["gust"]',
        "gust is not legal",
    ),
    "a lesson has no words": ("lesson.toml", 'name = "sky"', 'name = "stars"', "lan.learn.stars"),
    "a rule is not told in every language": ("rulebook/pl.md", "[LAN-3]", "", "the rules differ in pl"),
    "a rule that is cited is not told": ("result.py", '"LAN-4"', '"LAN-9"', "not in the rulebook: ['LAN-9']"),
}


def run(code: str, toys: Path = TOYS) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": f"{toys}{os.pathsep}{REPOSITORY}", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.fixture
def toys(tmp_path: Path) -> Path:
    """A copy of the toy, to be broken."""
    shutil.copytree(TOYS, tmp_path / "toys", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "toys"


def test_the_game_of_another_package_conforms() -> None:
    played = run(CONFORM)
    assert played.returncode == 0, played.stderr
    assert set(played.stdout.split()) == {"lanterns", "samurai-spirit", "seven-ronin", "shinobi"}


def test_its_parts_conform() -> None:
    played = run(CONFORM_PARTS)
    assert played.returncode == 0, played.stderr
    assert played.stdout.split() == ["Page", "Bots", "Terminal", "Lesson", "Rulebook"]


def test_each_part_is_found_and_one_that_is_not_there_is_named() -> None:
    found = run(FIND_PARTS).stdout.splitlines()
    assert found == [
        "Page module",
        "Bots module",
        "Terminal module",
        "Lesson Lesson",
        "Rulebook Rulebook",
        "lanterns: the part Features is missing: the module lanterns.features",
    ]


def test_every_part_may_be_left_out(toys: Path) -> None:
    for part in ("page", "bot", "rulebook"):
        shutil.rmtree(toys / "lanterns" / part)
    for part in ("terminal.py", "lesson.toml"):
        (toys / "lanterns" / part).unlink()
    assert run(FIND_PARTS, toys).stdout.splitlines()[:5] == [
        "lanterns: the part Page is missing: the module lanterns.page",
        "lanterns: the part Bots is missing: the module lanterns.bot",
        "lanterns: the part Terminal is missing: the module lanterns.terminal",
        "lanterns: the part Lesson is missing: the file lesson.toml",
        "lanterns: the part Rulebook is missing: the folder rulebook",
    ]
    assert run(CONFORM, toys).returncode == 0
    assert run(CONFORM_PARTS, toys).stdout.strip() == ""


def test_a_part_that_is_not_whole_says_what_it_lacks(toys: Path) -> None:
    page = toys / "lanterns" / "page" / "__init__.py"
    page.write_text(
        page.read_text(encoding="utf-8").replace("STYLES: Final", "SHEETS: Final"), encoding="utf-8"
    )
    broken = run(CONFORM_PARTS, toys)
    assert broken.returncode != 0
    assert "the part Page is missing: lanterns.page.STYLES" in broken.stderr


@pytest.mark.parametrize("what", BROKEN)
def test_the_kit_finds_what_is_broken(what: str, toys: Path) -> None:
    file, good, bad, complaint = BROKEN[what]
    path = toys / "lanterns" / file
    text = path.read_text(encoding="utf-8")
    assert good in text
    path.write_text(text.replace(good, bad), encoding="utf-8")
    broken = run(CONFORM_PARTS, toys)
    assert broken.returncode != 0
    assert complaint in broken.stderr, broken.stderr


def test_its_states_have_keys_and_its_rules_one_version() -> None:
    ran = run(KEYS)
    assert ran.stdout.strip() == "one version", ran.stderr


def test_its_villager_remembers_what_it_was_told() -> None:
    ran = run(MEMORY)
    assert ran.stdout.split() == ["0", "1", "right"], ran.stderr


def test_nothing_that_ships_names_it() -> None:
    named = re.compile(
        r"game\([\"']lanterns[\"']|\blanterns:GAME\b|^(?:import|from) lanterns\b|\blan\.[a-z]",
        re.MULTILINE,
    )
    files = [*(REPOSITORY / "src").rglob("*.py"), *(REPOSITORY / "benchmarks").rglob("*.py")]
    assert len(files) > 100
    assert [file for file in files if named.search(file.read_text(encoding="utf-8"))] == []


def test_the_guide_names_every_file_of_the_example_and_nothing_that_is_not_there() -> None:
    guide = (REPOSITORY / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    table = guide.partition("| file |")[2].partition("##")[0]
    first_cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    named = re.findall(r"`([^`]+?)/?`", "".join(first_cells))
    assert len(named) == len(set(named))
    assert set(named) == {
        path.name for path in TOY.iterdir() if path.name not in ("__pycache__", "options.py")
    }
    for linked in (
        "tests/toys/lanterns",
        "src/zashiki/testing/conformance.py",
        "src/zashiki/testing/parts.py",
        "src/zashiki/kernel/contract.py",
        "src/zashiki/kernel/parts.py",
    ):
        assert f"(../{linked})" in guide
        assert (REPOSITORY / linked).exists()
