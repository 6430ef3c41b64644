"""What commands that take long have in common: a bar that shows how far they are, and what to say where nothing can be written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from zashiki.kernel.reasons import of_system
from zashiki.terminal.speech import UserError


@contextmanager
def bar(text: str, total: int, done: int = 0) -> Iterator[Callable[[], None]]:
    """A bar on standard error, if that is a terminal; what it gives moves it on by one."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(text, total=total, completed=done)
        yield lambda: progress.advance(task)


@contextmanager
def writing(place: Path) -> Iterator[None]:
    """Raises UserError where the file, or what is to be in the folder, can't be written."""
    try:
        yield
    except OSError as error:
        raise UserError("term.error.unwritable", file=str(place), reason=of_system(error)) from None
