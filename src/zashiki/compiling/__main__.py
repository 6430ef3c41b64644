"""`python -m compiling FOLDER`: builds what `./zashiki compile --c FOLDER` has written, for the Python that runs this."""

from __future__ import annotations

import sys
from pathlib import Path

from .building import BuildFailed, build_all


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        sys.stderr.write("python -m compiling FOLDER\n")
        return 2
    try:
        packages = build_all(Path(arguments[0]), [Path(__file__).parent.parent.parent])
    except BuildFailed as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write("".join(f"{package}\n" for package in packages))
    return 0 if packages else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
