"""The files of `deploy/` start the program with options that it has."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from zashiki.cli.main import all_commands
from zashiki.words import Words

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"


def commands() -> list[str]:
    """Every command line of the program in those files."""
    compose = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    unit = (DEPLOY / "zashiki.service").read_text(encoding="utf-8")
    lines = re.findall(r"^    command: (.+)$", compose, re.MULTILINE)
    lines += re.findall(r"^ExecStart=\S+/zashiki (.+)$", unit, re.MULTILINE)
    image = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    lines += [
        " ".join(re.findall(r'"([^"]+)"', line)) for line in re.findall(r"^CMD (.+)$", image, re.MULTILINE)
    ]
    return lines


@pytest.mark.parametrize("line", commands())
def test_a_command_line_is_one_that_the_program_understands(line: str) -> None:
    words = re.sub(r"\$\{.*?\}", "play.example", line).split()
    group = all_commands(Words("en"))
    command = group.get_command(click.Context(group), words[0])
    assert command is not None
    command.make_context(words[0], words[1:])


def test_there_is_one_for_a_server_a_worker_a_unit_and_an_image() -> None:
    assert [line.split()[0] for line in commands()] == ["serve", "worker", "serve", "serve"]


def test_files_that_are_named_exist() -> None:
    for name in ("requirements/server.txt", "deploy/Containerfile", "deploy/Caddyfile"):
        assert (ROOT / name).is_file()
        assert Path(name).name in "".join(file.read_text(encoding="utf-8") for file in DEPLOY.iterdir())
