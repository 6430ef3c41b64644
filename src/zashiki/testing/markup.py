"""Reads drawings as elements: their ids, their choices, and whether they are whole."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Final

_VOID: Final = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})


class Elements(HTMLParser):
    """The elements of a drawing."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.roots: list[str] = []  # the ids of the outermost elements
        self.ids: list[str] = []
        self.actions: list[int] = []  # the choices that can be made here
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open, f"not closed: {self._open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in _VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        given = {name: value or "" for name, value in attrs}
        if not self._open:
            self.roots.append(given.get("id", ""))
        if "id" in given:
            self.ids.append(given["id"])
        if "data-action" in given:
            self.actions.append(int(given["data-action"]))

    def handle_endtag(self, tag: str) -> None:
        assert self._open, f"closed, but never opened: {tag}"
        assert self._open.pop() == tag, f"closed out of turn: {tag}"

    def handle_data(self, data: str) -> None:
        assert self._open or not data.strip(), f"text outside of the element: {data!r}"
