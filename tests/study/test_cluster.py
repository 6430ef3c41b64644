"""Work on a Ray cluster: a real one of two processors on this machine gives what processes here give."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

import pytest

from tests.terminal.desk import environment, run
from zashiki import __version__
from zashiki.study.cluster import ClusterError, do_task

PATIENCE = 130.0
"""Seconds for a head or a command on it: on a busy machine the import of Ray alone may take many."""
STARTED = "Ray runtime started"
HEAD = [sys.executable, "-P", "-m", "ray.scripts.scripts", "start", "--head", "--block"]
SMALL = [
    "--num-cpus=2",
    "--object-store-memory=80000000",
    "--include-dashboard=false",
    "--disable-usage-stats",
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a head that has a folder of its own with a short path, as its sockets need it."""
    folder = Path(mkdtemp(prefix="zr", dir="/tmp"))
    log = folder / "head.log"
    with log.open("wb") as written:
        head = subprocess.Popen(
            [*HEAD, *SMALL, "--port=0", f"--temp-dir={folder}"],
            stdout=written,
            stderr=subprocess.STDOUT,
            env=environment(folder, RAY_memory_monitor_refresh_ms="0"),
            cwd=folder,
            start_new_session=True,
        )
    try:
        yield _address(head, log)
    finally:
        _end(head)
        rmtree(folder, ignore_errors=True)


def _address(head: subprocess.Popen[bytes], log: Path) -> str:
    deadline = time.monotonic() + PATIENCE
    while STARTED not in (told := log.read_text(encoding="utf-8", errors="replace")):
        assert head.poll() is None, told
        assert time.monotonic() < deadline, told
        time.sleep(0.2)
    found = re.search(r"--address='([^']+)'", told)
    assert found is not None, told
    return found[1]


def _end(head: subprocess.Popen[bytes]) -> None:
    """The head ends its own processes; what is left of its session after a while is killed."""
    head.terminate()
    try:
        head.wait(20)
    except subprocess.TimeoutExpired:
        os.killpg(head.pid, signal.SIGKILL)
        head.wait(20)


def match(home: Path, *arguments: str) -> dict[str, Any]:
    ended = run(home, "match", "lanterns", "villager", "random", "--json", *arguments, patience=PATIENCE)
    assert ended.returncode == 0, ended.stderr
    figures: dict[str, Any] = json.loads(ended.stdout)
    for player in figures["players"]:
        del player["seconds_per_decision"]
    return figures


def test_a_match_and_analyses_on_a_cluster_equal_those_of_processes_here(
    cluster: str, tmp_path: Path
) -> None:
    here = match(tmp_path, "--games", "24", "--jobs", "2", "--out", str(tmp_path / "here"))
    assert match(tmp_path, "--games", "24", "--ray", cluster, "--out", str(tmp_path / "there")) == here
    records = sorted((tmp_path / "here").glob("*.zashiki"))
    assert len(records) >= 24
    for record in records:
        assert (tmp_path / "there" / record.name).read_bytes() == record.read_bytes()
    for record in records[3:]:
        record.unlink()

    for out, where in (("one", ("--jobs", "2")), ("two", ("--ray", cluster))):
        arguments = ("--all", str(tmp_path / "here"), "--out", str(tmp_path / out), "--json")
        ended = run(tmp_path, "analyse", *arguments, *where, patience=PATIENCE)
        assert ended.returncode == 0, ended.stderr
        assert json.loads(ended.stdout)["done"] == 3
    analyses = sorted((tmp_path / "one").iterdir())
    assert len(analyses) == 3
    assert [file.read_bytes() for file in analyses] == [
        (tmp_path / "two" / file.name).read_bytes() for file in analyses
    ]


def test_an_address_that_is_none_or_that_nobody_answers_at_is_said_at_once(tmp_path: Path) -> None:
    nonsense = run(tmp_path, "match", "lanterns", "villager", "random", "--ray", "nonsense")
    assert nonsense.returncode == 2
    assert "nonsense is no address" in nonsense.stderr
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # nobody listens here, and nobody else can
        address = f"127.0.0.1:{closed.getsockname()[1]}"
        silent = run(tmp_path, "study", "balance", "lanterns", "--ray", address, "--lang", "fr")
    assert silent.returncode == 2
    assert f"Aucune grappe Ray ne répond à {address}" in silent.stderr


def test_without_ray_the_command_that_installs_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "ray.py").write_text("raise ImportError\n", encoding="utf-8")
    path = os.pathsep.join([str(tmp_path), environment(tmp_path)["PYTHONPATH"]])
    ended = run(tmp_path, "analyse", "--all", str(tmp_path), "--ray", "auto", PYTHONPATH=path)
    assert ended.returncode == 2
    assert "./zashiki setup cluster" in ended.stderr


def test_a_node_with_another_version_refuses_the_work() -> None:
    assert do_task(__version__, str, 7) == "7"
    with pytest.raises(ClusterError) as refused:
        do_task("0.0.0", str, 7)
    assert (refused.value.reason, refused.value.detail) == ("version", __version__)
