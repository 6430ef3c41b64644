"""HTTP as a hostile visitor speaks it: what can't be read, requests without end, answers that nobody reads."""

from __future__ import annotations

import socket
from pathlib import Path

from tests.web.visitor import Server, Visitor

PATIENCE = 60.0


def dial(server: Server) -> socket.socket:
    """A connection of a visitor who takes in as little as the system allows."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    connection.settimeout(PATIENCE)
    connection.connect(("127.0.0.1", int(server.address.rpartition(":")[2])))
    return connection


def test_what_is_no_request_is_logged_once_however_often_it_comes(data: Path) -> None:
    with Server(data) as server:
        for _ in range(20):
            with dial(server) as connection:
                connection.sendall(b"Open, sesame!\r\n\r\n")
                assert connection.recv(100).startswith(b"HTTP/1.1 400")
        assert server.said().count("Invalid HTTP request") == 1
        assert Visitor(server).get("/healthz").json()["ok"]
