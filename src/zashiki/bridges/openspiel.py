"""Every game in OpenSpiel: `import zashiki.bridges.openspiel`, then `pyspiel.load_game("zashiki_shinobi(players=4)")`.

Seats that plan at once choose one after the other, in secret: what one chose is in no information state of another. The
parameters are `players`, the options of the game (a list is written with "+" between its parts), and `position`: the facts of
one set up by hand, as JSON.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from random import Random
from typing import Any, Final

import msgspec
import numpy as np
import pyspiel

from zashiki.bridges.memory import Memory
from zashiki.bridges.setting import BadSetting, Setting
from zashiki.kernel.contract import CHANCE, Facts, Game, State
from zashiki.kernel.features import Layout
from zashiki.kernel.options import Option
from zashiki.kernel.parts import Features
from zashiki.kernel.registry import game as find_game
from zashiki.kernel.registry import has_part, names
from zashiki.kernel.timeline import Entry
from zashiki.words import Words

PLAYERS: Final = "players"
POSITION: Final = "position"
NONE: Final = "none"
"""How a parameter spells an empty list: OpenSpiel takes the "-" of records for a number."""
_SHOWN: Final = frozenset(("seat", "actors", "legal", "prompt", "result"))
"""Fields that every view has: they depend on whose turn it is, not on what is hidden."""


class Moment:
    """What a state of OpenSpiel is made of: ours, the way to it, and what the seats were told up to some point of it."""

    __slots__ = ("entries", "memory", "state")

    def __init__(self, state: State, entries: list[Entry], memory: Memory) -> None:
        self.state = state
        self.entries = entries
        self.memory = memory

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return Moment(self.state.copy(), self.entries.copy(), self.memory)

    def apply(self, action: int) -> None:
        """The first of those who may choose now makes this choice."""
        seat = self.state.actors()[0]
        self.state.apply(seat, action)
        self.entries.append(Entry(seat, action))

    def information_state(self, viewer: int | None) -> str:
        self.memory = self.memory.after(self.entries)
        return self.memory.text(viewer)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """One moment of a game; OpenSpiel's copies of it go through `Moment`."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.moment = game.beginning()

    def current_player(self) -> int:
        actors = self.moment.state.actors()
        if not actors:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actors[0] == CHANCE else actors[0]

    def is_terminal(self) -> bool:
        return not self.moment.state.actors()

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.state.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        odds = self.moment.state.odds()
        total = sum(odds)
        return [
            (action, weight / total)
            for action, weight in zip(self.moment.state.legal(CHANCE), odds, strict=True)
        ]

    def _apply_action(self, action: int) -> None:
        self.moment.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002 a name says who chose
        return self.get_game().setting.game.name(action)  # type: ignore[no-any-return]

    def returns(self) -> list[float]:
        result = self.moment.state.result()
        return [0.0] * self.num_players() if result is None else list(result.returns)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that this player can't tell from this one, the unseen dealt anew. Its history begins here."""
        game: SpielGame = self.get_game()
        view = self.moment.state.view(player)
        dealt = game.setting.game.imagine(view, Random(sampler()))
        memory = self.moment.memory.after(self.moment.entries).imagined(dealt.copy(), player)
        other: SpielState = game.new_initial_state()
        other.moment = Moment(dealt, [], memory)
        return other

    def __str__(self) -> str:
        """The choices so far, as in a record."""
        name = self.get_game().setting.game.name
        return "\n".join(
            f"{'*' if entry.seat == CHANCE else entry.seat} {name(entry.action)}"
            for entry in self.moment.entries
        )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours with its parameters; each has a subclass of its own that knows its type."""

    zashiki_game: Game
    spiel_type: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        game = self.zashiki_game
        options = {
            option.name: _value(option, given[option.name]) for option in game.options if option.name in given
        }
        position = _read_position(given.get(POSITION, NONE))
        self.setting = Setting(game.id, given.get(PLAYERS), options, position)
        if position is not None:
            given[POSITION] = _write_position(position)
        super().__init__(self.spiel_type, _info(game.facts, self.setting.seats), given)
        self._start = self.setting.start()
        self._memory = Memory.of_start(game, self._start, self.setting.seats)

    def beginning(self) -> Moment:
        return Moment(self._start.copy(), [], self._memory)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        facts = self.setting.facts
        return facts.longest if facts.chance else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        if params:
            raise ValueError(f"observations take no parameters, but there are {params}")
        return Observer(self.setting, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class Observer:
    """Observations of states: the pieces of the game's features, and text.

    With perfect recall the text is what the seat was told, did and saw from the beginning, and the tensor counts how often
    the seat has made each choice beside what it sees now: the text is exact, the tensor a summary.
    """

    def __init__(self, setting: Setting, kind: Any) -> None:
        self._setting = setting
        self._recall: bool = kind.perfect_recall
        self._public: bool = kind.public_info
        self._private: bool = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._public and self._private and has_part(setting.game, Features):
            self._lay_out()

    def _lay_out(self) -> None:
        self._features, layout = self._setting.features()
        pieces = {"player": (self._setting.seats,), **layout.pieces}
        if self._recall:
            pieces["chosen"] = (self._setting.facts.actions,)
        whole = Layout(pieces)
        self.tensor = np.zeros(whole.size, np.float32)
        self.dict = {name: self.tensor[whole.span(name)].reshape(shape) for name, shape in pieces.items()}
        self._seen = slice(self._setting.seats, self._setting.seats + layout.size)
        self._scratch = [0.0] * layout.size

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is None:
            return
        moment = state.moment
        self.dict["player"].fill(0.0)
        self.dict["player"][player] = 1.0
        self._features.write(moment.state, player, self._scratch)
        self.tensor[self._seen] = self._scratch
        if self._recall:
            chosen = self.dict["chosen"]
            chosen.fill(0.0)
            for entry in moment.entries:
                if entry.seat == player:
                    chosen[entry.action] += 1.0

    def string_from(self, state: SpielState, player: int) -> str:
        moment = state.moment
        if not self._private and not self._public:
            return ""
        if self._recall:
            return moment.information_state(player if self._private else None)
        if not self._private:
            return _encoded(moment.state.view(None))
        own = moment.state.view(player)
        return _encoded(own) if self._public else _hidden(own, moment.state.view(None))


def _encoded(view: Any) -> str:
    return msgspec.json.encode(view).decode()


def _hidden(own: Any, public: Any) -> str:
    """What a view tells beyond that of a spectator; "" if that is nothing."""
    fields = (name for name in own.__struct_fields__ if name not in _SHOWN)
    differing = {name: getattr(own, name) for name in fields if getattr(own, name) != getattr(public, name)}
    return _encoded(differing) if differing else ""


def _value(option: Option, given: Any) -> Any:
    """The value of an option as a parameter gives it: spelled as in records, or a yes or no."""
    if isinstance(given, bool):
        return given
    return option.read("-" if given == NONE else str(given).replace("+", ","))


def _read_position(given: str) -> dict[str, Any] | None:
    """From JSON, or from the letters that stand for it in the name of a game."""
    if given == NONE:
        return None
    text = given.encode()
    try:
        return msgspec.json.decode(text if text.startswith(b"{") else urlsafe_b64decode(text), type=dict)
    except ValueError as error:  # what is no JSON, and what is no such letters
        raise BadSetting(f"the position is no JSON: {error}") from None


def _write_position(position: dict[str, Any]) -> str:
    """In letters that OpenSpiel reads back: JSON has commas and quotes, which it takes for its own."""
    text = msgspec.json.encode(position)
    return urlsafe_b64encode(text + b" " * (-len(text) % 3)).decode()


def _parameter(option: Option) -> Any:
    """The default of a parameter, with the type that people expect."""
    if isinstance(option.default, bool):
        return option.default
    written = option.write(option.default)
    if written.isdecimal():
        return int(written)
    return NONE if written == "-" else written.replace(",", "+")


def _info(facts: Facts, seats: int) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=facts.actions,
        max_chance_outcomes=facts.actions if facts.chance else 0,
        num_players=seats,
        min_utility=facts.lowest_return,
        max_utility=facts.highest_return,
        utility_sum=0.0 if facts.zero_sum else None,
        max_game_length=facts.longest,
    )


def _type(game: Game) -> Any:
    facts, kind = game.facts, pyspiel.GameType
    utility = kind.Utility.GENERAL_SUM
    if facts.zero_sum:
        utility = kind.Utility.ZERO_SUM
    elif facts.cooperative:
        utility = kind.Utility.IDENTICAL
    with_tensors = has_part(game, Features)
    return kind(
        short_name=short_name(game),
        long_name=Words("en").say(f"{game.prefix}.name"),
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if facts.chance else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION
        if facts.secrets
        else kind.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=facts.seats[-1],
        min_num_players=facts.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=with_tensors,
        provides_observation_string=True,
        provides_observation_tensor=with_tensors,
        provides_factored_observation_string=True,
        parameter_specification={
            PLAYERS: facts.default_seats,
            POSITION: NONE,
            **{option.name: _parameter(option) for option in game.options},
        },
    )


def short_name(game: Game) -> str:
    """What OpenSpiel calls a game of ours."""
    return f"zashiki_{game.id.replace('-', '_')}"


def register(game: Game) -> None:
    """Makes a game known to OpenSpiel; importing this module does it for every game that is installed."""
    if short_name(game) in pyspiel.registered_names():
        return
    made: Any = type(short_name(game), (SpielGame,), {"zashiki_game": game, "spiel_type": _type(game)})
    globals()[made.__name__] = made  # where pickle looks for it
    pyspiel.register_game(made.spiel_type, made)


for _name in names():
    register(find_game(_name))
