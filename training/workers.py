"""A pool of processes that play for a learner."""

from __future__ import annotations

import os
from multiprocessing import get_context
from typing import Any

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class Workers:
    """Its answers come in the order of the questions."""

    def __init__(self, count: int) -> None:
        for name in ONE_THREAD:
            os.environ[name] = "1"
        self.count = count
        self._pool = get_context("spawn").Pool(count)

    def ask(self, function: Any, questions: list[tuple[Any, ...]]) -> Any:
        return self._pool.starmap_async(function, questions, chunksize=1)

    def close(self) -> None:
        self._pool.terminate()
