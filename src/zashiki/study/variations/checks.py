"""Whether every tree of variations that is stored can be shown."""

from __future__ import annotations

import msgspec

from zashiki.kernel.messages import Message, Refused, say
from zashiki.kernel.record import RecordError, read
from zashiki.kernel.timeline import Timeline
from zashiki.store import Store, StoredTree
from zashiki.study.variations.reading import Walk
from zashiki.study.variations.tree import read_tree, shape_problem


async def check_trees(store: Store) -> dict[str, Message | None]:
    """By the id of the tree: its problem, None if it has none."""
    checked: dict[str, Message | None] = {}
    for tree_id in await store.trees.ids():
        stored = await store.trees.find(tree_id)
        if stored is not None:
            checked[tree_id] = await _problem(store, stored)
    return checked


async def _problem(store: Store, stored: StoredTree) -> Message | None:
    table = await store.table(stored.table_id)
    if table is None:
        return say("study.variation.no-moment", n=stored.moment)
    try:
        game = Timeline(read(table.header))
        for entry in await store.entries(stored.table_id):
            game.append(game.record.entry(entry.seat, entry.choice))
    except RecordError as error:
        return error.message
    except Refused as refused:
        return refused.message
    except KeyError:
        return say("study.variation.no-moment", n=stored.moment)
    return problem_of(stored.content, game, stored.moment)


def problem_of(content: str, game: Timeline, moment: int) -> Message | None:
    """Why a tree that is kept can't be shown; None if every node of it folds."""
    try:
        tree = read_tree(content)
    except msgspec.DecodeError:
        return say("study.variation.unreadable")
    if moment > game.length:
        return say("study.variation.no-moment", n=moment)
    problem = shape_problem(tree)
    if problem is not None:
        return problem
    walk = Walk(game, moment, tree)
    for node in tree.nodes[1:]:
        try:
            walk.enter(node)
        except (Refused, KeyError):
            return say("study.variation.refused", n=node.id, choice=node.made.choice)
    return None
