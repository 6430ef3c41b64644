"""The servers that are measured, each in a process of its own on one core."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

_STOPPING: Final = 120.0
"""Seconds, on a machine that may be very busy: what was measured is not lost because a server ends late."""


class Server(NamedTuple):
    address: str
    process: int
    file: str = ""  # the socket file by which it is reached, if that is how

    def cpu_seconds(self) -> float:
        """That the threads of the process have used so far."""
        found = Path(f"/proc/{self.process}/task").glob("*/schedstat")
        return sum(int(thread.read_text(encoding="ascii").split()[0]) for thread in found) / 1e9

    def memory(self) -> int:
        """Bytes of the process that lie in memory."""
        pages = int(Path(f"/proc/{self.process}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def run_server(command: Sequence[str]) -> Iterator[Server]:
    """A server that says its address or its socket file in its first line; it ends with the block."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"(http://\S+)/ | (/\S+) ", process.stdout.readline())
        assert found is not None, f"the server did not start: {command}"
        os.sched_setaffinity(process.pid, {min(os.sched_getaffinity(0))})
        try:
            yield Server(found[1] or "http://localhost", process.pid, found[2] or "")
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(_STOPPING)


@contextmanager
def our_server(*options: str) -> Iterator[Server]:
    """Ours over an empty data folder."""
    with TemporaryDirectory() as data:
        every = ("--no-open", "--tables-an-hour", "0", "--data", data, *options)
        with run_server([sys.executable, "-P", "-m", "zashiki", "serve", *every]) as server:
            yield server


@contextmanager
def our_server_at_file() -> Iterator[Server]:
    """The same at a socket file, as behind a proxy on the same machine."""
    with TemporaryDirectory() as folder, our_server("--socket", str(Path(folder, "socket"))) as server:
        yield server


@contextmanager
def floor_server() -> Iterator[Server]:
    with run_server([sys.executable, "-m", "benchmarks.floor"]) as server:
        yield server
