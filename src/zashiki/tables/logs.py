"""What a server or worker writes about itself: lines for people, or one JSON object a line for programs."""

from __future__ import annotations

import logging
from contextvars import ContextVar
from datetime import UTC, datetime

import msgspec

_asked_for: ContextVar[str | None] = ContextVar("asked_for", default=None)
"""The table that the request is about which is being answered."""
PLAIN = "%(levelname)s %(name)s: %(message)s"


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
