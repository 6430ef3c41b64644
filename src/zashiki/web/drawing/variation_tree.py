"""A tree of variations as a nested list: the first line tried goes on downwards, others branch off below the choice that they replace."""

from __future__ import annotations

from typing import Final

import msgspec

from zashiki.kernel.contract import CHANCE
from zashiki.kernel.messages import Event, Message
from zashiki.study.summary import mark_for
from zashiki.study.variations.reading import Happened
from zashiki.study.variations.tree import ALL_SEATS, ROOT, Node, Tree
from zashiki.study.wording import PLAIN
from zashiki.tables import LiveTable
from zashiki.web.drawing.wording import Lines, lines_for, seat_name
from zashiki.words import Words
from zashiki.words.numbers import share

DEEPEST: Final = 6
"""Lines that branch off further stand no further to the right."""


class NodeText(msgspec.Struct, frozen=True):
    """A node as the list shows it."""

    href: str
    text: str
    name: str
    comment: str
    here: bool


class TreeRow(msgspec.Struct, frozen=True):
    """A choice of the person, or what others did until the person could choose again. It opens a list inside the row before it, or closes some."""

    depth: int
    opens: bool
    closes: int
    nodes: list[NodeText]
    tried: bool
    value: str  # the chance to win after it; empty: it was not valued
    mark: str
    folded: bool  # several answers that nobody looks at now


class Telling(msgspec.Struct, frozen=True):
    """How the nodes of a tree are told: in these words, to these eyes."""

    lines: Lines
    words: Words
    names: list[str]
    eyes: int | None  # whose eyes; None: everything is told
    all_seats: bool
    happened: dict[int, Happened]

    def text(self, node: Node) -> str:
        """A person's choice as its button calls it, any other as these eyes are told of it."""
        made, happened = node.made, self.happened[node.id]
        if happened.label is not None and (made.tried or self.eyes is None):
            label = self.words(happened.label, PLAIN)
            named = self.all_seats or not made.tried
            return (
                self.words.say("web.variation.of", who=self.names[made.seat], what=label) if named else label
            )
        told = self.told(node)
        if told:
            return " ".join(told)
        if made.seat == CHANCE:
            return self.words.say("web.variation.card")
        return self.words.say("web.variation.secret", who=self.names[made.seat])

    def told(self, node: Node) -> list[str]:
        """The lines of the log that a node brought."""
        seen = [(self._seen(event), event.seat) for event in self.happened[node.id].events]
        return [self.lines.line(message, seat).text for message, seat in seen if message is not None]

    def _seen(self, event: Event) -> Message | None:
        return event.message if self.eyes is None else event.seen_by(self.eyes)


def telling(
    live: LiveTable, tree: Tree, happened: dict[int, Happened], words: Words, *, openly: bool
) -> Telling:
    """`openly`: secrets are told too, as they are to who plays all seats."""
    everything = openly or tree.mine == ALL_SEATS
    mine = [] if tree.mine == ALL_SEATS else [tree.mine]
    lines = lines_for(live, words, mine[0] if mine else None, mine)
    names = [seat_name(live, seat, words) for seat in range(live.record.seats)]
    eyes = None if everything else tree.mine
    return Telling(lines, words, names, eyes, tree.mine == ALL_SEATS, happened)


def rows_of(tree: Tree, told: Telling, here: int, address: str, query: str) -> list[TreeRow]:
    """The list of a tree, from its first choice on; `address` is that of the tree, `here` the node that is looked at."""
    children: dict[int, list[Node]] = {}
    for node in tree.nodes[1:]:
        children.setdefault(node.parent, []).append(node)
    rows: list[TreeRow] = []
    waiting = [(one, children[ROOT][1:], 0) for one in children.get(ROOT, [])[:1]]
    before = 0
    while waiting:
        node, others, depth = waiting.pop()
        group = [node]
        while not others and not node.made.tried and len(children.get(group[-1].id, [])) == 1:
            following = children[group[-1].id][0]
            if following.made.tried:
                break
            group.append(following)
        texts = [
            NodeText(f"{address}/{one.id}{query}", told.text(one), one.name, one.comment, one.id == here)
            for one in group
        ]
        rows.append(_row(group[-1], texts, depth, before if rows else depth, told.words))
        before = depth
        if children.get(group[-1].id):
            first, *branches = children[group[-1].id]
            waiting.append((first, branches, depth))
        deeper = min(depth + 1, DEEPEST)
        waiting += [(one, [], deeper) for one in reversed(others)]
    return rows


def _row(last: Node, texts: list[NodeText], depth: int, before: int, words: Words) -> TreeRow:
    worth = last.made.worth
    chance = worth.after if worth is not None else last.made.chance
    return TreeRow(
        depth=depth,
        opens=depth > before,
        closes=max(0, before - depth),
        nodes=texts,
        tried=last.made.tried,
        value="" if chance is None else share(chance, words.language),
        mark="" if worth is None else mark_for(worth.lost, worth.error),
        folded=len(texts) > 1 and not any(one.here for one in texts[:-1]),
    )
