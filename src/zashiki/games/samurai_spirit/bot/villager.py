"""The villager: weighs every choice by what it is likely to cost the village."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from zashiki.games.samurai_spirit.bot.worth import (
    Outlook,
    attacked,
    defended,
    drawn,
    now,
    placed,
    standing,
    symbols_of,
)
from zashiki.games.samurai_spirit.rules import actions
from zashiki.games.samurai_spirit.rules.cards import PENALTIES
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.games.samurai_spirit.rules.steps import extra_of
from zashiki.games.samurai_spirit.view import FACES, CardFace, SamuraiSpiritView, SamuraiView, idle_when_given

_WHIM: Final = 0.001  # so that equal choices are not always made alike
_HASTE: Final = 6.0  # by how much a novice may misjudge what a choice costs
_SENT: Final = 1.9  # how much the risk of a Raider sent to the Intruders counts
_HELP: Final = 1.8  # how much the talent counts that a token brings
_RAIDER: Final = 0.05  # what a Raider costs that nobody has taken
_NO_ROOM: Final = 2.4  # how much more when nobody has room for it
_CALL: Final = 0.9  # how bad a turn must look for an absent samurai to be called

Cost = Callable[[Outlook, SamuraiView, int], float]


def choose(view: SamuraiSpiritView, chance: Random) -> int:
    """The choice with the lowest expected cost."""
    return _cheapest(view, chance, _WHIM)


def choose_hastily(view: SamuraiSpiritView, chance: Random) -> int:
    """A novice: sees what each choice may cost, and often takes a bad one for a good one."""
    return _cheapest(view, chance, _HASTE)


def _cheapest(view: SamuraiSpiritView, chance: Random, misjudged: float) -> int:
    legal = view.legal
    if len(legal) == 1:
        return legal[0]
    assert view.decides is not None
    outlook = Outlook(view)
    samurai = view.samurai[view.decides]
    cost = _COSTS[view.step]
    return min(legal, key=lambda action: cost(outlook, samurai, action) + misjudged * chance.random())


def _named(view: SamuraiSpiritView, who: int) -> SamuraiView:
    return next(samurai for samurai in view.samurai if samurai.name == NAMES[who])


def _action(outlook: Outlook, samurai: SamuraiView, action: int) -> float:
    """Fight, Support or Pass: the own board, and the Raider that is taken off the stack or is not."""
    view = outlook.view
    if action == actions.FIGHT:
        return drawn(outlook, samurai)
    if action == actions.PASS:
        last = samurai.line[-1] if samurai.line else None
        cost = standing(outlook, samurai, samurai.track, symbols_of(samurai), last, out=True)
        return cost + _left_to_others(outlook, samurai)
    target = _named(view, action - actions.SUPPORT)
    return now(outlook, samurai) + _SENT * outlook.intruder() - _HELP * _help(outlook, samurai.name, target)


def _left_to_others(outlook: Outlook, samurai: SamuraiView) -> float:
    """What it costs that a samurai takes no more Raiders: those nobody has room for become Intruders."""
    view = outlook.view
    others = [other for other in view.samurai if not other.passed and other.place != samurai.place]
    room = sum(max(0, other.kiai - other.track) / 2.6 + symbols_of(other).count(False) for other in others)
    homeless = max(0.0, view.raiders - room)
    mine = max(0, samurai.kiai - samurai.track) / 2.6
    return _RAIDER * min(mine, view.raiders) + min(mine, homeless) * outlook.intruder() * _NO_ROOM


def _help(outlook: Outlook, talent: str, target: SamuraiView) -> float:
    """What a talent would save its receiver in his next turn."""
    if talent in (target.name, *target.tokens, *target.borrowed):
        return 0.0
    last = target.line[-1] if target.line else None
    if talent in ("gorobei", "kanbei"):
        if last is None or not last.penalties or (talent == "kanbei") != bool(last.value % 2):
            return 0.0
        return sum(outlook.penalty(target, penalty) for penalty in last.penalties)
    if talent == "kyuzo":
        values = {face.value for face in target.line}
        return 0.12 * len(values) if target.kiai - target.track < 6 else 0.0
    if talent == "kikuchiyo":
        return 0.0
    return 0.5 if target.kiai - target.track < 4 else 0.1


def _tokens(outlook: Outlook, samurai: SamuraiView, action: int) -> float:
    """An absent samurai is called when he saves much, or when the last round is near its end."""
    if action == actions.ENOUGH:
        return 0.0
    name = NAMES[action - actions.CALL]
    threshold = _CALL if outlook.view.round < 3 else 0.25
    saved = _help(outlook, name, samurai)
    if name in ("gorobei", "kanbei"):
        saved += 0.1 * outlook.draws
    return threshold - saved


def _penalty(outlook: Outlook, samurai: SamuraiView, action: int) -> float:
    """Ignore what hurts; suffer what does not stop the rest from being ignored first."""
    if action >= actions.IGNORE:
        return 0.0
    penalty = PENALTIES[action - actions.SUFFER]
    late = 0.01 if penalty == "no-talent" else 0.0
    return outlook.penalty(samurai, penalty) + late


def _drop(outlook: Outlook, samurai: SamuraiView, action: int) -> float:
    return outlook.symbol(samurai, action - actions.DROP)


def _again(outlook: Outlook, samurai: SamuraiView, action: int) -> float:
    return drawn(outlook, samurai) - 0.1 if action == actions.FIGHT else now(outlook, samurai)


def _fight(outlook: Outlook, samurai: SamuraiView, action: int) -> float:
    """The card in play: where does it hurt least?"""
    card = outlook.view.card
    assert card is not None
    if action == actions.ATTACK:
        return attacked(outlook, samurai, card)
    if action == actions.DEFEND:
        return defended(outlook, samurai, card)
    if action == actions.DISCARD:
        return now(outlook, samurai)
    if action == actions.UNDER:
        another = drawn(outlook, samurai) if outlook.view.raiders else placed(outlook, samurai, card)
        return another + 0.1
    target = _named(outlook.view, action - actions.HAND)
    return now(outlook, samurai) + _burden(outlook, target, card)


def _burden(outlook: Outlook, target: SamuraiView, card: CardFace) -> float:
    """How much worse off a samurai is with a card that is moved to him."""
    return placed(outlook, target, card) - now(outlook, target)


def _use(_outlook: Outlook, _samurai: SamuraiView, action: int) -> float:
    """A Kiai effect that can only help."""
    return 1.0 if action == actions.DECLINE else 0.0


def _heal(outlook: Outlook, _samurai: SamuraiView, action: int) -> float:
    if action == actions.DECLINE:
        return 0.0
    wounded = _named(outlook.view, action - actions.HEAL)
    return -outlook.wound(wounded)


def _scatter(outlook: Outlook, _samurai: SamuraiView, action: int) -> float:
    """Discard Raiders unless they are still needed for symbols."""
    view = outlook.view
    if action == actions.DECLINE:
        return 0.0
    needed = sum(symbols_of(other).count(False) for other in view.samurai if not other.passed)
    return 0.5 if needed * 2.2 > view.raiders else -0.5


def _relief(outlook: Outlook, target: SamuraiView) -> float:
    """How much better off a samurai is without the last card of his line."""
    *rest, last = target.line
    track = target.track - last.value
    before = rest[-1] if rest else None
    has = symbols_of(target)
    relieved = standing(outlook, target, track, has, before)
    if track == target.kiai:
        relieved -= 0.5
    return now(outlook, target) - relieved


def _remove(outlook: Outlook, _samurai: SamuraiView, action: int) -> float:
    if action == actions.DECLINE:
        return 0.0
    return -_relief(outlook, _named(outlook.view, action - actions.TAKE))


def _move(outlook: Outlook, _samurai: SamuraiView, action: int) -> float:
    """The last card of a line to where it costs least."""
    if action == actions.DECLINE:
        return 0.0
    source = _named(outlook.view, action - actions.TAKE)
    card = source.line[-1]
    burdens = [
        _burden(outlook, target, card)
        for target in outlook.view.samurai
        if not target.passed and target.place != source.place
    ]
    return min(burdens, default=0.0) - _relief(outlook, source)


def _move_to(outlook: Outlook, _samurai: SamuraiView, action: int) -> float:
    view = outlook.view
    target = _named(view, action - actions.GIVE)
    source = view.samurai[extra_of(view.pending[-1])]
    if target.place == source.place:
        return 0.0
    return _burden(outlook, target, source.line[-1])


def _place(outlook: Outlook, samurai: SamuraiView, action: int) -> float:
    card = outlook.view.card
    assert card is not None
    return attacked(outlook, samurai, card) if action == actions.ATTACK else defended(outlook, samurai, card)


def _lend(outlook: Outlook, _samurai: SamuraiView, action: int) -> float:
    if action == actions.DECLINE:
        return 0.0
    name = NAMES[action - actions.LEND]
    return -max(_lent_help(outlook, name, target) for target in outlook.view.samurai if not target.passed)


def _lend_to(outlook: Outlook, _samurai: SamuraiView, action: int) -> float:
    token = outlook.view.token
    assert token is not None
    return -_lent_help(outlook, token, _named(outlook.view, action - actions.GIVE))


def _lent_help(outlook: Outlook, token: str, target: SamuraiView) -> float:
    """What a token moved by Kyuzo's Kiai saves its receiver; nothing if it would lie idle (ruling 14)."""
    return 0.0 if idle_when_given(outlook.view, token, target.name) else _help(outlook, token, target)


def _arrange(outlook: Outlook, _samurai: SamuraiView, action: int) -> float:
    """The card that goes back first is drawn last: the one the next samurai would like least."""
    view = outlook.view
    assert view.turn is not None
    count = len(view.samurai)
    following = [view.samurai[(view.turn + step) % count] for step in range(1, count + 1)]
    target = next((samurai for samurai in following if not samurai.passed), following[0])
    return -_burden(outlook, target, FACES[action])


_COSTS: Final[dict[str, Cost]] = {
    "tokens": _tokens,
    "penalty": _penalty,
    "drop": _drop,
    "action": _action,
    "again": _again,
    "fight": _fight,
    "kiai-barricade": _use,
    "kiai-heal": _heal,
    "kiai-move": _move,
    "kiai-scatter": _scatter,
    "kiai-repel": _use,
    "kiai-lend": _lend,
    "kiai-remove": _remove,
    "kiai-look": _use,
    "move-to": _move_to,
    "place": _place,
    "lend-to": _lend_to,
    "arrange": _arrange,
}
