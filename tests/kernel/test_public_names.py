"""What `import zashiki` brings: documented, and the first example works as it is written."""

from __future__ import annotations

import doctest

import pytest

import zashiki


def test_the_example_of_the_package_works() -> None:
    results = doctest.testmod(zashiki)
    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.parametrize("name", [name for name in zashiki.__all__ if callable(getattr(zashiki, name))])
def test_every_public_name_is_documented(name: str) -> None:
    assert getattr(zashiki, name).__doc__
