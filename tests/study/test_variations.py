"""Variations: whatever is tried, every node of the tree can be played, and the same seed gives the same answers."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.store.test_store import a_table
from zashiki.kernel.contract import CHANCE
from zashiki.kernel.messages import Refused
from zashiki.kernel.record import read
from zashiki.kernel.timeline import Timeline
from zashiki.store import SQLiteStore, StoredTree
from zashiki.study.analysis import Work
from zashiki.study.variations.checks import check_trees, problem_of
from zashiki.study.variations.reading import Readings, timeline_at
from zashiki.study.variations.tree import (
    ALL_SEATS,
    DEEPEST,
    LONGEST_COMMENT,
    MOST_NODES,
    MOST_WRITTEN,
    ROOT,
    Changed,
    Made,
    NoNode,
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

RECORDS = Path(__file__).parent.parent / "fixtures" / "records"
GAMES = {"seven-ronin-en-2015": 24, "samurai-spirit-2-normal": 30, "shinobi-3": 33}
"""A record of each game and a moment in its middle."""


@cache
def game_of(name: str) -> Timeline:
    return Timeline(read((RECORDS / f"{name}.zashiki").read_text(encoding="utf-8")))


def begun(name: str, seed: int = 7) -> tuple[Timeline, int, Tree]:
    game = game_of(name)
    moment = first_choice(game.record, GAMES[name])
    seat = game.until(moment).state.actors()[0]
    return game, moment, new_tree(seed, seat, answering_level(game.game))


def asked(
    game: Timeline, moment: int, tree: Tree, node: int, tried: tuple[int, str] | None, most: int = 500
) -> Question:
    record = timeline_at(game, moment, path_to(tree, node)).record
    return Question(record.write(), moment, tree.mine, tree.level, tree.seed, tried, most)


def tries(game: Timeline, moment: int, tree: Tree, node: int, pick: int) -> tuple[Tree, int]:
    """Any legal choice at a node is tried; nothing happens where the person is not to choose."""
    state = timeline_at(game, moment, path_to(tree, node)).state
    if tree.mine not in state.actors():
        return tree, node
    legal = state.legal(tree.mine)
    choice = game.game.name(legal[pick % len(legal)])
    known = child_by(tree, node, tree.mine, choice)
    if known is not None:
        return tree, landing(tree, known.id)
    return grown(tree, node, answer(asked(game, moment, tree, node, (tree.mine, choice))))


@pytest.mark.parametrize("name", GAMES)
@given(picks=st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), min_size=2, max_size=4))
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_sequence_of_tries_keeps_a_tree_whose_every_node_folds(
    name: str, picks: list[tuple[int, int]]
) -> None:
    game, moment, tree = begun(name)
    for at, pick in picks:
        before = tree
        tree, node = tries(game, moment, tree, landing(tree, tree.nodes[at % len(tree.nodes)].id), pick)
        assert tree.nodes[: len(before.nodes)] == before.nodes, "nothing that was tried changes"
        state = timeline_at(game, moment, path_to(tree, node)).state
        assert tree.mine in state.actors() or not state.actors(), "the person is to choose, or it is over"
    assert problem_of(written(tree), game, moment) is None
    assert read_tree(written(tree)) == tree
    assert len({node.id for node in tree.nodes}) == len(tree.nodes)
    assert set(Readings().read("t", game, moment, tree)) == {node.id for node in tree.nodes[1:]}


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_answers_and_another_one_others(name: str) -> None:
    lines = []
    for seed in (7, 7, 8, 9):
        game, moment, tree = begun(name, seed)
        node = ROOT
        for _ in range(3):
            tree, node = tries(game, moment, tree, node, -1)
        lines.append([node.made for node in tree.nodes])
    assert lines[0] == lines[1]
    assert any(line != lines[0] for line in lines[2:])


def planned(moment: int, markers: list[str]) -> list[Made]:
    """What follows when the Attacker of 7 Ronin plans these markers and seals."""
    game = game_of("seven-ronin-en-2015")
    tree, node = new_tree(3, 0, answering_level(game.game)), ROOT
    for marker in markers:
        tree, node = grown(tree, node, answer(asked(game, moment, tree, node, (0, marker))))
    return answer(asked(game, moment, tree, node, (0, "ready")))


def test_where_the_level_of_a_tree_is_missing_the_usual_one_answers() -> None:
    game, moment, tree = begun("shinobi-3")
    mine = (tree.mine + 1) % 3
    missing, usual = (
        answer(asked(game, moment, msgspec.structs.replace(tree, mine=mine, level=level), 0, None))
        for level in ("missing here", "villager")
    )
    assert usual
    assert missing == usual


def test_a_secret_plan_does_not_change_what_the_other_side_plans() -> None:
    plans = []
    for markers in (["ninja>well", "ninja>inn"], ["ninja>granary", "ninja>granary", "ninja>shrine"]):
        line = planned(0, markers)
        assert (line[0].choice, line[0].tried) == ("ready", True)
        assert line[0].worth is not None
        assert line[0].worth.plan
        answers = [made.choice for made in line[1:] if made.seat == 1]
        plans.append(answers[: answers.index("ready") + 1])
    assert plans[0] == plans[1]
    assert len(plans[0]) > 1


@pytest.mark.parametrize("name", GAMES)
def test_what_was_really_played_is_worth_what_the_analysis_says(name: str) -> None:
    game, moment, tree = begun(name)
    played = as_played(game.record.write(), moment, tree.mine)
    assert played is not None
    work = Work(game.record.copy())
    place = next(
        place
        for place, unit in enumerate(work.units, 1)
        if unit.seat == tree.mine and work.timeline.steps[unit.last].number > moment
    )
    found = work.valuation(place)
    assert (played.worth.before, played.worth.after) == (found.before, found.after)
    assert found == work.piece(place).valuation
    if not found.plan:
        again = answer(asked(game, moment, tree, ROOT, (tree.mine, found.chosen[0])))
        assert again[0].worth == played.worth


def test_who_plays_all_seats_is_answered_by_chance_alone() -> None:
    game, moment, tree = begun("samurai-spirit-2-normal")
    tree, node = msgspec.structs.replace(tree, mine=ALL_SEATS), ROOT
    for _ in range(4):
        state = timeline_at(game, moment, path_to(tree, node)).state
        seat = state.actors()[0]
        choice = game.game.name(state.legal(seat)[0])
        tree, node = grown(tree, node, answer(asked(game, moment, tree, node, (seat, choice))))
    assert {made.seat for node in tree.nodes[1:] if not (made := node.made).tried} == {CHANCE}


def test_answers_stop_where_there_is_no_more_room() -> None:
    game, moment, tree = begun("shinobi-3")
    other = (tree.mine + 1) % 3
    question = asked(game, moment, msgspec.structs.replace(tree, mine=other), ROOT, None, most=3)
    assert len(answer(question)) == 3
    assert len(answer(msgspec.structs.replace(question, most=500))) < 150


def chain(length: int, at: int = ROOT, tree: Tree | None = None) -> tuple[Tree, int]:
    return grown(tree or new_tree(1, 0, "villager"), at, [Made(0, f"c{number}") for number in range(length)])


def test_a_tree_has_only_so_many_nodes_and_lines_of_only_some_length() -> None:
    tree, end = chain(DEEPEST)
    with pytest.raises(Refused, match="too-deep"):
        room(tree, end)
    tree, _ = grown(tree, ROOT, [Made(1, f"d{number}") for number in range(MOST_NODES - DEEPEST - 2)])
    assert room(tree, ROOT) == 1
    tree, _ = grown(tree, ROOT, [Made(1, "last")])
    with pytest.raises(Refused, match="too-many"):
        room(tree, ROOT)


def test_what_is_there_is_not_added_again_and_what_is_deleted_keeps_its_number() -> None:
    tree, end = chain(3)
    assert chain(3, tree=tree) == (tree, end)
    tree, branch = grown(tree, 1, [Made(0, "other"), Made(1, "answer")])
    assert landing(tree, branch) == branch
    tree, parent = pruned(tree, 2)
    assert (parent, [node.id for node in tree.nodes]) == (1, [0, 1, 4, 5])
    tree, _ = grown(tree, 1, [Made(0, "new")])
    assert tree.nodes[-1].id == 6
    for gone in (2, 3, 99):
        with pytest.raises(NoNode):
            path_to(tree, gone)
    with pytest.raises(NoNode):
        pruned(tree, ROOT)


def test_a_note_that_somebody_else_has_changed_meanwhile_is_not_replaced() -> None:
    tree, end = chain(2)
    tree = noted(tree, end, "Name", "Comment", 0)
    with pytest.raises(Changed) as changed:
        noted(tree, end, "Other", "", 0)
    assert (changed.value.node.name, changed.value.node.edits) == ("Name", 1)
    assert noted(tree, end, "Name", "Comment", 0) == tree, "who sends the same again is not refused"
    assert noted(tree, end, "Other", "", 1).nodes[-1].name == "Other"


def test_a_tree_has_only_so_many_letters() -> None:
    tree, _ = chain(MOST_WRITTEN // LONGEST_COMMENT + 1)
    for node in range(MOST_WRITTEN // LONGEST_COMMENT):
        tree = noted(tree, node, "", "x" * LONGEST_COMMENT, 0)
    with pytest.raises(Refused, match="too-long"):
        noted(tree, tree.last, "x", "", 0)


DAMAGE: dict[str, Callable[[str], str]] = {
    "study.variation.unreadable": lambda tree: tree.replace('"nodes"', '"nods"'),
    "study.variation.no-root": lambda tree: tree.replace('"id":0', '"id":77'),
    "study.variation.no-parent": lambda tree: tree.replace('"parent":1,', '"parent":9,'),
    "study.variation.refused": lambda tree: tree.replace("ninja>inn", "ninja>nowhere"),
}


async def test_check_names_trees_that_can_not_be_shown(tmp_path: Path) -> None:
    game = game_of("seven-ronin-en-2015")
    line = [Made(0, "ninja>well"), Made(0, "ninja>inn"), Made(0, "ninja>inn")]
    content = written(grown(new_tree(1, 0, "villager"), ROOT, line[:2])[0])
    contents = {"fine": content, **{key: damage(content) for key, damage in DAMAGE.items()}}
    store = SQLiteStore(tmp_path / "tables.db")
    table = msgspec.structs.replace(a_table(), game="seven-ronin", header=game.record.header())
    await store.open_table(table, [], game.record.lines())
    for name, kept in contents.items():
        tree = StoredTree(id=name, table_id="t1", moment=0, owner="ann", created=1, touched=1, content=kept)
        await store.trees.keep(tree, 99)
    await store.trees.keep(msgspec.structs.replace(tree, id="late", moment=999, content=content), 99)
    found = await check_trees(store)
    await store.close()
    expected = {"fine": None, **{key: key for key in DAMAGE}, "late": "study.variation.no-moment"}
    assert {name: problem.key if problem else None for name, problem in found.items()} == expected
