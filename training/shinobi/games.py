"""Games between the learner and villagers, or among learners: what each position was worth, and what each order told."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import numpy as np

from zashiki.games.shinobi.bot.endings import is_over, shares
from zashiki.games.shinobi.bot.net import Net, rows_of
from zashiki.games.shinobi.bot.thinking import believed_of
from zashiki.games.shinobi.rules import facts
from zashiki.games.shinobi.rules.ahead import Ways, exposure
from zashiki.games.shinobi.rules.ending import ending
from zashiki.games.shinobi.rules.phases import FIRST_ORDER, OVER, THIRD_ORDER
from zashiki.games.shinobi.rules.picking import drawn
from zashiki.games.shinobi.rules.quick import villager_choice
from zashiki.games.shinobi.rules.state import State
from zashiki.games.shinobi.rules.traces import traces
from zashiki.kernel.contract import CHANCE
from zashiki.search.belief import Belief

DICE = 1 << 29


class Settings(NamedTuple):
    """How games are played for learning."""

    whim: float  # how often a turn is any of the better ones
    warmth: float  # how much worse, in winning chance, a turn may be and still be taken now and then
    trace: float  # how much later positions and the end count
    most: int = 10**9  # ways to finish a turn that are looked at before it stops
    watched: bool = True  # whether a player with a net looks at what its orders tell
    remembers: bool = True  # whether it looks at what the others' orders told
    knows: bool = False  # whether it sees all clans: a ceiling, not a player


class Lessons(NamedTuple):
    rows: list[bytes]
    targets: list[float]
    traces: list[list[int]]  # by order: a number for each clan
    seats: list[int]  # by order: who gave it
    clans: list[int]
    won: list[float]


class Table:
    """One game while it is played."""

    def __init__(
        self,
        nets: list[Net | None],
        learners: list[bool],
        guesser: Net | None,
        settings: Settings,
        chance: Random,
    ) -> None:
        """The nets by which seats play (None: a villager), whose positions are noted, and whose table says what orders tell."""
        self.state = State(len(nets))
        self.nets = nets
        self.learners = learners
        self.guesser = guesser
        self.settings = settings
        self.chance = chance
        self.belief = Belief(len(nets), 5)
        self.rows: list[list[bytes]] = [[] for _ in nets]
        self.after_turn: list[list[bool]] = [[] for _ in nets]  # whether the seat has just given its orders
        self.traces: list[list[int]] = []
        self.seats: list[int] = []
        self.plan: dict[int, int] = {}
        self.others: dict[int, Settings] = {}  # seats that play by settings of their own

    def play(self) -> Lessons:
        state, chance = self.state, self.chance
        dice = chance.getrandbits(58) | 1
        turns = -1
        while state.phase != OVER:
            if state.actor == CHANCE:
                state.carry_out(drawn(state, chance.randrange(DICE)))
                continue
            seat = state.actor
            if turns != state.turns:
                turns = state.turns
                self._note_start(seat)
            net = self.nets[seat]
            if net is not None:
                action = self._decide(seat, net)
            else:
                action, dice = villager_choice(state, dice)
            found = traces(state, action, state.choices if state.phase == THIRD_ORDER else [])
            self.traces.append(found)
            self.seats.append(seat)
            if self.guesser is not None:
                table = self.guesser.traces
                self.belief.add(seat, [table[one] for one in found])
            self._carry_out(seat, action)
        return self._lessons()

    def _known(self, seat: int) -> tuple[list[int], list[float]]:
        """What the seat believes of the others, and what they suspect of it."""
        state = self.state
        suspected = self.belief.suspicion(seat) if self._settings(seat).watched else np.zeros(5)
        weights = self._weights(seat)
        return believed_of(
            self.belief.shares(weights), state.seats, seat, state.clans[seat]
        ), suspected.tolist()

    def _settings(self, seat: int) -> Settings:
        return self.others.get(seat, self.settings)

    def _weights(self, seat: int) -> Any:
        settings = self._settings(seat)
        if settings.knows:
            return (self.belief.deals == self.state.clans).all(1).astype(np.float64)
        if not settings.remembers:
            return Belief(self.state.seats, 5).weights(seat, self.state.clans[seat])
        return self.belief.weights(seat, self.state.clans[seat])

    def _note_start(self, seat: int) -> None:
        if self.learners[seat] and self.state.phase == FIRST_ORDER:
            belief, suspected = self._known(seat)
            own = self.state.clans[seat]
            self.rows[seat].append(facts.pack(self.state, seat, exposure(suspected, own), belief))
            self.after_turn[seat].append(False)

    def _decide(self, seat: int, net: Net) -> int:
        state = self.state
        if state.phase in self.plan:
            action = self.plan[state.phase]
            if action in state.choices:
                return action
        belief, suspected = self._known(seat)
        table = net.traces if self._settings(seat).watched else []
        ways = Ways(state, seat, belief, table, suspected)
        for action in self._some(state.choices):
            ways.follow(action)
            if len(ways.rows) > self._settings(seat).most:
                break
        rows = rows_of(ways.rows)
        values = self._valued(rows, seat, net)
        picked = self._pick(values)
        first, second, third = ways.actions[picked]
        self.plan = {FIRST_ORDER: first, FIRST_ORDER + 1: second, THIRD_ORDER: third}
        return self.plan[state.phase]

    def _some(self, choices: list[int]) -> list[int]:
        """In any order where not all may be looked at."""
        return self.chance.sample(choices, len(choices)) if self.settings.warmth else choices

    def _valued(self, rows: Any, seat: int, net: Net) -> Any:
        if is_over(rows[:1])[0]:
            deals = (np.roll(self.belief.deals, -seat, 1) - self.state.clans[seat]) % 5
            return shares(rows, deals, self._weights(seat))
        return net.values(rows)

    def _pick(self, values: Any) -> int:
        chance, settings = self.chance, self.settings
        best = int(values.argmax())
        if not settings.warmth:
            return best
        warmth = 0.1 if chance.random() < settings.whim else settings.warmth
        odds = np.exp((values - values[best]) / warmth).cumsum()
        return min(int(np.searchsorted(odds, chance.random() * odds[-1])), len(values) - 1)

    def _carry_out(self, seat: int, action: int) -> None:
        """When the seat's orders are given the position is noted, before it draws: all that it does not see is left out of it."""
        state = self.state
        turns = state.turns
        state.carry_out(action)
        if state.turns == turns and state.actor == seat:
            return
        self.plan = {}
        if not self.learners[seat] or state.phase == OVER:
            return
        belief, suspected = self._known(seat)
        exposed = exposure(suspected, state.clans[seat])
        if state.turns == turns:
            row = facts.pack_end_of_turn(state, seat, exposed, belief)
        else:
            row = facts.pack(state, seat, exposed, belief)
        self.rows[seat].append(row)
        self.after_turn[seat].append(True)

    def _lessons(self) -> Lessons:
        winners = ending(self.state).winners
        won = [float(seat in winners) / len(winners) for seat in range(self.state.seats)]
        rows: list[bytes] = []
        targets: list[float] = []
        for seat, learner in enumerate(self.learners):
            if learner and self.rows[seat]:
                rows += self.rows[seat]
                targets += self._returns(seat, won[seat])
        return Lessons(rows, targets, self.traces, self.seats, self.state.clans, won)

    def _returns(self, seat: int, end: float) -> list[float]:
        """Each position learns from the positions after the seat's later turns, and from the end, the latter the less the farther off."""
        trace = self.settings.trace
        values: Any = np.zeros(len(self.rows[seat]))
        if self.guesser is not None and trace < 1:
            values = self.guesser.values(rows_of(self.rows[seat]))
        targets, following = [], end
        for value, after_turn in zip(reversed(values), reversed(self.after_turn[seat]), strict=True):
            targets.append(following)
            if after_turn:
                following = (1 - trace) * float(value) + trace * following
        return targets[::-1]
