"""What a server or worker writes about itself: lines for people, or one JSON object a line for programs."""

from __future__ import annotations

import logging
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final

import msgspec

_asked_for: ContextVar[str | None] = ContextVar("asked_for", default=None)
"""The table that the request is about which is being answered."""
PLAIN = "%(levelname)s %(name)s: %(message)s"
WARN_AGAIN: Final = 60.0
"""Seconds until a warning that comes again and again is written once more."""


class Seldom(logging.Filter):
    """For a logger whose warnings could fill the log: each is written at once, and then once a minute with how many were left out."""

    def __init__(self) -> None:
        super().__init__()
        self._written: dict[str, float] = {}
        self._left_out: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno != logging.WARNING:
            return True
        text, now = str(record.msg), time.monotonic()
        if now - self._written.get(text, -WARN_AGAIN) < WARN_AGAIN:
            self._left_out[text] = self._left_out.get(text, 0) + 1
            return False
        self._written[text] = now
        if left_out := self._left_out.pop(text, 0):
            record.msg = f"{text} ({left_out} more like this since the last one)"
        return True


class JSONLines(logging.Formatter):
    """Time, level, logger and message; the table that it is about, if there is one; the traceback of an error."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        table = getattr(record, "table", _asked_for.get())
        if table is not None:
            line["table"] = table
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def about(table_id: str) -> dict[str, str]:
    """`_log.warning("...", extra=about(table_id))`"""
    return {"table": table_id}


def answer_about(table_id: str) -> None:
    """Whatever is logged from now on in the task that answers a request is about this table, also by a library."""
    _asked_for.set(table_id)


def set_up_logs(*, as_json: bool) -> None:
    """To standard error: warnings and errors; as JSON also what tables were opened and ended."""
    logging.basicConfig(level=logging.WARNING, format=PLAIN)
    if as_json:
        for handler in logging.getLogger().handlers:
            handler.setFormatter(JSONLines())
        logging.getLogger("zashiki").setLevel(logging.INFO)
