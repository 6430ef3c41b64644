"""Which function of the rules runs a step, takes its choice and deals its outcomes: the whole flow in one table."""

from __future__ import annotations

from zashiki.games.samurai_spirit.rules import (
    chronicle,
    fight,
    harm,
    kiai,
    penalties,
    round_end,
    seating,
    steps,
    turn,
)
from zashiki.games.samurai_spirit.rules.steps import CHOSEN, OUTCOMES, RUN, Chosen, Outcomes, Run


def wire() -> None:
    """Lays the flow of the game; the game does it once, when it is imported."""
    _step(steps.SEATING, seating.seating, seating.seated)
    _step(steps.STARTER, seating.starter, seating.started)
    _step(steps.TURN, turn.begin_turn)
    _step(steps.TOKENS, turn.offer_tokens, turn.token_called)
    _step(steps.LAST_CARD, turn.last_card)
    _step(steps.ICON, penalties.suffer_icon, penalties.icon_chosen)
    _step(steps.DROP_LEFT, penalties.drop_left, penalties.dropped)
    _step(steps.ACTION, turn.choose_action, turn.acted)
    _step(steps.AGAIN, turn.again, turn.fights_again)
    _step(steps.TURN_END, turn.end_turn)
    _step(steps.DRAW, fight.draw, fight.drawn)
    _step(steps.PLAY, fight.play, fight.played)
    _step(steps.KIAI_BARRICADE, kiai.barricade, kiai.barricade_chosen)
    _step(steps.KIAI_HEAL, kiai.heal_anyone, kiai.heal_chosen)
    _step(steps.KIAI_MOVE, kiai.move, kiai.move_from)
    _step(steps.KIAI_SCATTER, kiai.scatter, kiai.scatter_chosen)
    _step(steps.KIAI_REPEL, kiai.repel, kiai.repel_chosen)
    _step(steps.KIAI_LEND, kiai.lend, kiai.lend_chosen)
    _step(steps.KIAI_REMOVE, kiai.remove, kiai.removed)
    _step(steps.KIAI_LOOK, kiai.look, kiai.look_chosen)
    _step(steps.KIAI_END, kiai.end_kiai)
    _step(steps.MOVE_TO, kiai.move_to, kiai.moved_to)
    _step(steps.PLACE, kiai.place_moved, kiai.placed)
    _step(steps.LEND_TO, kiai.lend_to, kiai.lent)
    _step(steps.ARRANGE, kiai.arrange, kiai.arranged)
    _step(steps.TURN_UP, round_end.turn_up, round_end.turned_up, round_end.hidden_intruder)
    _step(steps.RESHUFFLE, penalties.reshuffle, penalties.reshuffled, penalties.any_discard)
    _step(steps.LOSE_FARMSTEAD, harm.draw_farmstead, harm.farmstead_goes, harm.which_farmstead)
    _step(steps.LOSE_FAMILY, harm.draw_family, harm.family_goes)
    _step(steps.WOUND_ANYONE, harm.wound_anyone, harm.struck)
    _step(steps.CURE_ANYONE, harm.cure_anyone, harm.cured)
    _step(steps.HATS, round_end.hats)
    _step(steps.FARMS, round_end.farms)
    _step(steps.DOLLS, round_end.dolls)
    _step(steps.BONUS, round_end.bonus)
    _step(steps.INTRUDERS, round_end.turn_up_intruders)
    _step(steps.ROUND_END, round_end.next_round)
    _step(steps.OVER, chronicle.rest, outcomes=chronicle.nothing)


def _step(kind: int, run: Run, chosen: Chosen | None = None, outcomes: Outcomes | None = None) -> None:
    RUN[kind] = run
    if chosen is not None:
        CHOSEN[kind] = chosen
    if outcomes is not None:
        OUTCOMES[kind] = outcomes
