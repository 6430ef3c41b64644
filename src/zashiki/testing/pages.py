"""What must hold for the page of every game: regions, choices, secrets, style sheets, sounds."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from itertools import cycle, pairwise
from random import Random
from typing import Any, Final

from zashiki.brush.regions import Drawings
from zashiki.kernel.contract import Game, View
from zashiki.kernel.parts import Page, Region, slot
from zashiki.kernel.registry import package
from zashiki.kernel.sounds import SHARED, read_sounds
from zashiki.testing.conformance import words
from zashiki.testing.games import Moment, moments
from zashiki.testing.markup import Elements
from zashiki.words import LANGUAGES

LINKS: Final = "/why/"
LONGEST_SHEET: Final = 500


def conform_page(game: Game, options: dict[str, Any], seed: int, checks: int) -> None:
    page = game.part(Page)
    _check_files(game, page)
    _check_sounds(game, page)
    assert page.cover().strip(), "the cover is empty"
    random = Random(seed)
    languages = cycle(LANGUAGES)
    for moment in moments(game, options, seed, checks):
        for viewer in moment.viewers:
            _check_board(page, moment.state.view(viewer), next(languages))
        _check_regions(page, moment.state.view(random.choice(moment.viewers)), next(languages))
        _check_places(game, page, moment, options)
        if game.facts.secrets:
            _check_shared_regions(game, page, moment, random)


def _check_files(game: Game, page: Page) -> None:
    """The drawings and style sheets that the page names are there."""
    folder = files(package(game.id))
    known = {
        file.name.removesuffix(".svg")
        for place in (folder, files("zashiki.brush"))
        if place.joinpath("art").is_dir()
        for file in place.joinpath("art").iterdir()
    }
    assert page.EMBLEM in known, f"there is no drawing {page.EMBLEM}"
    for name, look in page.EVENTS.items():
        assert not look.sign or look.sign in known, f"the event {name} has no drawing {look.sign}"
    for style in page.STYLES:
        sheet = folder.joinpath("static", style)
        assert sheet.is_file(), f"there is no style sheet {style}"
        assert len(sheet.read_text(encoding="utf-8").splitlines()) < LONGEST_SHEET, f"{style} is too long"


def _check_sounds(game: Game, page: Page) -> None:
    """Every sound that an event names can be made, and every sound of the game belongs to an event."""
    own = read_sounds(package(game.id))
    named = {look.sound: name for name, look in page.EVENTS.items() if look.sound}
    for sound, event in named.items():
        assert sound in SHARED or own.get(sound), f"the event {event} has no sound {sound}"
    unused = set(own) - set(named) - SHARED
    assert not unused, f"no event has these sounds: {sorted(unused)}"


def _check_board(page: Page, view: View, language: str) -> None:
    """The board offers the legal choices that it says it offers, and every element has its own id."""
    board = page.board(view, LINKS)
    assert board.name == "play", f"the board is the region {board.name}"
    whole = Elements(Drawings().whole(board, words(language)))
    assert len(set(whole.ids)) == len(whole.ids), f"ids occur twice: {_double(whole.ids)}"
    on_board = page.on_board(view)
    assert on_board <= set(view.legal), "the board offers what is not legal"
    assert set(whole.actions) == on_board, "the board draws other choices than it says"
    _check_keys(page, view)
    _check_secrets(page, view, language)


def _check_keys(page: Page, view: View) -> None:
    """What is typed tells the choices of a view apart, as soon as the last key of one is pressed; u takes back."""
    typed = sorted(keys for keys in map(page.keys, view.legal) if keys)
    for one, following in pairwise(typed):
        assert not following.startswith(one), f"{one} begins {following}"
    assert not any(keys.startswith("u") for keys in typed), "u takes back"


def _check_regions(page: Page, view: View, language: str) -> None:
    """Each region is one element named by it, drawn from its inputs alone, and shows no other seat's secrets."""
    still = Elements(Drawings().whole(page.board(view, ""), words(language)))
    assert not still.actions, "a board without links offers choices"
    regions = list(every_region(page.board(view, LINKS)))
    names = [region.name for region in regions]
    assert len(set(names)) == len(names), f"regions occur twice: {_double(names)}"
    for region in regions:
        text = _text(region, language)
        assert Elements(text).roots == [region.name], f"{region.name} is not one element of that id"
        assert text == _text(region, language), f"{region.name} is drawn differently from equal inputs"
        assert region.seat in (None, view.seat), f"{region.name} belongs to another seat"
        hash(region.inputs)


def _text(region: Region, language: str) -> str:
    """The drawing of a region without what lies inside."""
    text = str(region.draw(region.inputs, words(language)))
    for inner in region.inner:
        mark = str(slot(inner.name))
        assert text.count(mark) == 1, f"{region.name} has no place, or several, for {inner.name}"
        text = text.replace(mark, "")
    return text


def every_region(region: Region) -> Iterator[Region]:
    """A region and all that lie inside."""
    yield region
    for inner in region.inner:
        yield from every_region(inner)


def _double(names: list[str]) -> list[str]:
    return sorted({name for name in names if names.count(name) > 1})


def _check_secrets(page: Page, view: View, language: str) -> None:
    secrets = page.secrets(view)
    if secrets is None:
        return
    assert view.seat is not None, "a spectator has secrets"
    for region in every_region(secrets):
        assert region.seat == view.seat, f"the secrets {region.name} do not name their seat"
        assert Elements(_text(region, language)).roots == [region.name]


def _check_places(game: Game, page: Page, moment: Moment, options: dict[str, Any]) -> None:
    """What a seat's name stands for is on everybody's board."""
    board = Drawings().whole(page.board(moment.state.view(None), ""), words(LANGUAGES[0]))
    ids = {"", *Elements(board).ids}
    for seat in range(moment.seats):
        place = page.place(game.seat_name(seat, options))
        assert place in ids, f"the name of seat {seat} stands for {place}, which is not on the board"


def _check_shared_regions(game: Game, page: Page, moment: Moment, random: Random) -> None:
    """Non-interference: what names no seat does not change with what another viewer may not know."""
    viewer = random.choice(moment.viewers)
    imagined = game.imagine(moment.state.view(viewer), random)
    for owner in moment.viewers:
        other = {region.name: region for region in every_region(page.board(imagined.view(owner), LINKS))}
        for region in every_region(page.board(moment.state.view(owner), LINKS)):
            same = other.get(region.name)
            if region.seat is None and (same is None or same.seat is None):
                assert same is not None and same.inputs == region.inputs, (  # noqa: PT018
                    f"{region.name}, drawn for seat {owner}, tells what seat {viewer} may not know"
                )
