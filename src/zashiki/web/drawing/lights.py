"""The lights of a lesson: a style sheet for each step, in which `:--lit` stands for the elements that the step lights.

The rules are those of `static/lights.css`, then those of the game's own `static/lights.css` if it has one. Every light
has the specificity of one class, so that the rules rank the same whatever is lit.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from zashiki.kernel.contract import Game
from zashiki.kernel.parts import LessonStep
from zashiki.web.drawing.static_files import STATIC, game_folder

SHEET: Final = "lights.css"
LIT: Final = ":--lit"
_NAME: Final = r"[A-Za-z][\w-]*"
_ID: Final = re.compile(rf"#({_NAME})", re.ASCII)
_CLASSES: Final = re.compile(rf"(?:\.{_NAME})*(\.{_NAME})", re.ASCII)
_ATTRIBUTE: Final = re.compile(rf"({_NAME})=([\w-]+)", re.ASCII)


class BadLight(ValueError):
    """A lesson lights something in words that nobody understands."""


def selector(game: Game, light: str) -> str:
    """The CSS selector of a light: "#id", ".class", ".class.class", "attribute=value" or "=choice"; raises BadLight."""
    if light.startswith("="):
        return f'[id="choose-{game.action(light[1:])}"]'
    if found := _ID.fullmatch(light):
        return f'[id="{found[1]}"]'
    if found := _CLASSES.fullmatch(light):
        others = light.removesuffix(found[1])
        return (f":where({others})" if others else "") + found[1]
    if found := _ATTRIBUTE.fullmatch(light):
        return f'[{found[1]}="{found[2]}"]'
    raise BadLight(light)


def selectors(game: Game, step: LessonStep) -> str:
    """One selector for everything that the step lights."""
    return f":is({', '.join(selector(game, light) for light in step.light)})"


def sheet(game: Game, step: LessonStep) -> str:
    """The style sheet of a step."""
    return _rules(game.id).replace(LIT, selectors(game, step))


@cache
def _rules(game: str) -> str:
    own = game_folder(game) / SHEET
    shared = (STATIC / SHEET).read_text(encoding="utf-8")
    return shared + (own.read_text(encoding="utf-8") if own.is_file() else "")
