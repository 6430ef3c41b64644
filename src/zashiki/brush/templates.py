"""Templates that draw: Jinja, which escapes by construction, in the `templates` folder of the package that owns them.

A template gets its inputs as `it`, the reader's words as `words` (and `t`, short for `words.say`), and `slot(name)` for
the place of an inner region. `{% import "brush.html" as brush %}` brings the shared strokes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping
from functools import cache
from types import CodeType
from typing import Any, Final

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from zashiki.kernel.parts import Speech, slot

SHARED = "zashiki.brush"


def number(value: int | float) -> str:
    """A coordinate, as short as it can be written."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


_SPECIAL: Final = re.compile("[&<>'\"]")


def escaped(value: object) -> str:
    """The same text as `markupsafe.escape` gives, sooner: most values are markup, numbers, or text with nothing to escape."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[return-value]
    if kind is int or (kind is str and not _SPECIAL.search(value)):  # type: ignore[call-overload]
        return str(value)
    return escape(value)


class _Template(Template):
    """Puts values in by `escaped`."""

    @classmethod
    def from_code(
        cls,
        environment: Environment,
        code: CodeType,
        globals: MutableMapping[str, Any],  # noqa: A002 as Jinja calls it
        uptodate: Any = None,
    ) -> Template:
        made = super().from_code(environment, code, globals, uptodate)
        made.root_render_func.__globals__["escape"] = escaped
        return made


class _Environment(Environment):
    """Gives templates their globals as a plain dict: Jinja copies them at every drawing, and copies its own kind slowly.

    What templates read by name are attributes, never keys of a dict: Jinja would look for those too, by a function of its own.
    """

    template_class = _Template
    getattr = staticmethod(getattr)  # type: ignore[assignment]

    def make_globals(self, d: Any) -> dict[str, Any]:
        return dict(self.globals) if d is None else {**self.globals, **d}


@cache
def environment(package: str) -> Environment:
    """The templates of a package, with the shared strokes beside them."""
    loaders = [PackageLoader(name) for name in dict.fromkeys((package, SHARED))]
    made = _Environment(
        loader=ChoiceLoader(loaders),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.do"],
    )
    made.filters["number"] = number
    made.globals["slot"] = slot
    return made


def template(package: str, name: str) -> Callable[[Any, Speech], Markup]:
    """The drawing of a template, as a region takes it: `template(__package__, "area.html")`."""

    def draw(inputs: Any, words: Speech) -> Markup:
        return Markup(
            environment(package).get_template(name).render(it=inputs, words=words, t=words.say).strip()
        )

    return draw


def picture(package: str, name: str) -> Markup:
    """A drawing without words or inputs."""
    return Markup(environment(package).get_template(name).render().strip())
