"""Where the orders lie on the page: which card or army is picked, and which province or army it goes to.

Pieces are picked with radio buttons, and the style sheet shows the buttons of the picked one: no script is needed.
"""

from __future__ import annotations

from collections.abc import Callable

from zashiki.brush import escape
from zashiki.games.shinobi import GAME
from zashiki.games.shinobi.cards import KINDS
from zashiki.games.shinobi.rules.actions import ARMIES, ATTACK, MOVE, NINJA_ON, PLACE, PROVINCES, SKIP
from zashiki.games.shinobi.view import ShinobiView
from zashiki.words import Words

Links = Callable[[int], str | None]


class Move:
    """An order: the piece that is picked for it ("" for none), and the province or the army where it is given."""

    def __init__(self, action: int, group: str, province: int | None = None, army: int | None = None) -> None:
        self.action = action
        self.group = group
        self.province = province
        self.army = army


class Moves:
    """The orders of a view, as buttons, and what one might try beside them, as ways to ask why not."""

    def __init__(self, view: ShinobiView, words: Words, links: Links) -> None:
        self._view = view
        self._words = words
        self._links = links
        self.all = [
            move
            for move in map(_located, (action for action in view.legal if links(action) is not None))
            if move
        ]
        self.groups = list(dict.fromkeys(move.group for move in self.all))
        self.picked = self.groups[0] if self.groups else ""
        self._stamp = f"{len(view.legal)}-{sum(view.legal)}"
        tried = (*map(_located, _tried(view)), *_idle(view, self.groups)) if self.all else ()
        self._refused = [
            move
            for move in tried
            if move and move.action not in view.legal and (not move.group or move.group in self.groups)
        ]

    def at_province(self, seat: int) -> str:
        whys = "".join(self._why(move) for move in self._refused if move.province == seat)
        return whys + "".join(self._button(move) for move in self.all if move.province == seat)

    def at_army(self, army: int) -> str:
        whys = "".join(self._why(move) for move in self._refused if move.army == army)
        return whys + "".join(self._button(move) for move in self.all if move.army == army)

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

    def _why(self, move: Move) -> str:
        label = self._words(GAME.label(self._view, move.action))
        text = escape(self._words.say("shi.page.why-not", choice=label))
        group = f" for-{move.group}" if move.group else ""
        return (
            f'<a class="why{group}" href="{escape(self._links(move.action) or "")}" data-why="{move.action}"'
            f' title="{text}"><span class="unseen">{text}</span></a>'
        )


def _tried(view: ShinobiView) -> list[int]:
    """What the pieces of this order might be tried for, legal or not."""
    others = [seat for seat in range(view.seats) if seat != view.seat]
    armies = _armies(view)
    if view.phase == "first-order":
        own = [army for army in armies if army // 5 == view.seat]
        return [PLACE + (view.seat or 0) * 5 + clan for clan in range(5)] + [NINJA_ON + army for army in own]
    if view.phase == "second-order":
        return [PLACE + seat * 5 + clan for seat in others for clan in range(5)]
    return [ATTACK + clan * ARMIES + army for clan in range(5) for army in armies if army // 5 != view.seat]


def _armies(view: ShinobiView) -> list[int]:
    return [army for army in range(view.seats * 5) if view.provinces[army // 5][army % 5]]


def _idle(view: ShinobiView, groups: list[str]) -> list[Move]:
    """The own armies that find nobody to attack (SHI-O4): each says so of the weakest army elsewhere."""
    if view.phase != "third-order":
        return []
    own = view.seat or 0
    others = [army for army in _armies(view) if army // 5 != own]
    moves = []
    for army in _armies(view):
        clan = army % 5
        if army // 5 == own and f"with-{KINDS[clan]}" not in groups:
            weakest = min(
                others, key=lambda other: (other % 5 == clan, view.provinces[other // 5][other % 5])
            )
            moves.append(Move(ATTACK + clan * ARMIES + weakest, "", army=army))
    return moves


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
