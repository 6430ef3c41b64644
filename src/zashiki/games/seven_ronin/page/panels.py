"""What stands around the village: the two sides, the plan so far, areas held, the seven ronin."""

from __future__ import annotations

from zashiki.brush import arrow, circle, escape, icon, use
from zashiki.games.seven_ronin.page.moves import Moves
from zashiki.games.seven_ronin.page.scene import byobu
from zashiki.games.seven_ronin.rules.pieces import ATTACKER, DEFENDER, PLACES, RONIN, SIDES
from zashiki.games.seven_ronin.view import AreaView, RoninGameView, RoninView
from zashiki.words import Words

PHASES = ("planning", "abilities", "wounds", "areas")
KEY = ("flag", "blades", "rope", "ofuda", "eye", "shuriken", "lock", "flame")


def strip(view: RoninGameView, words: Words) -> str:
    """The header's part: which side, which round, which step."""
    side = "watch" if view.seat is None else SIDES[view.seat]
    told = words.say(f"ron.page.subtitle.{side}", round=view.round, rounds=view.rounds)
    now = PHASES.index(view.phase) if view.phase in PHASES else len(PHASES)
    steps = "".join(
        f'<li class="{"now" if index == now else "done" if index < now else ""}"'
        f"{' aria-current=step' if index == now else ''}>{escape(words.say(f'ron.page.step.{phase}'))}</li>"
        for index, phase in enumerate(PHASES)
    )
    return f'<div class="strip"><p class="subtitle">{escape(told)}</p>{_numbers(view, words)}<ol class="steps">{steps}</ol></div>'


def _numbers(view: RoninGameView, words: Words) -> str:
    """What a phone shows above the board: threat level, Reserves, areas held."""
    threat = view.threat[min(view.round, view.rounds) - 1]
    rows = (
        ("eye", str(threat), words.say("ron.page.key.eye")),
        ("ninja", str(view.reserves), words.say("ron.page.reserves")),
        ("flag", f"{view.counted}/{view.goal}", words.say("ron.page.areas-held")),
    )
    shown = "".join(
        f'<span>{icon(symbol, 20)}<span class="unseen">{escape(label)}</span> {escape(value)}</span>'
        for symbol, value, label in rows
    )
    return f'<p class="numbers narrow-only">{shown}</p>'


def left(view: RoninGameView, words: Words) -> str:
    return (
        '<div class="side left">'
        + _screen(view, words)
        + _plan(view, words)
        + _held(view, words)
        + _key(words)
        + "</div>"
    )


def _screen(view: RoninGameView, words: Words) -> str:
    """Who plans behind the golden screen: the other side, both for one who watches; then what the Attacker has."""
    behind = [side for side in (DEFENDER, ATTACKER) if side != view.seat and view.phase == "planning"]
    titled = behind if ATTACKER in behind else [*behind, ATTACKER]
    sides = "".join(
        f"<h2>{escape(words.say(f'ron.side.{SIDES[side]}'))}</h2>{_behind(view, side, words) if side in behind else ''}"
        for side in titled
    )
    return (
        f'<section class="panel screen{" both" if len(behind) > 1 else ""}">{sides}<div class="counts">'
        f"{_count('ninja', view.reserves, words.say('ron.page.reserves'))}"
        f"{_count('shuriken', view.supply, words.say('ron.page.supply'))}</div></section>"
    )


def _behind(view: RoninGameView, side: int, words: Words) -> str:
    told = "sealed" if view.ready[side] else "plans"
    return (
        f'{byobu(SIDES[side])}<p class="behind"><b>{escape(words.say(f"ron.page.{told}"))}</b>'
        f'<span class="label">{escape(words.say("ron.page.at-reveal"))}</span></p>'
    )


def _count(symbol: str, value: int, label: str) -> str:
    return (
        f'<div>{icon(symbol, 32)}<p><b class="number" id="count-{symbol}" data-count>{value}</b>'
        f'<span class="label">{escape(label)}</span></p></div>'
    )


def _plan(view: RoninGameView, words: Words) -> str:
    """The own plan while it is secret: how much, where, over which limits."""
    rows: list[tuple[str, str, bool]] = []
    if view.attack is not None:
        plan, threat = view.attack, view.threat[view.round - 1]
        rows = [
            ("ninja", words.say("ron.page.plan.put", put=plan.put, n=plan.needed), plan.put >= plan.needed),
            ("eye", words.say("ron.page.plan.attacked", attacked=plan.attacked, n=threat), True),
        ]
        if view.bonus:
            rows.append(
                ("shuriken", words.say("ron.page.plan.bonus", used=plan.bonus_used, n=view.bonus), True)
            )
    elif view.defence is not None:
        waiting = len(view.defence.waiting)
        rows = [("eye", words.say("ron.page.plan.threat", n=view.threat[view.round - 1]), True)]
        rows.append(("lock", words.say("ron.page.plan.waiting", n=waiting), not waiting))
    if not rows:
        return ""
    items = "".join(
        f'<li class="{"" if enough else "lacks"}">{icon(symbol, 22)}<span>{escape(text)}</span></li>'
        for symbol, text, enough in rows
    )
    return f'<section class="panel plan"><h3>{escape(words.say("ron.page.plan"))}</h3><ul class="lines">{items}</ul></section>'


def _held(view: RoninGameView, words: Words) -> str:
    """Areas occupied, as they count for victory (RON-X2)."""
    slots = ""
    for index in range(view.goal):
        full = index < view.counted
        dash = "" if full else ' stroke-dasharray="5 4"'
        slots += (
            f'<g transform="translate({index * 42} 0)"><rect x="1" y="1" width="36" height="42" rx="4"'
            f' fill="{"var(--road)" if full else "none"}" stroke="var(--edge)" stroke-width="2"{dash}/>'
            + (use("flag", 6, 3, 28, 38) if full else "")
            + "</g>"
        )
    told = words.say("ron.page.held", held=view.counted, goal=view.goal)
    return (
        f'<section class="panel held"><header><h3>{escape(words.say("ron.page.areas-held"))}</h3>'
        f'<span class="label">{escape(words.say("ron.page.goal", n=view.goal))}</span></header>'
        f'<svg viewBox="0 0 208 44" role="img" aria-label="{escape(told)}">{slots}</svg></section>'
    )


def areas(view: RoninGameView, words: Words, moves: Moves) -> str:
    """The Attacker's occupied areas in combat 3, each to be picked or used; then the targets of the one that asks for more."""
    if view.phase != "areas" or view.seat != ATTACKER:
        return ""
    if view.step == "areas":
        rows = "".join(_own(area, words, moves) for area in view.areas if area.status == "occupied")
    else:
        rows = "".join(_own(area, words, moves) for area in view.areas if moves.of_area(area.name))
    hidden = "" if view.step == "areas" or moves.must_pick else " hidden"
    title = escape(words.say("ron.page.your-areas"))
    return (
        f'<section class="panel own"{hidden}><h3>{title}</h3><ul class="picks">{rows}</ul></section>'
        if rows
        else ""
    )


def _own(area: AreaView, words: Words, moves: Moves) -> str:
    name = words.say(f"ron.page.area.{area.name}")
    ability = words.say("ron.page.used" if area.used else f"ron.page.ability.{area.name}")
    picks = "".join(
        moves.radio(group, name, words.say(f"ron.page.send.{group}") if group[-1].isdigit() else ability)
        for group in moves.of_area(area.name)
    )
    shown = (picks if moves.must_pick else "") or moves.at_once(area.name, name, ability)
    plain = "" if shown else f"<p><span>{escape(name)}</span><small>{escape(ability)}</small></p>"
    return f'<li class="{"used" if plain and area.used else ""}">{picks or shown}{plain}</li>'


def _key(words: Words) -> str:
    items = "".join(
        f"<li>{icon(symbol, 16 if symbol == 'flag' else 20, 22 if symbol == 'flag' else 20)}"
        f"{escape(words.say(f'ron.page.key.{symbol}'))}</li>"
        for symbol in KEY
    )
    return f'<details class="panel legend"><summary>{escape(words.say("ron.page.key"))}</summary><ul class="keys">{items}</ul></details>'


def right(view: RoninGameView, words: Words, moves: Moves) -> str:
    own = "ron.page.your-ronin" if view.seat == DEFENDER else "ron.page.their-ronin"
    rows = "".join(_ronin(view, index, words, moves) for index in range(len(view.ronin)))
    return (
        f'<div class="side right"><section class="panel"><h2>{escape(words.say(own))}</h2>'
        f'<ul class="roster">{rows}</ul></section></div>'
    )


def _ronin(view: RoninGameView, index: int, words: Words, moves: Moves) -> str:
    ronin = view.ronin[index]
    name = words.say(f"ron.ronin.{ronin.name}")
    tags = "".join(
        f'<span class="tag">{icon(symbol, 16) if symbol else ""}{escape(words.say(key))}</span>'
        for on, symbol, key in (
            (ronin.held or ronin.stays, "rope", "ron.page.held-here"),
            (ronin.shrine or ronin.shrine_next, "ofuda", "ron.page.silenced"),
            (not ronin.fell and ronin.vitality - ronin.wounds == 1, "", "ron.page.one-left"),
        )
        if on
    )
    state = "out" if ronin.fell else "used" if ronin.used else ""
    lives = 0 if ronin.fell else ronin.vitality - ronin.wounds
    told = words.say("ron.page.wounds", n=ronin.wounds, vitality=ronin.vitality)
    return (
        f'<li class="ronin {state}" id="row-{ronin.name}">{moves.radio(RONIN[index], name)}{moves.at_ronin(index)}'
        f'<svg class="face" viewBox="0 0 58 63" aria-hidden="true">{use(f"r-{ronin.name}", 0, 0, 58, 63)}{_marks(ronin)}</svg>'
        f'<div class="grow"><p class="who"><b>{escape(name)}</b>{tags}</p>'
        f'<p class="label does">{escape(words.say(f"ron.page.ability.{ronin.name}"))}</p>'
        f'<p class="state">{"" if ronin.fell else _pips(ronin, told)}<span class="where">{_where(view, index, words)}</span></p></div>'
        f'<b class="lives" id="lives-{ronin.name}" data-count="{lives}" data-shake="row-{ronin.name}" aria-hidden="true">{lives}<i>/{ronin.vitality}</i></b></li>'
    )


def _marks(ronin: RoninView) -> str:
    """On his face where there is no room for words: the rope of the Animal Pen, the strip of the Shrine."""
    marks = use("rope", 34, -4, 26) if ronin.held or ronin.stays else ""
    marks += use("ofuda", 34, 20 if marks else -4, 26) if ronin.shrine or ronin.shrine_next else ""
    return f'<g class="marks">{marks}</g>' if marks else ""


def _pips(ronin: RoninView, told: str) -> str:
    """Slots = vitality; a wound is a shuriken in its slot."""
    drawn = ""
    for slot in range(ronin.vitality):
        x = slot * 20
        hit = slot < ronin.wounds
        drawn += circle(x + 9.5, 9.5, 7.5, "var(--sunk)", "var(--rule) 1.6")
        if hit:
            drawn += circle(x + 9.5, 9.5, 8.5, "var(--verm)") + use("shuriken", x + 1, 1, 17)
    wide = ronin.vitality * 20
    return f'<svg class="pips" viewBox="0 0 {wide} 20" width="{wide}" height="20" role="img" aria-label="{escape(told)}">{drawn}</svg>'


def _where(view: RoninGameView, index: int, words: Words) -> str:
    ronin = view.ronin[index]
    if ronin.fell:
        return escape(words.say("ron.page.fell", round=ronin.fell))
    if view.defence is not None and not ronin.held:
        place = view.defence.ronin[index]
        if place is None:
            return escape(words.say("ron.page.to-place"))
        return arrow() + escape(words.say(f"ron.page.area.{PLACES[place]}"))
    if ronin.place is None:
        return ""
    return escape(words.say(f"ron.page.area.{PLACES[ronin.place]}"))
