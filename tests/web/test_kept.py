"""Static files are kept by browsers for good, under an address that changes with them."""

from __future__ import annotations

import re

from tests.web.visitor import Visitor


def test_every_static_file_of_a_page_is_there_and_kept_for_good(ann: Visitor) -> None:
    page = ann.get("/").text
    addresses = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert len(addresses) >= 4
    for address in addresses:
        answer = ann.get(address)
        assert answer.status_code == 200, address
        assert "immutable" in answer.headers["cache-control"], address


def test_a_page_of_an_earlier_version_gets_the_file_as_it_is_now_but_does_not_keep_it(ann: Visitor) -> None:
    answer = ann.get("/static/0123456789ab/base.css")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"


def test_a_missing_static_file_is_not_kept(ann: Visitor) -> None:
    address = re.findall(r'href="(/static/[^"]+)base.css"', ann.get("/").text)[0]
    answer = ann.get(address + "no-such-file.css")
    assert answer.status_code == 404
    assert "immutable" not in answer.headers.get("cache-control", "")
