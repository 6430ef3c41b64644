"""The program as a person meets it: run with arguments, or sat down at through a terminal of its own."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from pathlib import Path

TOYS = Path(__file__).parent.parent / "toys"
PROGRAM = [sys.executable, "-P", "-m", "zashiki.cli.main"]
PATIENCE = 60.0
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
CLEARED = "\x1b[H\x1b[2J\x1b[3J"


def environment(home: Path, **more: str) -> dict[str, str]:
    """Nothing of the machine's own settings but the path, with the game of another package installed."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "XDG_STATE_HOME": str(home / "state"),
        "PYTHONPATH": str(TOYS),
        "LANG": "C.UTF-8",
        "COLUMNS": "80",
        "LINES": "24",
        "TERM": "xterm",
        **more,
    }


def run(
    home: Path,
    *arguments: str,
    typed: str = "",
    columns: int = 80,
    patience: float = PATIENCE,
    program: list[str] = PROGRAM,
    **more: str,
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*program, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(home, COLUMNS=str(columns), **more),
        cwd=home,
        check=False,
        timeout=patience,
    )


def kept(home: Path) -> list[Path]:
    """The games that the program has kept."""
    return sorted((home / "state" / "zashiki").glob("*.zashiki"))


class Desk:
    """The program at a pseudo-terminal of 80 columns."""

    def __init__(self, home: Path, *arguments: str, **more: str) -> None:
        self._screen, theirs = pty.openpty()
        _keep_what_is_shown(theirs)
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment(home, **more),
            cwd=home,
            preexec_fn=lambda: os.login_tty(theirs),
        )
        os.close(theirs)
        self.shown = b""
        self._read = 0

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        os.close(self._screen)

    def type(self, text: str) -> None:
        os.write(self._screen, text.encode() + b"\n")

    def press(self, key: bytes) -> None:
        os.write(self._screen, key)

    def interrupt_until(self, text: str) -> str:
        """Presses Ctrl-C, again and again if need be: Python misses one that comes just before it begins to read."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.shown[self._read :].decode(errors="ignore"):
            assert time.monotonic() < deadline, f"{text!r} was not shown within {PATIENCE} s"
            self.press(b"\x03")
            while select.select([self._screen], [], [], 1.0)[0]:
                if not self._look():
                    return self.until(text)
        return self.until(text)

    def until(self, *texts: str) -> str:
        """What is shown, raw, from the last time up to and with the first of the texts to appear."""
        while True:
            fresh = self.shown[self._read :].decode(errors="ignore")
            found = [fresh.index(text) + len(text) for text in texts if text in fresh]
            if found:
                part = fresh[: min(found)]
                self._read += len(part.encode())
                return part
            if not self._look():
                status = self.process.wait(PATIENCE)
                raise AssertionError(f"left with {status} before any of {texts}; shown: {fresh}")

    def _look(self) -> bool:
        """Waits for more to be shown; False when the program has left."""
        if not select.select([self._screen], [], [], PATIENCE)[0]:
            raise AssertionError(
                f"nothing more within {PATIENCE} s; shown: {self.shown[self._read :].decode()}"
            )
        try:
            more = os.read(self._screen, 65536)
        except OSError:
            return False
        self.shown += more
        return bool(more)

    def end(self) -> tuple[str, int]:
        """What is shown until the program leaves, and its exit status."""
        while self._look():
            pass
        rest = self.shown[self._read :].decode(errors="replace")
        return plain(rest), self.process.wait(PATIENCE)


def _keep_what_is_shown(terminal: int) -> None:
    """A terminal throws away what was written and not yet read when Ctrl-C is pressed, here the program's last words."""
    settings = termios.tcgetattr(terminal)
    settings[3] |= termios.NOFLSH
    termios.tcsetattr(terminal, termios.TCSANOW, settings)


def plain(text: str) -> str:
    return ESCAPES.sub("", text).replace("\r\n", "\n")
