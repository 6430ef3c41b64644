"""Compiles the rules while a wheel is built, where a C compiler is at hand; without one the wheel holds the sources alone.

`ZASHIKI_COMPILED=0` leaves it out. An editable installation is not compiled: `./zashiki compile` does that.
"""

from __future__ import annotations

import os
import shutil
import sys
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT / "src" / "zashiki"))

building, layout, translation = (  # without the package around them, whose dependencies are not here
    import_module(f"compiling.{name}") for name in ("building", "layout", "translation")
)


class CustomBuildHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        """What mypyc needs, and what the rules are typed with; nothing if there is no compiler."""
        return ["mypy>=2.4", "setuptools>=80", "msgspec>=0.19"] if _may_compile() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.folder = Path(mkdtemp())
        if version == "editable" or not _may_compile() or translation.missing():
            return
        try:
            files = compile_copy(self.folder)
        except (building.BuildFailed, translation.TranslationFailed) as error:
            self.app.display_warning(f"The rules are not compiled: {error}")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"] |= {str(file): str(file.relative_to(self.folder)) for file in files}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        shutil.rmtree(self.folder, ignore_errors=True)


def _may_compile() -> bool:
    return os.environ.get("ZASHIKI_COMPILED") != "0" and not building.missing()


def compile_copy(folder: Path) -> list[Path]:
    """Compiles a copy of the sources, so that the checkout stays as it is; the files that were built."""
    package = folder / "zashiki"
    shutil.copytree(
        ROOT / "src" / "zashiki", package, ignore=shutil.ignore_patterns(layout.FOLDER, "__pycache__")
    )
    written = folder / "c"
    translation.copy_runtime(written)
    built: list[Path] = []
    for rules in sorted(package.glob("games/*/rules")):
        name = ".".join(rules.relative_to(folder).parts)
        building.build(translation.translate(name, folder, written), rules)
        built += layout.built_files(rules)
    return built
