"""Why something can't be done at a table."""

from __future__ import annotations


class NoTable(Exception):
    """There is no such table."""


class Stale(Exception):
    """The choice was made on a picture of the table that is no longer true."""


class NotYours(Exception):
    """The seat belongs to somebody else."""
