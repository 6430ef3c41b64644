"""Python's search for garbage, left out where nothing that is made has cycles."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collector() -> Iterator[None]:
    """Python does not look for garbage meanwhile: positions have no cycles, and looking at many of them takes longer than what is done with them."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
