"""What every store keeps to with trees of variations."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from tests.store.conftest import Opened
from tests.store.places import Place
from tests.store.test_store import ANN, BOB, a_table
from zashiki.store import CannotKeep, MovedOn, Store, StoredTree

MANY = 99


def a_tree(name: str = "v1", *, owner: str = "ann", touched: float = 5.0, moment: int = 7) -> StoredTree:
    return StoredTree(
        id=name, table_id="t1", moment=moment, owner=owner, created=touched, touched=touched, content='{"a": "ż"}'
    )  # fmt: skip


async def with_table(store: Store) -> Store:
    await store.open_table(a_table(), [ANN, BOB], [])
    return store


async def test_a_tree_is_found_by_its_id_after_closing_and_opening(opened: Opened) -> None:
    async with opened() as store:
        assert await (await with_table(store)).trees.keep(a_tree(), MANY)
    async with opened() as store:
        assert await store.trees.find("v1") == a_tree()
        assert await store.trees.find("v2") is None
        assert await store.trees.ids() == ["v1"]


async def test_the_trees_of_a_person_are_told_the_last_one_changed_first(opened: Opened) -> None:
    async with opened() as store:
        trees = (await with_table(store)).trees
        for name, moment, touched in (("v1", 9, 1.0), ("v2", 3, 2.0), ("v3", 9, 3.0)):
            await trees.keep(a_tree(name, moment=moment, touched=touched), MANY)
        await trees.keep(a_tree("of-bob", owner="bob"), MANY)
        await trees.keep(a_tree("of-nobody", owner=""), MANY)
        await trees.change("v1", 0, "changed")
        assert [tree.id for tree in await trees.of_owner("ann", 9)] == ["v1", "v3", "v2"]
        assert [tree.id for tree in await trees.of_owner("ann", 1, after=1)] == ["v3"]
        assert [tree.id for tree in await trees.of_table("ann", "t1")] == ["v2", "v1", "v3"]
        assert await trees.of_table("ann", "t2") == []
        assert await trees.count_of("ann") == 3
        assert (await trees.of_owner("", 9), await trees.count_of("")) == ([], 0)


async def test_of_two_changes_that_saw_the_same_version_one_wins(opened: Opened) -> None:
    async with opened() as left, opened() as right:
        await (await with_table(left)).trees.keep(a_tree(), MANY)
        outcomes = await asyncio.gather(
            left.trees.change("v1", 0, "left"), right.trees.change("v1", 0, "right"), return_exceptions=True
        )
        won = [outcome for outcome in outcomes if outcome == 1]
        lost = [outcome for outcome in outcomes if isinstance(outcome, MovedOn)]
        assert (len(won), len(lost)) == (1, 1)
        found = await right.trees.find("v1")
        assert found is not None
        assert (found.version, found.content) == (1, "left" if outcomes[0] == 1 else "right")
        assert found.touched > a_tree().touched


async def test_a_tree_that_was_changed_or_is_gone_is_not_dropped(opened: Opened) -> None:
    async with opened() as store:
        trees = (await with_table(store)).trees
        await trees.keep(a_tree(), MANY)
        await trees.change("v1", 0, "changed")
        with pytest.raises(MovedOn):
            await trees.drop("v1", 0)
        await trees.drop("v1", 1)
        assert await trees.find("v1") is None
        for version in (0, 1, 2):
            with pytest.raises(MovedOn):
                await trees.drop("v1", version)
            with pytest.raises(MovedOn):
                await trees.change("v1", version, "again")


async def test_a_person_keeps_only_so_many_even_at_once(opened: Opened) -> None:
    async with opened() as left, opened() as right:
        await with_table(left)
        keeping = [(left, right)[n % 2].trees.keep(a_tree(f"v{n}"), 3) for n in range(8)]
        assert (await asyncio.gather(*keeping)).count(True) == 3
        assert await left.trees.count_of("ann") == 3
        assert await left.trees.keep(a_tree("of-bob", owner="bob"), 3)


async def test_a_tree_that_can_not_be_kept_leaves_nothing(opened: Opened, place: Place) -> None:
    async with opened() as store:
        trees = (await with_table(store)).trees
        place.break_inserts("variation_trees")
        with pytest.raises(CannotKeep):
            await trees.keep(a_tree(), MANY)
        assert await trees.ids() == []
        with pytest.raises(CannotKeep):
            await trees.keep(msgspec.structs.replace(a_tree(), table_id="nowhere"), MANY)
