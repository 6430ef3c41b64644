"""Rules run compiled while they fit their source, and never otherwise; a wheel has them where a compiler is at hand.

The toy game of another package is compiled: it is small.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from zashiki.compiling import building, translation

REPOSITORY = Path(__file__).parent.parent.parent
TOYS = REPOSITORY / "tests" / "toys"
PATIENCE = 280
ASKS = """
from zashiki.compiling.loading import rules_path
__path__ = rules_path(__name__, __path__)
"""
PLAY = """
import zashiki
from zashiki.testing import conform
game = zashiki.game("lanterns")
record = conform(game, 3, {"rounds": "3"}, 5)
print(zashiki.compiled()["lanterns"], game.start().__class__.copy.__class__.__name__, hash(record.write()))
"""
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")


def python(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    own = {"PYTHONPATH": str(folder), "CFLAGS": "-O0", "PYTHONHASHSEED": "7"}
    kept = {name: value for name, value in os.environ.items() if name != "ZASHIKI_COMPILED"}
    return subprocess.run(
        [sys.executable, "-P", *arguments],
        env=kept | own | environment,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def play(folder: Path, **environment: str) -> list[str]:
    played = python(folder, "-c", PLAY, **environment)
    assert played.returncode == 0, played.stderr
    return played.stdout.split() + (["warned"] if "RuntimeWarning" in played.stderr else [])


@pytest.fixture
def toys(tmp_path: Path) -> Path:
    """The toy, which asks for compiled rules and has none yet."""
    folder = tmp_path / "toys"
    shutil.copytree(TOYS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    with (folder / "lanterns" / "rules" / "__init__.py").open("a", encoding="utf-8") as file:
        file.write(ASKS)
    return folder


def build(toys: Path) -> None:
    written = toys.parent / "c"
    translation.copy_runtime(written)
    translation.translate("lanterns.rules", toys, written)
    built = python(
        REPOSITORY,
        "-c",
        "import sys; from pathlib import Path; from zashiki.compiling.building import build_all;"
        "print(*build_all(Path(sys.argv[1]), [Path(sys.argv[2])]))",
        str(written),
        str(toys),
    )
    assert built.stdout == "lanterns.rules\n", built.stderr


def test_without_a_compiler_the_command_names_what_is_missing(toys: Path) -> None:
    nothing = toys.parent / "nothing"
    nothing.mkdir()
    asked = python(toys, "-m", "zashiki", "compile", PATH=str(nothing), CC="")
    assert asked.returncode == 2
    assert asked.stderr.startswith("To compile, a C compiler is needed")


def test_compiled_rules_play_the_same_game_and_are_used_only_while_they_fit_the_source(toys: Path) -> None:
    if building.missing() or translation.missing():
        return  # the run of all checks says what is missing
    how, kind, record = play(toys)
    assert (how, kind) == ("interpreted", "function")
    build(toys)
    assert play(toys) == ["compiled", "method_descriptor", record]
    assert play(toys, ZASHIKI_COMPILED="0") == ["switched-off", "function", record]
    module = toys / "lanterns" / "rules" / "compiled" / f"hooks{SUFFIX}"
    module.rename(module.with_name("lost"))
    assert play(toys) == ["interpreted", "function", record]
    module.with_name("lost").rename(module)
    with (toys / "lanterns" / "rules" / "hooks.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert play(toys) == ["out-of-date", "function", record, "warned"]
    refused = python(toys, "-c", PLAY, ZASHIKI_COMPILED="1")
    assert refused.returncode == 1
    assert "there are no compiled rules that fit the source" in refused.stderr
    removed = python(toys, "-m", "zashiki", "compile", "lanterns", "--remove")
    assert removed.stdout == "The rules are interpreted.\n"
    assert not (toys / "lanterns" / "rules" / "compiled").exists()
    assert play(toys) == ["interpreted", "function", record]


def wheel(folder: Path, **environment: str) -> zipfile.ZipFile:
    built = python(
        folder, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "dist"), **environment
    )
    assert built.returncode == 0, built.stderr
    (file,) = (folder / "dist").iterdir()
    return zipfile.ZipFile(file)


def test_a_wheel_has_the_tag_of_what_is_in_it(tmp_path: Path) -> None:
    """With one of the games, so that it does not take long."""
    tree = tmp_path / "tree"
    left_out = shutil.ignore_patterns(
        "compiled", "__pycache__", "seven_ronin", "samurai_spirit", "web", "page", "art"
    )
    shutil.copytree(REPOSITORY / "src", tree / "src", ignore=left_out)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "CHANGELOG.md"):
        shutil.copy(REPOSITORY / name, tree)
    with wheel(tree, ZASHIKI_COMPILED="0") as pure:
        assert str(pure.filename).endswith("-py3-none-any.whl")
        assert not any(name.endswith(".so") for name in pure.namelist())
    if building.missing() or translation.missing():
        return
    shutil.rmtree(tree / "dist")
    with wheel(tree) as compiled:
        names = compiled.namelist()
        assert f"-cp{sys.version_info.major}{sys.version_info.minor}-" in str(compiled.filename)
        assert f"zashiki/games/shinobi/rules/compiled/state{SUFFIX}" in names
        assert "zashiki/games/shinobi/rules/state.py" in names
        compiled.extractall(tmp_path / "installed")
    assert not (tree / "src" / "zashiki" / "games" / "shinobi" / "rules" / "compiled").exists()
    used = python(
        tmp_path / "installed", "-c", "from zashiki.games.shinobi.rules import state; print(state.__file__)"
    )
    assert used.stdout.startswith(str(tmp_path / "installed")), used.stderr
    assert used.stdout.strip().endswith(SUFFIX)
