"""What the rules tell, as events: for each of their short words the message, its rule and its figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from zashiki.games.samurai_spirit.names import CARD_WORDS, SAMURAI_WORDS
from zashiki.games.samurai_spirit.result import ENDS, LOSSES, cause_words, end_rule
from zashiki.games.samurai_spirit.rules.cards import PENALTIES, VALUE
from zashiki.games.samurai_spirit.rules.chronicle import FAMILY_LOST, FARMSTEAD_LOST
from zashiki.games.samurai_spirit.rules.marks import NOWHERE
from zashiki.games.samurai_spirit.rules.penalties import MOST_RETURNS
from zashiki.games.samurai_spirit.rules.samurai import GOROBEI, MEMBERS, NAMES
from zashiki.games.samurai_spirit.rules.state import State
from zashiki.games.samurai_spirit.rules.village import BACKS, FAMILIES, count_farmsteads
from zashiki.kernel.messages import Arg, Event, Message, say

Teller = Callable[..., Event]
"""From the state and the numbers that the rules tell with the word."""

_SIDES: Final = ("human", "animal")
_VILLAGE_RULES: Final = ("SAM-N1", "SAM-T3", "SAM-T7", "SAM-E2", "SAM-E2", "SAM-S1")
"""The rule by which a cause takes something from the village."""


def tell(state: State, word: str, *facts: int) -> None:
    """Adds the event that the word stands for; called only if someone listens."""
    assert state.events is not None
    state.events.append(_TELLERS[word](state, *facts))


def _event(state: State, key: str, rule: str, place: int = NOWHERE, **args: Arg) -> Event:
    """An event about the samurai at a place, or about nobody."""
    seat = None
    if place != NOWHERE:
        args["who"] = SAMURAI_WORDS[state.who[place]]
        seat = state.player[place]
    return Event(Message(f"sam.event.{key}", rule, args), seat)


# Events of the same shape


def _of_samurai(key: str, rule: str) -> Teller:
    return lambda state, place: _event(state, key, rule, place)


def _with_card(key: str, rule: str) -> Teller:
    return lambda state, place, card: _event(state, key, rule, place, card=CARD_WORDS[card])


def _to_line(key: str, rule: str) -> Teller:
    """A card comes to a line; the track is the one after it."""
    return lambda state, place, card, track: _event(
        state, key, rule, place, card=CARD_WORDS[card], track=track, kiai=state.kiai[place]
    )


def _passing(key: str) -> Teller:
    return lambda state, place: _event(
        state, key, "SAM-T10", place, track=state.track[place], kiai=state.kiai[place]
    )


def _of_round(key: str) -> Teller:
    return lambda state: _event(state, key, "SAM-E1", n=state.round)


def _intruder(key: str, rule: str) -> Teller:
    return lambda state, card: _event(state, key, rule, card=CARD_WORDS[card])


# Setup and turns


def _round(state: State, place: int) -> Event:
    rule = "SAM-S2" if state.round == 1 else "SAM-E4"
    return _event(state, "round", rule, place, n=state.round, raiders=state.raiders)


def _call(state: State, place: int, who: int) -> Event:
    return _event(state, "call", "SAM-T1", place, token=SAMURAI_WORDS[who])


def _supports(state: State, place: int, to: int) -> Event:
    return _event(state, "supports", "SAM-T8", place, to=SAMURAI_WORDS[state.who[to]])


def _suffers(state: State, place: int, card: int, icon: int) -> Event:
    """The rules of the penalties are SAM-N1 to SAM-N11, in their order."""
    return _event(state, f"penalty.{PENALTIES[icon]}", f"SAM-N{icon + 1}", place, card=CARD_WORDS[card])


def _ignores(state: State, place: int, card: int, icon: int) -> Event:
    talent = NAMES[GOROBEI + (VALUE[card] & 1)]
    return _event(state, f"talent.{talent}", "SAM-T11", place, penalty=say(f"sam.penalty.{PENALTIES[icon]}"))


def _no_more_returns(state: State, place: int) -> Event:
    return _event(state, "no-more-returns", "SAM-N9", place, n=MOST_RETURNS)


def _handed(by: str) -> Teller:
    """Heihachi hands on even cards, Daisuke odd ones."""
    return lambda state, place, card, to: _event(
        state,
        f"{by}.{NAMES[VALUE[card] & 1]}",
        "SAM-T11",
        place,
        card=CARD_WORDS[card],
        to=SAMURAI_WORDS[state.who[to]],
    )


# Kiai


def _kiai(state: State, place: int) -> Event:
    return _event(state, "kiai", "SAM-K1", place, kiai=state.kiai[place])


def _kiai_used(state: State, place: int, side: int) -> Event:
    return _event(state, f"kiai.{NAMES[state.who[place]]}.{_SIDES[side]}", "SAM-K1", place)


def _kiai_end(state: State, place: int, card: int) -> Event:
    return _event(state, "kiai-end", "SAM-K1", place, card=CARD_WORDS[card], track=state.track[place])


def _moved(state: State, source: int, card: int, to: int) -> Event:
    return _event(state, "moved", "SAM-K1", source, card=CARD_WORDS[card], to=SAMURAI_WORDS[state.who[to]])


def _token_moved(state: State, owner: int, to: int) -> Event:
    return _event(state, "token-moved", "SAM-T9", owner, to=SAMURAI_WORDS[state.who[to]])


# Losses and the end


def _barricade_added(state: State) -> Event:
    return _event(state, "barricade.added", "SAM-K2", n=state.barricades)


def _barricade_lost(state: State, cause: int, place: int) -> Event:
    reason = cause_words(state, FARMSTEAD_LOST, cause, place)
    return _event(state, "barricade.lost", _VILLAGE_RULES[cause], n=state.barricades, cause=reason)


def _farmstead_lost(state: State, cause: int, place: int) -> Event:
    reason = cause_words(state, FARMSTEAD_LOST, cause, place)
    left = sum(count_farmsteads(state.farmsteads))
    return _event(state, "farmstead.lost", _VILLAGE_RULES[cause], n=left, cause=reason)


def _family_lost(state: State, cause: int, place: int) -> Event:
    reason = cause_words(state, FAMILY_LOST, cause, place)
    return _event(state, "family.lost", _VILLAGE_RULES[cause], n=len(MEMBERS[state.families]), cause=reason)


def _back(state: State, back: int) -> Event:
    return _event(state, f"back.{BACKS[back]}", "SAM-S1")


def _wound(state: State, place: int, loss: int, cause: int) -> Event:
    reason = cause_words(state, loss, cause, place)
    return _event(state, LOSSES[loss], "SAM-K3", place, cause=reason, kiai=state.kiai[place])


def _bonus(state: State, family: int) -> Event:
    return _event(state, f"bonus.{FAMILIES[family]}", "SAM-E2")


def _end(state: State, end: int) -> Event:
    return _event(state, f"end.{ENDS[end]}", end_rule(end), n=state.round)


_TELLERS: Final[dict[str, Teller]] = {
    "seated": _of_samurai("seated", "SAM-S2"),
    "round": _round,
    "call": _call,
    "suffers": _suffers,
    "ignores": _ignores,
    "no-more-returns": _no_more_returns,
    "reshuffled": _with_card("reshuffled", "SAM-N9"),
    "dropped": _with_card("dropped", "SAM-N11"),
    "left-arrow": _to_line("arrow", "SAM-N6"),
    "right-arrow": _to_line("arrow", "SAM-N7"),
    "supports": _supports,
    "passes": _passing("passes"),
    "must-pass": _passing("must-pass"),
    "draws": _with_card("draws", "SAM-T5"),
    "attacks": _to_line("attacks", "SAM-T7"),
    "defends": _with_card("defends", "SAM-T6"),
    "handed-by-talent": _handed("talent"),
    "handed-by-token": _handed("token"),
    "discards": _with_card("talent.kyuzo", "SAM-T11"),
    "puts-under": _with_card("talent.katsushiro", "SAM-T11"),
    "fights-again": _of_samurai("talent.kikuchiyo", "SAM-T11"),
    "kiai": _kiai,
    "kiai-used": _kiai_used,
    "kiai-end": _kiai_end,
    "scattered": _with_card("scattered", "SAM-K1"),
    "shown": _with_card("shown", "SAM-K1"),
    "put-back": _with_card("put-back", "SAM-K1"),
    "removed": _with_card("removed", "SAM-K1"),
    "moved": _moved,
    "token-moved": _token_moved,
    "barricade-added": _barricade_added,
    "barricade-lost": _barricade_lost,
    "farmstead-lost": _farmstead_lost,
    "family-lost": _family_lost,
    "back": _back,
    "wound": _wound,
    "healed": _of_samurai("healed", "SAM-K3"),
    "round-over-raiders": _of_round("round-over.raiders"),
    "round-over-passed": _of_round("round-over.passed"),
    "bonus": _bonus,
    "intruder-discarded": _intruder("intruder.discarded", "SAM-E2"),
    "intruder-repelled": _intruder("intruder.discarded", "SAM-K1"),
    "intruder-burns": _intruder("intruder.burns", "SAM-E2"),
    "intruder-harmless": _intruder("intruder.harmless", "SAM-E2"),
    "end": _end,
}
"""By the word of the rules."""
