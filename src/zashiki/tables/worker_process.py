"""What every worker process of a server does as it begins."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading


def begin_work(yields: int) -> None:
    """Leaves Ctrl-C to the server, ends when the server does, however that ends, and gives way to it, where the system knows how."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_server, daemon=True).start()
    if yields and os.name == "posix":
        os.nice(yields)


def _end_with_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)
