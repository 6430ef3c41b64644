"""Where the orders lie on the page: which card or army is picked, and which province or army it goes to.

Pieces are picked with radio buttons, and the style sheet shows the buttons of the picked one: no script is needed.
"""

from __future__ import annotations

from collections.abc import Callable

from zashiki.brush import escape
from zashiki.games.shinobi import GAME
from zashiki.games.shinobi.actions import ARMIES, ATTACK, MOVE, NINJA_ON, PLACE, PROVINCES, SKIP
from zashiki.games.shinobi.cards import KINDS
from zashiki.games.shinobi.view import ShinobiView
from zashiki.words import Words

Links = Callable[[int], str | None]


class Move:
    """A legal order: the piece that is picked for it, and the province or the army it ends on."""

    def __init__(self, action: int, group: str, province: int | None = None, army: int | None = None) -> None:
        self.action = action
        self.group = group
        self.province = province
        self.army = army


class Moves:
    """The orders of a view, as buttons."""

    def __init__(self, view: ShinobiView, words: Words, links: Links) -> None:
        self._view = view
        self._words = words
        self.all = [
            move
            for move in map(_located, (action for action in view.legal if links(action) is not None))
            if move
        ]
        self.groups = list(dict.fromkeys(move.group for move in self.all))
        self.picked = self.groups[0] if self.groups else ""
        self._stamp = f"{len(view.legal)}-{sum(view.legal)}"

    def at_province(self, seat: int) -> str:
        return "".join(self._button(move) for move in self.all if move.province == seat)

    def at_army(self, army: int) -> str:
        return "".join(self._button(move) for move in self.all if move.army == army)

    def radio(self, group: str, label: str) -> str:
        """The way to pick a card or an army."""
        if group not in self.groups:
            return ""
        checked = " checked" if group == self.picked else ""
        return (
            f'<input class="pick" type="radio" name="pick" id="{self.id(group)}" value="{group}"'
            f' aria-label="{escape(label)}"{checked}>'
        )

    def id(self, group: str) -> str:
        """New choices bring new radio buttons, so that a page drawn anew picks what it says, not what was picked before."""
        return f"pick-{group}-{self._stamp}"

    def _button(self, move: Move) -> str:
        label = escape(self._words(GAME.label(self._view, move.action)))
        return (
            f'<button class="spot for-{move.group}" form="choice" name="action" value="{move.action}"'
            f' data-action="{move.action}" title="{label}"><span class="unseen">{label}</span></button>'
        )


def _located(action: int) -> Move | None:
    """Where an order lies; None: it is a button of the prompt alone."""
    if action < NINJA_ON:
        province, clan = divmod(action - PLACE, 5)
        return Move(action, f"card-{KINDS[clan]}", province=province)
    if action < MOVE:
        return Move(action, "card-ninja", army=action - NINJA_ON)
    if action < ATTACK:
        army, goal = divmod(action - MOVE, PROVINCES)
        return Move(action, f"army-{army}", province=goal)
    if action < SKIP:
        clan, army = divmod(action - ATTACK, ARMIES)
        return Move(action, f"with-{KINDS[clan]}", army=army)
    return None
