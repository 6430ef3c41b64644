"""A pool of processes that play for a learner, on this machine or on a Ray cluster."""

from __future__ import annotations

import argparse
import os
from multiprocessing import get_context
from typing import Any

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--workers", type=int, default=16, help="processes that play")
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play on the Ray cluster at this address (HOST:PORT, ray://HOST:PORT, auto), or on a new one here (local)",
    )


class Workers:
    """Its answers come in the order of the questions."""

    def __init__(self, count: int, ray: str | None = None) -> None:
        for name in ONE_THREAD:
            os.environ[name] = "1"
        self.count = count
        self._pool = _pool_of_cluster(ray, count) if ray else get_context("spawn").Pool(count)
        self._settings: dict[str, Any] = (
            {} if ray else {"chunksize": 1}
        )  # Ray hands out one question after the other anyway

    def ask(self, function: Any, questions: list[tuple[Any, ...]]) -> Any:
        return self._pool.starmap_async(function, questions, **self._settings)

    def close(self) -> None:
        self._pool.terminate()


def _pool_of_cluster(address: str, count: int) -> Any:
    """Needs `zashiki[cluster]`, and this checkout on every machine."""
    from zashiki.study.cluster import connect

    connect(address, count)
    from ray.util.multiprocessing import Pool

    return Pool(count)
