"""Sentences as a player says them: what a key becomes in each language, with the words of the printed games."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any, NamedTuple

import pytest

from zashiki.kernel.messages import Message, say
from zashiki.kernel.registry import names, package
from zashiki.words import LANGUAGES, Words, catalogue

ATTACKER, DEFENDER = say("ron.side.attacker"), say("ron.side.defender")
BOT = say("table.seat.bot", seat=DEFENDER, name="Gonta", level=say("table.level.villager"))
ANN = say("table.seat.person", seat=DEFENDER, name="Ann")
HAT = say("sam.card", value=1, signs=[say("sam.symbol.hat")])
KANBEI = say("sam.samurai.kanbei")


class Said(NamedTuple):
    key: str
    args: dict[str, Any]
    en: str = ""
    pl: str = ""
    fr: str = ""


SENTENCES = [
    Said("ron.name", {}, "7 Ronin", "7 Ronin", "7 Ronin"),
    Said("ron.page.goal", {"n": 5}, "5 areas win", "5 daje zwycięstwo", "5 quartiers pour gagner"),
    Said("ron.page.goal", {"n": 4}, "4 areas win", "4 dają zwycięstwo", "4 quartiers pour gagner"),
    Said(
        "ron.prompt.areas",
        {"n": 1},
        "Use your areas, or end the step: you hold 1 area, 5 areas win.",
        "Użyj zajętych obszarów albo zakończ krok: masz 1 obszar z 5.",
        "Utilisez vos quartiers ou terminez l’étape\u00a0: vous tenez 1 quartier sur 5.",
    ),
    Said(
        "ron.choice.done-areas",
        {"n": 0},
        "End the step (0 of 5 areas)",
        "Zakończ krok (0 z 5 obszarów)",
        "Terminer l’étape (0 quartier sur 5)",
    ),
    Said(
        "ron.prompt.planning-wait",
        {"round": 2},
        pl="Runda 2: plany powstają za parawanami.",
        fr="Tour 2\u00a0: les plans se préparent derrière les paravents.",
    ),
    Said("ron.page.to-place", {}, "to place", "do rozstawienia", "à placer"),
    Said("ron.page.plan.waiting", {"n": 3}, "3 ronin left to place", "Do rozstawienia: 3 ronini"),
    Said("ron.page.fell", {"round": 7}, "fell in round 7", "poległ w rundzie 7", "tombé au tour 7"),
    Said("ron.draw.fell", {"round": 7}, "fell in round 7", "poległ w rundzie 7", "tombé au tour 7"),
    Said(
        "ron.page.round-facts",
        {"round": 1, "threat": 3, "minimum": 1},
        fr="Tour 1\u00a0: niveau de menace 3, au moins 1 ninja",
    ),
    Said(
        "ron.prompt.attack",
        {"n": 1, "put": 0, "threat": 3},
        fr="Déployez au moins 1 ninja (pour l’instant 0), sur 3 quartiers au plus.",
    ),
    Said("ron.page.ability.hayai", {}, fr="galope vers un quartier occupé par des ninja"),
    Said(
        "ron.event.ready",
        {"side": DEFENDER},
        "The Defender has sealed the plan.",
        "Obrońca zatwierdza plan.",
        "Le Défenseur a scellé son plan.",
    ),
    Said("ron.event.ready", {"side": ATTACKER}, fr="L’Attaquant a scellé son plan."),
    Said(
        "sam.prompt.wait",
        {"who": KANBEI},
        "Waiting for Kanbei.",
        "Teraz decyduje Kanbei.",
        "Kanbei réfléchit.",
    ),
    Said(
        "sam.event.draws",
        {"who": KANBEI, "card": HAT},
        "Kanbei draws a 1 (hat).",
        "Kanbei dobiera kartę 1 (Kapelusz).",
        "Kanbei pioche un 1 (chapeau).",
    ),
    Said("sam.event.healed", {"who": KANBEI}, pl="Kanbei: Rana wyleczona."),
    Said("sam.page.deed.healed", {"who": KANBEI}, pl="Kanbei: Rana wyleczona"),
    Said("sam.page.lacks.farm", {}, fr="Sans symbole ferme\u00a0: une Ferme perdue en fin de manche."),
    Said("shi.page.your-turn", {}, "Your turn", "Twój ruch", "À vous de jouer"),
    Said("web.table.title-your-turn", {"game": "G"}, "Your turn · G", "Twój ruch · G", "À vous de jouer · G"),
    Said("web.seat.away", {}, "away", "nieobecny", "absent"),
    Said("web.table.choices", {"n": 5}, "Possible moves (5)", "Możliwe ruchy (5)", "Coups possibles (5)"),
    Said(
        "web.replay.moment-of", {"number": 24, "last": 115}, pl="Pozycja 24 z 115", fr="Position 24 sur 115"
    ),
    Said("web.analysis.moment", {"number": 24}, pl="Pozycja 24", fr="Position 24"),
    Said("web.variation.in-list", {"game": "G", "number": 24}, pl="G, pozycja 24", fr="G, position 24"),
    Said(
        "web.hint.better-plan",
        {"value": "60%", "more": "2,4"},
        "Chance to win 60%, 2,4 points more than with the next plan.",
        "Szansa wygranej 60%, o 2,4 pkt proc. więcej niż z następnym planem.",
        "Chance de gagner\u00a0: 60%, soit 2,4 pts de plus qu’avec le plan suivant.",
    ),
    Said("web.shortcuts", {}, "Single-key shortcuts", "Skróty jednoklawiszowe"),
    Said(
        "web.table.why",
        {},
        "Why is that not allowed?",
        "Dlaczego nie wolno?",
        "Pourquoi est-ce interdit\u00a0?",
    ),
    Said(
        "web.share.join.help",
        {},
        "Anyone with this link can take a free seat.",
        "Każdy, kto ma ten link, może zająć wolne miejsce.",
        "Toute personne ayant ce lien peut prendre une place libre.",
    ),
    Said(
        "web.pass.to",
        {"name": ATTACKER},
        "Pass the device to the Attacker",
        "Przekaż urządzenie: Atakujący",
        "Passez l’appareil à\u00a0: Attaquant",
    ),
    Said(
        "web.pass.to",
        {"name": ANN},
        "Pass the device to Ann (Defender)",
        "Przekaż urządzenie: Ann (Obrońca)",
        "Passez l’appareil à\u00a0: Ann (Défenseur)",
    ),
    Said("term.play.pass", {"seat": ATTACKER}, "Pass the device to the Attacker. Everybody else, look away."),
]
BEGINNINGS = [
    Said(
        "web.share.only-here",
        {},
        "The server can be reached from this device only.",
        "Serwer działa tylko na tym urządzeniu.",
        "Serveur accessible sur cet appareil seulement.",
    ),
]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [(language, one) for one in SENTENCES for language in LANGUAGES if getattr(one, language)],
)
def test_a_sentence_is_said_as_players_say_it(language: str, sentence: Said) -> None:
    assert Words(language).say(sentence.key, **sentence.args) == getattr(sentence, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sentence", BEGINNINGS, ids=lambda sentence: sentence.key)
def test_a_longer_text_begins_so(sentence: Said, language: str) -> None:
    assert Words(language).say(sentence.key, **sentence.args).startswith(getattr(sentence, language))


@pytest.mark.parametrize(
    ("language", "winner", "expected"),
    [
        ("en", BOT, "Winner: Defender (bot)"),
        ("pl", BOT, "Zwycięzca: Obrońca (bot)"),
        ("fr", BOT, "Vainqueur\u00a0: Défenseur (bot)"),
        ("en", ANN, "Winner: Ann (Defender)"),
        ("pl", ANN, "Zwycięzca: Ann (Obrońca)"),
        ("fr", ANN, "Vainqueur\u00a0: Ann (Défenseur)"),
    ],
)
def test_the_winner_stands_behind_one_colon(language: str, winner: Message, expected: str) -> None:
    words = Words(language)
    assert words.say("web.table.winners", n=1, winners=words(winner, "brief")) == expected


@pytest.mark.parametrize("key", ["ron.page.fell", "ron.draw.fell"])
def test_tasuke_falls_as_a_woman_and_the_others_as_men(key: str) -> None:
    fell = say(key, round=3)
    assert [Words(language)(fell, "tasuke") for language in LANGUAGES] == [
        "fell in round 3",
        "poległa w rundzie 3",
        "tombée au tour 3",
    ]
    assert Words("pl")(fell, "kabe") == "poległ w rundzie 3"


UNSAID = {
    "pl": r"\b7 ronin\b|zasłon|poza stołem|Twoja kolej\b|do przydzielenia|\bWygrywa: \{|wypych|wypchn|\btnie\b|powala",
    "fr": r"ninjas|ronins|derrière les écrans|Pourquoi pas|Gagnant|il y a : \{|quartier à ninja",
    "en": r"Pass the device to:|there is: \{|\(\{n\} counts?\)",
}
"""What was said once and no player would say; or another word than the one that was settled on."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_said_that_no_player_would_say(language: str) -> None:
    unsaid = re.compile(UNSAID[language])
    texts = {key: " | ".join(forms).replace("\u00a0", " ") for key, forms in catalogue(language).items()}
    for name in names():
        book = files(package(name)).joinpath("rulebook", f"{language}.md")
        if book.is_file():
            texts[name] = book.read_text(encoding="utf-8")
    assert not [key for key, text in texts.items() if unsaid.search(text)]


EVENTS = [
    key
    for key in catalogue("en")
    if re.fullmatch(r"[a-z]+\.(event\.[a-z0-9.-]+|end\.(most|neutral)(-tie)?)", key)
    and not key.endswith((".you", ".many", ".many.you"))
]
SUBJECT = re.compile(r"{(seat|side|who)(:[a-z]+)?}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_somebody_did_can_be_told_to_them_as_well(language: str) -> None:
    """Every event that names who did it has a wording as "you", with all else that it tells."""
    texts = catalogue(language)
    keys = [key for key in EVENTS if SUBJECT.search(catalogue("en")[key][0])]
    assert len(keys) > 60
    for key in keys + [f"{key}.many" for key in keys if f"{key}.many" in texts]:
        told = texts.get(f"{key}.you", ())
        assert told, f"{language}: {key}.you"
        for form in told:
            assert not SUBJECT.search(form), form
            assert set(_fields(form)) == set(_fields(SUBJECT.sub("", texts[key][0]))), form


def _fields(text: str) -> list[str]:
    return re.findall(r"{([a-z]+)", text)


def test_a_line_is_told_to_the_reader_in_their_grammar() -> None:
    own, army = (
        say("shi.seat", number=2),
        say("shi.army", clan=say("shi.clan.oda"), seat=say("shi.seat", number=2)),
    )
    attack = say(
        "shi.event.wiped-out", "", seat=say("shi.seat", number=1), attacker=say("shi.clan.mori"), army=army
    )
    draw = say("shi.event.drew-hidden.many", "", seat=own, n=2)
    for language, attacked, drawn in (
        ("en", "Player 1 attacks the Oda army in your province", "You draw 2 cards."),
        ("pl", "Gracz 1 atakuje armią klanu Mori armię klanu Oda w Twojej prowincji", "Dobierasz 2 karty."),
        ("fr", "Joueur 1 attaque l’armée Oda dans votre province", "Vous piochez 2 cartes."),
    ):
        words = Words(language).addressing(own)
        assert words(attack).startswith(attacked)
        assert words.told(draw, of_reader=True) == drawn
        assert "Player 2" not in words(attack)
        assert words != Words(language)
