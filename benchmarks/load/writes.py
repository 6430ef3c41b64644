"""What the system alone takes to write a message to many sockets: the least that a page can cost, whatever the server does.

Another process reads from the other ends as fast as it can.
"""

from __future__ import annotations

import multiprocessing
import selectors
import socket
from multiprocessing.connection import Connection
from time import process_time, sleep
from typing import Any, Final

SOCKETS: Final = 500
ROUNDS: Final = 12
SIZES: Final = (500, 2_500, 11_000)
"""Bytes of a message."""
PAUSE: Final = 0.05
"""Seconds for the other process to read what was written in a round."""


def _read_all(address: Any, family: int, ready: Connection) -> None:
    """Opens the sockets, and reads until they are closed."""
    ends = [socket.socket(family, socket.SOCK_STREAM) for _ in range(SOCKETS)]
    with selectors.DefaultSelector() as selector:
        for end in ends:
            end.connect(address)
            selector.register(end, selectors.EVENT_READ)
        ready.send(True)
        left = len(ends)
        while left:
            for key, _ in selector.select():
                if not key.fileobj.recv(1 << 16):  # type: ignore[union-attr]
                    selector.unregister(key.fileobj)
                    left -= 1


def _microseconds(family: int, address: Any) -> dict[int, float]:
    """Processor time of a write by the size of the message, the lowest of the rounds."""
    with socket.socket(family, socket.SOCK_STREAM) as listening:
        listening.bind(address)
        listening.listen(SOCKETS)
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        reader = context.Process(target=_read_all, args=(listening.getsockname(), family, there), daemon=True)
        reader.start()
        ends = [listening.accept()[0] for _ in range(SOCKETS)]
    here.recv()
    if family == socket.AF_INET:
        for end in ends:
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    found = {size: min(_round(ends, bytes(size)) for _ in range(ROUNDS)) for size in SIZES}
    for end in ends:
        end.close()
    reader.join()
    return found


def _round(ends: list[socket.socket], message: bytes) -> float:
    sleep(PAUSE)
    begun = process_time()
    for end in ends:
        end.sendall(message)
    return 1e6 * (process_time() - begun) / len(ends)


def measure(folder: str) -> list[dict[str, float]]:
    """By TCP, and by a socket file in the folder."""
    tcp = _microseconds(socket.AF_INET, ("127.0.0.1", 0))
    file = _microseconds(socket.AF_UNIX, f"{folder}/socket")
    return [{"bytes": size, "tcp_us": round(tcp[size], 2), "file_us": round(file[size], 2)} for size in SIZES]
