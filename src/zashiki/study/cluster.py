"""Tasks done on a Ray cluster, with the results of `pool`. Needs the extra `cluster`, and this version of Zashiki on every node."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, TypeVar

from zashiki import __version__
from zashiki.study.pool import TASKS_AHEAD, Workers, results

LOCAL: Final = "local"
"""A cluster of its own on this machine, which ends with the work."""
AUTO: Final = "auto"
"""The one that runs on this machine already."""
CLIENT: Final = "ray://"
PATIENCE: Final = 5
"""Seconds until an address that does not answer counts as unreachable; Ray itself tries for minutes."""
OBJECT_MEMORY: Final = 80_000_000
"""Bytes for results on the way, for a cluster of its own: about the least that Ray takes."""

Task = TypeVar("Task")
Done = TypeVar("Done")


class ClusterError(Exception):
    """The cluster can't be used; the reason is "missing", "address", "unreachable", "start", "version" or "lost"."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail


@contextmanager
def connected(address: str, processes: int) -> Iterator[Workers]:
    """The cluster at an address as Ray has them: "local" for a new one of so many processes, "auto", "HOST:PORT" or
    "ray://HOST:PORT"."""
    ray = connect(address, processes)
    try:
        yield _RayWorkers(ray)
    finally:
        ray.shutdown()


def connect(address: str, processes: int) -> Any:
    """Ray, joined to the cluster at that address until its `shutdown`."""
    try:
        import ray
    except ImportError:
        raise ClusterError("missing") from None
    quiet = {"log_to_driver": False, "logging_level": "error"}
    if address == LOCAL:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        own = {"num_cpus": processes, "include_dashboard": False, "object_store_memory": OBJECT_MEMORY}
        _begin(ray, "start", address=address, **own, **quiet)
        return ray
    if address != AUTO:
        _check_reachable(address)
    _begin(ray, "unreachable", address=address, **quiet)
    return ray


def _begin(ray: Any, reason: str, **settings: Any) -> None:
    try:
        ray.init(**settings)
    except Exception as error:
        raise ClusterError(reason, str(error).strip()) from error


def _check_reachable(address: str) -> None:
    host, _colon, port = address.removeprefix(CLIENT).rpartition(":")
    if not host or not port.isdecimal():
        raise ClusterError("address")
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise ClusterError("unreachable", str(error)) from None


def do_task(version: str, do: Callable[[Task], Done], task: Task) -> Done:
    """On a node: another version might do the same task differently."""
    if version != __version__:
        raise ClusterError("version", __version__)
    return do(task)


class _RayWorkers:
    """All processors of the cluster."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray

    def in_order(self, do: Callable[[Task], Done], tasks: Sequence[Task]) -> Iterator[Done]:
        submit = partial(self._ray.remote(do_task).remote, __version__, do)
        processors = int(self._ray.cluster_resources().get("CPU", 1))
        yield from results(tasks, submit, self._fetch, processors * TASKS_AHEAD)

    def _fetch(self, handle: Any) -> Any:
        """What a task gave or raised."""
        try:
            return self._ray.get(handle)
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause from None
        except self._ray.exceptions.RayError as error:
            raise ClusterError("lost", str(error).strip()) from error
