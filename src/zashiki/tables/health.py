"""Whether a server or a worker can do its work, as whoever runs it asks."""

from __future__ import annotations

from typing import Any

from zashiki import __version__
from zashiki.store import CannotKeep, Store


async def trouble_of(store: Store) -> str:
    """Why nothing can be read or kept; empty if all is well."""
    try:
        await store.probe()
    except CannotKeep as error:
        return str(error) or type(error).__name__
    return ""


def report(trouble: str) -> tuple[int, dict[str, Any]]:
    """The status and what is told with it."""
    if trouble:
        return 503, {"ok": False, "version": __version__, "reason": trouble}
    return 200, {"ok": True, "version": __version__}
