"""Puts light on places of a page: the elements that a lesson names get the attribute `data-lit`."""

from __future__ import annotations

from html.parser import HTMLParser

from markupsafe import Markup


def mark(page: str, lights: list[str]) -> Markup:
    """The page with every element lit that one of the lights names: "#id", ".class" or "attribute=value"."""
    finder = _Finder(lights)
    finder.feed(page)
    starts = [0]
    for line in page.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    parts, done = [], 0
    for row, column, tag in finder.found:
        end = starts[row - 1] + column + len(tag) + 1
        parts.append(page[done:end])
        done = end
    return Markup(" data-lit".join([*parts, page[done:]]))


class _Finder(HTMLParser):
    """Where the tags of the lit elements begin."""

    def __init__(self, lights: list[str]) -> None:
        super().__init__()
        self._lights = lights
        self.found: list[tuple[int, int, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if any(_names(light, given) for light in self._lights):
            self.found.append((*self.getpos(), tag))


def _names(light: str, attributes: dict[str, str]) -> bool:
    if light.startswith("#"):
        return attributes.get("id") == light[1:]
    if light.startswith("."):
        return set(light[1:].split(".")) <= set(attributes.get("class", "").split())
    name, _, value = light.partition("=")
    return attributes.get(name) == value
