"""A small game as tables: every history, and what the seat that chooses there sees. Playing a game is then a walk over rows.

`nfsp.py` trains on it. It needs no torch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
import pyspiel

from zashiki.bridges.tree import unfold

Observation = Literal["information", "now", "one-hot"]
OBSERVATIONS: tuple[Observation, ...] = ("information", "now", "one-hot")
"""What a net is given: the information state's tensor, that of what is seen now, or the number of the information state alone."""


class History(NamedTuple):
    """One moment of the game: whose choice it is, where each choice leads, and what it pays if it is over."""

    seat: int  # pyspiel's numbers: chance and the end are negative
    row: int  # of what the seat sees, among what it may see
    actions: list[int]
    following: list[int]  # the histories that the actions lead to, in their order
    odds: list[float]  # of chance's outcomes
    returns: list[float]


class SmallGame:
    """A game with all its histories; the first is the beginning. Actions are numbered as in the tree, which has no gaps."""

    def __init__(self, game: Any, observation: Observation = "information") -> None:
        self.tree: Any = unfold(game).game
        self.seats: int = game.num_players()
        self.actions: int = self.tree.num_distinct_actions()
        self.histories: list[History] = []
        self.rows: list[dict[str, int]] = [{} for _ in range(self.seats)]  # of information states, by name
        self._observation = observation
        self._seen: list[dict[tuple[float, ...] | str, int]] = [{} for _ in range(self.seats)]
        self._legal: list[list[list[int]]] = [[] for _ in range(self.seats)]
        self._walk(game.new_initial_state(), self.tree.new_initial_state())
        self.tensors = [self._stacked(seat) for seat in range(self.seats)]
        self.masks = [self._mask(seat) for seat in range(self.seats)]

    def _walk(self, state: Any, twin: Any) -> int:
        """The number of this history. The game and its tree have the same choices in the same order."""
        number, seat = len(self.histories), state.current_player()
        actions = [] if state.is_terminal() else twin.legal_actions()
        odds = [chance for _, chance in state.chance_outcomes()] if state.is_chance_node() else []
        returns = state.returns() if state.is_terminal() else []
        seen = self._row(state, twin, actions) if seat >= 0 else -1
        following: list[int] = []
        self.histories.append(History(seat, seen, actions, following, odds, returns))
        if actions:
            choices = zip(state.legal_actions(), actions, strict=True)
            following += [self._walk(state.child(one), twin.child(other)) for one, other in choices]
        return number

    def _row(self, state: Any, twin: Any, actions: list[int]) -> int:
        seat: int = state.current_player()
        key: str = twin.information_state_string()
        if key not in self.rows[seat]:
            seen = self._observed(state, seat) or key
            row = self.rows[seat][key] = self._seen[seat].setdefault(seen, len(self._seen[seat]))
            if row == len(self._legal[seat]):
                self._legal[seat].append(actions)
        return self.rows[seat][key]

    def _observed(self, state: Any, seat: int) -> tuple[float, ...]:
        if self._observation == "information":
            return tuple(state.information_state_tensor(seat))
        return tuple(state.observation_tensor(seat)) if self._observation == "now" else ()

    def _stacked(self, seat: int) -> Any:
        """Numbers that are the same in all rows tell nothing and are left out."""
        if self._observation == "one-hot":
            return np.eye(len(self._seen[seat]), dtype=np.float32)
        seen = np.array(list(self._seen[seat]), np.float32)
        return np.ascontiguousarray(seen[:, (seen != seen[0]).any(axis=0)])

    def _mask(self, seat: int) -> Any:
        mask = np.zeros((len(self._legal[seat]), self.actions), bool)
        for row, actions in enumerate(self._legal[seat]):
            mask[row, actions] = True
        return mask

    def uniform(self) -> list[Any]:
        """The policies that choose at random."""
        return [mask / mask.sum(axis=1, keepdims=True) for mask in self.masks]

    def choices(self, number: int = 0) -> Any:
        """How many choices each seat has in a game from this history on, when all choose at random."""
        history = self.histories[number]
        if history.returns:
            return np.zeros(self.seats)
        odds = history.odds or [1 / len(history.actions)] * len(history.actions)
        ahead = sum(odd * self.choices(after) for odd, after in zip(odds, history.following, strict=True))
        return ahead + (np.arange(self.seats) == history.seat)

    def policy(self, chances: Sequence[Any]) -> Any:
        """A policy of the tree, from what each seat's information states give each action."""
        table = {
            key: [(action, float(chances[seat][row, action])) for action in self._legal[seat][row]]
            for seat, rows in enumerate(self.rows)
            for key, row in rows.items()
        }
        return pyspiel.TabularPolicy(table)

    def nash_conv(self, chances: Sequence[Any]) -> float:
        """What all seats together would gain if each knew the others' policies and answered them as well as can be."""
        return float(pyspiel.nash_conv(self.tree, self.policy(chances)))

    def returns(self, chances: Sequence[Any]) -> list[float]:
        """What the seats get when all play so."""
        return list(pyspiel.expected_returns(self.tree.new_initial_state(), self.policy(chances), -1, False))
