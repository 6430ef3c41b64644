"""The legal choices of a view as buttons, to be laid upon the place each belongs to."""

from __future__ import annotations

from collections.abc import Callable

from zashiki.brush import escape
from zashiki.games.samurai_spirit import GAME
from zashiki.games.samurai_spirit.view import SamuraiSpiritView
from zashiki.words import Words

Links = Callable[[int], str | None]


class Choices:
    """What can be chosen now, for one who looks at a view."""

    def __init__(self, view: SamuraiSpiritView, words: Words, links: Links) -> None:
        self._view = view
        self._words = words
        self._links = links
        self._legal = {action for action in view.legal if links(action) is not None}

    def open(self, action: int) -> bool:
        return action in self._legal

    def any(self, first: int, count: int) -> bool:
        """Whether one of `count` actions from `first` on can be chosen."""
        return any(action in self._legal for action in range(first, first + count))

    def spot(self, action: int, caption: str = "") -> str:
        """The place itself as a button, with a word on it if it does not speak for itself."""
        if action not in self._legal:
            return ""
        label = escape(self._words(GAME.label(self._view, action)))
        told = escape(self._words(GAME.help(self._view, action)))
        plate = (
            f'<span class="caption" aria-hidden="true">{escape(self._words.say(caption))}</span>'
            if caption
            else ""
        )
        return (
            f'<button class="spot" form="choice" name="action" value="{action}" data-action="{action}"'
            f' title="{told}">{plate}<span class="unseen">{label}</span></button>'
        )

    def button(self, action: int, picture: str = "") -> str:
        """A choice in words, on the board of the samurai whom it concerns."""
        if action not in self._legal:
            return ""
        label = escape(self._words(GAME.label(self._view, action)))
        told = escape(self._words(GAME.help(self._view, action)))
        return (
            f'<button class="button deed" form="choice" name="action" value="{action}" data-action="{action}"'
            f' title="{told}">{picture}{label}</button>'
        )

    def why(self, action: int) -> str:
        """Where a choice of this moment is not legal: a way to ask which rule says so."""
        address = self._links(action)
        if address is None or not self._legal or action in self._legal:
            return ""
        text = escape(self._words.say("sam.page.why-not"))
        return (
            f'<a class="why" href="{escape(address)}" data-why="{action}" title="{text}">'
            f'<span class="unseen">{text}</span></a>'
        )
