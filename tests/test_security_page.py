"""SECURITY.md names tests; each of them exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parent
PAGE = (TESTS.parent / "SECURITY.md").read_text(encoding="utf-8")


def test_every_test_that_the_page_names_exists() -> None:
    named = re.findall(r"`([a-z_/]+\.py)::(test_\w+)`", PAGE)
    assert len(named) > 30
    for file, name in named:
        tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
        found = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
        assert name in found, f"{file}::{name}"


def test_every_rule_of_the_page_names_a_test() -> None:
    rules = [line for line in PAGE.splitlines() if line.startswith("| ") and line.count("|") in (3, 4)]
    tables = PAGE.split("shown by |\n")[1:]
    rows = [row for table in tables for row in table.split("\n\n")[0].splitlines()[1:]]
    assert len(rows) >= 20
    assert set(rows) <= set(rules)
    for row in rows:
        assert "::test_" in row, row
