"""What a server writes about itself."""

from __future__ import annotations

import logging

import pytest

from zashiki.tables import logs


def test_a_warning_that_comes_again_and_again_is_written_seldom_and_counted(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    log = logging.Logger("a fountain")
    log.addHandler(caplog.handler)
    log.addFilter(logs.Seldom())
    for number in range(20):
        log.warning("water at %d", number)
    log.warning("wind")
    log.error("broken")
    log.error("broken")
    assert [record.getMessage() for record in caplog.records] == ["water at 0", "wind", "broken", "broken"]
    monkeypatch.setattr(logs, "WARN_AGAIN", 0.0)
    log.warning("water at %d", 20)
    log.warning("water at %d", 21)
    again = [record.getMessage() for record in caplog.records[4:]]
    assert again == ["water at 20 (19 more like this since the last one)", "water at 21"]
