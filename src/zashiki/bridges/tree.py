"""A small game as a whole tree that OpenSpiel holds and walks by itself: its solvers run some hundred times as fast on it.

`unfold(pyspiel.load_game("zashiki_shinobi(players=3,pack=one-each)")).game` is for any solver that takes explicit trees. Importing
this module makes the games known to OpenSpiel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import pyspiel

from zashiki.bridges.openspiel import SpielGame

MOST_HISTORIES: Final = 1_000_000
"""A game that has more of them is not small."""


class TooLarge(ValueError):
    """A game with more histories than a tree is made for."""


class Tree:
    """The game as a tree, and by seat what its information sets were called in the game it comes from."""

    def __init__(self, text: str, histories: int, information_states: list[list[str]]) -> None:
        self.game: Any = pyspiel.load_efg_game(text)
        self.histories = histories
        self.information_states = information_states

    def policy(self, chances: Callable[[str], Mapping[str, float]]) -> Any:
        """A policy of the tree, from what each information state gives the names of its choices."""
        table: dict[str, list[tuple[int, float]]] = {}
        for state in self._decisions(self.game.new_initial_state()):
            key = state.information_state_string()
            if key in table:
                continue
            seat = state.current_player()
            given = chances(self.information_states[seat][_number(key)])
            table[key] = [
                (action, given[state.action_to_string(seat, action)]) for action in state.legal_actions()
            ]
        return pyspiel.TabularPolicy(table)

    def _decisions(self, state: Any) -> Iterator[Any]:
        if state.is_terminal():
            return
        if not state.is_chance_node():
            yield state
        for action in state.legal_actions():
            yield from self._decisions(state.child(action))


def unfold(game: SpielGame, most: int = MOST_HISTORIES) -> Tree:
    """Walks the whole game once; raises TooLarge."""
    writer = _Writer(game.num_players(), most)
    writer.walk(game.new_initial_state())
    return Tree("".join(writer.lines), writer.histories, [list(numbers) for numbers in writer.numbers])


class _Writer:
    """Writes Gambit's format for extensive games, one line a history."""

    def __init__(self, players: int, most: int) -> None:
        seats = " ".join(f'"{seat}"' for seat in range(players))
        self.lines = [f'EFG 2 R "unfolded" {{ {seats} }}\n']
        self.histories = 0
        self.numbers: list[dict[str, int]] = [{} for _ in range(players)]
        self._most = most
        self._chances = self._ends = 0

    def walk(self, state: Any) -> None:
        self.histories += 1
        if self.histories > self._most:
            raise TooLarge(f"the game has more than {self._most} histories")
        if state.is_terminal():
            self._ends += 1
            returns = " ".join(map(repr, state.returns()))
            self.lines.append(f't "" {self._ends} "" {{ {returns} }}\n')
            return
        seat, legal = state.current_player(), state.legal_actions()
        names = [state.action_to_string(seat, action) for action in legal]
        if state.is_chance_node():
            self._chances += 1
            odds = dict(state.chance_outcomes())
            outcomes = " ".join(
                f'"{name}" {odds[action]!r}' for name, action in zip(names, legal, strict=True)
            )
            self.lines.append(f'c "" {self._chances} "" {{ {outcomes} }} 0\n')
        else:
            numbers = self.numbers[seat]
            number = numbers.setdefault(state.information_state_string(), len(numbers))
            choices = " ".join(f'"{name}"' for name in names)
            self.lines.append(f'p "" {seat + 1} {number + 1} "{number}" {{ {choices} }} 0\n')
        for action in legal:
            self.walk(state.child(action))


def _number(key: str) -> int:
    """Of the information set, out of what OpenSpiel calls it."""
    return int(key.rsplit("-", 1)[1])
