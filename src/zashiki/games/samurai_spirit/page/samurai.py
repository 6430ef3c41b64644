"""One samurai's board: portrait, left side, combat line, track, and what can be done upon each."""

from __future__ import annotations

from zashiki.brush import escape, icon, use
from zashiki.games.samurai_spirit.page.cards import SIGNS, card, penalty_sign, slot
from zashiki.games.samurai_spirit.page.choices import Choices
from zashiki.games.samurai_spirit.page.tokens import coin
from zashiki.games.samurai_spirit.page.track import outlook, track
from zashiki.games.samurai_spirit.rules.actions import (
    ATTACK,
    CARD,
    DECLINE,
    DEFEND,
    DROP,
    ENOUGH,
    GIVE,
    HAND,
    HEAL,
    IGNORE,
    KIAI,
    LEND,
    PASS,
    STOP,
    SUFFER,
    SUPPORT,
    TAKE,
)
from zashiki.games.samurai_spirit.rules.cards import PENALTIES, SYMBOLS
from zashiki.games.samurai_spirit.rules.samurai import NAMES
from zashiki.games.samurai_spirit.view import FACES, CardFace, SamuraiSpiritView, SamuraiView
from zashiki.kernel.messages import say
from zashiki.words import Words

AT_OTHERS = ((SUPPORT, "support"), (HAND, "hand"), (GIVE, "give"))
"""One action a samurai each, upon his portrait."""
ASKED_OF_OTHERS = {"action": SUPPORT, "fight": HAND}
"""What may be done to another in a step; where it can't be, his portrait says why."""
OF_HIMSELF = ((PASS, "pass"), (STOP, "stop"), (ENOUGH, "enough"), (DECLINE, "decline"))
"""Upon the portrait of the samurai who decides."""
BANS = ("no_defend", "no_support", "must_pass", "no_talent")


def boards(view: SamuraiSpiritView, words: Words, choices: Choices) -> str:
    drawn = "".join(_board(view, samurai, words, choices) for samurai in view.samurai)
    return f'<div class="boards of-{len(view.samurai)}">{drawn}</div>'


def _board(view: SamuraiSpiritView, samurai: SamuraiView, words: Words, choices: Choices) -> str:
    decides = view.decides == samurai.place
    open_now = decides or (view.decides is None and view.turn == samurai.place)
    states = (
        ("turn", view.turn == samurai.place and view.result is None),
        ("decides", decides),
        ("passed", samurai.passed),
        ("open", open_now),
    )
    kind = " ".join(name for name, on in states if on)
    name = escape(words.say(f"sam.samurai.{samurai.name}"))
    return (
        f'<article class="samurai panel {kind}" id="samurai-{samurai.name}" aria-label="{name}">'
        f"{_row(samurai, words, open_now)}{_call(samurai, choices)}{_who(view, samurai, words, choices)}"
        f"{_defence(view, samurai, words, choices)}{_combat(view, samurai, words, choices)}"
        f"{_deeds(view, samurai, words, choices)}"
        f'<div class="track">{track(samurai, words, _ahead(view, samurai, choices))}'
        f"{choices.spot(KIAI, 'sam.page.act.kiai') if decides else ''}</div></article>"
    )


def _row(samurai: SamuraiView, words: Words, open_now: bool) -> str:
    """The samurai in one line, for phones; a touch opens the board."""
    name = words.say(f"sam.samurai.{samurai.name}")
    held = "".join(
        icon(SIGNS[symbol], 24, name="icon" if getattr(samurai, symbol) else "icon lacks")
        for symbol in SYMBOLS
    )
    share = min(100, round(100 * samurai.track / samurai.kiai)) if samurai.kiai else 0
    checked = " checked" if open_now else ""
    last = "" if samurai.passed else "".join(icon(sign, 24) for sign in _live_signs(samurai))
    return (
        f'<input class="opener" type="checkbox" id="open-{samurai.name}"'
        f' aria-label="{escape(words.say("sam.page.open", who=name))}"{checked}>'
        f'<div class="line-of" aria-hidden="true"><svg class="head" viewBox="0 -8 80 90">{use(_bust(samurai), 0, 0, 80, 82)}</svg>'
        f'<span class="grow"><b>{escape(name)}</b><svg class="gauge" viewBox="0 0 100 6" preserveAspectRatio="none">'
        f'<rect class="all" width="100" height="6"/><rect class="share" width="{share}" height="6"/></svg></span>'
        f'<b class="number">{samurai.track}<small>/{samurai.kiai}</small></b><span class="held">{held}</span>'
        f'<span class="live">{last or (escape(words.say("sam.page.flag.passed")) if samurai.passed else "")}</span></div>'
    )


def _call(samurai: SamuraiView, choices: Choices) -> str:
    """What can be done to a samurai whose board is not open: his row is the place."""
    number = NAMES.index(samurai.name)
    spots = "".join(choices.spot(first + number, f"sam.page.act.{word}") for first, word in AT_OTHERS)
    return f'<div class="call">{spots}</div>' if spots else ""


def _bust(samurai: SamuraiView) -> str:
    return f"b-{samurai.name}-animal" if samurai.animal else f"b-{samurai.name}"


def _live_signs(samurai: SamuraiView) -> list[str]:
    """The penalty that waits for his next turn: that of the last card (SAM-T2)."""
    return [penalty_sign(penalty) for penalty in samurai.line[-1].penalties] if samurai.line else []


def _who(view: SamuraiSpiritView, samurai: SamuraiView, words: Words, choices: Choices) -> str:
    number = NAMES.index(samurai.name)
    name = escape(words.say(f"sam.samurai.{samurai.name}"))
    side = f"sam.page.animal.{samurai.name}" if samurai.animal else "sam.page.human"
    leader = _leader(view, samurai, words)
    led = f'<span class="tag">{escape(leader)}</span>' if leader else ""
    spots = [choices.spot(first + number, f"sam.page.act.{word}") for first, word in AT_OTHERS]
    if view.decides == samurai.place:
        spots += [choices.spot(action, f"sam.page.act.{word}") for action, word in OF_HIMSELF]
    elif view.step in ASKED_OF_OTHERS and not any(spots):
        spots.append(choices.why(ASKED_OF_OTHERS[view.step] + number))
    return (
        f'<div class="who"><div class="portrait {"animal" if samurai.animal else "human"}">'
        f'<svg viewBox="-6 -10 92 92" aria-hidden="true">{use(_bust(samurai), 0, 0, 80, 82)}</svg>'
        f"{_flag(view, samurai, words)}{''.join(spots)}</div><h2>{name}{led}</h2>{_talent(samurai, words)}"
        f'<p class="state">{_wound(samurai, words, choices.spot(HEAL + number))}'
        f'<span class="tag form">{escape(words.say(side))}</span>{_tokens(samurai, words, choices)}</p></div>'
    )


def _leader(view: SamuraiSpiritView, samurai: SamuraiView, words: Words) -> str:
    """Who plays him: the one who looks, or somebody with a name."""
    if view.seats == 1:
        return ""
    if samurai.seat == view.seat:
        return words.say("sam.page.you")
    return words.name_of(say("sam.seat", n=samurai.seat + 1))


def _flag(view: SamuraiSpiritView, samurai: SamuraiView, words: Words) -> str:
    """The corner tab: in turn, passed, at or near his Kiai."""
    left = samurai.kiai - samurai.track
    if samurai.kiai_open:
        kind, text = "kiai", "Kiai!"
    elif samurai.passed:
        kind, text = "out", words.say("sam.page.flag.passed")
    elif view.turn == samurai.place and view.result is None:
        kind, text = "now", words.say("sam.page.flag.turn")
    elif left < 0:
        kind, text = "kiai", words.say("sam.page.flag.over")
    elif 0 < left <= 2 and samurai.line:
        kind, text = "kiai", words.say("sam.page.flag.near", n=left)
    else:
        return ""
    return f'<span class="flag {kind}">{escape(text)}</span>'


def _talent(samurai: SamuraiView, words: Words) -> str:
    """The talent in a few words; both Kiai effects on hover or focus."""
    rows = "".join(
        f'<span class="{"up" if samurai.animal == (side == "animal") else ""}">'
        f"<b>Kiai {value}, {escape(words.say(f'sam.page.side.{side}'))}</b> "
        f"{escape(words.say(f'sam.page.kiai.{samurai.name}.{side}'))}</span>"
        for side, value in (("human", samurai.kiai_human), ("animal", samurai.kiai_animal))
    )
    talent = escape(words.say(f"sam.page.talent.{samurai.name}"))
    return (
        f'<p class="label talent" tabindex="0" aria-describedby="kiai-{samurai.name}">{talent}'
        f'<span class="tip" id="kiai-{samurai.name}" role="tooltip"><span>{talent}</span>{rows}</span></p>'
    )


def _wound(samurai: SamuraiView, words: Words, spot: str) -> str:
    told = escape(
        words.say(f"sam.page.wounded.{'animal' if samurai.animal else 'human'}")
        if samurai.wound
        else words.say("sam.page.unhurt")
    )
    lives = (1 if samurai.animal else 3) - samurai.wound
    return (
        f'<span class="wound{"" if samurai.wound else " none"}" id="lives-{samurai.name}" data-count="{lives}"'
        f' data-shake="samurai-{samurai.name}" title="{told}">{icon("p-wound", 24)}'
        f'<span class="unseen">{told}</span>{spot}</span>'
    )


def _tokens(samurai: SamuraiView, words: Words, choices: Choices) -> str:
    """His own token if it is at hand, and what he holds of others."""
    own = "own" if samurai.token_at == samurai.place else "away"

    def lend(name: str) -> str:
        return choices.spot(LEND + NAMES.index(name))

    coins = coin(samurai.name, words, own, lend(samurai.name) if own == "own" else "")
    coins += "".join(coin(name, words, "held", lend(name)) for name in samurai.tokens)
    coins += "".join(coin(name, words, "borrowed") for name in samurai.borrowed)
    return f'<span class="coins">{coins}</span>'


def _defence(view: SamuraiSpiritView, samurai: SamuraiView, words: Words, choices: Choices) -> str:
    """The left side: one card a symbol (SAM-T6)."""
    slots = ""
    for index, symbol in enumerate(SYMBOLS):
        face: CardFace | None = getattr(samurai, symbol)
        spots = ""
        if view.decides == samurai.place:
            spots = choices.spot(DROP + index)
            if view.card is not None and view.card.defence == symbol:
                spots += _ghost(view.card, words, choices.spot(DEFEND)) or choices.why(DEFEND)
        picture = slot(symbol) if face is None else card(face, words)
        lacks = escape(words.say(f"sam.page.lacks.{symbol}")) if face is None else ""
        kind = f'class="free" title="{lacks}"' if face is None else 'class="full"'
        note = f'<span class="unseen">{lacks}</span>' if lacks else ""
        slots += f"<li {kind}>{picture}{note}{spots}</li>"
    return (
        f'<div class="defence"><p class="label cap">{escape(words.say("sam.page.defence"))}</p>'
        f'<ul class="slots">{slots}</ul></div>'
    )


def _ghost(face: CardFace, words: Words, spot: str) -> str:
    """A place with the card that would lie there, shown while it is pointed at."""
    return (
        f'{spot}<span class="ghost" aria-hidden="true">{card(face, words, own_id=False)}</span>'
        if spot
        else ""
    )


def _combat(view: SamuraiSpiritView, samurai: SamuraiView, words: Words, choices: Choices) -> str:
    """The right side; the last card has a ring, for its penalty is live. A card in play lies beside it."""
    decides = view.decides == samurai.place
    last = len(samurai.line) - 1
    cards = ""
    for index, face in enumerate(samurai.line):
        live = index == last and bool(face.penalties) and not samurai.passed
        spot = choices.spot(TAKE + NAMES.index(samurai.name)) if index == last else ""
        cards += f'<li class="{"last" if live else ""}">{card(face, words)}{spot}</li>'
    empty = "" if cards else f'<li class="label nothing">{escape(words.say("sam.page.no-cards"))}</li>'
    attack = choices.spot(ATTACK) if decides else ""
    return (
        f'<div class="combat"><p class="label cap">{escape(words.say("sam.page.line"))}{_live_penalties(samurai, words)}</p>'
        f'<div class="fray"><div class="lane"><ol class="line">{cards}{empty}</ol>{attack}</div>{_in_play(view, words) if decides else ""}</div></div>'
    )


def _live_penalties(samurai: SamuraiView, words: Words) -> str:
    """What the last card will do at the start of his next turn; the words on hover."""
    if samurai.passed or not samurai.line:
        return ""
    return "".join(
        f'<span class="live-sign" title="{escape(words.say(f"sam.penalty.{penalty}.help"))}">'
        f"{icon(penalty_sign(penalty), 20)}</span>"
        for penalty in samurai.line[-1].penalties
    )


def _in_play(view: SamuraiSpiritView, words: Words) -> str:
    if view.card is None:
        return ""
    told = words.say("sam.page.second" if view.card_second else "sam.page.drawn")
    return f'<div class="drawn">{card(view.card, words)}<span class="label">{escape(told)}</span></div>'


def _chances(view: SamuraiSpiritView, samurai: SamuraiView, words: Words) -> str:
    """How likely the next Raider, attacked, brings him to Kiai or over it."""
    busy = view.card is not None or view.result is not None
    if not view.odds_total or busy or samurai.passed or samurai.track >= samurai.kiai:
        return ""
    exact = over = 0
    for face in FACES:
        after = samurai.track + face.value - samurai.kiai
        exact += view.odds[face.card] if after == 0 else 0
        over += view.odds[face.card] if after > 0 else 0
    if not exact + over:
        return ""
    told = words.say(
        "sam.page.chances",
        kiai=round(100 * exact / view.odds_total),
        over=round(100 * over / view.odds_total),
    )
    return f'<span class="label chances">{escape(told)}</span>'


def _deeds(view: SamuraiSpiritView, samurai: SamuraiView, words: Words, choices: Choices) -> str:
    """What he is asked beside the board's places: his penalty, Raiders to put back; what an attack would bring; his bans."""
    drawn = ""
    if view.turn == samurai.place:
        drawn += "".join(_ban(ban, words) for ban in BANS if getattr(view, ban))
    drawn += _chances(view, samurai, words)
    if view.decides == samurai.place:
        drawn += "".join(
            choices.button(SUFFER + index, icon(penalty_sign(penalty), 22))
            + choices.button(IGNORE + index, icon(penalty_sign(penalty), 22, name="icon struck"))
            for index, penalty in enumerate(PENALTIES)
        )
        drawn += "".join(
            f'<span class="put-back">{card(face, words)}{choices.spot(CARD + face.card)}</span>'
            for face in view.arranging
        )
        drawn += _outcome(view, samurai, words)
    return f'<div class="deeds">{drawn}</div>' if drawn else ""


def _ban(ban: str, words: Words) -> str:
    penalty = ban.replace("_", "-")
    return f'<span class="tag ban">{icon(f"p-{ban}", 18)}{escape(words.say(f"sam.penalty.{penalty}"))}</span>'


def _outcome(view: SamuraiSpiritView, samurai: SamuraiView, words: Words) -> str:
    """An attack with the card in play, worked out."""
    after = outlook(view, samurai)
    if after is None or view.card is None:
        return ""
    kind = "kiai" if after == samurai.kiai else "over" if after > samurai.kiai else "below"
    if kind == "over" and not view.barricades:
        kind = "burns"
    told = words.say(
        f"sam.page.outcome.{kind}", track=samurai.track, value=view.card.value, after=after, kiai=samurai.kiai
    )
    return f'<p class="outcome {kind}">{escape(told)}</p>'


def _ahead(view: SamuraiSpiritView, samurai: SamuraiView, choices: Choices) -> int | None:
    """Where the dashed pawn stands: after the card in play, or without the card that can be taken away."""
    number = NAMES.index(samurai.name)
    if view.card is not None and choices.open(HAND + number):
        return samurai.track + view.card.value
    if samurai.line and choices.open(TAKE + number):
        return samurai.track - samurai.line[-1].value
    if view.decides == samurai.place and choices.open(ATTACK):
        return outlook(view, samurai)
    return None
