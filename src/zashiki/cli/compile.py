"""`compile`: the rules of all games as machine code."""

from __future__ import annotations

import time
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from zashiki.cli.options import Speaker
from zashiki.compiling import building, layout, translation
from zashiki.kernel.registry import names, package
from zashiki.terminal.speech import UserError
from zashiki.words import Words


def compile_command(speaker: Speaker) -> click.Command:
    def compile_rules(remove: bool, c: str | None) -> None:
        if remove:
            for name in names():
                layout.remove(_rules_folder(name))
            click.echo(speaker.words.say("term.compile.removed"))
        elif c is not None:
            _translate(speaker.words, Path(c))
            click.echo(speaker.words.say("term.compile.written", folder=c))
        else:
            _require(building.missing())
            with TemporaryDirectory() as folder:
                _build(speaker.words, Path(folder))

    folder: Any = speaker.words.say("term.help.metavar-folder")
    params = [
        speaker.option("--remove", key="term.option.compile-remove", is_flag=True),
        speaker.option("--c", key="term.option.compile-c", metavar=folder),
    ]
    help_ = speaker.words.say("term.help.compile")
    return speaker.dress(click.Command("compile", callback=compile_rules, params=list(params), help=help_))


def _require(missing: str) -> None:
    if missing:
        raise UserError("term.compile.missing", missing=missing)


def _rules_folder(name: str) -> Path:
    found = find_spec(package(name))
    assert found is not None
    assert found.submodule_search_locations is not None
    return Path(found.submodule_search_locations[0]) / "rules"


def _translate(words: Words, folder: Path) -> None:
    _require(translation.missing())
    for name in names():
        rules = f"{package(name)}.rules"
        click.echo(words.say("term.compile.translating", game=name))
        root = _rules_folder(name).parents[rules.count(".")]
        try:
            translation.translate(rules, root, folder)
        except translation.TranslationFailed as error:
            raise UserError("term.compile.failed", reason=str(error)) from error
    translation.copy_runtime(folder)


def _build(words: Words, folder: Path) -> None:
    _translate(words, folder)
    for name in names():
        began = time.monotonic()
        try:
            building.build(folder / f"{package(name)}.rules", _rules_folder(name))
        except building.BuildFailed as error:
            raise UserError("term.compile.failed", reason=str(error)) from error
        click.echo(words.say("term.compile.built", game=name, seconds=round(time.monotonic() - began)))
