"""A tree folded: the game at any node, and what each node says."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

import msgspec

from zashiki.kernel.contract import CHANCE
from zashiki.kernel.messages import Event, Message
from zashiki.kernel.timeline import Step, Timeline
from zashiki.study.variations.tree import ROOT, Node, Tree, path_to

KNOWN: Final = 8192
"""So many nodes are remembered as they read."""


class Happened(msgspec.Struct, frozen=True):
    """What a node is: its choice as the chooser's button calls it (None for a card), and what it told."""

    label: Message | None
    events: list[Event]


def timeline_at(game: Timeline, moment: int, path: Sequence[Node]) -> Timeline:
    """The game up to the moment and the variation after it, as a timeline of its own; raises Refused or KeyError for a node that does not fit."""
    timeline = game.until(moment)
    for node in path:
        _append(timeline, node)
    return timeline


def _append(timeline: Timeline, node: Node) -> Step:
    return timeline.append(timeline.record.entry(node.made.seat, node.made.choice))


class Walk:
    """Goes from node to node; nodes in a row are folded once."""

    def __init__(self, game: Timeline, moment: int, tree: Tree) -> None:
        self._game, self._moment, self._tree = game, moment, tree
        self._timeline = game.until(moment)
        self._at = ROOT

    def enter(self, node: Node) -> Happened:
        """Raises Refused or KeyError for a node that does not fit."""
        if self._at != node.parent:
            self._timeline = timeline_at(self._game, self._moment, path_to(self._tree, node.parent))
        happened = _happened(self._timeline, node)
        self._at = node.id
        return happened


class Readings:
    """What nodes say. A node that was read once is not folded again: it is known by the game, the moment and the choices that lead to it."""

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, Happened] = OrderedDict()

    def read(self, table_id: str, game: Timeline, moment: int, tree: Tree) -> dict[int, Happened]:
        """All nodes but the root."""
        keys = {ROOT: _digest(table_id.encode(), str(moment))}
        found: dict[int, Happened] = {}
        walk = Walk(game, moment, tree)
        for node in tree.nodes[1:]:
            key = keys[node.id] = _digest(keys[node.parent], f"{node.made.seat} {node.made.choice}")
            if key not in self._known:
                self._known[key] = walk.enter(node)
            self._known.move_to_end(key)
            found[node.id] = self._known[key]
        while len(self._known) > max(KNOWN, len(found)):
            self._known.popitem(last=False)
        return found


def _digest(before: bytes, text: str) -> bytes:
    return blake2b(before + b"/" + text.encode(), digest_size=16).digest()


def _happened(timeline: Timeline, node: Node) -> Happened:
    label = None
    if node.made.seat != CHANCE:
        action = timeline.game.action(node.made.choice)
        label = timeline.game.label(timeline.state.view(node.made.seat), action)
    return Happened(label, _append(timeline, node).events)
