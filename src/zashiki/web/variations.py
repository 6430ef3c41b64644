"""Trees of variations on a server: bots answer in worker processes, and every change is kept before it is shown.

Two tabs, or two servers, may change one tree at the same time: a change is made again on the tree as it is then, so none is lost.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Final, TypeVar

import msgspec

from zashiki.bots import levels
from zashiki.kernel.contract import Game
from zashiki.kernel.messages import Refused, say
from zashiki.kernel.timeline import Timeline
from zashiki.store import MovedOn, StoredTree, Trees
from zashiki.study.variations.reading import Readings, timeline_at
from zashiki.study.variations.tree import (
    ALL_SEATS,
    ROOT,
    Made,
    Played,
    Tree,
    child_by,
    grown,
    landing,
    new_tree,
    noted,
    path_to,
    pruned,
    read_tree,
    room,
    written,
)
from zashiki.study.variations.trying import Question, answer, answering_level, as_played, first_choice
from zashiki.tables import LiveTable, Stale
from zashiki.tables.bot_workers import BotWorkers
from zashiki.tables.seats import token

_log = logging.getLogger(__name__)

MOST_TREES: Final = 200
"""Of one person."""
PATIENCE: Final = 20.0
"""Seconds after which nobody waits for a worker any longer."""
TRIES: Final = 10
"""How often a change is made again when others were faster."""
_Answer = TypeVar("_Answer")


class NoTree(Exception):
    """There is no such tree, or not any more."""


class Kept(msgspec.Struct, frozen=True):
    """A tree and what the store says of it."""

    stored: StoredTree
    tree: Tree


class Variations:
    """All trees of a store."""

    def __init__(self, trees: Trees, workers: BotWorkers) -> None:
        self.trees = trees
        self.readings = Readings()
        self._workers = workers

    async def find(self, tree_id: str) -> Kept:
        """Raises NoTree."""
        stored = await self.trees.find(tree_id)
        if stored is None:
            raise NoTree(tree_id)
        return Kept(stored, read_tree(stored.content))

    def timeline(self, live: LiveTable, kept: Kept, node: int) -> Timeline:
        """The game as it is at a node; raises NoNode."""
        return timeline_at(live.timeline, kept.stored.moment, path_to(kept.tree, node))

    async def at_moment(self, live: LiveTable, moment: int, owner: str) -> StoredTree | None:
        """The tree that this person has at a moment already."""
        first = first_choice(live.record, moment)
        return next((one for one in await self.trees.of_table(owner, live.id) if one.moment == first), None)

    async def open(self, live: LiveTable, moment: int, owner: str, eyes: int | None) -> tuple[str, int]:
        """A new tree, and the node where the person is to choose: for the seat whose eyes they have if it is to choose, else for the first
        one that is. Raises Refused where the game is over, and for who has too many trees."""
        moment = first_choice(live.record, moment)
        actors = live.timeline.until(moment).state.actors()
        if not actors:
            raise Refused(say("web.variation.over"))
        seat = eyes if eyes in actors and eyes is not None else max(0, actors[0])
        tree = new_tree(secrets.randbits(31), seat, answering_level(live.game))
        tree = await self._with_played(live, moment, tree)
        question = self._question(live, moment, tree, ROOT)
        line = [] if seat in actors else await self._ask(tree.level, live.game, answer, question)
        tree, node = grown(tree, ROOT, line)
        return await self._keep_new(live.id, moment, owner, tree), node

    async def copy(self, kept: Kept, owner: str) -> str:
        """The same tree, as another person's own; raises Refused for who has too many."""
        return await self._keep_new(kept.stored.table_id, kept.stored.moment, owner, kept.tree)

    async def _keep_new(self, table_id: str, moment: int, owner: str, tree: Tree) -> str:
        now = time.time()
        stored = StoredTree(
            id=token(12),
            table_id=table_id,
            moment=moment,
            owner=owner,
            created=now,
            touched=now,
            content=written(tree),
        )
        if not await self.trees.keep(stored, MOST_TREES):
            raise Refused(say("web.variation.too-many-trees", n=MOST_TREES))
        return stored.id

    async def choose(self, live: LiveTable, kept: Kept, node: int, seat: int, action: int) -> int:
        """Tries a choice of the person's seat, and gives the node where they are to choose next. One that was tried before is gone to.
        Raises Refused for a choice that the rules do not allow, and where the tree is full; Stale if the seat is not the person's."""
        tree, state = kept.tree, self.timeline(live, kept, node).state
        if seat not in state.actors() or tree.mine not in (ALL_SEATS, seat):
            raise Stale
        refusal = state.why_not(seat, action)
        if refusal is not None:
            raise Refused(refusal)
        choice = live.game.name(action)
        known = child_by(tree, node, seat, choice)
        if known is None:
            question = self._question(live, kept.stored.moment, tree, node, (seat, choice))
            line = await self._ask(tree.level, live.game, answer, question)
            tree = await self._change(kept.stored.id, lambda now: _added(now, node, line))
            known = child_by(tree, node, seat, choice)
            assert known is not None
        return landing(tree, known.id)

    async def play_on(self, live: LiveTable, kept: Kept, node: int, mine: int, level: str) -> int:
        """The person plays this seat, or all of them, against that level from now on; those who are to choose first do so."""
        moment, before = kept.stored.moment, kept.tree
        settings = msgspec.structs.replace(before, mine=mine, level=level)
        settings = await self._with_played(live, moment, settings)
        actors = self.timeline(live, kept, node).state.actors()
        line: list[Made] = []
        if actors and mine != ALL_SEATS and mine not in actors:
            end = landing(before, node)
            if settings == before and end != node:
                return end
            line = await self._ask(level, live.game, answer, self._question(live, moment, settings, node))

        def change(now: Tree) -> Tree:
            changed = msgspec.structs.replace(now, mine=mine, level=level, played=settings.played)
            return _added(changed, node, line) if line else changed

        tree = await self._change(kept.stored.id, change)
        return _end_of(tree, node, line)

    async def note(self, tree_id: str, node: int, name: str, comment: str, edits: int) -> None:
        """Raises NoTree, NoNode, Changed, or Refused where the tree has too many letters."""
        await self._change(tree_id, lambda tree: noted(tree, node, name, comment, edits))

    async def prune(self, tree_id: str, node: int) -> int:
        """Takes away a node and all that follows it; gives the node before it. Raises NoTree, and NoNode for the root."""
        parent = pruned((await self.find(tree_id)).tree, node)[1]
        await self._change(tree_id, lambda tree: pruned(tree, node)[0])
        return parent

    async def drop(self, tree_id: str) -> None:
        """Takes away the whole tree; raises NoTree."""
        for _ in range(TRIES):
            try:
                await self.trees.drop(tree_id, (await self.find(tree_id)).stored.version)
            except MovedOn:
                continue
            return
        raise Stale

    async def _change(self, tree_id: str, change: Callable[[Tree], Tree]) -> Tree:
        for _ in range(TRIES):
            kept = await self.find(tree_id)
            after = change(kept.tree)
            if after == kept.tree:
                return after
            try:
                await self.trees.change(tree_id, kept.stored.version, written(after))
            except MovedOn:
                continue
            return after
        raise Stale

    async def _with_played(self, live: LiveTable, moment: int, tree: Tree) -> Tree:
        """The tree with what the seat that the person plays, or the first to choose, has really decided next."""
        actors = live.timeline.until(moment).state.actors()
        seat = tree.mine if tree.mine != ALL_SEATS else max(0, actors[0])
        if any(one.seat == seat for one in tree.played):
            return tree
        found: Played | None = await self._ask(
            tree.level, live.game, as_played, live.record.write(), moment, seat
        )
        return tree if found is None else msgspec.structs.replace(tree, played=[*tree.played, found])

    def _question(
        self, live: LiveTable, moment: int, tree: Tree, node: int, tried: tuple[int, str] | None = None
    ) -> Question:
        """Raises Refused where nothing more may be added."""
        record = timeline_at(live.timeline, moment, path_to(tree, node)).record
        return Question(record.write(), moment, tree.mine, tree.level, tree.seed, tried, room(tree, node))

    async def _ask(self, level: str, game: Game, work: Callable[..., _Answer], *given: object) -> _Answer:
        """Has a worker do it, beside the bots; raises Refused where nothing came of it."""
        workers = self._workers.of(levels(game).get(level))
        loop = asyncio.get_running_loop()
        try:
            return await asyncio.wait_for(loop.run_in_executor(workers, work, *given), PATIENCE)
        except BrokenProcessPool:
            _log.exception("a worker ended while it answered in a variation")
            self._workers.replace(workers)
        except TimeoutError:
            _log.warning("nobody answered in a variation of %s in %s seconds", game.id, PATIENCE)
        except Exception:  # noqa: BLE001 whatever it is, what was tried before is kept
            _log.exception("no answer could be found in a variation of %s", game.id)
        raise Refused(say("web.variation.failed"))


def _added(tree: Tree, node: int, line: list[Made]) -> Tree:
    """As much of a line as there is room for."""
    return grown(tree, node, line[: room(tree, node)])[0]


def _end_of(tree: Tree, node: int, line: list[Made]) -> int:
    """The last node of a line, as far as it was added."""
    for made in line:
        known = child_by(tree, node, made.seat, made.choice)
        if known is None:
            break
        node = known.id
    return node
