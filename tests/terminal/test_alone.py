"""`./zashiki` alone: the server on a free port, its address said, Ctrl-C to stop."""

from __future__ import annotations

import re
import urllib.request
from pathlib import Path

from tests.terminal.desk import Desk


def test_alone_it_serves_the_games_and_stops_at_ctrl_c(tmp_path: Path) -> None:
    with Desk(tmp_path, BROWSER="true") as desk:
        shown = desk.until("(Ctrl-C")
        address = re.search(r"http://127\.0\.0\.1:\d+/", shown)
        assert address
        with urllib.request.urlopen(address[0]) as page:
            assert "7 Ronin" in page.read().decode()
        desk.press(b"\x03")
        assert desk.end()[1] == 0
