"""Where a server listens: at an address of this machine, or at a socket file by which a proxy on the same machine reaches it."""

from __future__ import annotations

import errno
import os
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from zashiki.kernel.messages import say
from zashiki.kernel.options import BadOption
from zashiki.kernel.reasons import of_system

EVERYWHERE: Final = ("0.0.0.0", "::", "")
"""Hosts that mean every address of this machine."""
_MASK: Final = 0o117
"""A socket file is for its user and group alone: what comes by it is believed to come from the proxy."""


def network_address() -> str:
    """This machine's address in its network; empty where there is none. Nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        found = str(asking.getsockname()[0])
    return "" if found.startswith(("127.", "0.")) else found


def listen(host: str, port: int) -> socket.socket:
    """A socket at the address; raises BadOption."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise BadOption(say("web.serve.no-port", host=host, port=port, reason=of_system(error))) from None
    return listening


@contextmanager
def listening_at(file: Path) -> Iterator[socket.socket]:
    """A socket at the file, which goes with it; raises BadOption. A file that a killed server left behind gives way."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listening:
        try:
            _clear(file)
            _bind(listening, file)
        except OSError as error:
            raise BadOption(say("web.serve.no-socket", file=str(file), reason=of_system(error))) from None
        made = file.stat().st_ino
        try:
            yield listening
        finally:
            with suppress(OSError):
                if file.stat().st_ino == made:  # not another server's, who found it taken away
                    file.unlink()


def _clear(file: Path) -> None:
    """Takes away a socket file at which nobody listens; raises OSError if anything else is there."""
    try:
        mode = file.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
        try:
            asking.connect(str(file))
        except ConnectionRefusedError:
            file.unlink()
            return
    raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))


def _bind(listening: socket.socket, file: Path) -> None:
    mask = os.umask(_MASK)
    try:
        listening.bind(str(file))
    except OSError as error:
        if error.errno is None:  # Python itself counts how long the name of a socket file is
            raise OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG)) from None
        raise
    finally:
        os.umask(mask)
    listening.listen()  # from now on another server finds that it is not left behind
