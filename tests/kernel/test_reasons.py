"""Why something outside of the rules failed is told in the reader's language: no English of the system inside our sentences."""

from __future__ import annotations

import errno
import json
import socket
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

import zashiki
from zashiki.kernel import reasons
from zashiki.kernel.messages import Message, Refused
from zashiki.kernel.record import RecordError, read
from zashiki.store.failures import of_database
from zashiki.words import LANGUAGES, Words

SYSTEM = {
    errno.ENOENT: (
        "there is no such file or folder",
        "nie ma takiego pliku ani folderu",
        "ce fichier ou ce dossier n’existe pas",
    ),
    errno.ENOEXEC: (
        "it is not a program that the system can run",
        "to nie jest program, który system potrafi uruchomić",
        "ce n’est pas un programme que le système sait lancer",
    ),
    errno.EACCES: ("permission is denied", "brak uprawnień", "l’accès est refusé"),
    errno.ENOSPC: ("the disk is full", "dysk jest pełny", "le disque est plein"),
    errno.EISDIR: ("it is a folder", "to folder", "c’est un dossier"),
    errno.EADDRINUSE: (
        "another program is using it",
        "używa go już inny program",
        "un autre programme l’utilise déjà",
    ),
    errno.EXDEV: ("the system reports error 18", "system zgłasza błąd 18", "le système signale l’erreur 18"),
}


def said(message: Message) -> list[str]:
    return [Words(language)(message) for language in LANGUAGES]


@pytest.mark.parametrize("number", SYSTEM)
def test_the_system_s_reasons_are_ours(number: int) -> None:
    assert said(reasons.of_system(OSError(number, "The system's own words"))) == list(SYSTEM[number])


def test_every_error_number_has_a_reason_and_an_error_without_one_too() -> None:
    for number in [*errno.errorcode, 0]:
        assert all(said(reasons.of_system(OSError(number, "its own words"))))
    assert reasons.of_system(OSError("no number")).key == "reason.system"
    assert reasons.of_system(socket.gaierror(socket.EAI_NONAME, "its own")).key == "reason.no-address"


def test_a_text_that_is_no_json_is_told_with_the_place() -> None:
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads('{"round": ')
    assert said(reasons.of_json(caught.value)) == [
        "it is not JSON from character 11 on",
        "od znaku 11 to nie jest JSON",
        "ce n’est plus du JSON à partir du caractère 11",
    ]
    assert reasons.of_json(RecursionError()).key == "reason.too-deep"


@pytest.mark.parametrize(
    ("game", "facts", "told"),
    [
        (
            "shinobi",
            {"hands": 3},
            (
                "hands: a whole number stands where this is needed: a list",
                "hands: jest liczba całkowita, a potrzeba: lista",
                "hands\u00a0: un nombre entier au lieu de\u00a0: une liste",
            ),
        ),
        (
            "shinobi",
            {"moon": 3},
            ("“moon” is unknown", "„moon” nie jest znane", "«\u00a0moon\u00a0» est inconnu"),
        ),
        (
            "samurai-spirit",
            {"round": "two"},
            (
                "round: a text stands where this is needed: a whole number",
                "round: jest tekst, a potrzeba: liczba całkowita",
                "round\u00a0: un texte au lieu de\u00a0: un nombre entier",
            ),
        ),
        (
            "seven-ronin",
            {"reserves": [1]},
            ("a list stands where", "jest lista, a potrzeba", "une liste au lieu de"),
        ),
    ],
)
def test_a_position_of_the_wrong_shape_says_what_and_where(
    game: str, facts: dict[str, Any], told: tuple[str, ...]
) -> None:
    with pytest.raises(Refused) as caught:
        zashiki.game(game).position(**facts)
    for sentence, expected in zip(said(caught.value.message), told, strict=True):
        assert expected in sentence
        assert "Expected" not in sentence
        assert "`" not in sentence


class Shape(msgspec.Struct, forbid_unknown_fields=True):
    needed: int
    count: int | None = None


@pytest.mark.parametrize(
    ("value", "key"),
    [
        ({}, "reason.missing"),
        ({"needed": 1, "other": 1}, "reason.unknown"),
        ({"needed": 1.5}, "reason.at"),
        (3, "reason.type"),
    ],
)
def test_every_way_to_miss_a_shape_has_its_reason(value: object, key: str) -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(value, Shape)
    reason = reasons.of_shape(caught.value)
    assert reason.key == key
    assert all(said(reason))


def test_a_shape_that_nobody_foresaw_is_told_in_general() -> None:
    assert reasons.of_shape(msgspec.ValidationError("Something new - at `$.a`")).args["reason"] == Message(
        "reason.shape"
    )


@pytest.mark.parametrize("position", ['{"round": ', "3", "[]"])
def test_a_record_with_a_bad_position_is_refused_without_a_foreign_word(position: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(f"zashiki-record 1\ngame shinobi\nrules 1\nseats 3\nposition {position}\n")
    for sentence in said(caught.value.message):
        assert not any(foreign in sentence for foreign in ("Expecting", "Expected", "`", "line 1"))


def test_what_a_database_says_is_told_in_three_languages(tmp_path: Path) -> None:
    file = tmp_path / "letter"
    file.write_text("a letter to grandmother, " * 40, encoding="utf-8")
    opened = sqlite3.connect(file)
    with pytest.raises(sqlite3.DatabaseError) as caught:
        opened.execute("SELECT * FROM sqlite_master")
    opened.close()
    assert said(of_database(caught.value)) == [
        "the file with the tables is damaged",
        "plik ze stołami jest uszkodzony",
        "le fichier des tables est endommagé",
    ]
    assert of_database(sqlite3.Error("no code")).key == "reason.system"
