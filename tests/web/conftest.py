"""One server for all tests of a worker that do not stop it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.visitor import Server, Visitor


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as running:
        yield running
        said = running.interrupt()
    assert running.process.returncode == 0
    assert "ERROR" not in said, said


@pytest.fixture
def ann(server: Server) -> Visitor:
    return Visitor(server)


@pytest.fixture
def bob(server: Server) -> Visitor:
    return Visitor(server)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"
