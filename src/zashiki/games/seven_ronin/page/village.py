"""The village on the page: ten areas and the Green as places, ninja and ronin upon them."""

from __future__ import annotations

from zashiki.brush import circle, escape, figure, line, use
from zashiki.games.seven_ronin.page.moves import Moves
from zashiki.games.seven_ronin.page.scene import narrow, wide
from zashiki.games.seven_ronin.rules.actions import DEPLOY, NINJA
from zashiki.games.seven_ronin.rules.pieces import GREEN, PLACES, RONIN
from zashiki.games.seven_ronin.view import AreaView, RoninGameView
from zashiki.words import Words

BUILDINGS = {
    "burial-grounds": "bd-burial",
    "field-2": "bd-field2",
    "field-3": "bd-field3",
    "animal-pen": "bd-pen",
}
VIEW = "-6 -14 184 166"
FOLDS = "<i></i><i></i><i></i><i></i>"
SLOTS = {1: ((0, 0),), 2: ((-26, 0), (0, 0)), 3: ((-13, -21), (-27, 0), (0, 0))}


def village(view: RoninGameView, words: Words, moves: Moves) -> str:
    """The whole board with the buttons of the moves that end on a place or on a ronin."""
    places = "".join(
        _area(
            view,
            index,
            words,
            moves.pick_at(index) + moves.at_place(index) + _put(view, index, words, moves),
            index == moves.chosen,
        )
        for index in range(len(view.areas))
    )
    green = _green(view, words, moves.at_place(GREEN) + _put(view, GREEN, words, moves))
    return (
        f'<section class="village" aria-label="{escape(words.say("ron.page.village"))}">{wide()}{narrow()}'
        f"{_lanterns(view, words)}{green}{places}{_tokens(view, words, moves)}{_unveil(view)}{_combat(view)}</section>"
    )


def _unveil(view: RoninGameView) -> str:
    """The reveal is a moment: the golden screen folds away from the board, once a round."""
    if view.reveal is None or view.reveal.round != view.round or view.step != "abilities":
        return ""
    return f'<div class="unveil" id="reveal-{view.round}" data-veil="{view.round}" aria-hidden="true">{FOLDS}</div>'


def _combat(view: RoninGameView) -> str:
    """The last deployment as it was revealed: the scene upon which its combat is told once the board is past it."""
    if view.reveal is None or not _past(view):
        return ""
    drawn = "".join(
        f'<div class="place at-{PLACES[place]}"><svg class="picture" viewBox="{VIEW}">'
        f"{ninja_heads(number, 170, 116, f'then-{PLACES[place]}')}{_star(number)}</svg></div>"
        for place, number in enumerate(view.reveal.ninja[:GREEN])
        if number
    )
    if view.reveal.ninja[GREEN]:
        heads = ninja_heads(view.reveal.ninja[GREEN], 150, 100, "then-green", 40)
        drawn += f'<div class="place green at-green"><svg class="picture" viewBox="0 0 170 120">{heads}</svg></div>'
    standing: set[int] = set()
    for index, place in enumerate(view.reveal.ronin):
        if place is not None:
            beside = " beside" if place in standing else ""
            standing.add(place)
            drawn += (
                f'<svg class="token at-{PLACES[place]}{beside}" viewBox="-3 -14 96 107">'
                f"{use(f'r-{RONIN[index]}', -3, -3, 88, 96)}</svg>"
            )
    return f'<div class="combat" aria-hidden="true">{drawn}<div class="unveil" data-veil="{view.reveal.round}">{FOLDS}</div></div>'


def _past(view: RoninGameView) -> bool:
    """Whether the board no longer shows the combat of the last reveal."""
    return view.step != "abilities" or view.result is not None


def ninja_heads(count: int, right: float, foot: float, name: str, size: int = 34) -> str:
    """One to three heads; from four on three and the number. The right foot of the group is at (right, foot).
    Heads are named, so that they fly to where they stand next; those of a plan go back to the Reserves."""
    if not count:
        return ""
    scale = size / 34
    back = ' data-to="count-ninja"' if name.startswith("plan-") else ""
    heads = "".join(
        use(
            "ninja",
            right - size + x * scale,
            foot - size + y * scale,
            size,
            extra=f'id="{name}-{index}" data-glide data-piece="ninja" data-from="count-ninja"{back}',
        )
        for index, (x, y) in enumerate(SLOTS[min(count, 3)])
    )
    if count > 3:
        x, y = right - 5, foot - size * 1.12
        heads += circle(x, y, 11 * scale, "var(--act)", "var(--line) 2")
        heads += figure(x, y + 5 * scale, count, 15 * scale, "var(--on-ink)")
    return heads


def _area(view: RoninGameView, index: int, words: Words, spots: str, chosen: bool) -> str:
    area = view.areas[index]
    held = area.status == "occupied"
    picture = (
        '<ellipse cx="88" cy="75" rx="84" ry="56" fill="var(--road)"/>'
        + ('<ellipse cx="88" cy="75" rx="84" ry="56" fill="url(#hatch)" opacity=".17"/>' if held else "")
        + '<ellipse cx="86" cy="72" rx="84" ry="56" fill="none" stroke="var(--line)" stroke-width="1.5" opacity=".55"/>'
        + use(BUILDINGS.get(area.name, f"bd-{area.name}"), 23, -8, 126, 101)
        + ninja_heads(area.ninja, 170, 116, f"ninja-{area.name}")
        + _planned(view, index)
        + _burst(view, index)
        + _sign(area)
    )
    if area.used:
        picture += circle(16, 10, 13, "var(--raised)", "var(--line) 2") + line(
            "M11 10l4 4.500 7-9", 2.8, "var(--good)"
        )
    state = " ".join(
        name
        for name, on in (
            ("occupied", held),
            ("contested", area.status == "contested"),
            ("chosen", chosen),
            ("fought", view.reveal is not None and bool(view.reveal.ninja[index]) and _past(view)),
        )
        if on
    )
    return (
        f'<div class="place at-{area.name} {state}" id="area-{area.name}">'
        f'<svg class="picture" viewBox="{VIEW}" aria-hidden="true">{picture}</svg>'
        f"{_plate(view, index, words)}{spots}</div>"
    )


def _sign(area: AreaView) -> str:
    """Occupied: the banner; contested: crossed blades."""
    if area.status == "occupied":
        return use("flag", 140, -12, 30, 41)
    if area.status == "contested":
        return circle(154, 6, 17, "var(--raised)", "var(--verm) 3") + use("blades", 142.4, -5.6, 23.2)
    return ""


def _planned(view: RoninGameView, index: int) -> str:
    """The Attacker's own secret markers, with the lock; above the ronin who are held there."""
    if view.attack is None or not view.attack.ninja[index]:
        return ""
    count = view.attack.ninja[index]
    foot = 52 if view.areas[index].ronin else 116
    return (
        ninja_heads(count, 38 if count == 1 else 64, foot, f"plan-{view.areas[index].name}")
        + circle(10, foot - 36, 11, "var(--raised)", "var(--line) 1.6")
        + use("lock", 3, foot - 43, 14)
    )


def _put(view: RoninGameView, place: int, words: Words, moves: Moves) -> str:
    """The way to take back one of the own ninja that are planned here."""
    if view.attack is None or not view.attack.ninja[place]:
        return ""
    above = " above" if place != GREEN and view.areas[place].ronin else ""
    name = words.say(f"ron.page.area.{PLACES[place]}")
    return moves.marker(NINJA + place, "ron.page.take-back.ninja", name, above)


def _burst(view: RoninGameView, index: int) -> str:
    """What the reveal has just brought, until the first step is over."""
    new = view.reveal.ninja[index] if view.reveal and view.reveal.round == view.round else 0
    if view.step != "abilities" or not new or not view.areas[index].ninja:
        return ""
    return _star(new)


def _star(number: int) -> str:
    star = "M22-6L28 9 42 2 36 17 52 22 36 28 42 42 28 36 22 52 16 36 2 42 8 28-8 22 8 17 2 2 16 9Z"
    return (
        f'<g class="burst"><path transform="translate(112 62) scale(.62)" d="{star}" fill="var(--changed)"'
        f' stroke="var(--line)" stroke-width="3"/>{figure(125.6, 80.6, f"+{number}", 14, "var(--card-ink)")}</g>'
    )


def _plate(view: RoninGameView, index: int, words: Words) -> str:
    """The name and the deployment limit."""
    area = view.areas[index]
    name = words.say(f"ron.page.area.{area.name}")
    limit = words.say("ron.page.limit", n=area.limit)
    ninja = words.say("ron.page.ninja-here", n=area.ninja) if area.ninja else ""
    ability = escape(words.say(f"ron.page.ability.{area.name}"))
    return (
        f'<p class="plate" title="{ability}"><b>{escape(name)}</b><span title="{escape(limit)}">'
        f'<svg class="icon" aria-hidden="true"><use href="#shuriken" width="100%" height="100%"/></svg>'
        f'<span aria-hidden="true">{area.limit}</span><span class="unseen">{escape(limit)} {escape(ninja)}</span></span></p>'
    )


def _green(view: RoninGameView, words: Words, spots: str) -> str:
    heads = ninja_heads(view.green, 150, 100, "ninja-green", 40)
    if view.attack is not None and view.attack.ninja[GREEN]:
        heads += ninja_heads(view.attack.ninja[GREEN], 60, 100, "plan-green", 40)
        heads += circle(18, 62, 11, "var(--raised)", "var(--line) 1.6") + use("lock", 11, 55, 14)
    name = escape(words.say("ron.page.area.green"))
    count = escape(words.say("ron.page.ninja-here", n=view.green)) if view.green else ""
    return (
        f'<div class="place green at-green" id="area-green"><svg class="picture" viewBox="0 0 170 120" aria-hidden="true">'
        f'{heads}</svg><p class="plate"><b>{name}</b><span class="unseen">{count}</span></p>{spots}</div>'
    )


def _tokens(view: RoninGameView, words: Words, moves: Moves) -> str:
    """The ronin on the board; elements keep their ids, so that they glide when the board is drawn anew."""
    standing: dict[int, int] = {}
    drawn = ""
    for index, ronin in enumerate(view.ronin):
        secret = view.defence is not None and view.defence.ronin[index] is not None
        place = view.defence.ronin[index] if view.defence is not None and secret else ronin.place
        if place is None or ronin.fell:
            continue
        beside = standing.get(place, 0)
        standing[place] = beside + 1
        marks = ""
        if ronin.held or ronin.stays:
            marks += use("rope", 46, -12, 44)
        if ronin.shrine or ronin.shrine_next:
            marks += use("ofuda", 46, 30 if ronin.held or ronin.stays else -10, 40)
        if secret:
            marks += circle(72, 4, 17, "var(--raised)", "var(--line) 2.4") + use("lock", 61, -7, 22)
        label = escape(words.say(f"ron.ronin.{ronin.name}"))
        drawn += (
            f'<svg class="token at-{PLACES[place]}{" beside" if beside else ""}" id="ronin-{ronin.name}"'
            f' viewBox="-3 -14 96 107" role="img" aria-label="{label}">{use(f"r-{RONIN[index]}", -3, -3, 88, 96)}{marks}</svg>'
        )
        targets = moves.pick_token(index) + moves.at_token(index)
        if secret and not ronin.held:
            name = words.say(f"ron.ronin.{ronin.name}")
            targets += moves.marker(DEPLOY + len(PLACES) * index + place, "ron.page.take-back.ronin", name)
        if targets:
            drawn += f'<div class="aim at-{PLACES[place]}{" beside" if beside else ""}">{targets}</div>'
    return drawn


def _lanterns(view: RoninGameView, words: Words) -> str:
    """The eight rounds as lanterns on a rope: threat level, minimum, casualties."""
    items = ""
    for index in range(view.rounds):
        number = index + 1
        state = "now" if number == view.round else "past" if number < view.round else "next"
        told = words.say(
            "ron.page.round-facts", round=number, threat=view.threat[index], minimum=view.minimum[index]
        )
        flame = use("flame", 43, 10, 15) if view.casualties[index] else ""
        ring = circle(50.5, 18, 10, "var(--raised)", "var(--line) 1.4") if flame else ""
        items += (
            f'<li class="{state}"{" aria-current=step" if state == "now" else ""}>'
            f'<svg class="lantern" viewBox="-3 0 66 80" aria-hidden="true">{use("lantern", 0, 0, 60, 80)}{ring}{flame}</svg>'
            f'<b aria-hidden="true">{number}</b><span class="facts" aria-hidden="true">{_fact("eye", view.threat[index])}'
            f'{_fact("shuriken", view.minimum[index])}</span><span class="unseen">{escape(told)}</span></li>'
        )
    rope = line(
        "M-10 8" + "".join(f"Q{x} 20 {x + 51.5} 8" for x in (51.5 + 103 * step for step in range(8))), 2
    )
    return (
        f'<div class="lanterns"><svg class="rope" viewBox="0 0 824 24" preserveAspectRatio="none" aria-hidden="true">{rope}</svg>'
        f'<ol class="rounds" aria-label="{escape(words.say("ron.page.rounds"))}">{items}</ol></div>'
    )


def _fact(symbol: str, value: int) -> str:
    return f'<svg class="icon"><use href="#{symbol}" width="100%" height="100%"/></svg>{value}'
