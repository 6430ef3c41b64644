"""How often something may be done at all servers together: counted in PostgreSQL."""

from __future__ import annotations

from typing import Final

from zashiki.store.postgres_pool import Connection, Pool

_COUNT: Final = """
    INSERT INTO rate_limits AS kept VALUES (%(name)s, clock_timestamp() + %(step)s * interval '1 second')
    ON CONFLICT (name) DO UPDATE
    SET due = greatest(kept.due, clock_timestamp()) + %(step)s * interval '1 second'
    WHERE greatest(kept.due, clock_timestamp()) + (%(step)s - %(seconds)s) * interval '1 second' <= clock_timestamp()
    RETURNING name
"""
"""Each time costs its part of the seconds, which is paid off as they pass; no row comes back when all of them are owed."""


class SharedRateLimiter:
    """At most so many times at once, and no more than that in so many seconds from then on; 0 times: no limit."""

    def __init__(self, pool: Pool, what: str, times: int, seconds: float) -> None:
        self._pool = pool
        self._what = what
        self._times = times
        self._seconds = seconds

    async def allows(self, name: str) -> bool:
        """Whether it may be done once more now; if so, it counts as done."""
        if not self._times:
            return True
        values = {
            "name": f"{self._what} {name}",
            "step": self._seconds / self._times,
            "seconds": self._seconds,
        }

        async def count(connection: Connection) -> bool:
            return await (await connection.execute(_COUNT, values)).fetchone() is not None

        return await self._pool.use(count)


async def forget_limits(pool: Pool) -> None:
    """Forgets those that nobody owes anything to any more."""
    await pool.rows("DELETE FROM rate_limits WHERE due < clock_timestamp() RETURNING 1")
