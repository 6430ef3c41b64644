"""Tasks in several processes: who waits for them can leave at any moment."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

PATIENCE = 60
TASKS = """
import os, time
from zashiki.study.pool import Processes

def doze(task):
    os.write(1, b"at work\\n")
    time.sleep(1)

try:
    for _ in Processes(2).in_order(doze, range(100)):
        pass
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


def test_when_the_first_process_is_killed_the_others_end_too() -> None:
    """They hold its output open as long as they run."""
    process = subprocess.Popen([sys.executable, "-c", TASKS], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stdout.readline() == "at work\n"
    process.kill()
    process.communicate(timeout=PATIENCE)


@pytest.mark.parametrize("times", [1, 2, 3])
def test_ctrl_c_ends_all_processes_however_often_it_is_pressed(times: int) -> None:
    process = subprocess.Popen([sys.executable, "-c", TASKS], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stdout.readline() == "at work\n"
    try:
        for _ in range(times):
            process.send_signal(signal.SIGINT)
            time.sleep(0.2)  # one that comes at once may be taken for the same
        rest, _ = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert "stopped" in rest
    assert process.returncode == 0
