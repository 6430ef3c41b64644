"""A tree of variations: every node is a choice of a person, a bot or chance; a tree is never changed, a change gives another one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from zashiki.kernel.messages import Message, Refused, say

ROOT: Final = 0
"""The moment of the game from which on other choices are tried."""
ALL_SEATS: Final = -1
"""The person chooses for every seat."""
MOST_NODES: Final = 500
DEEPEST: Final = 400
"""Choices from the root to the end of a line."""
LONGEST_NAME: Final = 60
LONGEST_COMMENT: Final = 1000
MOST_WRITTEN: Final = 20_000
"""Letters of all names and comments of a tree."""


class Worth(msgspec.Struct, frozen=True):
    """What a decision was worth to its seat, from what it knew then; see `study.analysis.Valuation`."""

    start: int  # how many entries of the game came before it
    plan: bool
    best: list[str]
    before: float
    after: float
    error: float

    @property
    def lost(self) -> float:
        return max(0.0, self.before - self.after)


class Made(msgspec.Struct, frozen=True, omit_defaults=True):
    """A choice that is to become a node."""

    seat: int  # CHANCE for a card
    choice: str
    tried: bool = False  # a person chose it
    worth: Worth | None = None
    chance: float | None = None  # of the person's seat to win when others have answered


class Node(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One choice. `edits` counts how often its name and comment were changed."""

    id: int
    parent: int
    made: Made
    name: str = ""
    comment: str = ""
    edits: int = 0


class Played(msgspec.Struct, frozen=True):
    """The next decision of a seat in the game as it was really played."""

    seat: int
    chosen: list[str]
    worth: Worth


class Tree(msgspec.Struct, frozen=True, kw_only=True):
    """The nodes in the order in which they came, the root first. The seed decides every card and every answer of bots."""

    seed: int
    mine: int  # the seat that the person plays, or ALL_SEATS
    level: str  # of the bots in the other seats
    played: list[Played] = []
    nodes: list[Node]
    last: int = ROOT  # the highest id that a node ever had


class Changed(Exception):
    """Name and comment of the node were changed since they were looked at; the argument is the node as it is now."""

    def __init__(self, node: Node) -> None:
        super().__init__(node.id)
        self.node = node


class NoNode(Exception):
    """The tree does not have this node, or not any more."""


def new_tree(seed: int, mine: int, level: str) -> Tree:
    return Tree(
        seed=seed, mine=mine, level=level, nodes=[Node(id=ROOT, parent=ROOT, made=Made(ALL_SEATS, ""))]
    )


def node_of(tree: Tree, node: int) -> Node:
    """Raises NoNode."""
    found = next((one for one in tree.nodes if one.id == node), None)
    if found is None:
        raise NoNode(node)
    return found


def path_to(tree: Tree, node: int) -> list[Node]:
    """The nodes after the root up to this one; raises NoNode."""
    by_id, path = {one.id: one for one in tree.nodes}, list[Node]()
    while node != ROOT:
        if node not in by_id:
            raise NoNode(node)
        path.append(by_id[node])
        node = by_id[node].parent
    return path[::-1]


def children_of(tree: Tree, node: int) -> list[Node]:
    return [one for one in tree.nodes if one.parent == node and one.id != ROOT]


def child_by(tree: Tree, node: int, seat: int, choice: str) -> Node | None:
    """The node of this choice, if it was tried already."""
    return next(
        (one for one in children_of(tree, node) if (one.made.seat, one.made.choice) == (seat, choice)), None
    )


def landing(tree: Tree, node: int) -> int:
    """Where the answers to a choice end: the person is to choose there, or the game is over."""
    while True:
        answers = [one for one in children_of(tree, node) if not one.made.tried]
        if not answers:
            return node
        node = answers[0].id


def room(tree: Tree, node: int) -> int:
    """How many choices may still follow a node; raises Refused if none may."""
    deep = DEEPEST - len(path_to(tree, node))
    if deep <= 0:
        raise Refused(say("study.variation.too-deep", n=DEEPEST))
    free = MOST_NODES - len(tree.nodes)
    if free <= 0:
        raise Refused(say("study.variation.too-many", n=MOST_NODES))
    return min(deep, free)


def grown(tree: Tree, node: int, line: Sequence[Made]) -> tuple[Tree, int]:
    """The tree with a line of choices after a node, and the node at its end; what is there already is not added again."""
    node_of(tree, node)
    nodes, last = list(tree.nodes), tree.last
    for made in line:
        known = child_by(tree, node, made.seat, made.choice)
        if known is None:
            last += 1
            known = Node(id=last, parent=node, made=made)
            nodes.append(known)
        node = known.id
    return msgspec.structs.replace(tree, nodes=nodes, last=last), node


def noted(tree: Tree, node: int, name: str, comment: str, edits: int) -> Tree:
    """The tree with a node's name and comment; raises Changed if somebody else has changed them since."""
    before = node_of(tree, node)
    if (before.name, before.comment) == (name, comment):
        return tree
    if before.edits != edits:
        raise Changed(before)
    written = sum(len(one.name) + len(one.comment) for one in tree.nodes if one.id != node)
    if written + len(name) + len(comment) > MOST_WRITTEN:
        raise Refused(say("study.variation.too-long", n=MOST_WRITTEN))
    after = msgspec.structs.replace(before, name=name, comment=comment, edits=edits + 1)
    return msgspec.structs.replace(tree, nodes=[after if one.id == node else one for one in tree.nodes])


def pruned(tree: Tree, node: int) -> tuple[Tree, int]:
    """The tree without a node and all that follows it, and the node before it; raises NoNode for the root, which stays."""
    if node == ROOT:
        raise NoNode(node)
    gone, parent = {node}, node_of(tree, node).parent
    for one in tree.nodes:
        if one.parent in gone:
            gone.add(one.id)
    return msgspec.structs.replace(tree, nodes=[one for one in tree.nodes if one.id not in gone]), parent


def written(tree: Tree) -> str:
    """The tree as a store keeps it."""
    return msgspec.json.encode(tree).decode()


def read_tree(content: str) -> Tree:
    """The tree of a store; raises msgspec.DecodeError for a text that is none."""
    return msgspec.json.decode(content, type=Tree)


def shape_problem(tree: Tree) -> Message | None:
    """Why the nodes are no tree, None if they are: ids rise, and a node comes after its parent."""
    known = {ROOT}
    if not tree.nodes or tree.nodes[0].id != ROOT:
        return say("study.variation.no-root")
    for one in tree.nodes[1:]:
        if one.parent not in known or one.id in known or not ROOT < one.id <= tree.last:
            return say("study.variation.no-parent", n=one.id)
        known.add(one.id)
    return None
