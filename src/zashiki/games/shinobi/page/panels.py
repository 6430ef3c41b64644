"""Around the provinces: the hand, the three orders, the clans on the table, the clan one serves."""

from __future__ import annotations

from zashiki.brush import escape, icon, rect, tick
from zashiki.games.shinobi import GAME
from zashiki.games.shinobi.cards import CLANS, KINDS
from zashiki.games.shinobi.labels import seat_message
from zashiki.games.shinobi.page.cards import card
from zashiki.games.shinobi.page.moves import Moves
from zashiki.games.shinobi.rules.actions import SKIP
from zashiki.games.shinobi.rules.cards import NINJA
from zashiki.games.shinobi.view import ShinobiView
from zashiki.words import Words

ORDERS = ("first-order", "second-order", "third-order")
STEPS = (*ORDERS, "draw")


def strip(view: ShinobiView, words: Words) -> str:
    """The header's part: whose turn, which order."""
    told = words.say("shi.page.subtitle", n=view.seats)
    if view.turn is not None:
        own = view.turn == view.seat
        told = (
            words.say("shi.page.your-turn")
            if own
            else words.say("shi.page.turn-of", seat=seat_message(view.turn))
        )
    now = STEPS.index(view.phase) if view.phase in STEPS else -1
    steps = "".join(
        f'<li class="{"now" if index == now else "done" if index < now else ""}"'
        f"{' aria-current=step' if index == now else ''}>{escape(words.say(f'shi.page.step.{step}'))}</li>"
        for index, step in enumerate(STEPS)
    )
    return f'<div class="strip"><p class="subtitle">{escape(told)}</p><ol class="steps">{steps}</ol></div>'


def hand(view: ShinobiView, words: Words, moves: Moves) -> str:
    """The own hand on the mat; each card is a way to pick its kind."""
    if view.hand is None:
        return ""
    cards = ""
    for kind, count in enumerate(view.hand):
        name = words.say(f"shi.kind.{KINDS[kind]}")
        short = words.say(f"shi.page.kind.{KINDS[kind]}")
        group = f"card-{KINDS[kind]}"
        for copy in range(count):
            radio = moves.radio(group, name) if copy == 0 else ""
            drawn = card(kind, short)
            inside = f'<label for="{moves.id(group)}">{drawn}</label>' if group in moves.groups else drawn
            cards += f'<li class="held k-{KINDS[kind]}" id="hand-{KINDS[kind]}-{copy}" data-glide data-piece="{KINDS[kind]}" data-from="deck">{radio}{inside}{_note(view, kind, words)}</li>'
    gone = sum(view.out)
    facts = words.say("shi.page.piles", deck=view.deck, out=gone)
    return (
        f'<section class="hand panel"><header><h2>{escape(words.say("shi.page.your-hand"))}</h2>'
        f'<span class="label" id="deck">{escape(facts)}</span></header><ul class="mat">{cards}</ul></section>'
    )


def _note(view: ShinobiView, kind: int, words: Words) -> str:
    """Ruling 4: why a ninja can't be picked while the troops beside it can."""
    if kind != NINJA or view.phase != "second-order" or view.turn != view.seat:
        return ""
    return f'<span class="tag note">{escape(words.say("shi.page.first-order-only"))}</span>'


def totals(view: ShinobiView, words: Words) -> str:
    """Under the table of a phone: the cards of each clan in all provinces, as the census counts them."""
    counts = "".join(f"<span>{total}</span>" for total in view.totals)
    return (
        f'<div class="totals" aria-hidden="true"><b>{escape(words.say("shi.page.total"))}</b>{counts}</div>'
    )


def columns(words: Words) -> str:
    """Over the table of a phone: the clan of each column."""
    heads = "".join(
        f'<span class="k-{clan}">{icon(f"cr-{clan}", 20)}{escape(words.say(f"shi.clan.{clan}"))}</span>'
        for clan in CLANS
    )
    return f'<div class="columns" aria-hidden="true">{heads}</div>'


def side(view: ShinobiView, words: Words) -> str:
    """At the end the orders and the own secret are past: the mat shows every clan."""
    if view.phase == "over":
        return f'<div class="side facts">{_census(view, words)}</div>'
    return f'<div class="side facts">{_orders(view, words)}{_census(view, words)}{_served(view, words)}</div>'


def _orders(view: ShinobiView, words: Words) -> str:
    """The three orders as a guided strip."""
    rows = ""
    for index, step in enumerate(ORDERS):
        given = view.orders[index]
        state = "done" if given is not None else "now" if view.phase == step else ""
        note = words.say(f"shi.page.order.{step}")
        if given == SKIP:
            note = words.say("shi.page.skipped" if index else "shi.page.skipped-first")
        elif given is not None:
            note = words(GAME.label(view, given))
        rows += (
            f'<li class="{state}"><i>{tick() if state == "done" else index + 1}</i>'
            f"<span><b>{escape(words.say(f'shi.page.step.{step}'))}</b>{escape(note)}</span></li>"
        )
    if view.turns_left is not None:
        rows += f'<li class="last"><span>{escape(words.say("shi.page.turns-left", n=view.turns_left))}</span></li>'
    own = view.turn is not None and view.turn == view.seat
    title = "shi.page.your-turn" if own or view.turn is None else "shi.page.turn-of"
    told = (
        words.say(title) if own or view.turn is None else words.say(title, seat=seat_message(view.turn or 0))
    )
    return (
        f'<section class="panel turn-orders"><h2>{escape(told)}</h2><ol class="orders">{rows}</ol></section>'
    )


def _census(view: ShinobiView, words: Words) -> str:
    """How many cards of each clan lie on the table, the most first."""
    most = max((*view.totals, 6))
    rows = ""
    for clan in sorted(range(len(CLANS)), key=lambda index: -view.totals[index]):
        total = view.totals[clan]
        bar = (
            rect(1, 1, 118 * total / most, 12, f"var(--k-{CLANS[clan]}-b)", "var(--edge) 1.6", 3)
            if total
            else ""
        )
        out = words.say("shi.page.out", n=view.out[clan]) if view.out[clan] else ""
        rows += (
            f'<li class="k-{CLANS[clan]}" id="census-{CLANS[clan]}">{icon(f"cr-{CLANS[clan]}", 26)}'
            f"<span>{escape(words.say(f'shi.clan.{CLANS[clan]}'))}<small>{escape(out)}</small></span>"
            f'<svg viewBox="0 0 120 14" aria-hidden="true">{bar}</svg><b class="d" id="total-{CLANS[clan]}" data-count>{total}</b></li>'
        )
    ninja = words.say("shi.page.ninja-out", n=view.out[NINJA])
    return (
        f'<section class="panel clans"><h3>{escape(words.say("shi.page.clans"))}</h3><ul class="census">{rows}</ul>'
        f'<p class="label foot-note">{escape(ninja)}</p></section>'
    )


def _served(view: ShinobiView, words: Words) -> str:
    """The own clan: secret, so it can be folded away."""
    clan = None if view.seat is None else view.clans[view.seat]
    if clan is None:
        return ""
    name = words.say(f"shi.clan.{CLANS[clan]}")
    return (
        f'<details class="panel served" open><summary><h3>{escape(words.say("shi.page.you-serve"))}</h3>'
        f'<span class="tag">{icon("lock", 16)}<span class="hide">{escape(words.say("shi.page.hide"))}</span>'
        f'<span class="show">{escape(words.say("shi.page.show"))}</span></span></summary>'
        f'<div class="secret">{card(clan, name)}<p><b>{escape(name)}</b><br>{escape(words.say("shi.page.only-you"))}</p></div></details>'
    )
