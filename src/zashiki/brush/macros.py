"""Regions drawn by a macro: its imports are resolved once, not with every drawing.

The template of such a region holds `{% macro draw(it, words) %}`. Texts are put in by the filter `say`, from a key or from a
phrase: `{{ "ron.page.limit"|say(words, n=it.limit) }}`; slots by the filter `slot`. Jinja calls a filter much faster than it
calls a function: drawing a small region so takes a quarter of the time that rendering a template takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any, Final

from jinja2 import Environment
from markupsafe import Markup

from zashiki.brush.phrases import Phrase
from zashiki.brush.templates import environment
from zashiki.kernel.parts import Speech, slot

MOST_KEPT: Final = 4096


def say(text: str | Phrase, words: Speech, **args: Any) -> str:
    """A key with its arguments, or a phrase, in words."""
    return words.say(text, **args) if isinstance(text, str) else words(text.message)


def macro(package: str, name: str) -> Callable[[Any, Any], Markup]:
    """The drawing of the macro `draw` of a template, as a region takes it: `macro(__package__, "area.html")`."""

    @cache
    def compiled() -> Callable[[Any, Any], str]:
        return macro_of(package, name)

    def draw(inputs: Any, words: Any) -> Markup:
        return str.__new__(Markup, compiled()(inputs, words))  # past Markup's own check, as it is plain text

    return draw


def macro_of(package: str, name: str) -> Callable[..., str]:
    """The macro `draw` of a template itself: all its arguments are given in order, and what it draws is not marked as safe."""
    module = macro_environment(package).get_template(name).module
    found: Callable[..., str] = getattr(module, "draw")._func  # noqa: B009 mypy knows no macros
    return found  # the macro around it sorts its arguments, and marks as safe what it drew


def kept(package: str, name: str) -> Callable[[Any, Speech], Markup]:
    """The same for a small element that a region holds: it is drawn once for equal inputs and words."""
    found: Callable[[Any, Any], Markup] = lru_cache(MOST_KEPT)(macro(package, name))
    return found


def each(draw: Callable[[Any, Speech], Markup]) -> Callable[[Iterable[Any], Speech], Markup]:
    """A filter that draws several elements one after the other."""

    def draw_each(elements: Iterable[Any], words: Speech) -> Markup:
        return Markup("".join([draw(element, words) for element in elements]))

    return draw_each


def add_filters(package: str, **filters: Callable[..., object]) -> None:
    """More filters for the templates of a package."""
    macro_environment(package).filters.update(filters)


@cache
def macro_environment(package: str) -> Environment:
    """The templates of a package, with the filters that macros use."""
    made = environment(package)
    made.filters["say"] = say
    made.filters["slot"] = slot
    return made
