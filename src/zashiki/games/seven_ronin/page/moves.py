"""Where the legal choices lie on the page: on which place or ronin, and which piece has to be picked first.

A choice that needs a picked piece (Hayai, then an area) belongs to the group of that piece. Pieces are picked with radio
buttons, and the style sheet shows the buttons of the picked group: no script, no state on the server.
"""

from __future__ import annotations

from collections.abc import Callable

from zashiki.brush import escape
from zashiki.games.seven_ronin import GAME
from zashiki.games.seven_ronin.rules.actions import (
    AIM_AT,
    COPY_OF,
    CURSE,
    DEPLOY,
    DONE,
    HEAL,
    HOLD,
    LOOT,
    NINJA,
    POISON,
    PUSH_TO,
    READY,
    RETURN_FROM,
    RIDE_TO,
    SEND_ONE,
    SEND_TWO,
    SHOOT,
    STRIKE,
    WATCH,
)
from zashiki.games.seven_ronin.rules.pieces import (
    ANIMAL_PEN,
    AREAS,
    ATTACKER,
    BURIAL_GROUNDS,
    GRANARY,
    GREEN,
    HAYAI,
    INN,
    MUSASHI,
    PASSAGE,
    RONIN,
    SHRINE,
    TAIKO,
    WATCHTOWER,
    WELL,
    YOBU,
    YUMI,
)
from zashiki.games.seven_ronin.view import RoninGameView
from zashiki.words import Words

Links = Callable[[int], str | None]

TO_PLACES = (
    (PUSH_TO, "yobu"),
    (RIDE_TO, "hayai"),
    (RETURN_FROM, "burial-grounds"),
    (COPY_OF, "inn"),
    (SEND_ONE, "passage-1"),
    (SEND_TWO, "passage-2"),
)
"""Ten actions each, one an area."""
TO_RONIN = (
    (HEAL, "taiko"),
    (POISON, "well"),
    (HOLD, "animal-pen"),
    (CURSE, "shrine"),
    (AIM_AT, "watchtower"),
)
"""Seven actions each, one a ronin."""
OF_AREA = {
    BURIAL_GROUNDS: RETURN_FROM,
    INN: COPY_OF,
    WATCHTOWER: WATCH,
    PASSAGE: SEND_ONE,
    GRANARY: LOOT,
    WELL: POISON,
    ANIMAL_PEN: HOLD,
    SHRINE: CURSE,
}
"""The first action of each area's ability, to ask why it can't be used."""
OF_RONIN = {HAYAI: RIDE_TO, MUSASHI: STRIKE, TAIKO: HEAL, YOBU: PUSH_TO, YUMI: SHOOT}
"""The first action of each ronin's ability."""


class Move:
    """A legal choice on the board: on a place or on a ronin, in a group or at once (group "")."""

    def __init__(self, action: int, group: str, place: int | None = None, ronin: int | None = None) -> None:
        self.action = action
        self.group = group
        self.place = place
        self.ronin = ronin


class Moves:
    """The moves of a view, as buttons."""

    def __init__(self, view: RoninGameView, words: Words, links: Links) -> None:
        self._view = view
        self._words = words
        self._links = links
        legal = [action for action in view.legal if links(action) is not None]
        self.all = [move for move in map(_located, legal) if move is not None]
        groups = dict.fromkeys(move.group for move in self.all if move.group)
        self.groups = list(groups)
        self.must_pick = len(self.groups) > 1 or any(not move.group for move in self.all)
        self.picked = self._picked()
        self.chosen = self._chosen_area()
        self._stamp = f"{len(legal)}-{sum(legal)}"

    def _picked(self) -> str:
        """The piece that is picked at first; in combat none is: its targets would look like what can be used."""
        if not self.groups or (self._view.step in ("abilities", "areas") and self.must_pick):
            return ""
        return self.groups[0]

    def _chosen_area(self) -> int | None:
        """The area whose ability asks for more."""
        asking = {"burial": BURIAL_GROUNDS, "copy": INN, "volley": WATCHTOWER, "passage-divide": PASSAGE}
        if self._view.step in ("divide", "passage-divide") and self._view.dividing is not None:
            return self._view.dividing.area
        return asking.get(self._view.step)

    def grouped(self, group: str) -> bool:
        return group in self.groups

    def at_place(self, place: int) -> str:
        found = [move for move in self.all if move.place == place]
        return "".join(self._button(move) for move in found) + self._why_place(
            place, {move.group for move in found}
        )

    def at_ronin(self, ronin: int) -> str:
        """On his row of the roster."""
        found = [move for move in self.all if move.ronin == ronin]
        return "".join(self._button(move) for move in found) or self._why_ronin(ronin)

    def at_token(self, ronin: int) -> str:
        """On his token, for the pointer alone: the row of the roster is the one for the keyboard."""
        return "".join(self._button(move, mouse=True) for move in self.all if move.ronin == ronin)

    def marker(self, action: int, key: str, name: str, kind: str = "") -> str:
        """A marker of the own secret plan: a click takes it back, and leaves the others where they are."""
        if self._view.phase != "planning" or not self._view.legal or self._links(action) is None:
            return ""
        text = escape(self._words.say(key, name=name))
        return (
            f'<button class="marker{kind}" form="undo" name="action" value="{action}" title="{text}">'
            f'<span class="unseen">{text}</span></button>'
        )

    def radio(self, group: str, text: str, hint: str = "") -> str:
        """The way to pick a piece; nothing to pick when there is only one."""
        if group not in self.groups:
            return ""
        checked = " checked" if group == self.picked else ""
        hidden = "" if self.must_pick else " hidden"
        note = f"<small>{escape(hint)}</small>" if hint else ""
        name = escape(f"{text} ({hint})" if hint else text)
        return (
            f'<input class="pick" type="radio" name="pick" id="{self._id(group)}" value="{group}" aria-label="{name}"{checked}{hidden}>'
            f'<label class="pick" for="{self._id(group)}"{hidden}><span>{escape(text)}</span>{note}</label>'
        )

    def of_area(self, area: str) -> list[str]:
        """The groups of an area's ability: one, or two for the Passage."""
        return [group for group in self.groups if group == area or group.startswith(f"{area}-")]

    def pick_at(self, place: int) -> str:
        """On the board: the way to pick the area whose ability is to be used; the list of areas is the one for the keyboard."""
        groups = self.of_area(AREAS[place])
        return self._use(groups[0], AREAS[place]) if groups and self._view.step == "areas" else ""

    def pick_token(self, ronin: int) -> str:
        """On the board: the way to pick the ronin whose ability is to be used; the roster is the one for the keyboard."""
        name = RONIN[ronin]
        return self._use(name, name) if name in self.groups and self._view.step == "abilities" else ""

    def _use(self, group: str, name: str) -> str:
        text = escape(self._words.say(f"ron.page.ability.{name}"))
        return (
            f'<label class="pick use" for="{self._id(group)}" title="{text}"></label>'
            if self.must_pick
            else ""
        )

    def at_once(self, area: str, text: str, hint: str) -> str:
        """In the list of areas: the button of an ability that needs no target."""
        for move in self.all:
            if not move.group and move.place is not None and AREAS[move.place] == area:
                return (
                    f'<button class="at-once" form="choice" name="action" value="{move.action}" data-action="{move.action}">'
                    f"<span>{escape(text)}</span><small>{escape(hint)}</small></button>"
                )
        return ""

    def _id(self, group: str) -> str:
        """New choices bring new radio buttons, so that a page drawn anew picks what it says, not what was picked before."""
        return f"pick-{group}-{self._stamp}"

    def _button(self, move: Move, mouse: bool = False) -> str:
        label = escape(self._words(GAME.label(self._view, move.action)))
        hint = escape(self._hint(move))
        group = f" for-{move.group}" if move.group else ""
        quiet = ' tabindex="-1" aria-hidden="true"' if mouse else ""
        return (
            f'<button class="spot{group}" form="choice" name="action" value="{move.action}"'
            f' data-action="{move.action}" title="{label}{hint}"{quiet}><span class="unseen">{label}</span>{_ghost(move)}</button>'
        )

    def _hint(self, move: Move) -> str:
        """While planning: what the ninja could do from that area."""
        if self._view.phase != "planning" or move.place is None or move.place == GREEN:
            return ""
        return " (" + self._words.say(f"ron.page.ability.{AREAS[move.place]}") + ")"

    def _why(self, action: int, group: str = "") -> str:
        address = self._links(action)
        if address is None or not self._view.legal:
            return ""
        text = escape(self._words.say("ron.page.why-not"))
        kind = f" for-{group}" if group else ""
        return (
            f'<a class="why{kind}" href="{escape(address)}" data-why="{action}" title="{text}">'
            f'<span class="unseen">{text}</span></a>'
        )

    def _why_place(self, place: int, open_to: set[str]) -> str:
        """Where nothing can be done now: a way to ask which rule says so."""
        if self._view.attack is not None:
            return "" if open_to else self._why(NINJA + place)
        if self._view.defence is not None:
            waiting = [ronin for ronin in self._view.defence.waiting if RONIN[ronin] not in open_to]
            return "".join(self._why(DEPLOY + 11 * ronin + place, RONIN[ronin]) for ronin in waiting)
        if self._view.step == "areas" and self._view.seat == ATTACKER and place in OF_AREA and not open_to:
            return "" if self._opens(place) else self._why(OF_AREA[place])
        return ""

    def _opens(self, place: int) -> bool:
        """Whether the area's own ability can be picked."""
        return any(group.startswith(AREAS[place]) for group in self.groups) if place != GREEN else False

    def _why_ronin(self, ronin: int) -> str:
        living = not self._view.ronin[ronin].fell
        if (
            self._view.step == "abilities"
            and living
            and ronin in OF_RONIN
            and RONIN[ronin] not in self.groups
        ):
            return self._why(OF_RONIN[ronin])
        return ""


def _ghost(move: Move) -> str:
    """The piece that would stand there, seen while the place is pointed at."""
    if move.place is None or move.action >= DONE:
        return ""
    symbol = f"r-{move.group}" if move.group else "ninja"
    return f'<svg class="ghost" aria-hidden="true"><use href="#{symbol}" width="100%" height="100%"/></svg>'


def _located(action: int) -> Move | None:
    """Where a choice lies; None: it is a button of the prompt alone."""
    if action < READY:
        return Move(action, "", place=action - NINJA)
    if DEPLOY <= action < DONE:
        return Move(action, RONIN[(action - DEPLOY) // 11], place=(action - DEPLOY) % 11)
    if action in (STRIKE, SHOOT):
        return Move(action, "", ronin=MUSASHI if action == STRIKE else YUMI)
    if action in (WATCH, LOOT):
        return Move(action, "", place=WATCHTOWER if action == WATCH else GRANARY)
    for first, group in TO_PLACES:
        if first <= action < first + len(AREAS):
            return Move(action, group, place=action - first)
    for first, group in TO_RONIN:
        if first <= action < first + len(RONIN):
            return Move(action, group, ronin=action - first)
    return None
